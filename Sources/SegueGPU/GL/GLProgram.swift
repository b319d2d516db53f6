import CSegueGLES
import SegueRendering

/// A linked program with the places of its uniforms.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class GLProgram {
  private var name: GLuint
  private var locations: [String: GLint] = [:]

  /// Compiles and links.
  /// - Parameter refusal: the error for what the compiler or the linker had to say.
  init(
    vertex: String, fragment: String,
    refusal: (String) -> RenderError = {
      .unavailable("a shader of this renderer cannot be used on this driver: \($0)")
    }
  ) throws(RenderError) {
    name = glCreateProgram()
    do throws(RenderError) {
      for (kind, text) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
        let shader = try GLProgram.compile(kind, text, refusal)
        glAttachShader(name, shader)
        glDeleteShader(shader)
      }
    } catch {
      close()
      throw error
    }
    glLinkProgram(name)
    var isLinked: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked == 1 else {
      let message = GLProgram.log { [name] in glGetProgramInfoLog(name, $1, nil, $0) }
      close()
      throw refusal(message)
    }
  }

  func use() { glUseProgram(name) }

  func set(_ uniform: String, _ value: Int) { glUniform1i(location(uniform), GLint(value)) }
  func set(_ uniform: String, unsigned value: UInt32) { glUniform1ui(location(uniform), value) }
  func set(_ uniform: String, _ x: Int, _ y: Int) { glUniform2i(location(uniform), GLint(x), GLint(y)) }
  func set(_ uniform: String, _ x: Double, _ y: Double) {
    glUniform2f(location(uniform), GLfloat(x), GLfloat(y))
  }
  func set(_ uniform: String, _ v: [Int]) {
    glUniform4i(location(uniform), GLint(v[0]), GLint(v[1]), GLint(v[2]), GLint(v[3]))
  }
  func set(_ uniform: String, unsigned v: [UInt8]) {
    glUniform4ui(location(uniform), GLuint(v[0]), GLuint(v[1]), GLuint(v[2]), GLuint(v[3]))
  }

  func close() {
    glDeleteProgram(name)
    name = 0
  }

  func location(_ uniform: String) -> GLint {
    if let known = locations[uniform] { return known }
    let location = glGetUniformLocation(name, uniform)
    locations[uniform] = location
    return location
  }

  private static func compile(_ kind: Int32, _ text: String, _ refusal: (String) -> RenderError)
    throws(RenderError) -> GLuint
  {
    let shader = glCreateShader(GLenum(kind))
    text.withCString { start in
      var pointer: UnsafePointer<CChar>? = start
      glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    var isCompiled: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
    if isCompiled == 1 { return shader }
    let message = log { glGetShaderInfoLog(shader, $1, nil, $0) }
    glDeleteShader(shader)
    throw refusal(message)
  }

  private static func log(_ read: (UnsafeMutablePointer<CChar>, GLsizei) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      base[0] = 0
      read(base, 8192)
      return String(cString: base)
    }
  }
}

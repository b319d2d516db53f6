import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// A linked program with the locations of its uniforms.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class GLProgram {
  private var name: GLuint
  private var locations: [String: GLint] = [:]

  /// Compiles and links the program.
  /// - Parameter refusal: the error for a log of the compiler or the linker.
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
  func set(_ uniform: String, _ c: DeepColor) {
    glUniform4ui(location(uniform), GLuint(c.red), GLuint(c.green), GLuint(c.blue), GLuint(c.alpha))
  }

  func set(_ uniform: String, unsigned v: [UInt32]) { glUniform3ui(location(uniform), v[0], v[1], v[2]) }
  func set(_ uniform: String, signed v: [Int32]) { glUniform3i(location(uniform), v[0], v[1], v[2]) }

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

extension GLProgram {
  /// Sets a uniform of a user's shader; names that the compiler dropped are ignored.
  func set(_ uniform: String, _ numbers: [Double], _ type: ShaderValueType) {
    let place = location(uniform)
    let floats = numbers.map { GLfloat($0) }
    switch type {
    case .scalar(.float): glUniform1fv(place, 1, floats)
    case .vector(.float, 2): glUniform2fv(place, 1, floats)
    case .vector(.float, 3): glUniform3fv(place, 1, floats)
    case .vector(.float, _): glUniform4fv(place, 1, floats)
    case .matrix(2): glUniformMatrix2fv(place, 1, GLboolean(GL_FALSE), floats)
    case .matrix(3): glUniformMatrix3fv(place, 1, GLboolean(GL_FALSE), floats)
    case .matrix: glUniformMatrix4fv(place, 1, GLboolean(GL_FALSE), floats)
    case .scalar, .vector, .picture: setIntegers(place, numbers)
    }
  }

  private func setIntegers(_ place: GLint, _ numbers: [Double]) {
    let integers = numbers.map { GLint(exactly: $0) ?? 0 }
    switch integers.count {
    case 1: glUniform1iv(place, 1, integers)
    case 2: glUniform2iv(place, 1, integers)
    case 3: glUniform3iv(place, 1, integers)
    default: glUniform4iv(place, 1, integers)
    }
  }

  func set(_ uniform: String, float value: Float) { glUniform1f(location(uniform), value) }
}

/// The shader files of a program, and their switches.
struct ProgramShape: Hashable {
  /// A file with the number that replaces its `$`.
  struct Part: Hashable {
    var file: ShaderFile
    var number: Int
  }

  var vertex = ShaderFile.frameVertex
  var main: ShaderFile
  var parts: [Part] = []
  var switches: [String] = []

  init(_ main: ShaderFile) { self.main = main }

  mutating func define(_ name: String, _ value: Int) { switches.append("#define \(name) \(value)\n") }
  mutating func define(_ name: String, _ value: Bool) { define(name, value ? 1 : 0) }
  mutating func add(_ file: ShaderFile, number: Int = 0) { parts.append(Part(file: file, number: number)) }

  /// The vertex shader for pictures of `depth`.
  func vertexText(_ depth: PixelDepth) -> String { ProgramShape.plain(Self.start(depth) + vertex.text) }

  /// The fragment shader for pictures of `depth`.
  func fragmentText(_ depth: PixelDepth) -> String {
    var text = Self.start(depth) + switches.joined()
    if main != .cells {
      for file in [ShaderFile.pictures, .tables, .arithmetic, .affine] { text += file.text }
      for part in parts { text += part.file.text(number: part.number) }
    }
    return ProgramShape.plain(text + main.text)
  }

  private static func start(_ depth: PixelDepth) -> String {
    ShaderFile.preamble.text + "#define BITS \(depth.rawValue)\n" + ShaderFile.depth.text
  }

  /// The text without comments: some compilers fail on letters beyond ASCII, even there.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
  }
}

/// The existing programs for pictures of one depth, by shape.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class ProgramCache {
  private let depth: PixelDepth
  private var programs = LeastRecentlyUsed<ProgramShape, GLProgram>(budget: 256)

  init(_ depth: PixelDepth) { self.depth = depth }

  func program(_ shape: ProgramShape) throws(RenderError) -> GLProgram {
    if let known = programs.value(for: shape) { return known }
    let program = try GLProgram(vertex: shape.vertexText(depth), fragment: shape.fragmentText(depth))
    programs.insert(program, for: shape, cost: 1)
    return program
  }

  /// Closes the least recently used programs over the limit; called between frames.
  func evict() { for program in programs.evict() { program.close() } }

  func close() {
    for program in programs.removeAll() { program.close() }
  }
}

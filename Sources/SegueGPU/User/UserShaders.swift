import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// The programs and pictures of users' shaders on this device.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class UserShaders {
  private let depth: PixelDepth
  private let textureLimit: Int
  let watchdog: ShaderWatchdog
  private var programs = LeastRecentlyUsed<ShaderProgram, GLProgram>(budget: 64)
  private var pictures = LeastRecentlyUsed<Snapshot, GLTexture>(budget: 128 << 20)
  private var sampler: GLuint = 0

  init(_ depth: PixelDepth, textureLimit: Int, watchdog: ShaderWatchdog) {
    self.depth = depth
    self.textureLimit = textureLimit
    self.watchdog = watchdog
  }

  /// The program, compiled and tested with a first picture.
  /// - Throws: `RenderError.badShader` with the user's line, or if the shader did not finish.
  func program(_ program: ShaderProgram, trial: (GLProgram) -> Void) throws(RenderError) -> GLProgram {
    if let known = programs.value(for: program) { return known }
    let made = try watchdog.trial(of: program.name) { () throws(RenderError) in
      let made = try GLProgram(
        vertex: ShaderFile.userVertex.compilerText, fragment: UserShaders.text(of: program, depth),
        refusal: { .badShader(CompilerLog(text: $0).fault(of: program)) })
      trial(made)
      return made
    }
    programs.insert(made, for: program, cost: 1)
    return made
  }

  /// The picture in its own size, its bottom row first.
  func texture(_ snapshot: Snapshot) throws(RenderError) -> GLTexture {
    if let known = pictures.value(for: snapshot) { return known }
    let (width, height) = (snapshot.size.width, snapshot.size.height)
    guard max(width, height) <= textureLimit else {
      throw .unsupported(
        "a picture is \(snapshot.size), but this device supports at most \(textureLimit) pixels per side")
    }
    let (pixels, flipped) = (snapshot.converted(to: depth), PixelBuffer(size: snapshot.size, depth: depth))
    let bytes = flipped.bytesPerRow
    pixels.withUnsafeBase { source in
      flipped.withUnsafeBase { target in
        for y in 0..<height {
          (target + (height - 1 - y) * bytes).update(from: source + y * bytes, count: bytes)
        }
      }
    }
    let texture = try GLTexture(width: width, height: height, format: .picture(depth))
    flipped.withUnsafeBase { texture.upload($0, rows: height) }
    pictures.insert(texture, for: snapshot, cost: texture.byteCount)
    return texture
  }

  /// Enables linear filtering for the first `units` texture units until `stopFiltering`. The shader
  /// filters 16-bit textures itself.
  func startFiltering(units: Int) {
    guard depth == .eight else { return }
    if sampler == 0 {
      glGenSamplers(1, &sampler)
      for side in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glSamplerParameteri(sampler, GLenum(side), GL_LINEAR)
      }
      for axis in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
        glSamplerParameteri(sampler, GLenum(axis), GL_CLAMP_TO_EDGE)
      }
    }
    for unit in 0..<units { glBindSampler(GLuint(unit), sampler) }
  }

  func stopFiltering(units: Int) {
    for unit in 0..<units { glBindSampler(GLuint(unit), 0) }
  }

  func close() {
    for program in programs.removeAll() { program.close() }
    for texture in pictures.removeAll() { texture.close() }
    glDeleteSamplers(1, &sampler)
    sampler = 0
  }

  /// Closes the least recently used programs and pictures over the limits; called between frames.
  func evict() {
    for program in programs.evict() { program.close() }
    for texture in pictures.evict() { texture.close() }
  }

  /// The whole text. The user's lines keep their numbers and the host's have very large ones, so
  /// that messages distinguish them. Source string numbers, which are meant for this, are missing
  /// from Mesa's messages.
  private static func text(of program: ShaderProgram, _ depth: PixelDepth) -> String {
    let parts = ShaderFile.userMain.compilerText.components(around: "SEGUE_SET_UP")
    let preamble = ShaderFile.userPreamble.compilerText.components(around: "\n")
    let ours = "\n#line \(CompilerLog.firstHostLine)\n"
    var text = String(preamble.before) + ours
    if depth == .sixteen { text += ShaderFile.userPictures.compilerText }
    text += preamble.after
    if program.kind == .filter { text += ShaderFile.userFilter.compilerText }
    text += "#line 1\n" + program.text + ours + parts.before + program.setUp
    return text + parts.after.replacing("SEGUE_ENTRY", with: program.entry)
  }
}

extension ShaderFile {
  /// The text without comments: some compilers fail on letters beyond ASCII, even there.
  fileprivate var compilerText: String {
    text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text before and after the first `mark`.
  fileprivate func components(around mark: String) -> (before: Substring, after: Substring) {
    guard let range = firstRange(of: mark) else { return (self[...], "") }
    return (self[..<range.lowerBound], self[range.upperBound...])
  }
}

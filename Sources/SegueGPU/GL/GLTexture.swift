import CSegueOpenGL
import SegueImaging
import SegueRendering

/// A two-dimensional texture with one level, read without filtering. Pictures and packed frames can
/// be drawn into.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class GLTexture {
  /// The format of a texel.
  enum Format {
    /// The four channels of a picture.
    case picture(PixelDepth)
    /// Four 32-bit integers: a frame for the transfer into memory.
    case packed
    /// Four signed integers: entries of tables.
    case tables
    /// A 16-bit integer: a matte's field.
    case matte

    var bytesPerTexel: Int {
      switch self {
      case .picture(let depth): depth.bytesPerPixel
      case .packed, .tables: 16
      case .matte: 2
      }
    }

    var names: (stored: Int32, layout: Int32, component: Int32) {
      switch self {
      case .picture(.eight): (GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE)
      case .picture(.sixteen): (GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT)
      case .packed: (GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT)
      case .tables: (GL_RGBA32I, GL_RGBA_INTEGER, GL_INT)
      case .matte: (GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT)
      }
    }
  }

  let width: Int
  let height: Int
  let format: Format
  var byteCount: Int { width * height * format.bytesPerTexel }
  private var name: GLuint = 0
  private var framebuffer: GLuint = 0

  init(width: Int, height: Int, format: Format) throws(RenderError) {
    self.width = width
    self.height = height
    self.format = format
    glGenTextures(1, &name)
    bind(unit: 0)
    glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format.names.stored), GLsizei(width), GLsizei(height))
    for side in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(side), GL_NEAREST)
    }
    for axis in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
      glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(axis), GL_CLAMP_TO_EDGE)
    }
    let error = glGetError()
    if error == GLenum(GL_NO_ERROR) { return }
    close()
    throw .outOfMemory(
      "a texture of \(width)x\(height) could not be created: OpenGL ES error 0x\(String(error, radix: 16))")
  }

  func bind(unit: Int) {
    glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
  }

  /// Sets the first `rows` rows from packed bytes.
  func upload(_ bytes: UnsafeRawPointer, rows: Int) {
    bind(unit: 0)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(width), GLsizei(rows), GLenum(format.names.layout),
      GLenum(format.names.component), bytes)
  }

  /// Makes this texture the target of draws and read-backs.
  func bindAsTarget() {
    let isNew = framebuffer == 0
    if isNew { glGenFramebuffers(1, &framebuffer) }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    guard isNew else { return }
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), name, 0)
  }

  /// Reads the first `rows` rows of a picture or a packed frame into `memory`, or into the bound
  /// buffer if that is `nil`. Uses only combinations that OpenGL ES 3.0 requires of every driver.
  func read(rows: Int, into memory: UnsafeMutableRawPointer?) {
    bindAsTarget()
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    glReadPixels(
      0, 0, GLsizei(width), GLsizei(rows), GLenum(format.names.layout), GLenum(format.names.component), memory
    )
  }

  func close() {
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteTextures(1, &name)
    (framebuffer, name) = (0, 0)
  }
}

/// A pool of textures for intermediate pictures. A taken texture returns by `give`, or after the
/// frame.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class TexturePool {
  private let depth: PixelDepth
  private var free: [ImageSize: [GLTexture]] = [:]
  private var taken: [ObjectIdentifier: GLTexture] = [:]

  /// A pool for pictures of one depth.
  init(_ depth: PixelDepth) { self.depth = depth }

  func take(_ size: ImageSize) throws(RenderError) -> GLTexture {
    let texture: GLTexture
    if let pooled = free[size]?.popLast() {
      texture = pooled
    } else {
      texture = try GLTexture(width: size.width, height: size.height, format: .picture(depth))
    }
    taken[ObjectIdentifier(texture)] = texture
    return texture
  }

  /// Returns `texture` to the pool. Commands recorded later may reuse it.
  func give(_ texture: GLTexture) {
    guard taken.removeValue(forKey: ObjectIdentifier(texture)) != nil else { return }
    free[ImageSize(width: texture.width, height: texture.height), default: []].append(texture)
  }

  /// Returns the textures of `picture` to the pool, unless it is kept between frames.
  func give(_ picture: MipTexture) {
    if picture.isKept { return }
    for texture in [picture.texture] + picture.coarser + picture.reductions { give(texture) }
  }

  /// Returns all taken textures.
  func recycle() { for texture in taken.values { give(texture) } }

  func close() {
    recycle()
    for texture in free.values.joined() { texture.close() }
    free = [:]
  }
}

import SegueImaging
import SegueRendering

/// Textures for intermediate pictures. What was taken comes back when the frame has been drawn.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class TexturePool {
  private var free: [ImageSize: [GLTexture]] = [:]
  private var taken: [GLTexture] = []

  func take(_ size: ImageSize) throws(RenderError) -> GLTexture {
    if let texture = free[size]?.popLast() {
      taken.append(texture)
      return texture
    }
    let texture = try GLTexture(width: size.width, height: size.height, format: .rgba8)
    taken.append(texture)
    return texture
  }

  /// Everything taken may be taken again.
  func recycle() {
    for texture in taken {
      free[ImageSize(width: texture.width, height: texture.height), default: []].append(texture)
    }
    taken.removeAll(keepingCapacity: true)
  }

  func close() {
    recycle()
    for texture in free.values.joined() { texture.close() }
    free = [:]
  }
}

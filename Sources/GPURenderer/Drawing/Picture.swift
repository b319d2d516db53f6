import Imaging

/// A picture in a texture, with the coarser levels made so far.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class Picture {
  let texture: GLTexture
  /// Whether every pixel is known to have alpha 255.
  let isOpaque: Bool
  /// Level 1 first.
  var coarser: [GLTexture] = []

  init(_ texture: GLTexture, isOpaque: Bool) {
    self.texture = texture
    self.isOpaque = isOpaque
  }

  /// Closes all but the first `count` coarser levels.
  func dropLevels(after count: Int) {
    for level in coarser[count...] { level.close() }
    coarser.removeSubrange(count...)
  }

  func level(_ index: Int) -> GLTexture { index == 0 ? texture : coarser[index - 1] }
}

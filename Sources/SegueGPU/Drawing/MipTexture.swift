import SegueImaging

/// A picture in a texture, with the coarser levels made so far.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class MipTexture {
  let texture: GLTexture
  /// Whether every pixel is known to have alpha 255.
  let isOpaque: Bool
  /// Level 1 first.
  var coarser: [GLTexture] = []
  /// The snapshot that was uploaded; `nil` for a picture of one frame.
  private var snapshot: Snapshot?

  init(_ texture: GLTexture, isOpaque: Bool, of snapshot: Snapshot? = nil) {
    self.texture = texture
    self.isOpaque = isOpaque
    self.snapshot = snapshot
  }

  /// Whether it stays from frame to frame.
  var isKept: Bool { snapshot != nil }
  /// Whether nobody but this picture holds its snapshot any more.
  func isAbandoned() -> Bool { isKnownUniquelyReferenced(&snapshot) }
  /// Bytes of the texture and of the levels made so far.
  var byteCount: Int { coarser.reduce(texture.width * texture.height * 4) { $0 + $1.width * $1.height * 4 } }

  func close() {
    dropLevels(after: 0)
    texture.close()
  }

  /// Closes all but the first `count` coarser levels.
  func dropLevels(after count: Int) {
    for level in coarser[count...] { level.close() }
    coarser.removeSubrange(count...)
  }

  func level(_ index: Int) -> GLTexture { index == 0 ? texture : coarser[index - 1] }
}

import Imaging

/// The rule that 4:2:0 chroma makes: even sides.
enum EvenSize {
  /// - Throws: `MediaError.unsupported`, with the nearest even size, when a side of `size` is odd.
  static func check(_ size: ImageSize, format: String) throws(MediaError) {
    guard !size.isEven else { return }
    throw .unsupported(
      format: format,
      reason: "4:2:0 video needs even sides; \(size) is not, the nearest is \(size.roundedDownToEven)")
  }
}

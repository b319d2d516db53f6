import Imaging

/// Frames as an animated WebP file that loops for ever.
///
/// Frame i is shown from round(1000 · i / rate) ms on, worked out from the index; frames that come within the
/// same millisecond are shown a millisecond apart.
///
/// **Thread-safety:** as `AnimationEncoder` says.
public final class WebPAnimation: AnimationEncoder, @unchecked Sendable {
  /// One frame at a time.
  public let capacity = 1
  private let encoder: AnimatedWebPEncoder
  private let shape: VideoShape
  private let first: Int
  private var last = 0
  private var next = 0

  /// An animation of `shape` whose first frame has the index `first` in the whole.
  /// - Throws: `MediaError.unsupported` for more than 16383 pixels per side.
  public init(shape: VideoShape, first: Int, compression: WebPCompression, hasAlpha: Bool) throws {
    self.shape = shape
    self.first = first
    encoder = try AnimatedWebPEncoder(size: shape.size, hasAlpha: hasAlpha, compression: compression)
  }

  /// Compresses the frame; nothing is ready before the end.
  public func add(_ frame: Frame, index: Int) throws -> [UInt8] {
    defer { frame.release() }
    let time = max(milliseconds(at: index - first), next)
    try encoder.add(frame.bytes, at: time)
    next = time + 1
    last = index - first
    return []
  }

  /// The whole file.
  public func finish() throws -> [UInt8] {
    try encoder.finish(at: max(milliseconds(at: last + 1), next))
  }

  private func milliseconds(at index: Int) -> Int {
    Int((1000 * Double(index) * Double(shape.rateDenominator) / Double(shape.rateNumerator)).rounded())
  }
}

import Imaging

/// Frames as an animated WebP file that loops for ever.
///
/// Frame i is shown from round(1000 · i / rate) ms on, worked out from the index; frames that come within the
/// same millisecond are shown a millisecond apart. A frame like the one before only lengthens it: a hold is
/// compressed once.
///
/// **Thread-safety:** as `AnimationEncoder` says.
public final class WebPAnimation: AnimationEncoder, @unchecked Sendable {
  /// The frame that comes and the last one that was compressed.
  public let capacity = 2
  private let encoder: AnimatedWebPEncoder
  private let shape: VideoShape
  private let first: Int
  private var last = 0
  private var next = 0
  private var previous: Frame?

  /// An animation of `shape` whose first frame has the index `first` in the whole.
  /// - Throws: `MediaError.unsupported` for more than 16383 pixels per side.
  public init(shape: VideoShape, first: Int, compression: WebPCompression, hasAlpha: Bool) throws {
    self.shape = shape
    self.first = first
    encoder = try AnimatedWebPEncoder(size: shape.size, hasAlpha: hasAlpha, compression: compression)
  }

  /// Compresses the frame; nothing is ready before the end.
  public func add(_ frame: Frame, index: Int) throws -> [UInt8] {
    let time = max(milliseconds(at: index - first), next)
    if let previous, previous.looksLike(frame) {
      frame.release()
    } else {
      previous?.release()
      previous = frame
      do {
        try encoder.add(frame.bytes, at: time)
      } catch {
        frame.release()
        throw error
      }
    }
    next = time + 1
    last = index - first
    return []
  }

  /// The whole file.
  public func finish() throws -> [UInt8] {
    previous?.release()
    previous = nil
    return try encoder.finish(at: max(milliseconds(at: last + 1), next))
  }

  private func milliseconds(at index: Int) -> Int {
    Int((1000 * Double(index) * Double(shape.rateDenominator) / Double(shape.rateNumerator)).rounded())
  }
}

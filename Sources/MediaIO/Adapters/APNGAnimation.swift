import Imaging
import Synchronization

/// Frames as an APNG file that loops for ever.
///
/// **Thread-safety:** as `AnimationEncoder` says.
public final class APNGAnimation: AnimationEncoder, @unchecked Sendable {
  /// The frame that comes and the one before it.
  public let capacity = 2
  private let encoder: APNGFrameEncoder
  private let delay: APNGDelay
  private var writer: APNGWriter
  private var previous: Frame?
  private var hasBegun = false

  /// An animation of `count` frames of `shape`.
  /// - Throws: `MediaError.unsupported` for a rate whose fraction has parts above 65535.
  public init(shape: VideoShape, count: Int, hasAlpha: Bool) throws {
    guard let delay = APNGDelay(numerator: shape.rateDenominator, denominator: shape.rateNumerator) else {
      throw MediaError.unsupported(
        format: "apng",
        reason: "it cannot say \(shape.rateNumerator)/\(shape.rateDenominator) frames a second exactly")
    }
    self.delay = delay
    encoder = APNGFrameEncoder(size: shape.size, hasAlpha: hasAlpha)
    writer = APNGWriter(size: shape.size, hasAlpha: hasAlpha, frameCount: count)
  }

  /// The bytes of the frame: what differs from the one before.
  public func add(_ frame: Frame, index: Int) throws -> [UInt8] {
    let header = hasBegun ? [] : writer.header()
    hasBegun = true
    defer {
      previous?.release()
      previous = frame
    }
    let encoded = try encoder.encode(frame.bytes, previous: previous?.bytes)
    return header + writer.frame(encoded, delay: delay)
  }

  /// The end of the file.
  public func finish() throws -> [UInt8] {
    previous?.release()
    previous = nil
    return writer.trailer()
  }
}

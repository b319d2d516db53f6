import CImageCodecs
import Imaging

/// Makes an animated WebP file, frame by frame. Compressed frames stay in memory until the end; pixels do not.
///
/// **Thread-safety:** for one thread at a time.
public final class AnimatedWebPEncoder {
  private let size: ImageSize
  private let hasAlpha: Bool
  private let animation: OpaquePointer
  private var lastTimestamp = -1

  /// An animation of `size`, played `loops` times, 0 for ever. `hasAlpha` false drops the alpha.
  /// - Throws: `MediaError.unsupported` when a side is above 16383 or there are more than 65535 loops.
  public init(
    size: ImageSize, hasAlpha: Bool, loops: Int = 0, compression: WebPCompression = .lossy()
  ) throws {
    guard size.width <= 16_383, size.height <= 16_383 else {
      throw MediaError.unsupported(
        format: "WebP", reason: "it has at most 16383 pixels per side, not \(size)")
    }
    guard (0...65_535).contains(loops) else {
      throw MediaError.unsupported(format: "WebP", reason: "it loops at most 65535 times, not \(loops)")
    }
    let made = segue_webp_animation_create(
      UInt32(size.width), UInt32(size.height), UInt32(loops), compression.options)
    guard let made else {
      throw MediaError.writeFailed(path: "WebP", reason: "there is not enough memory")
    }
    self.size = size
    self.hasAlpha = hasAlpha
    animation = made
  }

  deinit { segue_webp_animation_free(animation) }

  /// Adds a frame (RGBA8, straight alpha, rows packed) that is shown from `milliseconds` on, the first from 0.
  /// - Throws: `MediaError.unsupported` with libwebp's reason, `.writeFailed` when memory is short.
  public func add(_ pixels: UnsafeRawBufferPointer, at milliseconds: Int) throws {
    precondition(pixels.count == size.area * 4, "a frame of \(size) has \(size.area * 4) bytes")
    precondition(milliseconds > lastTimestamp, "frames come in their order")
    lastTimestamp = milliseconds
    var message = SegueMessage()
    let status = segue_webp_animation_add(
      animation, pixels.bindMemory(to: UInt8.self).baseAddress, hasAlpha, try time(milliseconds), &message)
    try EncodedBytes.check(status, message, "WebP")
  }

  /// Ends the last frame at `milliseconds` and gives the file.
  /// - Throws: as `add`.
  public func finish(at milliseconds: Int) throws -> [UInt8] {
    precondition(milliseconds > lastTimestamp, "the last frame is shown for some time")
    let end = try time(milliseconds)
    return try EncodedBytes.collect("WebP") { bytes, message in
      segue_webp_animation_finish(animation, end, bytes, message)
    }
  }

  private func time(_ milliseconds: Int) throws -> Int32 {
    guard let result = Int32(exactly: milliseconds) else {
      throw MediaError.unsupported(format: "WebP", reason: "it cannot last \(milliseconds) ms")
    }
    return result
  }
}

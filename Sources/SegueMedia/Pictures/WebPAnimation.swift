import CSegueCodecs
import SegueImaging
import SegueMath
import SegueSystem

/// Encodes frames as an animated WebP file. Compressed frames stay in memory until the end; pixels
/// do not.
///
/// Frame i is shown from round(1000 · i / rate) ms on. Frames within the same millisecond are shown
/// a millisecond apart. A frame equal to its predecessor is not compressed, and only lengthens the
/// predecessor. Of any other frame, only the smallest rectangle around the changes is compressed.
package final class WebPAnimation: AnimationEncoder {
  /// The capacity is 2: the current frame and the last compressed one.
  package let capacity = 2
  private let shape: VideoShape
  private let first: Int
  private let hasAlpha: Bool
  private let animation: OpaquePointer
  private var last = 0
  private var next = 0
  private var previous: VideoFrame?
  private var lastTimestamp = -1

  /// An animation of `shape` whose first frame has the index `first` in the whole run, played
  /// `plays` times, 0 for endless. If `hasAlpha` is false, alpha is dropped.
  /// - Throws: `MediaError.unsupported` if a side exceeds 16383 or `plays` exceeds 65535.
  package init(
    shape: VideoShape, first: Int = 0, compression: WebPCompression = .lossy(), hasAlpha: Bool, plays: Int = 0
  ) throws {
    guard shape.size.width <= 16_383, shape.size.height <= 16_383 else {
      throw MediaError.unsupported(
        format: "WebP", limit: .side(width: shape.size.width, height: shape.size.height, maximum: 16_383))
    }
    guard (0...65_535).contains(plays) else {
      throw MediaError.unsupported(format: "WebP", limit: .plays(plays, maximum: 65_535))
    }
    let made = segue_webp_animation_create(
      UInt32(shape.size.width), UInt32(shape.size.height), UInt32(plays), compression.options)
    guard let made else {
      throw SystemError.refused(.writeFailed(path: "WebP", reason: "there is not enough memory"))
    }
    self.shape = shape
    self.first = first
    self.hasAlpha = hasAlpha
    animation = made
  }

  deinit { segue_webp_animation_free(animation) }

  /// Compresses the frame; no bytes are ready before the end.
  package func add(_ frame: VideoFrame, index: Int) throws -> [UInt8] {
    let time = max(milliseconds(at: index - first), next)
    if let previous, previous.hasSameBytes(as: frame) {
      frame.release()
    } else {
      do {
        try frame.withUnsafeBytes { pixels in
          guard let previous else { return try compress(pixels, at: time) }
          try previous.withUnsafeBytes { try compress(pixels, after: $0, at: time) }
        }
      } catch {
        frame.release()
        throw error
      }
      previous?.release()
      previous = frame
    }
    next = time + 1
    last = index - first
    return []
  }

  package func finish() throws -> [UInt8] {
    previous?.release()
    previous = nil
    return try end(at: max(milliseconds(at: last + 1), next))
  }

  /// Compresses a frame (RGBA8, straight alpha, rows packed) that is shown from `milliseconds`. The
  /// first frame is shown from 0.
  /// - Parameter previous: the previous frame, whose unchanged pixels are skipped; `nil` compresses
  ///   all pixels.
  func compress(
    _ pixels: UnsafeRawBufferPointer, after previous: UnsafeRawBufferPointer? = nil, at milliseconds: Int
  ) throws {
    precondition(
      pixels.count == shape.size.area * 4, "a frame of \(shape.size) has \(shape.size.area * 4) bytes")
    precondition(milliseconds > lastTimestamp, "timestamps must increase")
    lastTimestamp = milliseconds
    var message = SegueMessage()
    let rect =
      previous.map { APNGAnimation.difference(pixels, $0, size: shape.size) } ?? PixelRect(shape.size)
    // WebP's frame positions are even.
    let (x, y) = (rect.x0 & ~1, rect.y0 & ~1)
    let part = SegueWebPPart(
      x: UInt32(x), y: UInt32(y), width: UInt32(rect.x1 - x), height: UInt32(rect.y1 - y))
    let status = segue_webp_animation_add(
      animation, pixels.bindMemory(to: UInt8.self).baseAddress,
      previous?.bindMemory(to: UInt8.self).baseAddress, part, hasAlpha, try time(milliseconds), &message)
    try EncodedBytes.check(status, message, "WebP")
  }

  /// Ends the last frame at `milliseconds` and returns the file.
  func end(at milliseconds: Int) throws -> [UInt8] {
    precondition(milliseconds > lastTimestamp, "the end must be after the last frame's start")
    let end = try time(milliseconds)
    return try EncodedBytes.collect("WebP") { bytes, message in
      segue_webp_animation_finish(animation, end, bytes, message)
    }
  }

  private func milliseconds(at index: Int) -> Int { (Ratio(1000) * Ratio(index) / shape.rate).rounded }

  private func time(_ milliseconds: Int) throws -> Int32 {
    guard let result = Int32(exactly: milliseconds) else {
      throw MediaError.unsupported(format: "WebP", limit: .duration(milliseconds: milliseconds))
    }
    return result
  }
}

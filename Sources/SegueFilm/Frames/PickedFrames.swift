import SegueMedia

/// Decoded frames of which some are left out, some shown again, and some mixed with the next.
///
/// **Thread-safety:** for one thread.
struct PickedFrames {
  private let decoder: ClipDecoder
  private let pool: ClipFramePool
  private var before: ClipFrame?
  private var last: ClipFrame?
  /// Frames that were decoded.
  private(set) var count = 0

  /// Takes frames of `conform` from `decoder`.
  init(_ decoder: ClipDecoder, _ conform: ClipConform) {
    self.decoder = decoder
    pool = ClipFramePool(size: conform.outputSize, format: conform.format)
  }

  /// The frame of `pick`, which is not before that of the call before; the last one where there are no more, `nil` where
  /// there is none.
  /// - Throws: `MediaError`.
  mutating func frame(_ pick: ClipPace.Pick) throws -> ClipFrame? {
    let needed = pick.index + (pick.share > 0 ? 2 : 1)
    while count < needed, let frame = try decoder.next() {
      (before, last) = (last, frame)
      count += 1
    }
    let isBefore = count == pick.index + 2
    guard pick.share > 0, isBefore, let before, let last else { return isBefore ? before : last }
    return Self.mix(before, last, share: pick.share, in: pool)
  }

  /// Reads to the end, to see how much there is.
  /// - Throws: `MediaError`.
  mutating func skipRest() throws { while try decoder.next() != nil { count += 1 } }

  /// `share` of 256 of `second`, the rest of `first`, rounded to nearest. With alpha, colours count by theirs.
  static func mix(_ first: ClipFrame, _ second: ClipFrame, share: Int, in pool: ClipFramePool) -> ClipFrame {
    let frame = pool.frame()
    let (a, b, target) = (first.bytes, second.bytes, frame.bytes)
    let (rest, share) = (UInt32(256 - share), UInt32(share))
    guard frame.format == .rgba8 else {
      for index in 0..<target.count {
        target[index] = UInt8((UInt32(a[index]) * rest + UInt32(b[index]) * share + 128) >> 8)
      }
      return frame
    }
    for pixel in stride(from: 0, to: target.count, by: 4) {
      let (wa, wb) = (UInt32(a[pixel + 3]) * rest, UInt32(b[pixel + 3]) * share)
      let sum = wa + wb
      for channel in pixel..<pixel + 3 {
        target[channel] =
          sum == 0 ? 0 : UInt8((UInt32(a[channel]) * wa + UInt32(b[channel]) * wb + sum / 2) / sum)
      }
      target[pixel + 3] = UInt8((sum + 128) >> 8)
    }
    return frame
  }
}

import SegueMedia

/// Decoded frames, dropped, repeated and mixed as a clip's speed requires.
///
/// **Thread-safety:** confined to one thread.
struct PickedFrames {
  private let decoder: ClipDecoder
  private var before: ClipFrame?
  private var last: ClipFrame?
  private(set) var count = 0

  init(_ decoder: ClipDecoder) { self.decoder = decoder }

  /// The frame of `pick`, at or after the previous call's. After the end it is the last frame;
  /// `nil` without any frame.
  /// - Throws: `MediaError`.
  mutating func frame(_ pick: ClipPace.Pick) throws -> ClipFrame? {
    while count < pick.needed, let frame = try decoder.next() {
      (before, last) = (last, frame)
      count += 1
    }
    let isBefore = count == pick.index + 2
    guard pick.share > 0, isBefore, let before, let last else { return isBefore ? before : last }
    return Self.mix(before, last, share: pick.share)
  }

  /// Reads to the end to count the frames.
  /// - Throws: `MediaError`.
  mutating func skipRest() throws { while try decoder.next() != nil { count += 1 } }

  /// The mix of `share`/256 of `second` and the rest of `first`, rounded to nearest, with alpha-weighted
  /// colours. Returns `first` if the pictures' sizes or positions differ.
  static func mix(_ first: ClipFrame, _ second: ClipFrame, share: Int) -> ClipFrame {
    guard first.size == second.size, first.placement == second.placement else { return first }
    let frame = first.another()
    let (rest, share) = (UInt32(256 - share), UInt32(share))
    func mixed<Value: FixedWidthInteger & UnsignedInteger>(
      _ a: UnsafeBufferPointer<Value>, _ b: UnsafeBufferPointer<Value>,
      _ target: UnsafeMutableBufferPointer<Value>
    ) {
      guard frame.format.isRGBA else {
        for index in target.indices {
          target[index] = Value((UInt32(a[index]) * rest + UInt32(b[index]) * share + 128) >> 8)
        }
        return
      }
      for pixel in stride(from: 0, to: target.count, by: 4) {
        let (wa, wb) = (UInt64(a[pixel + 3]) * UInt64(rest), UInt64(b[pixel + 3]) * UInt64(share))
        let sum = wa + wb
        for channel in pixel..<pixel + 3 {
          target[channel] =
            sum == 0 ? 0 : Value((UInt64(a[channel]) * wa + UInt64(b[channel]) * wb + sum / 2) / sum)
        }
        target[pixel + 3] = Value((sum + 128) >> 8)
      }
    }
    func mixed<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value.Type) {
      first.withUnsafeBytes { a in
        second.withUnsafeBytes { b in
          frame.withUnsafeMutableBytes {
            mixed(a.bindMemory(to: value), b.bindMemory(to: value), $0.bindMemory(to: value))
          }
        }
      }
    }
    if frame.format.depth == .eight { mixed(UInt8.self) } else { mixed(UInt16.self) }
    return frame
  }
}

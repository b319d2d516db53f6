import Synchronization

/// A finished frame in memory that belongs to its renderer's ring. Read it, then release it.
///
/// **Thread-safety:** may be read and released from any thread, but not read after its release.
/// `@unchecked`, because it holds an address, whose bytes are never written before the release.
package final class VideoFrame: @unchecked Sendable {
  /// Width and height in pixels.
  package let size: ImageSize
  /// Layout of the bytes.
  package let format: PixelFormat
  /// The bytes, valid until the release.
  private let bytes: UnsafeRawBufferPointer
  private let onRelease: @Sendable () -> Void
  private let isReleased = Atomic<Bool>(false)

  /// A frame over memory that `onRelease` frees. `onRelease` is called exactly once, on any thread.
  package init(
    size: ImageSize, format: PixelFormat, bytes: UnsafeRawBufferPointer,
    onRelease: @escaping @Sendable () -> Void
  ) {
    self.size = size
    self.format = format
    self.bytes = bytes
    self.onRelease = onRelease
  }

  package var byteCount: Int { bytes.count }

  /// Calls `body` with the bytes, which are valid only during the call. The frame is not released
  /// before the call ends.
  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// Returns the memory to the ring. Further calls do nothing.
  package func release() {
    if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() }
  }

  /// Another frame over the same bytes, which are freed after both have been released.
  package func shared() -> VideoFrame {
    let held = Mutex<VideoFrame?>(self)
    return VideoFrame(size: size, format: format, bytes: bytes) { held.withLock { $0 = nil } }
  }

  deinit { release() }
}

/// The layout of a frame's bytes. Rows are packed, the top row comes first.
package enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Four bytes per pixel: red, green, blue, straight alpha; sRGB values.
  case rgba8
  /// Eight bytes per pixel: `rgba8` in 16 bits per channel, in the machine's byte order.
  case rgba16
  /// Planes Y, U and V, one after the other, with BT.709's matrix in limited range. Chroma has half
  /// the width and height, and is sited in the middle of its four pixels. Width and height must be
  /// even.
  case yuv420p
  /// Planes as `yuv420p` in 10 bits, two bytes per value with the low byte first, drawn in 16 bits per
  /// channel.
  case yuv420p10
  /// Planes of 10 bits in HLG; BT.2020's matrix.
  case yuv420p10HLG
  /// Planes of 10 bits in PQ; BT.2020's matrix.
  case yuv420p10PQ

  /// Planes of 10 bits in an encoding.
  package init(planesOf color: ColorEncoding) {
    self = color == .sdr ? .yuv420p10 : color == .hlg ? .yuv420p10HLG : .yuv420p10PQ
  }

  /// Pixels of four channels in a depth.
  package init(_ depth: PixelDepth) { self = depth == .eight ? .rgba8 : .rgba16 }

  /// The bits per channel during drawing.
  package var depth: PixelDepth { self == .rgba8 || self == .yuv420p ? .eight : .sixteen }

  package var bits: Int { isRGBA ? depth.rawValue : depth == .eight ? 8 : 10 }

  /// Whether a frame has pixels of four channels instead of planes.
  package var isRGBA: Bool { self == .rgba8 || self == .rgba16 }

  /// The encoding of the planes' values; `nil` for RGBA, whose format implies no encoding.
  package var planeColor: ColorEncoding? {
    switch self {
    case .rgba8, .rgba16: nil
    case .yuv420p, .yuv420p10: .sdr
    case .yuv420p10HLG: .hlg
    case .yuv420p10PQ: .pq
    }
  }

  package func byteCount(for size: ImageSize) -> Int {
    switch self {
    case .rgba8: size.area * 4
    case .rgba16: size.area * 8
    case .yuv420p, .yuv420p10, .yuv420p10HLG, .yuv420p10PQ:
      (size.area + 2 * (size.width / 2) * (size.height / 2)) * (depth.rawValue / 8)
    }
  }
}

/// The free slots of a renderer's ring.
///
/// **Thread-safety:** every method may be called from any thread.
package final class SlotPool: Sendable {
  private let state: Mutex<[Int]>
  private let free: CountingSemaphore

  /// A pool of `count` free slots, 0 ..< count.
  package init(count: Int) {
    state = Mutex(Array((0..<count).reversed()))
    free = CountingSemaphore(count: count)
  }

  /// Takes a free slot; waits for one if none is free.
  package func take() -> Int {
    free.wait()
    return state.withLock { free in
      guard let slot = free.popLast() else { preconditionFailure("a counted slot is missing") }
      return slot
    }
  }

  /// Returns `slot`.
  package func give(_ slot: Int) {
    state.withLock { $0.append(slot) }
    free.signal()
  }
}

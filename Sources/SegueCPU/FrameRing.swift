import SegueImaging

/// The memory that finished frames lie in, taken once.
///
/// **Thread-safety:** slots may be given back from any thread; the memory of a slot belongs to who took it.
final class FrameRing: Sendable {
  private let slots: SlotPool
  private let memory: SharedMemory
  private let stride: Int
  private let size: ImageSize
  private let format: PixelFormat

  init(slots count: Int, size: ImageSize, format: PixelFormat) {
    slots = SlotPool(count: count)
    self.size = size
    self.format = format
    stride = (format.byteCount(for: size) + 63) & ~63
    memory = SharedMemory(byteCount: stride * count)
  }

  /// Takes a free slot; waits for one when there is none.
  func take() -> Int { slots.take() }

  /// Gives back a slot that no frame was made of.
  func give(_ slot: Int) { slots.give(slot) }

  /// The first byte of a slot, on a multiple of 64.
  func base(_ slot: Int) -> UnsafeMutablePointer<UInt8> {
    (memory.base + slot * stride).assumingMemoryBound(to: UInt8.self)
  }

  /// The frame in `slot`; its release gives the slot back, and the memory stays until then.
  func frame(_ slot: Int) -> VideoFrame {
    let bytes = UnsafeRawBufferPointer(start: base(slot), count: format.byteCount(for: size))
    return VideoFrame(size: size, format: format, bytes: bytes) { self.slots.give(slot) }
  }
}

/// One block of memory, freed with its last user.
///
/// **Thread-safety:** the address never changes; what is behind it is its users' affair.
private final class SharedMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer

  private let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    base = PixelMemory.allocate(byteCount: byteCount)
  }

  deinit { PixelMemory.deallocate(base, byteCount: byteCount) }
}

import Synchronization

/// Allocates and frees memory for pixels. It keeps a few large blocks for the next picture of the
/// same size. With new pictures in every frame, fresh pages from the system would cost more than
/// drawing.
///
/// **Thread-safety:** every function may be called from any thread.
package enum PixelMemory {
  /// The minimum size of a block with its own mapping. On the heap, such a block would stay with
  /// the thread that allocated it. With a thread for each of 500 clips, a film's memory would grow
  /// with every clip.
  private static let ownMapping = 1 << 20
  /// The maximum total size of unused blocks that are kept, in bytes.
  private static let spareLimit = 64 << 20

  private struct FreeBlocks: ~Copyable {
    var blocks: [(address: UInt, byteCount: Int)] = []
    var byteCount = 0
  }

  private static let freeBlocks = Mutex(FreeBlocks())

  /// Uninitialised memory of `byteCount` bytes, aligned to 64 bytes or more; free it with
  /// `deallocate(_:byteCount:)`.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= ownMapping else { return .allocate(byteCount: byteCount, alignment: 64) }
    let spare = freeBlocks.withLock { freeBlocks -> UInt? in
      guard let index = freeBlocks.blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
      freeBlocks.byteCount -= byteCount
      return freeBlocks.blocks.remove(at: index).address
    }
    if let spare, let memory = UnsafeMutableRawPointer(bitPattern: spare) { return memory }
    return SystemMemory.take(byteCount)
  }

  /// Frees `byteCount` bytes of memory from `allocate`.
  package static func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= ownMapping else { return memory.deallocate() }
    let address = UInt(bitPattern: memory)
    guard byteCount <= spareLimit else { return SystemMemory.give(address, byteCount) }
    let gone = freeBlocks.withLock { freeBlocks in
      freeBlocks.blocks.append((address, byteCount))
      freeBlocks.byteCount += byteCount
      var gone: [(address: UInt, byteCount: Int)] = []
      while freeBlocks.byteCount > spareLimit {
        gone.append(freeBlocks.blocks.removeFirst())
        freeBlocks.byteCount -= gone[gone.count - 1].byteCount
      }
      return gone
    }
    for block in gone { SystemMemory.give(block.address, block.byteCount) }
  }
}

import Synchronization

/// Allocates and frees memory for pixels. It keeps a few large blocks for the next picture of the
/// same size: with new pictures in every frame, fresh pages from the system would cost more than
/// drawing.
///
/// **Thread-safety:** every function may be called from any thread.
package enum PixelMemory {
  /// The least size of a block with its own mapping. On the heap such blocks would stay with the
  /// allocating thread: a film of 500 clips, each read by its thread, would grow with every clip.
  private static let ownMapping = 1 << 20
  /// The maximum size of unused kept blocks, in bytes.
  private static let spareLimit = 64 << 20

  private struct Spares: ~Copyable {
    var blocks: [(address: UInt, byteCount: Int)] = []
    var byteCount = 0
  }

  private static let spares = Mutex(Spares())

  /// Uninitialised memory of `byteCount` bytes, aligned to 64 bytes or more; free it with
  /// `deallocate(_:byteCount:)`.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= ownMapping else { return .allocate(byteCount: byteCount, alignment: 64) }
    let spare = spares.withLock { spares -> UInt? in
      guard let index = spares.blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
      spares.byteCount -= byteCount
      return spares.blocks.remove(at: index).address
    }
    if let spare, let memory = UnsafeMutableRawPointer(bitPattern: spare) { return memory }
    return SystemMemory.take(byteCount)
  }

  /// Frees memory of `allocate` for `byteCount` bytes.
  package static func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= ownMapping else { return memory.deallocate() }
    let address = UInt(bitPattern: memory)
    guard byteCount <= spareLimit else { return SystemMemory.give(address, byteCount) }
    let gone = spares.withLock { spares in
      spares.blocks.append((address, byteCount))
      spares.byteCount += byteCount
      var gone: [(address: UInt, byteCount: Int)] = []
      while spares.byteCount > spareLimit {
        gone.append(spares.blocks.removeFirst())
        spares.byteCount -= gone[gone.count - 1].byteCount
      }
      return gone
    }
    for block in gone { SystemMemory.give(block.address, block.byteCount) }
  }
}

import Glibc
import Synchronization

/// Takes memory for pixels and gives it back. A few large blocks are kept for the next picture of the same size: where
/// pictures change with every frame, fresh pages from the system would cost more than drawing.
///
/// **Thread-safety:** every function may be called from any thread.
package enum PixelMemory {
  /// Pictures from this size on lie on huge pages where the system has some: a turned picture is read across
  /// its rows, and each row of a large one is a page of its own.
  private static let hugePage = 2 << 20
  /// The most bytes that are kept while nobody uses them.
  private static let spareLimit = 64 << 20

  private struct Spares: ~Copyable {
    var blocks: [(memory: UnsafeMutableRawPointer, byteCount: Int)] = []
    var byteCount = 0
  }

  private static let spares = Mutex(Spares())

  /// Memory of `byteCount` bytes, its contents not set, aligned to 64 bytes or more; give it back with
  /// `deallocate(_:byteCount:)`.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= 2 * hugePage else { return .allocate(byteCount: byteCount, alignment: 64) }
    let spare = spares.withLock { spares -> UInt? in
      guard let index = spares.blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
      spares.byteCount -= byteCount
      return UInt(bitPattern: spares.blocks.remove(at: index).memory)
    }
    if let spare, let memory = UnsafeMutableRawPointer(bitPattern: spare) { return memory }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: hugePage)
    // Advice only: where it is not taken, nothing changes but the speed.
    madvise(memory, byteCount & ~4095, MADV_HUGEPAGE)
    return memory
  }

  /// Gives back what `allocate` gave for `byteCount` bytes.
  package static func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= 2 * hugePage, byteCount <= spareLimit else { return memory.deallocate() }
    let address = UInt(bitPattern: memory)
    let gone = spares.withLock { spares -> [UInt] in
      guard let memory = UnsafeMutableRawPointer(bitPattern: address) else { return [] }
      spares.blocks.append((memory, byteCount))
      spares.byteCount += byteCount
      var gone: [UInt] = []
      while spares.byteCount > spareLimit {
        let oldest = spares.blocks.removeFirst()
        spares.byteCount -= oldest.byteCount
        gone.append(UInt(bitPattern: oldest.memory))
      }
      return gone
    }
    for address in gone { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }
}

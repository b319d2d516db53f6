import Glibc
import Synchronization

/// Takes memory for pixels and gives it back. A few large blocks are kept for the next picture of the same size: where
/// pictures change with every frame, fresh pages from the system would cost more than drawing.
///
/// **Thread-safety:** every function may be called from any thread.
package enum PixelMemory {
  /// Blocks from this size on are mappings of their own. On the heap they would stay with the thread that took them:
  /// a film of 500 clips, each read by its thread, would grow with every clip.
  private static let ownMapping = 1 << 20
  /// Pictures of twice this size and more lie on huge pages where the system has some: a turned picture is read across
  /// its rows, and each row of a large one is a page of its own.
  private static let hugePage = 2 << 20
  private static let page = sysconf(Int32(_SC_PAGESIZE))
  /// The most bytes that are kept while nobody uses them.
  private static let spareLimit = 64 << 20

  private struct Spares: ~Copyable {
    var blocks: [(address: UInt, byteCount: Int)] = []
    var byteCount = 0
  }

  private static let spares = Mutex(Spares())

  /// Memory of `byteCount` bytes, its contents not set, aligned to 64 bytes or more; give it back with
  /// `deallocate(_:byteCount:)`.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= ownMapping else { return .allocate(byteCount: byteCount, alignment: 64) }
    let spare = spares.withLock { spares -> UInt? in
      guard let index = spares.blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
      spares.byteCount -= byteCount
      return spares.blocks.remove(at: index).address
    }
    if let spare, let memory = UnsafeMutableRawPointer(bitPattern: spare) { return memory }
    return map(byteCount)
  }

  private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let isHuge = byteCount >= 2 * hugePage
    let alignment = isHuge ? hugePage : page
    let length = whole(byteCount)
    let room = length + alignment - page
    guard let start = mmap(nil, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      start != MAP_FAILED
    else { preconditionFailure("there is no memory for \(byteCount) bytes of pixels") }
    let memory = start.alignedUp(toMultipleOf: alignment)
    let before = memory - start
    if before > 0 { munmap(start, before) }
    if room > before + length { munmap(memory + length, room - before - length) }
    // Advice only: where it is not taken, nothing changes but the speed.
    if isHuge { madvise(memory, length, MADV_HUGEPAGE) }
    return memory
  }

  private static func unmap(_ address: UInt, _ byteCount: Int) {
    munmap(UnsafeMutableRawPointer(bitPattern: address), whole(byteCount))
  }

  /// `byteCount` in whole pages.
  private static func whole(_ byteCount: Int) -> Int { (byteCount + page - 1) & ~(page - 1) }

  /// Gives back what `allocate` gave for `byteCount` bytes.
  package static func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= ownMapping else { return memory.deallocate() }
    let address = UInt(bitPattern: memory)
    guard byteCount <= spareLimit else { return unmap(address, byteCount) }
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
    for block in gone { unmap(block.address, block.byteCount) }
  }
}

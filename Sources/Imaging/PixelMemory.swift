import Glibc

/// Takes memory for pixels.
public enum PixelMemory {
  /// Pictures from this size on lie on huge pages where the system has some: a turned picture is read across
  /// its rows, and each row of a large one is a page of its own.
  private static let hugePage = 2 << 20

  /// Memory of `byteCount` bytes, its contents not set, aligned to 64 bytes or more; give it back with
  /// `deallocate`.
  public static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= 2 * hugePage else { return .allocate(byteCount: byteCount, alignment: 64) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: hugePage)
    #if os(Linux)
      // Advice only: where it is not taken, nothing changes but the speed.
      madvise(memory, byteCount & ~4095, MADV_HUGEPAGE)
    #endif
    return memory
  }
}

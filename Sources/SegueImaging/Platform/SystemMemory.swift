import CSegueCores

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  /// Large blocks of memory, each a mapping of its own.
  ///
  /// **Thread-safety:** every function may be called from any thread.
  enum SystemMemory {
    /// Blocks of twice this size and more lie on huge pages where the system has some: a turned picture is read across
    /// its rows, and each row of a large one is a page of its own.
    private static let hugePage = 2 << 20
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Memory of `byteCount` bytes on a page's boundary, its contents not set.
    static func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
      let isHuge = byteCount >= 2 * hugePage
      let alignment = isHuge ? hugePage : page
      let length = whole(byteCount)
      let room = length + alignment - page
      guard let start = mmap(nil, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
        start != MAP_FAILED
      else {
        segue_refused()
        preconditionFailure("there is no memory for \(byteCount) bytes of pixels")
      }
      let memory = start.alignedUp(toMultipleOf: alignment)
      let before = memory - start
      if before > 0 { munmap(start, before) }
      if room > before + length { munmap(memory + length, room - before - length) }
      #if os(Linux) || os(Android)
        // Advice only: where it is not taken, nothing changes but the speed.
        if isHuge { madvise(memory, length, MADV_HUGEPAGE) }
      #endif
      return memory
    }

    /// Gives back what `take` gave for `byteCount` bytes.
    static func give(_ address: UInt, _ byteCount: Int) {
      munmap(UnsafeMutableRawPointer(bitPattern: address), whole(byteCount))
    }

    /// `byteCount` in whole pages.
    private static func whole(_ byteCount: Int) -> Int { (byteCount + page - 1) & ~(page - 1) }
  }
#else
  /// Large blocks of memory, from the heap where there are no mappings.
  enum SystemMemory {
    /// Memory of `byteCount` bytes on a multiple of 64, its contents not set.
    static func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
      .allocate(byteCount: byteCount, alignment: 64)
    }

    /// Gives back what `take` gave.
    static func give(_ address: UInt, _ byteCount: Int) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
#endif

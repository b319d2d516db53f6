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
  /// Large blocks of memory, each with its own mapping.
  ///
  /// **Thread-safety:** every function may be called from any thread.
  enum SystemMemory {
    /// The size of a huge page, in bytes. Blocks of at least two huge pages use them if the system
    /// has them. A rotated picture is read across its rows. Without huge pages, each row of a large
    /// picture would be on another page.
    private static let hugePage = 2 << 20
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Uninitialised memory of `byteCount` bytes on a page boundary.
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
        // A hint: ignoring it changes only the speed.
        if isHuge { madvise(memory, length, MADV_HUGEPAGE) }
      #endif
      return memory
    }

    /// Frees memory from `take`.
    static func give(_ address: UInt, _ byteCount: Int) {
      munmap(UnsafeMutableRawPointer(bitPattern: address), whole(byteCount))
    }

    /// `byteCount` rounded up to whole pages.
    private static func whole(_ byteCount: Int) -> Int { (byteCount + page - 1) & ~(page - 1) }
  }
#else
  /// Large blocks of memory from the heap, on systems without mappings.
  enum SystemMemory {
    /// Uninitialised memory of `byteCount` bytes, aligned to 64 bytes.
    static func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
      .allocate(byteCount: byteCount, alignment: 64)
    }

    /// Frees memory from `take`.
    static func give(_ address: UInt, _ byteCount: Int) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
#endif

#if canImport(Dispatch) && !hasFeature(Embedded)
  import CSegueCores
  import Dispatch
#endif

#if canImport(Dispatch) && !hasFeature(Embedded)
  /// The machine's cores.
  ///
  /// **Thread-safety:** every function may be called from any thread.
  package enum Cores {
    /// The number of cores for this process.
    package static var count: Int { Int(segue_core_count()) }

    /// Calls `body` with 0 ..< `count` on several threads at once, and returns after all calls. The
    /// threads belong to the system's pool. Each call writes only its own memory, such as rows of a
    /// picture.
    package static func perform(_ count: Int, body: (Int) -> Void) {
      // The compiler cannot prove that calls write different rows.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    }
  }

  /// A counting semaphore.
  ///
  /// **Thread-safety:** every method may be called from any thread.
  final class CountingSemaphore: Sendable {
    /// The initial count is 0, because a dispatch semaphore must not be destroyed with a lower
    /// count.
    private let semaphore = DispatchSemaphore(value: 0)

    init(count: Int) {
      for _ in 0..<count { semaphore.signal() }
    }

    /// Decrements the count; waits while it is 0.
    func wait() { semaphore.wait() }

    func signal() { semaphore.signal() }
  }
#else
  /// The single core of a program without threads.
  package enum Cores {
    package static var count: Int { 1 }

    /// Calls `body` with 0 ..< `count`, one after the other.
    package static func perform(_ count: Int, body: (Int) -> Void) {
      for index in 0..<count { body(index) }
    }
  }

  /// A counting semaphore for a program without threads, which never waits.
  final class CountingSemaphore: Sendable {
    init(count: Int) {}
    func wait() {}
    func signal() {}
  }
#endif

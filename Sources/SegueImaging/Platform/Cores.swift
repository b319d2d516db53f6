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

    /// Calls `body` with 0 ..< `count`, on several threads at once, and returns when all calls have. The threads are those
    /// of the system's pool: they stay. Calls write to no memory but what is each one's own, such as rows of a picture.
    package static func perform(_ count: Int, body: (Int) -> Void) {
      // The compiler cannot tell the rows of one call from those of another.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    }
  }

  /// A number of things that threads wait for.
  ///
  /// **Thread-safety:** every method may be called from any thread.
  final class CountedWait: Sendable {
    /// A dispatch semaphore must not be released below the count it was made with.
    private let semaphore = DispatchSemaphore(value: 0)

    /// `count` are there.
    init(count: Int) {
      for _ in 0..<count { semaphore.signal() }
    }

    /// Takes one; waits until there is one.
    func wait() { semaphore.wait() }

    /// Gives one back.
    func signal() { semaphore.signal() }
  }
#else
  /// The one core of a program without threads.
  package enum Cores {
    /// One.
    package static var count: Int { 1 }

    /// Calls `body` with 0 ..< `count`, one after the other.
    package static func perform(_ count: Int, body: (Int) -> Void) {
      for index in 0..<count { body(index) }
    }
  }

  /// A number of things, for which a program without threads never waits.
  final class CountedWait: Sendable {
    init(count: Int) {}
    func wait() {}
    func signal() {}
  }
#endif

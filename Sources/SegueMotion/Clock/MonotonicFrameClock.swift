#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#endif

// Embedded Swift has no clock: there a display link runs without waiting.
#if !hasFeature(Embedded)
  /// The machine's monotonic clock. Waits have absolute deadlines, so that their errors do not add up.
  ///
  /// **Thread-safety:** every method may be called from any thread.
  ///
  /// **Source:** on Linux POSIX `clock_gettime` and `clock_nanosleep` with `TIMER_ABSTIME`; elsewhere
  /// Swift's `ContinuousClock`, and POSIX `nanosleep` for the time that remains until the deadline.
  package final class MonotonicFrameClock: FrameClock, Sendable {
    #if os(Linux) || os(Android)
      package init() {}

      /// The seconds since an unspecified time in the past.
      package var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }

      /// Waits until `time`, in seconds; signals do not end the wait.
      package func sleep(until time: Double) {
        var deadline = Self.interval(time)
        while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &deadline, nil) == EINTR {}
      }
    #else
      private let start = ContinuousClock.now

      package init() {}

      /// The seconds since this clock was made.
      package var now: Double { (ContinuousClock.now - start) / .seconds(1) }

      /// Waits until `time`, in seconds; signals do not end the wait.
      package func sleep(until time: Double) {
        while case let rest = time - now, rest > 0 {
          var wait = Self.interval(rest)
          nanosleep(&wait, nil)
        }
      }
    #endif

    /// `seconds` as a `timespec`, clamped to at least 0.
    private static func interval(_ seconds: Double) -> timespec {
      // The limit of a 32-bit `timespec`, 68 years.
      let limited = min(max(0, seconds), 2_147_483_647)
      let whole = limited.rounded(.down)
      return .init(tv_sec: .init(whole), tv_nsec: .init(((limited - whole) * 1e9).rounded(.down)))
    }
  }
#endif

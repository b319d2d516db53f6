#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's monotonic clock, waited for by absolute deadlines, so that waits do not add up their errors.
///
/// **Thread-safety:** every method may be called from any thread.
///
/// **Source:** POSIX `clock_gettime` and `clock_nanosleep` with `TIMER_ABSTIME`; Darwin has no
/// `clock_nanosleep`, and sleeps for what is left until the deadline.
public final class MonotonicFrameClock: FrameClock, Sendable {
  /// The machine's clock.
  public init() {}

  /// Seconds since the machine's own fixed moment.
  public var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits until `time`; signals do not end the wait.
  public func sleep(until time: Double) {
    #if canImport(Darwin)
      while true {
        let rest = time - now
        if rest <= 0 { return }
        var interval = Self.interval(of: rest)
        nanosleep(&interval, nil)
      }
    #else
      var deadline = Self.interval(of: max(time, 0))
      while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &deadline, nil) == EINTR {}
    #endif
  }

  private static func interval(of seconds: Double) -> timespec {
    let whole = seconds.rounded(.down)
    let nanoseconds = ((seconds - whole) * 1e9).rounded(.down)
    #if canImport(Glibc)
      return Glibc.timespec(tv_sec: Int(whole), tv_nsec: Int(nanoseconds))
    #elseif canImport(Musl)
      return Musl.timespec(tv_sec: .init(whole), tv_nsec: .init(nanoseconds))
    #else
      return Darwin.timespec(tv_sec: Int(whole), tv_nsec: Int(nanoseconds))
    #endif
  }
}

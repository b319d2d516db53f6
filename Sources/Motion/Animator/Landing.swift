#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way from a released finger to rest: it starts at the finger's velocity, never turns back and arrives
/// at a given time, at rest.
///
/// With s the part of the time and m the initial velocity in units of way over time, clamped to at least 0,
/// it is the cubic Hermite m(s − 2s² + s³) + 3s² − 2s³ for m ≤ 3, the steepest that stays monotone, and 1 −
/// (1 − s)^m beyond. Both are 1 − (1 − s)³ at m = 3.
///
/// **Thread-safety:** a value.
///
/// **Source:** the bound of 3 is that of Fritsch and Carlson, Monotone Piecewise Cubic Interpolation, SIAM J.
/// Numer. Anal. 17 (1980); the power law is ours.
struct Landing: Sendable, Hashable {
  let start: Double
  let end: Double
  /// In seconds, above 0.
  let duration: Double
  private let slope: Double

  init(from start: Double, to end: Double, velocity: Double, duration: Double) {
    self.start = start
    self.end = end
    self.duration = duration
    slope = max(0, velocity * duration / (end - start))
  }

  func value(at time: Double) -> Double {
    let s = time / duration
    if slope > 3 { return end - (end - start) * pow(1 - s, slope) }
    return start + (end - start) * s * (slope * (1 - s) * (1 - s) + s * (3 - 2 * s))
  }

  func velocity(at time: Double) -> Double {
    let s = time / duration
    let speed = (end - start) / duration
    if slope > 3 { return speed * slope * pow(1 - s, slope - 1) }
    return speed * (1 - s) * (slope * (1 - 3 * s) + 6 * s)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SpringMotion {
  /// What of the whole way may be left for a spring to count as settled.
  static let settledDistance = 0.001
  /// How near to 1 a damping ratio is taken as critical where rules differ on the two sides, so that rounding
  /// in c / 2√(km) does not choose the rule.
  static let criticalTolerance = 1e-9

  /// When the spring counts as settled, in seconds.
  ///
  /// Under-damped: ln(1000·(|z₀| + |(βz₀ + v₀)/ωd|)) / β, when the sum of both amplitudes has decayed to a
  /// thousandth of the way. Critically and over-damped: the first multiple of 0.1 s after which the
  /// displacement stays below a thousandth. 0 where it starts that close and never leaves.
  ///
  /// **Source:** the under-damped and the critical rule reproduce Core Animation's
  /// `CASpringAnimation.settlingDuration`; nothing is published for over-damped springs, so the critical rule
  /// is applied to them as they are.
  var settlingDuration: Double {
    if dampingRatio < 1 - Self.criticalTolerance {
      let frequency = discriminant.squareRoot()
      let amplitude = abs(displacement) + abs((decay * displacement + velocity) / frequency)
      return max(0, log(amplitude / Self.settledDistance) / decay)
    }
    guard let crossing = lastCrossing else { return 0 }
    return ((crossing * 10).rounded(.down) + 1) / 10
  }

  /// The last time at which |z| is a thousandth, for a spring that does not oscillate: it has at most one
  /// extremum.
  private var lastCrossing: Double? {
    let limit = Self.settledDistance
    if let extremum = extremumTime {
      if abs(displacement(at: extremum)) >= limit { return crossing(from: extremum, to: nil) }
      return abs(displacement) >= limit ? crossing(from: 0, to: extremum) : nil
    }
    return abs(displacement) >= limit ? crossing(from: 0, to: nil) : nil
  }

  /// Where z′ = 0 after the start: tanh(γt)/γ = v₀ / (βv₀ + ω₀²z₀).
  private var extremumTime: Double? {
    let ratio = velocity / (decay * velocity + angularFrequency * angularFrequency * displacement)
    let gamma = max(0, -discriminant).squareRoot()
    guard ratio > 0, ratio.isFinite, gamma * ratio < 1 else { return nil }
    if gamma == 0 { return ratio }
    return (log1p(gamma * ratio) - log1p(-gamma * ratio)) / (2 * gamma)
  }

  private func crossing(from start: Double, to end: Double?) -> Double {
    var high = end ?? start
    if end == nil {
      var step = 1 / angularFrequency
      repeat {
        high = start + step
        step *= 2
      } while abs(displacement(at: high)) >= Self.settledDistance && high.isFinite
    }
    return bisect(from: start, to: high) { abs(displacement(at: $0)) >= Self.settledDistance }
  }
}

/// The place between `low`, where `isBelow` holds, and `high`, where it does not, to the last bit.
func bisect(from low: Double, to high: Double, while isBelow: (Double) -> Bool) -> Double {
  var low = low
  var high = high
  for _ in 0..<1100 {
    let middle = low + (high - low) / 2
    if middle == low || middle == high { break }
    if isBelow(middle) { low = middle } else { high = middle }
  }
  return high
}

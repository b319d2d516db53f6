import SegueMath

/// The undamped angular frequency with which a spring of a given damping ratio settles in a given time
/// D.
///
/// With w = ωₙD and u = vD, w is the largest root of
/// - |(ζw − u)/(w√(1−ζ²))|·e^(−ζw) = 0.001 for ζ < 1, and
/// - |1 − progress| = 0.001 at the time D for ζ ≥ 1, which for ζ = 1 is |1 + w − u|·e^(−w) = 0.001.
///
/// The search goes down from large w to the first root. With u > 0 the left side has a zero, a hump
/// above the zero and one more branch below. If the hump stays under 0.001 (a fast start), the root is
/// on the lower branch. The two rules do not meet at ζ = 1, where the first grows without bound; within
/// 10⁻⁹ of 1 the second is used.
///
/// **Source:** reproduces UIKit's springs for ζ ≤ 1; nothing is published for ζ > 1, so the
/// critical rule is extended.
struct SpringFit {
  let dampingRatio: Double
  /// The initial velocity u = vD, in progress per D.
  let velocity: Double

  private var isUnderdamped: Bool { dampingRatio < 1 - SpringMotion.criticalTolerance }

  /// The frequency w = ωₙD, above 0.
  var frequency: Double {
    if isUnderdamped { return velocity > 0 ? underdampedTowards : underdampedAtRestOrAway }
    return nonOscillating
  }

  /// The logarithm of (the left side / 0.001), for ζ < 1.
  private func logEnvelope(_ w: Double) -> Double {
    let damped = w * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
    let ratio = abs(dampingRatio * w - velocity) / damped
    return StableMath.log(ratio / SpringMotion.settledDistance) - dampingRatio * w
  }

  /// The root for u ≤ 0. The left side decreases everywhere, so there is one root. For u = 0 it is
  /// explicit.
  private var underdampedAtRestOrAway: Double {
    let atRest = SpringFit(dampingRatio: dampingRatio, velocity: 0)
    let explicit = atRest.logEnvelope(1) / dampingRatio + 1
    if velocity == 0 { return explicit }
    return falling(from: explicit) { logEnvelope($0) >= 0 }
  }

  private var underdampedTowards: Double {
    let zero = velocity / dampingRatio
    // The top of the hump above the zero: d/dw of the logarithm is 0 there.
    let top = (velocity + (velocity * velocity + 4 * velocity).squareRoot()) / (2 * dampingRatio)
    if logEnvelope(top) >= 0 { return falling(from: top) { logEnvelope($0) >= 0 } }
    return bisect(from: 0, to: zero) { logEnvelope($0) >= 0 }
  }

  /// The displacement after the time D.
  private func remainder(_ w: Double) -> Double {
    SpringMotion(angularFrequency: w, dampingRatio: dampingRatio, displacement: 1, velocity: -velocity)
      .displacement(at: 1)
  }

  private var nonOscillating: Double {
    let limit = SpringMotion.settledDistance
    let isFar = { (w: Double) in abs(remainder(w)) >= limit }
    // With u ≤ 1 the remainder is above 0 for every w; otherwise it is below 0 up to the zero.
    let zero = velocity > 1 ? bisect(from: 0, to: velocity) { remainder($0) < 0 } : 0
    let high = 2 * zero + 80 * dampingRatio
    let top = velocity > 0 ? highest(between: zero, and: high) : 0
    if top == 0 || isFar(top) { return bisect(from: top, to: high, while: isFar) }
    return bisect(from: 0, to: zero, while: isFar)
  }

  /// The position of the only maximum of `remainder`, by golden-section search.
  private func highest(between low: Double, and high: Double) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var low = low
    var high = high
    for _ in 0..<120 {
      let left = high - (high - low) * ratio
      let right = low + (high - low) * ratio
      if remainder(left) < remainder(right) { low = left } else { high = right }
    }
    return (low + high) / 2
  }

  private func falling(from start: Double, while isAbove: (Double) -> Bool) -> Double {
    var high = max(start, 1)
    while isAbove(high) { high *= 2 }
    return bisect(from: isAbove(start) ? start : 0, to: high, while: isAbove)
  }
}

/// The boundary between `low`, where `isBelow` is true, and `high`, where it is false, by bisection to
/// the last bit.
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

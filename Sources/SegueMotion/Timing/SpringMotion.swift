import SegueMath

/// A damped oscillation about 0, z″ + 2ζω₀z′ + ω₀²z = 0, solved in closed form in absolute time.
///
/// With β = ζω₀ and d = ω₀² − β², the solution in every regime is z = e^(−βt)·(z₀·C + (v₀ + βz₀)·S),
/// where C and S are cos √d·t and sin √d·t / √d, the hyperbolic functions for d < 0, and 1 and t for d =
/// 0. S is computed without subtracting nearly equal numbers, so the solution is as accurate next to ζ =
/// 1 as away from it.
///
/// **Source:** any text on linear oscillators, e.g. French, Vibrations and Waves, ch. 3.
struct SpringMotion: Sendable, Hashable {
  /// The undamped angular frequency ω₀, per second; above 0.
  let angularFrequency: Double
  /// The damping ratio ζ, above 0.
  let dampingRatio: Double
  /// The displacement z₀ from rest at time 0, in units of progress.
  let displacement: Double
  /// The initial velocity v₀ = z′(0), in progress per second.
  let velocity: Double

  /// The rate β = ζω₀ at which the envelope decays, per second.
  var decay: Double { dampingRatio * angularFrequency }

  /// The discriminant d = ω₀²(1 − ζ)(1 + ζ): above 0 if under-damped, below 0 if over-damped.
  var discriminant: Double {
    angularFrequency * angularFrequency * (1 - dampingRatio) * (1 + dampingRatio)
  }

  /// The displacement z(t) for t ≥ 0.
  func displacement(at time: Double) -> Double {
    let (c, s) = basis(at: time)
    return displacement * c + (velocity + decay * displacement) * s
  }

  /// The velocity z′(t) for t ≥ 0.
  func velocity(at time: Double) -> Double {
    let (c, s) = basis(at: time)
    let force = decay * velocity + angularFrequency * angularFrequency * displacement
    return velocity * c - force * s
  }

  /// z(t). In the last tenth of `duration`, a growing share of z(`duration`) is subtracted, so that the
  /// spring reaches 0 without a jump.
  func displacement(at time: Double, restingAt duration: Double) -> Double {
    let t = Self.lastTenth(time / duration)
    if t <= 0 { return displacement(at: time) }
    return t >= 1 ? 0 : displacement(at: time) - displacement(at: duration) * t * t * (3 - 2 * t)
  }

  /// The derivative of ``displacement(at:restingAt:)``.
  func velocity(at time: Double, restingAt duration: Double) -> Double {
    let t = Self.lastTenth(time / duration)
    if t <= 0 { return velocity(at: time) }
    return t >= 1 ? 0 : velocity(at: time) - displacement(at: duration) * 60 * t * (1 - t) / duration
  }

  /// z(t) and z′(t). In the last tenth of `duration`, a growing share of their values at `duration` is
  /// subtracted, so that the spring reaches rest without a jump.
  func state(at time: Double, settlingAt duration: Double) -> (displacement: Double, velocity: Double) {
    if time >= duration { return (0, 0) }
    let t = Self.lastTenth(time / duration)
    let (z, v) = (displacement(at: time), velocity(at: time))
    if t <= 0 { return (z, v) }
    let tenth = duration / 10
    let (end, slope) = (displacement(at: duration), velocity(at: duration) * tenth)
    return (
      z - end * t * t * (3 - 2 * t) - slope * t * t * (t - 1),
      v - (end * 6 * t * (1 - t) + slope * t * (3 * t - 2)) / tenth
    )
  }

  /// The position within the last tenth of a duration, 0…1, at `share` of the duration; below 0 before
  /// that tenth.
  private static func lastTenth(_ share: Double) -> Double { (share - 0.9) * 10 }

  /// e^(−βt)·C(t) and e^(−βt)·S(t); both are 0 if the envelope is 0, as at t = ∞.
  private func basis(at t: Double) -> (c: Double, s: Double) {
    let d = discriminant
    if d >= 0 {
      let envelope = StableMath.exp(-decay * t)
      if envelope == 0 { return (0, 0) }
      if d == 0 { return (envelope, envelope * t) }
      let frequency = d.squareRoot()
      return (envelope * StableMath.cos(frequency * t), envelope * StableMath.sin(frequency * t) / frequency)
    }
    let gamma = (-d).squareRoot()
    // β − γ is computed as ω₀² / (β + γ), since the plain difference would lose the slow root of a
    // heavily damped spring.
    let slow = StableMath.exp(-angularFrequency * angularFrequency / (decay + gamma) * t)
    let fraction = -StableMath.expm1(-2 * gamma * t)
    return (slow * (1 - fraction / 2), slow * fraction / (2 * gamma))
  }
}

extension SpringMotion {
  /// The displacement below which a spring counts as settled, in units of progress.
  static let settledDistance = 0.001
  /// The distance from 1 within which a damping ratio counts as critical. Rounding in c / 2√(km) thus
  /// does not choose between the rules for both sides of 1.
  static let criticalTolerance = 1e-9

  /// The time at which the spring counts as settled, in seconds.
  ///
  /// Under-damped: ln(1000·(|z₀| + |(βz₀ + v₀)/ωd|)) / β, when the sum of both amplitudes has decayed to a
  /// thousandth. Critically and over-damped: the first multiple of 0.1 s with a displacement below a
  /// thousandth from then on; 0 if the displacement never reaches a thousandth.
  ///
  /// **Source:** the under-damped and the critical rule reproduce Core Animation's
  /// `CASpringAnimation.settlingDuration`. For over-damped springs no values are published, so the
  /// critical rule applies.
  var settlingDuration: Double {
    if dampingRatio < 1 - Self.criticalTolerance {
      let frequency = discriminant.squareRoot()
      let amplitude = abs(displacement) + abs((decay * displacement + velocity) / frequency)
      return max(0, StableMath.log(amplitude / Self.settledDistance) / decay)
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

  /// The time of z′ = 0 after the start: tanh(γt)/γ = v₀ / (βv₀ + ω₀²z₀).
  private var extremumTime: Double? {
    let ratio = velocity / (decay * velocity + angularFrequency * angularFrequency * displacement)
    let gamma = max(0, -discriminant).squareRoot()
    guard ratio > 0, ratio.isFinite, gamma * ratio < 1 else { return nil }
    if gamma == 0 { return ratio }
    return (StableMath.log1p(gamma * ratio) - StableMath.log1p(-gamma * ratio)) / (2 * gamma)
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

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A damped oscillation about 0, z″ + 2ζω₀z′ + ω₀²z = 0, solved in closed form in absolute time.
///
/// With β = ζω₀ and d = ω₀² − β², the solution in every regime is z = e^(−βt)·(z₀·C + (v₀ + βz₀)·S), where C
/// and S are cos √d·t and sin √d·t / √d, their hyperbolic twins for d < 0, and 1 and t for d = 0. S is taken
/// without subtracting nearly equal numbers, so the solution is as accurate next to ζ = 1 as away from it.
///
/// **Thread-safety:** a value.
///
/// **Source:** any text on linear oscillators, e.g. French, Vibrations and Waves, ch. 3.
struct SpringMotion: Sendable, Hashable {
  /// ω₀, the undamped angular frequency, per second; above 0.
  let angularFrequency: Double
  /// ζ, above 0.
  let dampingRatio: Double
  /// z₀, the displacement from rest at time 0, in whole ways.
  let displacement: Double
  /// v₀ = z′(0), in whole ways per second.
  let velocity: Double

  /// β = ζω₀, the rate at which the envelope decays, per second.
  var decay: Double { dampingRatio * angularFrequency }

  /// d = ω₀²(1 − ζ)(1 + ζ): above 0 under-damped, below 0 over-damped.
  var discriminant: Double {
    angularFrequency * angularFrequency * (1 - dampingRatio) * (1 + dampingRatio)
  }

  /// z(t) for t ≥ 0.
  func displacement(at time: Double) -> Double {
    let (c, s) = basis(at: time)
    return displacement * c + (velocity + decay * displacement) * s
  }

  /// z′(t) for t ≥ 0.
  func velocity(at time: Double) -> Double {
    let (c, s) = basis(at: time)
    let force = decay * velocity + angularFrequency * angularFrequency * displacement
    return velocity * c - force * s
  }

  /// e^(−βt)·C(t) and e^(−βt)·S(t).
  private func basis(at t: Double) -> (c: Double, s: Double) {
    let d = discriminant
    if d > 0 {
      let frequency = d.squareRoot()
      let envelope = exp(-decay * t)
      return (envelope * cos(frequency * t), envelope * sin(frequency * t) / frequency)
    }
    if d == 0 {
      let envelope = exp(-decay * t)
      return (envelope, envelope * t)
    }
    let gamma = (-d).squareRoot()
    // β − γ as ω₀² / (β + γ): the plain difference would lose the slow root of a heavily damped spring.
    let slow = exp(-angularFrequency * angularFrequency / (decay + gamma) * t)
    let fraction = -expm1(-2 * gamma * t)
    return (slow * (1 - fraction / 2), slow * fraction / (2 * gamma))
  }
}

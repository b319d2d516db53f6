import Testing

@testable import SegueMotion

@Suite("Springs") struct SpringTests {
  /// Under-damped, near critical from both sides, critical, over-damped and heavily over-damped,
  /// with velocities.
  static let springs: [(mass: Double, stiffness: Double, damping: Double, velocity: Double)] = [
    (1, 100, 10, 0), (1, 100, 10, 5), (1, 100, 10, -5), (2, 100, 5, 0), (1, 300, 20, 2), (1, 100, 0.5, 0),
    (1, 100, 20, 0), (1, 100, 20, 30), (1, 25, 10, -4), (1, 100, 20 * (1 - 1e-6), 3),
    (1, 100, 20 * (1 + 1e-6), 3), (1, 100, 20.02, 1), (1, 100, 40, 0), (1, 100, 40, 60), (1, 100, 40, -9),
    (1, 100, 200, 7), (3, 50, 60, 12),
  ]

  @Test("springs agree with Runge-Kutta in every damping regime", arguments: springs.indices)
  func everyRegime(index: Int) {
    let s = Self.springs[index]
    let curve = TimingCurve.spring(
      mass: s.mass, stiffness: s.stiffness, damping: s.damping, initialVelocity: s.velocity)
    let function = curve.function(over: 1)
    var points = 0
    rungeKutta(
      mass: s.mass, stiffness: s.stiffness, damping: s.damping, velocity: s.velocity, steps: 20_000
    ) { step, x, v in
      guard step % 100 == 0 else { return }
      let time = Double(step) * 1e-4
      #expect(abs(function.value(at: time) - x) < 1e-6)
      #expect(abs(function.velocity(at: time) - v) < 1e-6 * max(1, abs(s.velocity), s.stiffness))
      points += 1
    }
    #expect(points == 201)
  }

  @Test(
    "fitted springs agree with Runge-Kutta", arguments: [0.25, 0.8, 0.999999, 1, 1.000001, 1.5],
    [-3, 0, 0.8, 6])
  func fittedRungeKutta(ratio: Double, velocity: Double) {
    let spring = FittedSpring(dampingRatio: ratio, initialVelocity: velocity)
    let function = TimingFunction(TimingCurve(.fittedSpring(spring)), duration: 0.6)
    rungeKutta(
      mass: 1, stiffness: spring.stiffness(fittedTo: 0.6), damping: spring.damping(fittedTo: 0.6),
      velocity: velocity, steps: 6000
    ) { step, x, _ in
      guard step % 50 == 0 else { return }
      #expect(abs(function.value(at: Double(step) * 1e-4) - x) < 1e-6)
    }
  }

  @Test("a spring starts at its initial velocity")
  func initialVelocity() {
    for s in Self.springs {
      let curve = TimingCurve.spring(
        mass: s.mass, stiffness: s.stiffness, damping: s.damping, initialVelocity: s.velocity)
      #expect(curve.value(at: 0, duration: 1) == 0)
      #expect(abs(curve.velocity(at: 0, duration: 1) - s.velocity) < 1e-12)
    }
  }

  @Test("springs are continuous across critical damping", arguments: [-4.0, 0, 4])
  func criticalDamping(velocity: Double) {
    func motion(_ ratio: Double) -> SpringMotion {
      SpringMotion(angularFrequency: 10, dampingRatio: ratio, displacement: -1, velocity: velocity)
    }
    let critical = motion(1)
    for gap in [1e-6, 1e-9, 1e-12, 1e-15] {
      for step in 0...200 {
        let time = Double(step) / 100
        for ratio in [1 - gap, 1 + gap] {
          #expect(
            abs(motion(ratio).displacement(at: time) - critical.displacement(at: time)) < 2 * gap + 1e-15)
          #expect(abs(motion(ratio).velocity(at: time) - critical.velocity(at: time)) < 40 * gap + 2e-14)
        }
      }
    }
  }

  @Test("heavy damping keeps the precision of its slow root")
  func heavyDamping() {
    // r₁ = k/c to twelve digits, which a difference of nearly equal numbers would lose.
    let curve = TimingCurve.spring(mass: 1, stiffness: 1, damping: 1000)
    #expect(abs(curve.value(at: 500, duration: 1) - 0.393469643) < 1e-6)
    #expect(curve.value(at: 1e9, duration: 1) == 1)
  }

  @Test("settling times match the published ones")
  func settlesAsPublished() {
    let vectors: [(Double, Double, Double, Double, Double)] = [
      (1, 100, 10, 0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555275721707),
      (2, 100, 5, 0, 5.658348137358159), (1, 100, 10, 5, 1.3815510557964275),
      (1, 100, 10, -5, 1.5350814063145797),
    ]
    for (m, k, c, v, expected) in vectors {
      let spring = PhysicalSpring(mass: m, stiffness: k, damping: c, initialVelocity: v)
      #expect(abs(spring.settlingDuration - expected) < 1e-12)
    }
    #expect(PhysicalSpring(stiffness: 100, damping: 20).settlingDuration == 1.0)
    #expect(PhysicalSpring(stiffness: 25, damping: 10).settlingDuration == 1.9)
    #expect(PhysicalSpring(stiffness: 1, damping: 2).settlingDuration == 9.3)
  }

  @Test(
    "a spring without oscillation settles at a multiple of 0.1 s", arguments: [20.0, 25, 40, 200],
    [-50.0, 0, 8, 10, 10.02, 12, 90])
  func settledTenth(damping: Double, velocity: Double) {
    let curve = TimingCurve.spring(mass: 1, stiffness: 100, damping: damping, initialVelocity: velocity)
    let settled = curve.effectiveDuration(for: 7)
    #expect(abs(settled * 10 - (settled * 10).rounded()) < 1e-9)
    let function = curve.function(over: 7)
    for step in 0..<10_000 {
      #expect(abs(1 - function.value(at: settled + Double(step) / 1000)) < 0.001)
    }
    // A tenth earlier it has not settled.
    #expect((0...100).contains { abs(1 - function.value(at: settled - Double($0) / 1000)) >= 0.001 })
  }

  @Test("a spring fitted to a duration has the published constants")
  func fitsAsPublished() {
    let spring = FittedSpring(dampingRatio: 0.25)
    #expect(abs(spring.stiffness(fittedTo: 3) - 54.83363359078326) < 1e-9)
    #expect(abs(spring.damping(fittedTo: 3) - 3.702486785620688) < 1e-10)
    let critical = FittedSpring(dampingRatio: 1).motion(fittedTo: 2)
    #expect(abs(critical.angularFrequency * 2 - 9.2334134764515866) < 1e-12)
  }

  @Test(
    "an underdamped fit is the largest root of the envelope", arguments: [0.05, 0.25, 0.8, 0.99],
    [-1000.0, -6, -0.8, 0.001, 0.8, 6, 20, 1000])
  func underdampedFit(ratio: Double, velocity: Double) {
    let w = SpringFit(dampingRatio: ratio, velocity: velocity).frequency
    func envelope(_ w: Double) -> Double {
      let damped = w * (1 - ratio * ratio).squareRoot()
      return abs((ratio * w - velocity) / damped) * expOfMinus(ratio * w)
    }
    #expect(abs(envelope(w) - 0.001) < 1e-9)
    #expect((1...2000).allSatisfy { envelope(w * (1 + Double($0) / 100)) < 0.001 })
  }

  @Test(
    "a fit without oscillation is the largest root of the displacement", arguments: [1.0, 1.2, 3],
    [-1000.0, -6, 0, 0.5, 0.9999, 1, 1.0001, 6, 7, 1000])
  func overdampedFit(ratio: Double, velocity: Double) {
    let w = SpringFit(dampingRatio: ratio, velocity: velocity).frequency
    func rest(_ w: Double) -> Double {
      abs(
        SpringMotion(angularFrequency: w, dampingRatio: ratio, displacement: -1, velocity: velocity)
          .displacement(at: 1))
    }
    #expect(abs(rest(w) - 0.001) < 1e-9)
    #expect((1...2000).allSatisfy { rest(w * (1 + Double($0) / 100)) < 0.001 })
  }

  @Test("only a spring with mass and stiffness sets its own duration")
  func settlingDuration() {
    #expect(TimingCurve.spring(dampingRatio: 0.8).effectiveDuration(for: 0.6) == 0.6)
    #expect(TimingCurve.spring(mass: 1, stiffness: 100, damping: 20).effectiveDuration(for: 0.6) == 1)
    #expect(TimingCurve.easeIn.settlingDuration(for: 1) == nil)
    let fitted = TimingCurve.spring(dampingRatio: 0.5).settlingDuration(for: 1)
    // With the same damping ratio, the durations of both envelopes have a fixed proportion to the
    // fit's.
    let spring = PhysicalSpring(
      mass: 1, stiffness: FittedSpring(dampingRatio: 0.5).stiffness(fittedTo: 1),
      damping: FittedSpring(dampingRatio: 0.5).damping(fittedTo: 1))
    #expect(abs((fitted ?? 0) - spring.settlingDuration) < 1e-12)
  }

  /// e^(−x) by repeated halving and its series, independent of the C library.
  private func expOfMinus(_ x: Double) -> Double {
    var halvings = 0
    var y = x
    while y > 0.01 {
      y /= 2
      halvings += 1
    }
    var value = 1 - y + y * y / 2 - y * y * y / 6 + y * y * y * y / 24
    for _ in 0..<halvings { value *= value }
    return value
  }
}

extension FittedSpring {
  /// Stiffness of the equivalent spring of mass 1.
  fileprivate func stiffness(fittedTo duration: Double) -> Double {
    let frequency = motion(fittedTo: duration).angularFrequency
    return frequency * frequency
  }

  /// Damping of the equivalent spring of mass 1.
  fileprivate func damping(fittedTo duration: Double) -> Double { 2 * motion(fittedTo: duration).decay }
}

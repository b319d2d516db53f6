@testable import SegueMotion

extension Double {
  /// Whether two values agree to 10⁻⁹.
  func isClose(to other: Double, within tolerance: Double = 1e-9) -> Bool { abs(self - other) < tolerance }
}

extension AnimatorStateMachine {
  /// A machine after the given events.
  static func after(
    duration: Double = 1, timing: TimingCurve = .linear, _ events: [(Double, AnimatorEvent)]
  ) throws -> AnimatorStateMachine {
    var machine = AnimatorStateMachine(duration: duration, timing: timing)
    for (time, event) in events { _ = try machine.handle(event, at: time) }
    return machine
  }
}

/// A clock that a test sets: a wait advances it to the deadline, plus the lateness of the wake-up.
/// Reading it may take time, as on a real machine.
final class ManualClock: FrameClock {
  var time: Double
  var wakesLateBy = 0.0
  var askingTakes = 0.0

  init(now: Double) { time = now }

  var now: Double {
    defer { time += askingTakes }
    return time
  }

  /// Advances the time without a wait.
  func sleep(until deadline: Double) {
    guard deadline > time else { return }
    time = deadline + wakesLateBy
  }
}

/// x″ = (k(1 − x) − c·x′)/m from x = 0 with velocity v, by the classical fourth-order method: an independent
/// solution.
func rungeKutta(
  mass m: Double, stiffness k: Double, damping c: Double, velocity v: Double, step h: Double = 1e-4,
  steps: Int,
  observe: (_ step: Int, _ x: Double, _ v: Double) -> Void
) {
  func force(_ x: Double, _ v: Double) -> Double { (k * (1 - x) - c * v) / m }
  var x = 0.0
  var v = v
  observe(0, x, v)
  for step in 1...steps {
    let (x1, v1) = (v, force(x, v))
    let (x2, v2) = (v + h / 2 * v1, force(x + h / 2 * x1, v + h / 2 * v1))
    let (x3, v3) = (v + h / 2 * v2, force(x + h / 2 * x2, v + h / 2 * v2))
    let (x4, v4) = (v + h * v3, force(x + h * x3, v + h * v3))
    x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
    v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    observe(step, x, v)
  }
}

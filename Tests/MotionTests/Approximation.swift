@testable import Motion

extension Double {
  /// Whether two values agree to 10⁻⁹.
  func isClose(to other: Double, within tolerance: Double = 1e-9) -> Bool { abs(self - other) < tolerance }
}

extension AnimatorStateMachine {
  /// A machine after these events.
  static func after(
    duration: Double = 1, timing: TimingCurve = .linear, _ events: [(Double, AnimatorEvent)]
  ) throws -> AnimatorStateMachine {
    var machine = AnimatorStateMachine(duration: duration, timing: timing)
    for (time, event) in events { _ = try machine.handle(event, at: time) }
    return machine
  }
}

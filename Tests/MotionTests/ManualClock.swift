import Motion

/// A clock that a test moves: waiting moves it to the time waited for, plus how late the machine wakes up.
/// Being asked may take time, as it does on a machine.
final class ManualClock: FrameClock {
  var time: Double
  var wakesLateBy = 0.0
  var askingTakes = 0.0

  init(now: Double) { time = now }

  var now: Double {
    defer { time += askingTakes }
    return time
  }

  func sleep(until deadline: Double) {
    guard deadline > time else { return }
    time = deadline + wakesLateBy
  }
}

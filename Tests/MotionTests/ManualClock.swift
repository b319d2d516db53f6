import Motion

/// A clock that a test moves: waiting moves it to the time waited for, plus how late the machine wakes up.
final class ManualClock: FrameClock {
  var now: Double
  var wakesLateBy = 0.0

  init(now: Double) { self.now = now }

  func sleep(until time: Double) {
    guard time > now else { return }
    now = time + wakesLateBy
  }
}

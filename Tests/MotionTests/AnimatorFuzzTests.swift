import TestSupport
import Testing

@testable import SegueMotion

/// Long random sequences of events, the same in every run.
@Suite("Random events of the animator") struct AnimatorFuzzTests {
  static func event(using generator: inout SplitMix64) -> AnimatorEvent {
    let curve = AnimatorMotionTests.curves.randomElement(using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return .start(afterDelay: 0)
    case 1: return .pause
    case 2: return .continue(timing: nil, durationFactor: 0)
    case 3:
      return .continue(timing: curve, durationFactor: [0, 0.3, 2].randomElement(using: &generator) ?? 0)
    case 4: return .scrub(fraction: Double.random(in: 0...1, using: &generator))
    case 5: return .stop(withoutFinishing: Bool.random(using: &generator))
    case 6:
      return .complete(
        cancelled: Bool.random(using: &generator), releaseVelocity: nil, timing: curve, speed: 2)
    default: return .setReversed(Bool.random(using: &generator))
    }
  }

  @Test("progress jumps only at events that set it", arguments: 0..<60 as Range<UInt64>)
  func continuity(seed: UInt64) throws {
    var generator = SplitMix64(seed)
    let curve = AnimatorMotionTests.curves[Int(seed) % AnimatorMotionTests.curves.count]
    var machine = try AnimatorStateMachine.after(timing: curve, [(0, .start(afterDelay: 0))])
    var time = 0.0
    for _ in 0..<40 where machine.state == .active {
      time += Double.random(in: 0.01...0.2, using: &generator)
      _ = machine.advance(to: time)
      guard machine.state == .active else { break }
      let event = Self.event(using: &generator)
      let (value, velocity, wasRunning) = (
        machine.progress(at: time), machine.velocity(at: time), machine.isRunning
      )
      _ = try machine.handle(event, at: time)
      if case .scrub = event { continue }
      // A run without remaining time ends at its target.
      if machine.state == .inactive, case .stop = event {} else if machine.state == .inactive { break }
      #expect(machine.progress(at: time).isClose(to: value), "\(event)")
      if wasRunning, machine.isRunning {
        #expect(machine.velocity(at: time).isClose(to: velocity, within: 1e-6), "\(event)")
      }
      #expect(abs(machine.progress(at: time + 0.05)) < 20)
    }
    if machine.isRunning {
      _ = machine.advance(to: 1e6)
      #expect([0, 1].contains(machine.progress(at: 1e6)))
    }
  }
}

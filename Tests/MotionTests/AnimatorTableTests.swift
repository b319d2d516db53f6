import TestSupport
import Testing

@testable import SegueMotion

/// The outcome of every event in every state, or its error.
@Suite("Every event in every state of the animator") struct AnimatorTableTests {
  enum Situation: String, CaseIterable {
    case inactive, waiting, running, paused, stopped, finished

    /// The machine in this situation at time 0.5; its run is linear, one second long, and at 0.5.
    var machine: AnimatorStateMachine {
      get throws {
        let start = AnimatorEvent.start(afterDelay: 0)
        switch self {
        case .inactive: return try .after([])
        case .waiting: return try .after([(0, .start(afterDelay: 2))])
        case .running: return try .after([(0, start)])
        case .paused: return try .after([(0, start), (0.5, .pause)])
        case .stopped: return try .after([(0, start), (0.5, .stop(withoutFinishing: false))])
        case .finished:
          return try .after([
            (0, start), (0.5, .stop(withoutFinishing: false)), (0.5, .finish(at: .current)),
          ])
        }
      }
    }
  }

  /// State, running, progress at 0.5, actions; `nil` for an illegal event.
  struct Outcome: Equatable {
    var state: AnimatorState
    var isRunning: Bool
    var progress: Double
    var actions: [AnimatingPosition]
  }

  static func moving(_ progress: Double) -> Outcome {
    Outcome(state: .active, isRunning: true, progress: progress, actions: [])
  }
  static func standing(_ progress: Double) -> Outcome {
    Outcome(state: .active, isRunning: false, progress: progress, actions: [])
  }
  static func resting(_ progress: Double, _ actions: [AnimatingPosition] = []) -> Outcome {
    Outcome(state: .inactive, isRunning: false, progress: progress, actions: actions)
  }
  static func stopped(_ progress: Double) -> Outcome {
    Outcome(state: .stopped, isRunning: false, progress: progress, actions: [])
  }

  static let rest = AnimatorEvent.complete(cancelled: false, releaseVelocity: 2, timing: nil, speed: 1)
  static let back = AnimatorEvent.complete(cancelled: true, releaseVelocity: nil, timing: .easeIn, speed: 2)

  /// A row for each event, a column for each situation in the order of its cases.
  static let table: [(AnimatorEvent, [Outcome?])] = [
    (.start(afterDelay: 0), [moving(0), moving(0), moving(0.5), moving(0.5), nil, moving(0)]),
    (.start(afterDelay: 1), [moving(0), nil, nil, nil, nil, moving(0)]),
    (.pause, [standing(0), standing(0), standing(0.5), standing(0.5), nil, standing(0)]),
    (
      .continue(timing: nil, durationFactor: 0),
      [nil, moving(0), moving(0.5), moving(0.5), nil, nil]
    ),
    (
      .continue(timing: .easeOut, durationFactor: 2),
      [nil, moving(0), moving(0.5), moving(0.5), nil, nil]
    ),
    (
      .scrub(fraction: 0.3),
      [standing(0.3), standing(0.3), standing(0.3), standing(0.3), nil, standing(0.3)]
    ),
    (
      .setReversed(true),
      [
        resting(0), resting(0, [.start]), moving(0.5), standing(0.5), nil, resting(0.5),
      ]
    ),
    (.setReversed(false), [resting(0), moving(0), moving(0.5), standing(0.5), nil, resting(0.5)]),
    (.stop(withoutFinishing: true), [nil, resting(0), resting(0.5), resting(0.5), nil, nil]),
    (.stop(withoutFinishing: false), [nil, stopped(0), stopped(0.5), stopped(0.5), nil, nil]),
    (.finish(at: .start), [nil, nil, nil, nil, resting(0, [.start]), nil]),
    (.finish(at: .end), [nil, nil, nil, nil, resting(1, [.end]), nil]),
    (.finish(at: .current), [nil, nil, nil, nil, resting(0.5, [.current]), nil]),
    (rest, [nil, moving(0), moving(0.5), moving(0.5), nil, nil]),
    (back, [nil, resting(0, [.start]), moving(0.5), moving(0.5), nil, nil]),
    (
      .addAnimations(delayFactor: 0),
      [resting(0), moving(0), moving(0.5), standing(0.5), nil, resting(0.5)]
    ),
    (.addAnimations(delayFactor: 0.5), [resting(0), nil, nil, nil, nil, resting(0.5)]),
  ]

  @Test("every event in every state has the specified result")
  func everyEvent() throws {
    for (event, outcomes) in Self.table {
      #expect(outcomes.count == Situation.allCases.count)
      for (situation, expected) in zip(Situation.allCases, outcomes) {
        var machine = try situation.machine
        let before = machine.state
        guard let expected else {
          #expect(throws: AnimatorError.illegal(event: event, state: before), "\(event) while \(situation)") {
            _ = try machine.handle(event, at: 0.5)
          }
          #expect(machine.state == before)
          continue
        }
        let actions = try machine.handle(event, at: 0.5)
        let found = Outcome(
          state: machine.state, isRunning: machine.isRunning, progress: machine.progress(at: 0.5),
          actions: actions)
        #expect(found == expected, "\(event) while \(situation)")
      }
    }
  }

  @Test(
    "impossible numbers are rejected",
    arguments: [
      (AnimatorEvent.start(afterDelay: -1), -1.0), (.start(afterDelay: .infinity), .infinity),
      (.continue(timing: nil, durationFactor: -0.5), -0.5), (.scrub(fraction: 1.5), 1.5),
      (.scrub(fraction: -0.1), -0.1),
      (.complete(cancelled: true, releaseVelocity: 1, timing: nil, speed: 0), 0),
      (.complete(cancelled: true, releaseVelocity: .infinity, timing: nil, speed: 1), .infinity),
      (.addAnimations(delayFactor: 1), 1),
    ])
  func impossibleNumbers(event: AnimatorEvent, value: Double) throws {
    for situation in Situation.allCases {
      var machine = try situation.machine
      #expect(throws: AnimatorError.invalidArgument(event: event, value: value)) {
        _ = try machine.handle(event, at: 0.5)
      }
    }
  }

  @Test("an error names its event and state")
  func errorText() {
    let error = AnimatorError.illegal(event: .finish(at: .end), state: .active)
    #expect(error.description == "finishAnimation is not possible while the animator is active")
  }
}

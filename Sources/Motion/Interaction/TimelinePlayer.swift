/// Plays a timeline's events on an animator, one by one.
///
/// **Thread-safety:** a value.
struct TimelinePlayer {
  private(set) var spans: [TimelineRun.Span] = []
  private(set) var warnings: [TimelineWarning] = []
  private(set) var restTime = 0.0
  private(set) var restPosition = AnimatingPosition.current

  private var machine: AnimatorStateMachine
  private let duration: Double
  private let events: [(index: Int, event: TimelineEvent)]
  private var isOver = false
  /// The drag whose finger drives, and when it lets go.
  private var holding: (index: Int, until: Double)?
  /// The animator as that drag will leave it.
  private var pending: (machine: AnimatorStateMachine, actions: [AnimatorAction])?

  /// - Throws: what can be seen without playing.
  init(_ timeline: Timeline) throws(TimelineError) {
    let longest = Timeline.longestDuration
    guard timeline.duration > 0, timeline.duration <= longest else {
      throw .invalidDuration(timeline.duration)
    }
    for (index, event) in timeline.events.enumerated() where !(0...longest).contains(event.time) {
      throw .invalidTime(index: index, event.time)
    }
    // Sorting by time and place keeps the order of events at the same time.
    events = timeline.events.enumerated().map { (index: $0.offset, event: $0.element) }
      .sorted { ($0.event.time, $0.index) < ($1.event.time, $1.index) }
    machine = AnimatorStateMachine(duration: timeline.duration, timing: timeline.timing)
    duration = machine.duration
    switch events.first?.event.action {
    case .begin, .drag: break
    default: throw .missingBegin(index: events.first?.index)
    }
  }

  mutating func play() throws(TimelineError) {
    for (index, event) in events {
      letGo(by: event.time)
      settle(by: event.time)
      if isOver {
        warnings.append(
          .ignoredAfterRest(
            index: index, action: event.action.name, time: event.time, restTime: restTime))
        continue
      }
      if let holding { throw .eventDuringDrag(index: index, drag: holding.index) }
      do {
        try perform(event.action, index: index, at: event.time)
      } catch {
        throw error.located(index: index, action: event.action.name)
      }
    }
    letGo(by: .infinity)
    settle(by: .infinity)
    if !isOver { restTime = events.last?.event.time ?? 0 }
  }

  private enum Refusal: Error {
    case animator(AnimatorError)
    case drag(DragError)
    case duration(Double)

    func located(index: Int, action: String) -> TimelineError {
      switch self {
      case .animator(let error): return .refused(index: index, action: action, error)
      case .drag(let error): return .invalidDrag(index: index, error)
      case .duration(let duration): return .invalidDuration(duration)
      }
    }
  }

  private mutating func perform(
    _ action: TimelineEvent.Action, index: Int, at time: Double
  ) throws(Refusal) {
    switch action {
    case .begin: try handle(.start(afterDelay: 0), at: time)
    case .pause: try handle(.pause, at: time)
    case .update(let fraction):
      try handle(.scrub(fraction: machine.isReversed ? 1 - fraction : fraction), at: time)
    case .continue(let timing, let factor):
      if let factor, factor * duration > Timeline.longestDuration { throw .duration(factor * duration) }
      try handle(.continue(timing: timing, durationFactor: factor ?? 0), at: time)
    case .reverse: try handle(.setReversed(!machine.isReversed), at: time)
    case .stop: try handle(.stop(withoutFinishing: false), at: time)
    case .finish(let position):
      if machine.state == .active { try handle(.stop(withoutFinishing: false), at: time) }
      try handle(.finish(at: position), at: time)
    case .cancel:
      if machine.isRunning, machine.isReversed { return }
      try handle(.complete(cancelled: true, releaseVelocity: nil, timing: nil, speed: 1), at: time)
    case .drag(let drag): try take(drag, index: index, at: time)
    }
  }

  private mutating func handle(_ event: AnimatorEvent, at time: Double) throws(Refusal) {
    do {
      let actions = try machine.handle(event, at: time)
      record(at: time)
      finish(actions, at: time)
    } catch { throw .animator(error) }
  }

  private mutating func record(at time: Double) {
    spans.append(TimelineRun.Span(start: time, driver: .animator(machine)))
  }

  private mutating func take(_ drag: Drag, index: Int, at time: Double) throws(Refusal) {
    let recognizer: DragRecognizer
    do { recognizer = try drag.recognized() } catch { throw .drag(error) }
    let release = recognizer.release(velocity: drag.velocity)
    let until = time + (recognizer.samples.last?.time ?? 0)
    let longest = max(until - time, duration / drag.completionSpeed)
    guard longest <= Timeline.longestDuration else { throw .duration(longest) }
    if machine.isReversed { try handle(.setReversed(false), at: time) }
    try handle(.scrub(fraction: recognizer.fraction(at: 0)), at: time)
    spans.append(TimelineRun.Span(start: time, driver: .finger(recognizer)))
    // What follows the release is known now; it is put down where it happens.
    var released = machine
    do {
      _ = try released.handle(.scrub(fraction: release.fraction), at: until)
      let actions = try released.handle(
        .complete(
          cancelled: !release.finishes, releaseVelocity: release.velocity, timing: nil,
          speed: drag.completionSpeed), at: until)
      pending = (released, actions)
      holding = (index, until)
    } catch { throw .animator(error) }
  }

  /// Ends a drag whose finger has let go by `time`.
  private mutating func letGo(by time: Double) {
    guard let drag = holding, let released = pending, drag.until <= time else { return }
    machine = released.machine
    record(at: drag.until)
    finish(released.actions, at: drag.until)
    (holding, pending) = (nil, nil)
  }

  /// Notes that the animator has come to rest by itself by `time`.
  private mutating func settle(by time: Double) {
    guard !isOver, holding == nil, let rest = machine.restTime, rest <= time else { return }
    finish(machine.advance(to: rest), at: rest)
  }

  private mutating func finish(_ actions: [AnimatorAction], at time: Double) {
    for case .complete(let position) in actions {
      isOver = true
      restTime = time
      restPosition = position
    }
  }
}

import SegueMath

extension Timeline {
  /// - Throws: `TimelineError.invalidDuration`.
  package func checkDuration() throws(TimelineError) {
    guard duration > 0, duration <= TimingCurve.longestDuration else { throw .invalidDuration(duration) }
  }
}

/// The result of playing a timeline: the progress at every time, computed from the events' exact times.
///
/// Rules beyond those of ``AnimatorStateMachine``:
/// - An event at the time of a frame happens before the frame. Before the first event progress is 0.
/// - A drag pauses the animator in any state and sets its direction to forwards. Until its last
///   sample, progress follows the finger. Then the animator continues.
/// - The run ends when the animator finishes. If the animator stays paused or stopped, the run ends at
///   the last event. Later events are ignored, with a warning.
package struct TimelineRun: Sendable, Hashable {
  fileprivate struct Span: Sendable, Hashable {
    enum Driver: Sendable, Hashable {
      case animator(AnimatorStateMachine)
      case drag(Drag)
    }
    let start: Double
    let driver: Driver
  }

  /// The animator's end, in seconds since the start of the timeline.
  package let restTime: Double
  package let restProgress: Double
  /// The position at rest: the end, the start, or the value of a paused or stopped animator.
  package let restPosition: AnimatingPosition
  /// The events that have no effect.
  package let warnings: [TimelineWarning]
  private let spans: [Span]

  /// Plays `timeline`.
  ///
  /// - Throws: the earliest event's error.
  package init(_ timeline: Timeline) throws(TimelineError) {
    var player = try TimelinePlayer(timeline)
    try player.play()
    restTime = player.restTime
    restPosition = player.restPosition
    warnings = player.warnings
    spans = player.spans
    restProgress = Self.progress(in: player.spans, at: player.restTime)
  }

  /// The progress at `time` seconds since the start of the timeline; 0 before the start, ``restProgress``
  /// from ``restTime``.
  package func progress(at time: Double) -> Double {
    time >= restTime ? restProgress : Self.progress(in: spans, at: time)
  }

  /// The number of frames at `rate`, up to the first frame at rest. Frame i is at i / rate. A rest time
  /// less than 10⁻⁶ of a frame's duration after a frame counts as the time of that frame.
  package func frameCount(at rate: FrameRate) -> Int {
    Int((restTime * rate.framesPerSecond - 1e-6).rounded(.up)) + 1
  }

  /// The progress of frame `index` in 0 ..< ``frameCount(at:)``, at the time index / rate. The last
  /// frame is at rest.
  package func progress(ofFrame index: Int, at rate: FrameRate) -> Double {
    index >= frameCount(at: rate) - 1 ? restProgress : progress(at: rate.time(ofFrame: index))
  }

  private static func progress(in spans: [Span], at time: Double) -> Double {
    // NaN counts as a time before all spans.
    let next = spans.indices.partitioningIndex { !(spans[$0].start <= time) }
    guard next > 0 else { return 0 }
    let span = spans[next - 1]
    switch span.driver {
    case .animator(let machine): return machine.progress(at: time)
    case .drag(let drag): return drag.fraction(at: time - span.start)
    }
  }
}

/// Applies the events of a timeline to an animator, one by one.
private struct TimelinePlayer {
  private(set) var spans: [TimelineRun.Span] = []
  private(set) var warnings: [TimelineWarning] = []
  private(set) var restTime = 0.0
  private(set) var restPosition = AnimatingPosition.current

  private var machine: AnimatorStateMachine
  private let duration: Double
  private let events: [(index: Int, event: TimelineEvent)]
  private var isOver = false
  /// The event in progress.
  private var current = (index: 0, action: "")
  /// The drag in progress, with the time of its release.
  private var drag: (index: Int, releaseTime: Double)?
  /// The animator after the release of `drag`, and the positions at which it ends there.
  private var released: (machine: AnimatorStateMachine, positions: [AnimatingPosition])?

  /// - Throws: the errors that do not depend on the animator's state.
  init(_ timeline: Timeline) throws(TimelineError) {
    let longest = TimingCurve.longestDuration
    try timeline.checkDuration()
    if let problem = timeline.timing.problem { throw .invalidTiming(problem) }
    for (index, event) in timeline.events.enumerated() where !(0...longest).contains(event.time) {
      throw .invalidTime(index: index, event.time)
    }
    // Sorting by time and index keeps the order of events at the same time.
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
      releaseDrag(by: event.time)
      comeToRest(by: event.time)
      if isOver {
        warnings.append(
          .ignoredAfterRest(
            index: index, action: event.action.name, time: event.time, restTime: restTime))
        continue
      }
      if let drag { throw .eventDuringDrag(index: index, drag: drag.index) }
      current = (index, event.action.name)
      try perform(event.action, at: event.time)
    }
    releaseDrag(by: .infinity)
    comeToRest(by: .infinity)
    if !isOver { restTime = events.last?.event.time ?? 0 }
  }

  private mutating func perform(_ action: TimelineEvent.Action, at time: Double) throws(TimelineError) {
    switch action {
    case .begin: try handle(.start(afterDelay: 0), at: time)
    case .pause: try handle(.pause, at: time)
    case .update(let fraction):
      try handle(.scrub(fraction: machine.isReversed ? 1 - fraction : fraction), at: time)
    case .continue(let timing, let factor):
      if let factor, factor * duration > TimingCurve.longestDuration {
        throw .invalidDuration(factor * duration)
      }
      try handle(.continue(timing: timing, durationFactor: factor ?? 0), at: time)
    case .reverse: try handle(.setReversed(!machine.isReversed), at: time)
    case .stop: try handle(.stop(withoutFinishing: false), at: time)
    case .finish(let position):
      if machine.state == .active { try handle(.stop(withoutFinishing: false), at: time) }
      try handle(.finish(at: position), at: time)
    case .cancel:
      if machine.isRunning, machine.isReversed { return }
      try handle(.complete(cancelled: true, releaseVelocity: nil, timing: nil, speed: 1), at: time)
    case .drag(let drag): try begin(drag, at: time)
    }
  }

  private mutating func handle(_ event: AnimatorEvent, at time: Double) throws(TimelineError) {
    do {
      let positions = try machine.handle(event, at: time)
      record(at: time)
      finish(positions, at: time)
    } catch { throw .refused(index: current.index, action: current.action, error) }
  }

  private mutating func record(at time: Double) {
    spans.append(TimelineRun.Span(start: time, driver: .animator(machine)))
  }

  private mutating func begin(_ drag: Drag, at time: Double) throws(TimelineError) {
    do { try drag.validate() } catch { throw .invalidDrag(index: current.index, error) }
    let release = drag.release
    let releaseTime = time + (drag.samples.last?.time ?? 0)
    let longest = max(releaseTime - time, duration / drag.completionSpeed)
    guard longest <= TimingCurve.longestDuration else { throw .invalidDuration(longest) }
    if machine.isReversed { try handle(.setReversed(false), at: time) }
    try handle(.scrub(fraction: drag.fraction(at: 0)), at: time)
    spans.append(TimelineRun.Span(start: time, driver: .drag(drag)))
    // The run after the release is already known; it takes effect at the release.
    var machine = machine
    do {
      _ = try machine.handle(.scrub(fraction: release.fraction), at: releaseTime)
      let positions = try machine.handle(
        .complete(
          cancelled: !release.finishes, releaseVelocity: release.velocity, timing: nil,
          speed: drag.completionSpeed), at: releaseTime)
      released = (machine, positions)
      self.drag = (current.index, releaseTime)
    } catch { throw .refused(index: current.index, action: current.action, error) }
  }

  /// Ends a drag that is released at or before `time`.
  private mutating func releaseDrag(by time: Double) {
    guard let drag, let released, drag.releaseTime <= time else { return }
    machine = released.machine
    record(at: drag.releaseTime)
    finish(released.positions, at: drag.releaseTime)
    self.drag = nil
    self.released = nil
  }

  /// Ends the run if the animator reaches its end at or before `time`.
  private mutating func comeToRest(by time: Double) {
    guard !isOver, drag == nil, let rest = machine.restTime, rest <= time else { return }
    finish(machine.advance(to: rest), at: rest)
  }

  private mutating func finish(_ positions: [AnimatingPosition], at time: Double) {
    for position in positions {
      isOver = true
      restTime = time
      restPosition = position
    }
  }
}

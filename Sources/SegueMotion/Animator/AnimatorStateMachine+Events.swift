extension AnimatorStateMachine {
  /// Applies `event` at `time` and returns the rest positions for which completions must be called.
  ///
  /// | event | inactive | active, paused | active, running | stopped |
  /// | --- | --- | --- | --- | --- |
  /// | start | runs from the start | resumes | no effect | illegal |
  /// | start, delay > 0 | waits, then runs | illegal | illegal | illegal |
  /// | pause | paused at the start | no effect | paused | illegal |
  /// | continue | illegal | resumes | takes the new curve | illegal |
  /// | scrub | paused at the fraction | paused at the fraction | paused at the fraction | illegal |
  /// | set reversed | sets the direction | reverses | reverses | illegal |
  /// | stop, without finishing | illegal | inactive at its value | inactive at its value | illegal |
  /// | stop | illegal | stopped | stopped | illegal |
  /// | finish | illegal | illegal | illegal | inactive at the position, completions |
  /// | complete | illegal | runs the remaining distance | runs the remaining distance | illegal |
  /// | add animations | added | added (with a delay: illegal) | added (with a delay: illegal) | illegal |
  ///
  /// An animation that is reversed during its delay ends immediately. A new curve during the delay
  /// starts the animation immediately.
  ///
  /// The machine first advances to `time`, so that an earlier end precedes the event.
  ///
  /// - Throws: if the event is illegal in the state or has an invalid number. The time has then advanced
  ///   and nothing else has changed. The rest positions of that advance are lost. To get them, call
  ///   ``advance(to:)`` first.
  package mutating func handle(
    _ event: AnimatorEvent, at time: Double
  ) throws(AnimatorError) -> [AnimatingPosition] {
    var positions = advance(to: time)
    let now = latestTime
    try check(event)
    switch event {
    case .start(let delay): start(at: now, delay: delay)
    case .pause: pause(at: now)
    case .continue(let timing, let factor): resume(at: now, timing: timing, durationFactor: factor)
    case .scrub(let fraction): scrub(to: fraction)
    case .setReversed(let isReversed): reverse(isReversed, at: now)
    case .stop(let withoutFinishing): stop(at: now, withoutFinishing: withoutFinishing)
    case .finish(let position): positions += finish(at: position)
    case .complete(let cancelled, let velocity, let timing, let speed):
      complete(at: now, cancelled: cancelled, releaseVelocity: velocity, timing: timing, speed: speed)
    case .addAnimations: break
    }
    return positions + advance(to: now)
  }

  /// Pauses at `fraction`, clamped to 0…1, in any state, and sets the direction to forwards, as when a
  /// finger catches the animation. The machine first advances to `time`.
  package mutating func hold(at fraction: Double, time: Double) -> [AnimatingPosition] {
    let positions = advance(to: time)
    isReversed = false
    scrub(to: min(max(0, fraction), 1))
    return positions
  }

  /// Advances the time, and returns the rest position of a run that has ended. Such a run becomes
  /// inactive.
  ///
  /// `time` is in seconds. A time before the latest one, or NaN, counts as the latest one.
  package mutating func advance(to time: Double) -> [AnimatingPosition] {
    latestTime = max(latestTime, time)
    guard case .running(let segment, let since, _) = phase, latestTime >= since + segment.duration else {
      return []
    }
    heldProgress = segment.end
    phase = .inactive
    return [isReversed ? .start : .end]
  }

  /// Makes the machine inactive at `progress`.
  mutating func rest(at progress: Double) {
    heldProgress = progress
    phase = .inactive
  }

  private func check(_ event: AnimatorEvent) throws(AnimatorError) {
    let isLegal: Bool
    switch event {
    case .start(let delay):
      guard delay >= 0, delay.isFinite else { throw .invalidArgument(event: event, value: delay) }
      isLegal = state == .inactive || (state == .active && delay == 0)
    case .pause, .setReversed: isLegal = state != .stopped
    case .scrub(let fraction):
      guard (0...1).contains(fraction) else { throw .invalidArgument(event: event, value: fraction) }
      isLegal = state != .stopped
    case .continue(let timing, let factor):
      guard factor >= 0, factor * duration <= TimingCurve.longestDuration else {
        throw .invalidArgument(event: event, value: factor)
      }
      if let problem = timing?.problem { throw .unplayable(problem) }
      isLegal = state == .active
    case .stop: isLegal = state == .active
    case .finish: isLegal = state == .stopped
    case .complete(_, let velocity, let timing, let speed):
      guard speed > 0, speed.isFinite, duration / speed <= TimingCurve.longestDuration else {
        throw .invalidArgument(event: event, value: speed)
      }
      if let velocity, !velocity.isFinite { throw .invalidArgument(event: event, value: velocity) }
      if let problem = timing?.problem { throw .unplayable(problem) }
      isLegal = state == .active
    case .addAnimations(let factor):
      guard (0..<1).contains(factor) else { throw .invalidArgument(event: event, value: factor) }
      isLegal = state == .inactive || (state == .active && factor == 0)
    }
    if !isLegal { throw .illegal(event: event, state: state) }
  }

  private mutating func start(at now: Double, delay: Double) {
    switch phase {
    case .inactive:
      heldProgress = isReversed ? 1 : 0
      run(wholeSegment, since: now + delay, elapsedBefore: 0)
    case .paused: resume(at: now, timing: nil, durationFactor: 0)
    case .running, .stopped: break
    }
  }

  private mutating func pause(at now: Double) {
    switch phase {
    case .inactive: scrub(to: 0)
    case .running(let segment, let since, let elapsedBefore):
      let (remaining, elapsed) = times(at: now)
      heldProgress = segment.value(at: now - since)
      phase = .paused(
        Pause(
          segment: segment, segmentTime: now - since, elapsedBefore: elapsedBefore, remaining: remaining,
          elapsed: elapsed))
    case .paused, .stopped: break
    }
  }

  private mutating func resume(at now: Double, timing new: TimingCurve?, durationFactor: Double) {
    let isUnchanged = new == nil && durationFactor == 0
    if isUnchanged, isRunning { return }
    if isUnchanged, case .paused(let pause) = phase, let segment = pause.segment {
      return run(segment, since: now - pause.segmentTime, elapsedBefore: pause.elapsedBefore)
    }
    let (remaining, elapsed) = times(at: now)
    let (value, velocity) = (progress(at: now), velocity(at: now))
    timing = new ?? timing
    let time = durationFactor == 0 ? remaining : durationFactor * duration
    run(
      segment(from: value, velocity: velocity, for: time, elapsed: elapsed), since: now,
      elapsedBefore: elapsed)
  }

  private mutating func scrub(to fraction: Double) {
    let remaining = duration * (1 - fraction)
    let elapsed = duration * fraction
    let segment: MotionSegment?
    if scrubsLinearly {
      let position = isReversed ? 1 - fraction : fraction
      heldProgress = min(max((position - delayFactor) / (1 - delayFactor), 0), 1)
      // From fraction 0 the whole animation is played. From any other fraction, a new segment runs the
      // whole curve.
      segment = fraction == 0 ? wholeSegment : nil
    } else {
      let whole = wholeSegment
      segment = whole
      heldProgress = whole.value(at: elapsed)
    }
    phase = .paused(
      Pause(
        segment: segment, segmentTime: elapsed, elapsedBefore: 0, remaining: remaining, elapsed: elapsed))
  }

  private mutating func reverse(_ reversed: Bool, at now: Double) {
    guard reversed != isReversed else { return }
    let (remaining, elapsed) = times(at: now)
    let (value, velocity) = (progress(at: now), velocity(at: now))
    isReversed = reversed
    switch phase {
    case .running:
      var time = elapsed
      if case .fittedSpring = timing.form, elapsed > 0 { time = duration }
      run(
        segment(from: value, velocity: velocity, for: time, elapsed: remaining), since: now,
        elapsedBefore: remaining)
    case .paused:
      phase = .paused(
        Pause(segment: nil, segmentTime: 0, elapsedBefore: 0, remaining: elapsed, elapsed: remaining))
    case .inactive, .stopped: break
    }
  }

  private mutating func stop(at now: Double, withoutFinishing: Bool) {
    heldProgress = progress(at: now)
    phase = withoutFinishing ? .inactive : .stopped
  }

  private mutating func finish(at position: AnimatingPosition) -> [AnimatingPosition] {
    switch position {
    case .start: heldProgress = 0
    case .end: heldProgress = 1
    case .current: break
    }
    phase = .inactive
    return [position]
  }

  private mutating func complete(
    at now: Double, cancelled: Bool, releaseVelocity: Double?, timing new: TimingCurve?, speed: Double
  ) {
    let (value, velocity) = (progress(at: now), velocity(at: now))
    let end = cancelled ? 0.0 : 1.0
    let remaining = abs(end - value) * duration / speed
    let elapsed = max(0, 1 - abs(end - value)) * duration / speed
    isReversed = cancelled
    timing = new ?? timing
    let segment =
      if let releaseVelocity {
        MotionSegment(deceleratingFrom: value, to: end, velocity: releaseVelocity, duration: remaining)
      } else {
        MotionSegment(
          from: value, to: end, velocity: velocity, along: timing, movingTime: remaining, duration: remaining)
      }
    run(segment, since: now, elapsedBefore: elapsed)
  }

  /// The whole animation in the direction of play.
  private var wholeSegment: MotionSegment {
    segment(from: isReversed ? 1 : 0, velocity: 0, for: duration, elapsed: 0)
  }

  private mutating func run(_ segment: MotionSegment, since: Double, elapsedBefore: Double) {
    phase = .running(segment, since: since, elapsedBefore: elapsedBefore)
  }
}

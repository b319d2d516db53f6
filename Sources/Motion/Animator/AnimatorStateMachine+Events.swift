extension AnimatorStateMachine {
  /// Lets `event` happen at `time` and says what is to be done.
  ///
  /// | event | inactive | active, paused | active, running | stopped |
  /// | --- | --- | --- | --- | --- |
  /// | start | runs from the start | resumes | nothing changes | illegal |
  /// | start, delay > 0 | waits, then runs | illegal | illegal | illegal |
  /// | pause | stands at the start | nothing changes | stands still | illegal |
  /// | continue | illegal | goes on | takes the new curve | illegal |
  /// | scrub | stands at the fraction | stands at the fraction | stands at the fraction | illegal |
  /// | set reversed | takes note | turns round | turns round | illegal |
  /// | stop, without finishing | illegal | inactive where it is | inactive where it is | illegal |
  /// | stop | illegal | stopped | stopped | illegal |
  /// | finish | illegal | illegal | illegal | inactive at the position, completions |
  /// | complete | illegal | runs the rest | runs the rest | illegal |
  /// | add animations | joins in | joins in (a delay: illegal) | joins in (a delay: illegal) | illegal |
  ///
  /// What turns round while its delay is pending is at rest at once; what takes a new curve meanwhile starts
  /// at once.
  ///
  /// First the machine advances to `time`, so that a run that ended before is over when the event comes.
  ///
  /// - Throws: if the event is illegal in the state, or carries an impossible number; time has then advanced,
  ///   and else nothing has changed. What advancing asked to be done has to be fetched by ``advance(to:)``
  ///   first where that matters.
  public mutating func handle(
    _ event: AnimatorEvent, at time: Double
  ) throws(AnimatorError) -> [AnimatorAction] {
    var actions = advance(to: time)
    let now = latestTime
    try check(event)
    switch event {
    case .start(let delay): start(at: now, delay: delay)
    case .pause: pause(at: now)
    case .continue(let timing, let factor): resume(at: now, timing: timing, durationFactor: factor)
    case .scrub(let fraction): scrub(to: fraction)
    case .setReversed(let isReversed): turn(isReversed, at: now)
    case .stop(let withoutFinishing): stop(at: now, withoutFinishing: withoutFinishing)
    case .finish(let position): actions += finish(at: position)
    case .complete(let cancelled, let velocity, let timing, let speed):
      complete(at: now, cancelled: cancelled, releaseVelocity: velocity, timing: timing, speed: speed)
    case .addAnimations: break
    }
    return actions + advance(to: now)
  }

  /// Takes hold of it as a finger does: it stands at `fraction` of the way to the end, wherever it was going. A finger
  /// that is beyond an end counts as there.
  ///
  /// - Throws: for NaN, and as ``handle(_:at:)``.
  public mutating func takeHold(at fraction: Double, time: Double) throws(AnimatorError) -> [AnimatorAction] {
    guard !fraction.isNaN else { throw .invalidArgument(event: .scrub(fraction: fraction), value: fraction) }
    var actions: [AnimatorAction] = []
    if isReversed {
      // Paused first: a run that has just turned round may have no way ahead and would be at rest at once.
      actions += try handle(.pause, at: time)
      actions += try handle(.setReversed(false), at: time)
    }
    return actions + (try handle(.scrub(fraction: min(max(fraction, 0), 1)), at: time))
  }

  /// Lets time pass: a run that has come to its end becomes inactive there.
  public mutating func advance(to time: Double) -> [AnimatorAction] {
    precondition(!time.isNaN, "a time is a number")
    latestTime = max(latestTime, time)
    guard case .running(let leg, let since, _) = phase, latestTime >= since + leg.duration else { return [] }
    standing = leg.end
    phase = .inactive
    return [.complete(at: isReversed ? .start : .end)]
  }

  /// Puts the machine to rest at `progress`, whatever it was doing.
  mutating func rest(at progress: Double) {
    standing = progress
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
    case .continue(_, let factor):
      guard factor >= 0, factor.isFinite else { throw .invalidArgument(event: event, value: factor) }
      isLegal = state == .active
    case .stop: isLegal = state == .active
    case .finish: isLegal = state == .stopped
    case .complete(_, let velocity, _, let speed):
      guard speed > 0, speed.isFinite else { throw .invalidArgument(event: event, value: speed) }
      if let velocity, !velocity.isFinite { throw .invalidArgument(event: event, value: velocity) }
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
      standing = isReversed ? 1 : 0
      run(leg(from: standing, velocity: 0, for: duration, behind: 0), since: now + delay, behind: 0)
    case .paused: resume(at: now, timing: nil, durationFactor: 0)
    case .running, .stopped: break
    }
  }

  private mutating func pause(at now: Double) {
    switch phase {
    case .inactive: scrub(to: 0)
    case .running(let leg, let since, let behindLeg):
      let (ahead, behind) = times(at: now)
      standing = leg.value(at: now - since)
      phase = .paused(
        Pause(leg: leg, elapsed: now - since, behindLeg: behindLeg, ahead: ahead, behind: behind))
    case .paused, .stopped: break
    }
  }

  private mutating func resume(at now: Double, timing new: TimingCurve?, durationFactor: Double) {
    let unchanged = new == nil && durationFactor == 0
    if unchanged, isRunning { return }
    if unchanged, case .paused(let pause) = phase, let leg = pause.leg {
      return run(leg, since: now - pause.elapsed, behind: pause.behindLeg)
    }
    let (ahead, behind) = times(at: now)
    let (value, velocity) = (progress(at: now), velocity(at: now))
    timing = new ?? timing
    let time = durationFactor == 0 ? ahead : durationFactor * duration
    run(leg(from: value, velocity: velocity, for: time, behind: behind), since: now, behind: behind)
  }

  private mutating func scrub(to fraction: Double) {
    let ahead = duration * (1 - fraction)
    let behind = duration * fraction
    let start = isReversed ? 1.0 : 0.0
    if scrubsLinearly {
      let position = isReversed ? 1 - fraction : fraction
      standing = min(max((position - delayFactor) / (1 - delayFactor), 0), 1)
      // Untouched at its start it is a run that has not begun; anywhere else the curve starts anew.
      let whole = fraction == 0 ? leg(from: start, velocity: 0, for: duration, behind: 0) : nil
      phase = .paused(Pause(leg: whole, elapsed: 0, behindLeg: 0, ahead: ahead, behind: behind))
    } else {
      let whole = leg(from: start, velocity: 0, for: duration, behind: 0)
      standing = whole.value(at: behind)
      phase = .paused(Pause(leg: whole, elapsed: behind, behindLeg: 0, ahead: ahead, behind: behind))
    }
  }

  private mutating func turn(_ reversed: Bool, at now: Double) {
    guard reversed != isReversed else { return }
    let (ahead, behind) = times(at: now)
    let (value, velocity) = (progress(at: now), velocity(at: now))
    isReversed = reversed
    switch phase {
    case .running:
      var time = behind
      if case .fittedSpring = timing, behind > 0 { time = duration }
      run(leg(from: value, velocity: velocity, for: time, behind: ahead), since: now, behind: ahead)
    case .paused:
      phase = .paused(Pause(leg: nil, elapsed: 0, behindLeg: 0, ahead: behind, behind: ahead))
    case .inactive, .stopped: break
    }
  }

  private mutating func stop(at now: Double, withoutFinishing: Bool) {
    standing = progress(at: now)
    phase = withoutFinishing ? .inactive : .stopped
  }

  private mutating func finish(at position: AnimatingPosition) -> [AnimatorAction] {
    switch position {
    case .start: standing = 0
    case .end: standing = 1
    case .current: break
    }
    phase = .inactive
    return [.complete(at: position)]
  }

  private mutating func complete(
    at now: Double, cancelled: Bool, releaseVelocity: Double?, timing new: TimingCurve?, speed: Double
  ) {
    let (value, velocity) = (progress(at: now), velocity(at: now))
    let end = cancelled ? 0.0 : 1.0
    let time = abs(end - value) * duration / speed
    isReversed = cancelled
    timing = new ?? timing
    let behind = max(0, 1 - abs(end - value)) * duration / speed
    if let releaseVelocity {
      let landing = Leg(landingFrom: value, to: end, velocity: releaseVelocity, duration: time)
      run(landing, since: now, behind: behind)
    } else {
      run(
        Leg(from: value, to: end, velocity: velocity, along: timing, moving: time, duration: time),
        since: now,
        behind: behind)
    }
  }

  private mutating func run(_ leg: Leg, since: Double, behind: Double) {
    phase = .running(leg, since: since, behind: behind)
  }
}

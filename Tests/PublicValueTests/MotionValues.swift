import SegueFilms
import Testing

extension PublicValues {
  mutating func addMotion() {
    addCurves()
    addAnimators()
    addDrags()
    add("FrameRate.init(_:per:)", "FrameRate.description", "FrameRate.framesPerSecond") { walk in
      await walk.integers(30, 1) { parts in
        let rate = try FrameRate(parts[0], per: parts[1])
        #expect(rate.framesPerSecond > 0 && rate.framesPerSecond <= 1_000_000)
        #expect(try FrameRate(parsing: rate.description) == rate)
      }
    }
    add(
      "DisplayLink.init(rate:isRealTime:callback:)", "DisplayLink.run(frames:)", "DisplayLink.duration",
      "DisplayLink.frameIndex", "DisplayLink.timestamp", "DisplayLink.targetTimestamp",
      "DisplayLink.preferredFramesPerSecond", "DisplayLink.invalidate()"
    ) { walk in
      await walk.integers(2, 30) { numbers in
        let link = DisplayLink(rate: .sixty) { if $0.frameIndex > 5 { $0.invalidate() } }
        link.preferredFramesPerSecond = numbers[1]
        link.run(frames: numbers[0])
        for number in [link.timestamp, link.targetTimestamp, link.duration] { walk.isNumber(number) }
        #expect(link.frameIndex <= 65)
      }
    }
  }

  private mutating func addCurves() {
    add(
      "TimingCurve.cubicBezier(x1:y1:x2:y2:)", "TimingCurve.steps(_:)",
      "TimingCurve.spring(dampingRatio:initialVelocity:)",
      "TimingCurve.spring(mass:stiffness:damping:initialVelocity:)",
      "TimingCurve.value(at:duration:)", "TimingCurve.velocity(at:duration:)", "TimingCurve.description"
    ) { walk in
      func play(_ curve: TimingCurve) async {
        await walk.doubles(0.3, 1) { times in
          walk.isNumber(curve.value(at: times[0], duration: times[1]))
          walk.isNumber(curve.velocity(at: times[0], duration: times[1]))
          #expect(!curve.description.isEmpty)
        }
      }
      await walk.doubles(0.25, 0.1, 0.25, 1) {
        await play(.cubicBezier(x1: $0[0], y1: $0[1], x2: $0[2], y2: $0[3]))
      }
      await walk.integers(4) { await play(.steps($0[0])) }
      await walk.doubles(0.8, 0) { await play(.spring(dampingRatio: $0[0], initialVelocity: $0[1])) }
      await walk.doubles(1, 100, 10, 0) {
        await play(.spring(mass: $0[0], stiffness: $0[1], damping: $0[2], initialVelocity: $0[3]))
      }
    }
    add(
      "Timeline.init(duration:timing:events:)",
      "TimelineEvent.init(at:_:)",
      "TimelineEvent.Action.update(fraction:)", "TimelineEvent.Action.continue(timing:durationFactor:)",
      "TimelineEvent.Action.drag(_:)", "RenderRequest.timeline"
    ) { walk in
      func play(
        _ duration: Double, _ timing: TimingCurve = .linear, at time: Double, _ action: TimelineEvent.Action
      )
        async throws
      {
        var timeline = Timeline(duration: duration, timing: timing, events: [TimelineEvent(at: 0, .begin)])
        timeline.events.append(TimelineEvent(at: time, .pause))
        timeline.events[1].action = action
        timeline.events[1].time = time
        timeline.timing = timing
        timeline.duration = duration
        var request = walk.request
        request.timeline = timeline
        request.frames = 0...0
        _ = try await RenderJob.file(of: request, as: .raw).bytes
      }
      await walk.doubles(1, 0.1, 0.5) { try await play($0[0], at: $0[1], .update(fraction: $0[2])) }
      for curve in walk.curves {
        await walk.call { try await play(1, curve, at: 0.1, .pause) }
        await walk.call { try await play(1, at: 0.1, .continue(timing: curve)) }
      }
      await walk.doubles(0.5) { try await play(1, at: 0.1, .continue(durationFactor: $0[0])) }
      await walk.doubles(0.1, 0.2, 1, 1, 1) { numbers in
        let sample = DragSample(time: numbers[0], translation: numbers[1])
        try await play(
          1, at: 0.1,
          .drag(
            Drag(
              samples: [DragSample(time: 0, translation: 0), sample], width: numbers[2], velocity: numbers[3],
              completionSpeed: numbers[4])))
      }
    }
  }

  private mutating func addAnimators() {
    add(
      "TransitionAnimator.init(duration:timing:animations:)",
      "TransitionAnimator.addAnimations(delayFactor:_:)",
      "TransitionAnimator.addCompletion(_:)", "TransitionAnimator.advance(to:)",
      "TransitionAnimator.currentTime",
      "TransitionAnimator.continueAnimation(with:durationFactor:)", "TransitionAnimator.delay",
      "TransitionAnimator.duration", "TransitionAnimator.finishAnimation(at:)",
      "TransitionAnimator.fractionComplete", "TransitionAnimator.isRunning",
      "TransitionAnimator.pauseAnimation()",
      "TransitionAnimator.progress", "TransitionAnimator.scrub(to:)", "TransitionAnimator.setReversed(_:)",
      "TransitionAnimator.startAnimation()", "TransitionAnimator.startAnimation(afterDelay:)",
      "TransitionAnimator.state", "TransitionAnimator.stopAnimation(_:)", "TransitionAnimator.timing",
      "TransitionAnimator.velocity"
    ) { walk in
      for curve in walk.curves {
        await walk.call { _ = try TransitionAnimator(duration: 1, timing: curve) }
        await walk.call {
          let animator = try TransitionAnimator(duration: 1)
          try animator.startAnimation()
          try animator.continueAnimation(with: curve)
        }
      }
      await walk.doubles(1, 0, 0.5, 0.3, 1, 0.2) { numbers in
        let animator = try TransitionAnimator(duration: numbers[0], animations: { walk.isNumber($0) })
        animator.addCompletion { _ in }
        await walk.call { try animator.startAnimation(afterDelay: numbers[1]) }
        await walk.call { try animator.addAnimations(delayFactor: numbers[2]) { walk.isNumber($0) } }
        animator.advance(to: numbers[3])
        await walk.call { try animator.continueAnimation(durationFactor: numbers[4]) }
        await walk.call { try animator.setReversed(true) }
        animator.advance(to: numbers[3])
        await walk.call { try animator.scrub(to: numbers[5]) }
        await walk.call { try animator.pauseAnimation() }
        animator.fractionComplete = numbers[5]
        await walk.call { try animator.startAnimation() }
        animator.advance(to: numbers[3] + 0.1)
        for number in [
          animator.progress, animator.velocity, animator.fractionComplete, animator.currentTime,
          animator.duration, animator.delay,
        ] { walk.isNumber(number) }
        #expect(animator.timing == .easeInOut && (animator.isRunning ? animator.state == .active : true))
        await walk.call { try animator.stopAnimation(false) }
        animator.fractionComplete = numbers[5]
        await walk.call { try animator.finishAnimation(at: .current) }
      }
    }
    add(
      "PercentDrivenTransition.init(duration:)", "PercentDrivenTransition.advance(to:)",
      "PercentDrivenTransition.cancel(velocity:at:)", "PercentDrivenTransition.completionSpeed",
      "PercentDrivenTransition.completionCurve", "PercentDrivenTransition.end(_:at:)",
      "PercentDrivenTransition.finish(velocity:at:)", "PercentDrivenTransition.percentComplete",
      "PercentDrivenTransition.startInteractiveTransition(at:)", "PercentDrivenTransition.update(_:at:)"
    ) { walk in
      for curve in walk.curves {
        var run = try PercentDrivenTransition(duration: 1)
        run.completionCurve = curve
        await walk.call { try run.update(0.3, at: 0) }
        await walk.call { try run.finish(at: 0.1) }
        _ = run.advance(to: 0.2)
        walk.isNumber(run.percentComplete)
      }
      await walk.doubles(1, 0, 0.4, 1, 0.5, 0.2) { numbers in
        var run = try PercentDrivenTransition(duration: numbers[0])
        run.completionSpeed = numbers[3]
        walk.isNumber(run.startInteractiveTransition(at: numbers[1]))
        await walk.call { try run.update(numbers[2], at: numbers[1]) }
        var (finished, cancelled, ended) = (run, run, run)
        await walk.call { try finished.finish(velocity: numbers[4], at: numbers[1]) }
        await walk.call { try cancelled.cancel(velocity: numbers[4], at: numbers[1]) }
        let release = DragRelease(fraction: numbers[2], velocity: numbers[4])
        await walk.call { try ended.end(release, at: numbers[1]) }
        for var run in [finished, cancelled, ended] {
          _ = run.advance(to: numbers[5])
          walk.isNumber(run.percentComplete)
          walk.isNumber(run.startInteractiveTransition(at: numbers[5]))
        }
      }
    }
  }

  private mutating func addDrags() {
    add(
      "Drag.init(samples:width:velocity:completionSpeed:)", "DragSample.init(time:translation:)",
      "DragRecognizer.init(width:startFraction:)", "DragRecognizer.add(_:)", "DragRecognizer.fraction",
      "DragRecognizer.velocity(at:)", "DragRecognizer.release(at:)", "DragRecognizer.cancellation",
      "DragRelease.init(fraction:velocity:)", "DragRelease.projectedFraction"
    ) { walk in
      await walk.doubles(1, 0.2, 0.1, 0.05, 0.12) { numbers in
        var drag = try DragRecognizer(width: numbers[0], startFraction: numbers[1])
        try drag.add(DragSample(time: 0, translation: 0))
        var sample = DragSample(time: numbers[2], translation: numbers[3])
        (sample.time, sample.translation) = (numbers[2], numbers[3])
        await walk.call { try drag.add(sample) }
        for number in [
          drag.fraction, drag.velocity(at: numbers[4]), drag.release(at: numbers[4]).velocity,
          drag.release().projectedFraction, drag.cancellation.fraction,
        ] { walk.isNumber(number) }
      }
      await walk.doubles(0.4, 1) { numbers in
        _ = DragRelease(fraction: numbers[0], velocity: numbers[1]).projectedFraction
        var drag = Drag(samples: [DragSample(time: 0, translation: 0)])
        (drag.width, drag.velocity, drag.completionSpeed) = (numbers[0], numbers[1], numbers[0])
        drag.samples.append(DragSample(time: numbers[0], translation: numbers[1]))
      }
    }
  }
}

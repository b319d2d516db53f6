import SegueFilms
import Testing

@testable import SeguePreview

/// Progress driven by drags, keys and the clock, compared with closed forms.
@Suite("Progress driven by drags, keys and the clock") struct PlayheadTests {
  private func playhead(
    _ timing: TimingCurve = .linear, duration: Double = 1, direction: (x: Double, y: Double) = (-1, 0)
  ) -> Playhead {
    Playhead(
      Playhead.Motion(
        transition: Dissolve(), context: TransitionContext(containerSize: ImageSize(width: 16, height: 9)),
        duration: duration, timing: timing, direction: direction))
  }

  /// Drags by `distance` px of 100 in `seconds`, in steps of 8 ms, and returns the time of the last sample.
  @discardableResult private func drag(
    _ playhead: Playhead, by distance: Double, seconds: Double, at start: Double = 0
  ) -> Double {
    playhead.press(at: start, width: 100)
    let steps = Int((seconds / 0.008).rounded())
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      playhead.move(at: start + seconds * part, x: distance * part, y: 0)
    }
    playhead.advance(to: start + seconds)
    return start + seconds
  }

  @Test("playing follows the curve")
  func curve() {
    let playhead = playhead(.easeInOut, duration: 2)
    playhead.advance(to: 10)
    playhead.play()
    for time in stride(from: 0.0, to: 2, by: 0.1) {
      playhead.advance(to: 10 + time)
      #expect(abs(playhead.progress - TimingCurve.easeInOut.value(at: time, duration: 2)) < 1e-9)
      #expect(playhead.isRunning)
    }
    playhead.advance(to: 12)
    #expect(playhead.progress == 1)
    #expect(!playhead.isRunning)
    #expect(playhead.outcome == .finished)
    playhead.play()
    #expect(playhead.progress == 0)
  }

  @Test("reverse plays backwards at once")
  func reversed() {
    let playhead = playhead()
    playhead.reverse()
    #expect(playhead.progress == 1)
    playhead.advance(to: 0.25)
    #expect(abs(playhead.progress - 0.75) < 1e-9)
    playhead.reverse()
    playhead.advance(to: 0.35)
    #expect(playhead.progress > 0.7)
    #expect(!playhead.isReversed)
    playhead.advance(to: 5)
    #expect(playhead.progress == 1)
    playhead.seek(to: 0.4)
    playhead.reverse()
    playhead.advance(to: 9)
    #expect(playhead.progress == 0)
  }

  @Test("a drag to the left increases the progress")
  func leftDrag() {
    let playhead = playhead()
    drag(playhead, by: -30, seconds: 0.4)
    #expect(abs(playhead.progress - 0.3) < 1e-12)
    #expect(abs(playhead.velocity - 0.75) < 1e-9)
    #expect(abs(playhead.projected - 0.675) < 1e-9)
    #expect(playhead.isHeld)
  }

  @Test("a drag along the transition's direction sets the progress")
  func directions() {
    let down = playhead(direction: (0, 1))
    down.press(at: 0, width: 100)
    down.move(at: 0.1, x: 50, y: 25)
    #expect(abs(down.progress - 0.25) < 1e-12)
    let right = playhead(direction: (1, 0))
    right.press(at: 0, width: 100)
    right.move(at: 0.1, x: 50, y: 25)
    #expect(abs(right.progress - 0.5) < 1e-12)
  }

  @Test(
    "the velocity at the end of a drag decides the direction",
    arguments: [
      // Distance, seconds, rest before the release, and whether the transition finishes: f + 0.5 · v > 0.5.
      (-30.0, 0.4, 0.0, true), (-30, 0.4, 0.049, true), (-30, 0.4, 0.06, false), (-60, 0.4, 1, true),
      (-50, 0.4, 1, false),
      (-10, 0.1, 0, true), (-10, 0.2, 0, false), (-20, 0.4, 0, false),
    ])
  func theHeadingDecides(distance: Double, seconds: Double, rest: Double, finishes: Bool) {
    let playhead = playhead()
    let end = drag(playhead, by: distance, seconds: seconds)
    playhead.move(at: end + rest, x: distance, y: 0)
    playhead.release(at: end + rest)
    playhead.advance(to: end + 10)
    #expect(playhead.progress == (finishes ? 1 : 0))
    #expect(playhead.outcome == (finishes ? .finished : .cancelled))
    #expect(!playhead.isRunning)
  }

  @Test("a transition continues at the velocity of the released drag")
  func throwing() {
    let playhead = playhead()
    let end = drag(playhead, by: -30, seconds: 0.2)
    playhead.release(at: end)
    playhead.advance(to: end + 1e-6)
    #expect(abs(playhead.velocity - 1.5) < 0.01)
    var last = playhead.progress
    for step in 1...100 {
      playhead.advance(to: end + Double(step) * 0.01)
      #expect(playhead.progress >= last)
      last = playhead.progress
    }
  }

  @Test("the progress of an interrupted run follows the pointer")
  func caughtRun() {
    let playhead = playhead()
    let end = drag(playhead, by: -40, seconds: 0.2)
    playhead.release(at: end)
    playhead.advance(to: end + 0.1)
    let caught = playhead.progress
    #expect(caught > 0.4 && caught < 1)
    // Relative to the caught progress, a quarter of the way back.
    playhead.press(at: end + 0.1, width: 100)
    playhead.move(at: end + 0.3, x: 25, y: 0)
    #expect(abs(playhead.progress - (caught - 0.25)) < 1e-9)
    playhead.move(at: end + 0.5, x: 100, y: 0)
    #expect(playhead.progress == 0)
    playhead.release(at: end + 0.6)
    playhead.advance(to: end + 9)
    #expect(playhead.progress == 0)
    #expect(playhead.outcome == .cancelled)
  }

  @Test("a drag after a complete run begins at its end")
  func caughtEnd() {
    let playhead = playhead()
    playhead.play()
    playhead.advance(to: 2)
    drag(playhead, by: 30, seconds: 0.3, at: 3)
    #expect(abs(playhead.progress - 0.7) < 1e-9)
    playhead.release(at: 3.5)
    playhead.advance(to: 9)
    #expect(playhead.progress == 1)
  }

  @Test("a tap at rest keeps the frame")
  func tap() {
    let playhead = playhead()
    playhead.seek(to: 0.3)
    playhead.press(at: 1, width: 100)
    playhead.release(at: 1.1)
    playhead.advance(to: 9)
    #expect(playhead.progress == 0.3)
    #expect(!playhead.isRunning)
  }

  @Test("a lost pointer cancels the drag")
  func lostPointer() {
    let playhead = playhead()
    let end = drag(playhead, by: -90, seconds: 0.2)
    playhead.lose()
    playhead.advance(to: end + 9)
    #expect(playhead.progress == 0)
    #expect(playhead.outcome == .cancelled)
  }

  @Test("samples with equal times count as one sample")
  func equalTimes() {
    let playhead = playhead()
    playhead.press(at: 0, width: 100)
    playhead.move(at: 0.1, x: -10, y: 0)
    playhead.move(at: 0.1, x: -20, y: 0)
    playhead.move(at: 0.05, x: -30, y: 0)
    #expect(abs(playhead.progress - 0.3) < 1e-12)
    #expect(playhead.velocity.isFinite)
    playhead.release(at: 0.1)
    #expect(playhead.progress.isFinite)
  }

  @Test("a drag whose samples are older than the clock keeps its velocity")
  func oldSamples() {
    let playhead = playhead()
    playhead.advance(to: 50)
    let end = drag(playhead, by: -30, seconds: 0.2, at: 49.9)
    playhead.release(at: end)
    playhead.advance(to: 60)
    #expect(playhead.progress == 1)
  }

  @Test("single steps, seeks and a cancellation set the progress")
  func singleSteps() {
    let playhead = playhead()
    for _ in 0..<30 { playhead.step(by: 0.01) }
    #expect(playhead.progress == 0.3)
    playhead.step(by: -0.1)
    #expect(playhead.progress == 0.2)
    playhead.step(by: -1)
    #expect(playhead.progress == 0)
    playhead.seek(to: 1)
    playhead.cancel()
    #expect(playhead.progress == 1)
    playhead.seek(to: 0.6)
    playhead.cancel()
    playhead.advance(to: 5)
    #expect(playhead.progress == 0)
    #expect(playhead.outcome == .cancelled)
  }

  @Test("a paused run continues from its progress")
  func pause() {
    let playhead = playhead()
    playhead.play()
    playhead.advance(to: 0.3)
    playhead.toggle()
    playhead.advance(to: 5)
    #expect(abs(playhead.progress - 0.3) < 1e-9)
    #expect(!playhead.isRunning)
    playhead.toggle()
    playhead.advance(to: 5.2)
    #expect(abs(playhead.progress - 0.5) < 1e-9)
  }

  @Test("a spring paused beyond its end rests there")
  func pausedSpring() {
    let playhead = playhead(.spring(dampingRatio: 0.3))
    playhead.play()
    var time = 0.0
    while playhead.progress <= 1.01 {
      time += 0.01
      playhead.advance(to: time)
      #expect(time < 1)
      if time >= 1 { return }
    }
    playhead.pause()
    #expect(playhead.progress == 1)
    #expect(!playhead.isRunning)
  }

  @Test("playing loops until the loop is turned off")
  func loop() {
    let playhead = playhead()
    playhead.loops = true
    playhead.play()
    playhead.advance(to: 1)
    #expect(playhead.isRunning)
    playhead.advance(to: 1.5)
    #expect(abs(playhead.progress - 0.5) < 1e-9)
    playhead.loops = false
    playhead.advance(to: 3)
    #expect(playhead.progress == 1)
    #expect(!playhead.isRunning)
  }

  @Test("another duration keeps the progress")
  func changedMotion() {
    let playhead = playhead()
    playhead.play()
    playhead.advance(to: 0.4)
    var motion = playhead.motion
    motion.duration = 2
    playhead.change(motion)
    #expect(abs(playhead.progress - 0.4) < 1e-9)
    #expect(playhead.isRunning)
    playhead.advance(to: 1)
    #expect(abs(playhead.progress - 0.7) < 1e-9)
  }
}

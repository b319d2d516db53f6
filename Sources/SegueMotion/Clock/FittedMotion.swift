/// A curve or an interactive run whose duration is scaled to a given number of frames.
package struct FittedMotion: Sendable {
  private let timing: TimingCurve
  private let run: TimelineRun?
  private let rate: FrameRate

  /// A motion in frames of `rate`.
  /// - Parameter run: replaces the curve.
  package init(_ timing: TimingCurve, _ run: TimelineRun? = nil, rate: FrameRate) {
    self.timing = timing
    self.run = run
    self.rate = rate
  }

  /// The progress of frame `index` in `frames`: 0 on the first frame, 1 on the last.
  package func progress(ofFrame index: Int, in frames: Range<Int>) -> Double {
    if frames.count < 2 || index == frames.lowerBound { return 0 }
    if index == frames.upperBound - 1 { return 1 }
    let time = rate.time(ofFrame: index - frames.lowerBound)
    let duration = rate.time(ofFrame: frames.count - 1)
    if let run { return run.progress(at: time * (run.restTime / duration)) }
    // The duration of a physical spring differs from the requested one.
    let function = timing.function(over: duration)
    return function.progress(at: time * (function.duration / duration))
  }
}

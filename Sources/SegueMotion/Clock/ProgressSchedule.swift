import SegueFields
import SegueMath

/// The progress of every frame of a rendered transition: a hold, the animation, a hold.
///
/// The animation's first frame has exactly progress 0 and its last exactly 1, for every curve. (An
/// animation shorter than half a frame has one frame, at 1.) The first and the last frame of an
/// interactive run have its timeline's progress. Reversed, the animation's frames come in the opposite
/// order. A hold repeats the adjacent frame for round(seconds × rate) frames.
package struct ProgressSchedule: Sendable, Hashable {
  private enum Animation: Sendable, Hashable {
    case curve(TimingFunction)
    case run(TimelineRun)
  }

  package let rate: FrameRate
  /// The number of frames before the animation.
  package let holdStartCount: Int
  /// The number of frames of the animation, at least 1.
  package let motionCount: Int
  /// The number of frames after the animation.
  package let holdEndCount: Int
  /// Whether the animation is played backwards.
  package let isReversed: Bool
  private let animation: Animation

  /// The schedule of an animation along `timing` for `duration` seconds (a physical spring takes its settling
  /// duration); holds are in seconds.
  ///
  /// - Throws: `FrameTimesError` for a curve that cannot be played, a duration that is not above
  ///   0 and at most a day, and a hold that is not between 0 and a day.
  package init(
    timing: TimingCurve, duration: Double, rate: FrameRate, isReversed: Bool = false, holdStart: Double = 0,
    holdEnd: Double = 0
  ) throws(FrameTimesError) {
    if let problem = timing.problem { throw .invalidTiming(problem) }
    guard duration > 0, duration <= TimingCurve.longestDuration else { throw .invalidDuration(duration) }
    // Frame i is at i / rate, from 0 to the duration, both included.
    let count = rate.frames(in: timing.effectiveDuration(for: duration)) + 1
    try self.init(
      animation: .curve(timing.function(over: duration)), count: count, rate: rate,
      isReversed: isReversed, holdStart: holdStart, holdEnd: holdEnd)
  }

  /// The schedule of an interactive run; holds are in seconds.
  ///
  /// - Throws: `FrameTimesError.invalidHold` unless the holds are between 0 and a day.
  package init(
    run: TimelineRun, rate: FrameRate, isReversed: Bool = false, holdStart: Double = 0, holdEnd: Double = 0
  ) throws(FrameTimesError) {
    try self.init(
      animation: .run(run), count: run.frameCount(at: rate), rate: rate, isReversed: isReversed,
      holdStart: holdStart, holdEnd: holdEnd)
  }

  private init(
    animation: Animation, count: Int, rate: FrameRate, isReversed: Bool, holdStart: Double, holdEnd: Double
  ) throws(FrameTimesError) {
    for hold in [holdStart, holdEnd] where !(0...TimingCurve.longestDuration).contains(hold) {
      throw .invalidHold(hold)
    }
    self.animation = animation
    self.rate = rate
    self.isReversed = isReversed
    motionCount = count
    holdStartCount = rate.frames(in: holdStart)
    holdEndCount = rate.frames(in: holdEnd)
  }

  /// The total number of frames.
  package var count: Int { holdStartCount + motionCount + holdEndCount }

  /// The progress of frame `index` in 0 ..< ``count``, holds included; springs overshoot 0…1.
  package func progress(ofFrame index: Int) -> Double {
    precondition((0..<count).contains(index), "frame \(index) is outside of 0 ..< \(count)")
    let played = min(max(index - holdStartCount, 0), motionCount - 1)
    let frame = isReversed ? motionCount - 1 - played : played
    switch animation {
    case .run(let run): return run.progress(ofFrame: frame, at: rate)
    case .curve(let function):
      return frame == motionCount - 1 ? 1 : function.progress(at: rate.time(ofFrame: frame))
    }
  }
}

/// An error in the timing curve, the duration or a hold of a run. Times are in seconds.
package enum FrameTimesError: DescribedError {
  /// The curve has a parameter out of its range.
  case invalidTiming(TimingCurveError)
  /// A duration that is 0, negative, not finite or longer than a day.
  case invalidDuration(Double)
  /// A hold that is not between 0 and a day.
  case invalidHold(Double)
}

extension FrameTimesError {
  package var code: SegueError.Code { .invalidValue }

  package var underlying: SegueError? {
    if case .invalidTiming(let error) = self { SegueError(error) } else { nil }
  }

  /// The error as one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .invalidTiming(let error): return "\(error)"
    case .invalidDuration(let seconds):
      return "the duration is \(seconds.typed) s, but must be above 0 and at most a day"
    case .invalidHold(let seconds):
      return "the hold is \(seconds.typed) s, but must be between 0 and a day"
    }
  }
}

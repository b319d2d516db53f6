/// The progress of every frame of a whole: a hold, the motion, a hold.
///
/// The motion's first frame is exactly at 0 and its last exactly at 1, whatever the curve; a spring is cut
/// there. (A motion shorter than half a frame has one frame, its last.) An interactive run begins and ends
/// where its timeline says. Reversed, the motion's frames come in the opposite order. A hold stands at the
/// motion's frame that it touches, for round(seconds × rate) frames.
///
/// **Thread-safety:** a value.
public struct ProgressSchedule: Sendable, Hashable {
  private enum Motion: Sendable, Hashable {
    case curve(TimingFunction)
    case run(TimelineRun)
  }

  /// Frames per second.
  public let rate: FrameRate
  /// Frames before the motion.
  public let holdStartCount: Int
  /// Frames of the motion, at least 1.
  public let motionCount: Int
  /// Frames after the motion.
  public let holdEndCount: Int
  /// Whether the motion is played backwards.
  public let isReversed: Bool
  private let motion: Motion

  /// The schedule of a motion along `timing` for `duration` seconds, or for the settling duration of a spring
  /// made of mass and stiffness; holds are in seconds.
  ///
  /// - Throws: unless the duration is above 0 and at most a day, and the holds between 0 and a day.
  public init(
    timing: TimingCurve, duration: Double, rate: FrameRate, isReversed: Bool = false, holdStart: Double = 0,
    holdEnd: Double = 0
  ) throws(FrameTimesError) {
    guard duration > 0, duration <= FrameTimes.longestDuration else { throw .invalidDuration(duration) }
    let times = try FrameTimes(duration: timing.effectiveDuration(for: duration), rate: rate)
    try self.init(
      motion: .curve(timing.function(over: duration)), count: times.count, rate: rate, isReversed: isReversed,
      holdStart: holdStart,
      holdEnd: holdEnd)
  }

  /// The schedule of an interactive run; holds are in seconds.
  ///
  /// - Throws: unless the holds are between 0 and a day.
  public init(
    run: TimelineRun, rate: FrameRate, isReversed: Bool = false, holdStart: Double = 0, holdEnd: Double = 0
  ) throws(FrameTimesError) {
    try self.init(
      motion: .run(run), count: run.frameCount(at: rate), rate: rate, isReversed: isReversed,
      holdStart: holdStart, holdEnd: holdEnd)
  }

  private init(
    motion: Motion, count: Int, rate: FrameRate, isReversed: Bool, holdStart: Double, holdEnd: Double
  ) throws(FrameTimesError) {
    for hold in [holdStart, holdEnd] where !(0...FrameTimes.longestDuration).contains(hold) {
      throw .invalidHold(hold)
    }
    self.motion = motion
    self.rate = rate
    self.isReversed = isReversed
    motionCount = count
    holdStartCount = rate.frames(in: holdStart)
    holdEndCount = rate.frames(in: holdEnd)
  }

  /// Frames of the whole.
  public var count: Int { holdStartCount + motionCount + holdEndCount }

  /// The time of frame `index` of the whole, in seconds: index / rate.
  public func time(ofFrame index: Int) -> Double { rate.time(ofFrame: index) }

  /// Progress of frame `index` of the whole, in 0 ..< ``count``; springs go beyond 0…1.
  public func progress(ofFrame index: Int) -> Double {
    precondition((0..<count).contains(index), "the whole has \(count) frames")
    let played = min(max(index - holdStartCount, 0), motionCount - 1)
    let frame = isReversed ? motionCount - 1 - played : played
    switch motion {
    case .run(let run): return run.progress(ofFrame: frame, at: rate)
    case .curve(let function):
      return frame == motionCount - 1 ? 1 : function.value(at: rate.time(ofFrame: frame))
    }
  }
}

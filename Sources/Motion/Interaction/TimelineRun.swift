/// A timeline played: progress at every time, worked out event by event at the events' exact times.
///
/// Rules beyond those of ``AnimatorStateMachine``:
/// - An event at a frame's time has happened when the frame is taken. Before the first event progress is 0.
/// - A drag takes hold of the animator, whatever it did, and plays forwards from there; until its last sample
///   progress is the finger's. Then it is let go.
/// - The run is over when the animator comes to rest: by itself, by being finished, or, paused or stopped, at
///   its last event, since nothing would move it again. Events at or after that time are ignored, with a
///   warning.
///
/// **Thread-safety:** a value.
public struct TimelineRun: Sendable, Hashable {
  struct Span: Sendable, Hashable {
    enum Driver: Sendable, Hashable {
      case animator(AnimatorStateMachine)
      case finger(DragRecognizer)
    }
    let start: Double
    let driver: Driver
  }

  /// When the animator comes to rest, in seconds since the timeline's beginning.
  public let restTime: Double
  /// Progress at rest.
  public let restProgress: Double
  /// Where the animator comes to rest: at the end, at the start, or, where it was left, at its current value.
  public let restPosition: AnimatingPosition
  /// What had no effect.
  public let warnings: [TimelineWarning]
  private let spans: [Span]

  /// Plays `timeline`.
  ///
  /// - Throws: the first thing that is wrong with it.
  public init(_ timeline: Timeline) throws(TimelineError) {
    var player = try TimelinePlayer(timeline)
    try player.play()
    restTime = player.restTime
    restPosition = player.restPosition
    warnings = player.warnings
    spans = player.spans
    restProgress = Self.progress(in: player.spans, at: player.restTime)
  }

  /// Progress at `time` seconds since the timeline's beginning; at rest before 0 and after ``restTime``.
  public func progress(at time: Double) -> Double {
    time >= restTime ? restProgress : Self.progress(in: spans, at: time)
  }

  /// The number of frames at `rate`: the frames at i / rate up to the first at which the animator is at rest.
  /// A rest that is within 10⁻⁶ of a frame interval after a frame counts as at the frame.
  public func frameCount(at rate: FrameRate) -> Int {
    Int((restTime * rate.framesPerSecond - 1e-6).rounded(.up)) + 1
  }

  /// Progress of frame `index` in 0 ..< ``frameCount(at:)``, at the time index / rate. The last frame is at
  /// rest.
  public func progress(ofFrame index: Int, at rate: FrameRate) -> Double {
    index >= frameCount(at: rate) - 1 ? restProgress : progress(at: rate.time(ofFrame: index))
  }

  private static func progress(in spans: [Span], at time: Double) -> Double {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let span = spans[low - 1]
    switch span.driver {
    case .animator(let machine): return machine.progress(at: time)
    case .finger(let recognizer): return recognizer.fraction(at: time - span.start)
    }
  }
}

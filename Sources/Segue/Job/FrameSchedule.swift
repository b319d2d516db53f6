import Motion
import Transitions

/// The progress of every frame of a run.
///
/// **Thread-safety:** a value.
enum FrameSchedule: Sendable {
  /// One frame, no clock.
  case still(progress: Double)
  /// A motion or an interactive run, with its holds.
  case motion(ProgressSchedule, warnings: [String])

  /// Frames of the whole.
  var count: Int {
    switch self {
    case .still: 1
    case .motion(let schedule, _): schedule.count
    }
  }

  /// What had no effect, a sentence each.
  var warnings: [String] {
    switch self {
    case .still: []
    case .motion(_, let warnings): warnings
    }
  }

  /// Progress of frame `index`, 0 ..< `count`.
  func progress(ofFrame index: Int) -> Double {
    switch self {
    case .still(let progress): progress
    case .motion(let schedule, _): schedule.progress(ofFrame: index)
    }
  }
}

extension RenderRequest {
  /// The schedule of the request's frames.
  /// - Throws: `FrameTimesError`, `TimelineError`.
  func schedule(for transition: any Transition) throws -> FrameSchedule {
    if let stillProgress { return .still(progress: stillProgress) }
    if var timeline {
      if let duration { timeline.duration = duration }
      if let timing { timeline.timing = timing }
      let run = try TimelineRun(timeline)
      let schedule = try ProgressSchedule(
        run: run, rate: frameRate, isReversed: isReversed, holdStart: holdStart, holdEnd: holdEnd)
      return .motion(schedule, warnings: run.warnings.map { "\($0)" })
    }
    let curve = timing ?? transition.timing
    let schedule = try ProgressSchedule(
      timing: curve, duration: duration ?? transition.duration, rate: frameRate, isReversed: isReversed,
      holdStart: holdStart, holdEnd: holdEnd)
    var warnings: [String] = []
    if let duration, case .physicalSpring(let spring) = curve {
      warnings.append(
        "\(curve) takes its own \(DecimalText.text(spring.settlingDuration)) s, so a duration of "
          + "\(DecimalText.text(duration)) s says nothing")
    }
    if schedule.count == 1 {
      warnings.append("the run is shorter than a frame, so the first picture is all that is seen of it")
    }
    return .motion(schedule, warnings: warnings)
  }
}

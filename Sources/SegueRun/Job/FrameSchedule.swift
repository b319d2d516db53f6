import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueSystem
import SegueTransitions

/// The progress of every frame of a run.
enum FrameSchedule: Sendable {
  /// A single frame at `progress`.
  case still(progress: Double)
  /// A motion or an interactive run with its holds. `returnCount` of its frames follow in reverse order.
  case motion(ProgressSchedule, returnCount: Int, notices: [Notice])

  /// The number of frames in the whole run.
  var count: Int {
    switch self {
    case .still: 1
    case .motion(let schedule, let returnCount, _): schedule.count + returnCount
    }
  }

  /// The notices about events without effect and about the curve.
  var notices: [Notice] {
    switch self {
    case .still: []
    case .motion(_, _, let notices): notices
    }
  }

  /// The largest number of frames whose progress is checked before drawing.
  private static let maximumExaminedFrames = 100_000

  /// The distinct progresses of the frames, up to the first `maximumExaminedFrames` frames.
  var distinctProgresses: Set<Double> { Set((0..<min(count, Self.maximumExaminedFrames)).map(progress)) }

  /// The progress of frame `index` in 0 ..< `count`.
  func progress(ofFrame index: Int) -> Double {
    switch self {
    case .still(let progress): progress
    case .motion(let schedule, _, _) where index < schedule.count: schedule.progress(ofFrame: index)
    case .motion(let schedule, _, _):
      // The frames after the schedule go back from the last frame of the motion, which was already
      // shown, to its first. Holds are not repeated.
      schedule.progress(
        ofFrame: schedule.holdStartCount + schedule.motionCount - 2 - (index - schedule.count))
    }
  }
}

extension RenderRequest {
  /// The schedule of the request's frames at `rate`.
  /// - Parameter playsAgain: whether the first frame follows the last. The reversed frames then leave
  ///   out the first frame.
  /// - Throws: `FrameTimesError`, `TimelineError`.
  func schedule(
    for transition: any Transition, rate: FrameRate, playsAgain: Bool
  ) throws -> FrameSchedule {
    func returnCount(_ schedule: ProgressSchedule) -> Int {
      isPingPong ? max(0, schedule.motionCount - (playsAgain ? 2 : 1)) : 0
    }
    if let stillProgress { return .still(progress: stillProgress) }
    if var timeline {
      // The timeline's duration must be valid even if it is replaced.
      try timeline.checkDuration()
      if let duration { timeline.duration = duration }
      if let timing { timeline.timing = timing }
      let run = try TimelineRun(timeline)
      let schedule = try ProgressSchedule(
        run: run, rate: rate, isReversed: isReversed, holdStart: holdStart, holdEnd: holdEnd)
      return .motion(
        schedule, returnCount: returnCount(schedule),
        notices: run.warnings.map { Notice(of: .timeline, "\($0)") })
    }
    let curve = timing ?? transition.timing
    let schedule = try ProgressSchedule(
      timing: curve, duration: duration ?? transition.duration, rate: rate, isReversed: isReversed,
      holdStart: holdStart, holdEnd: holdEnd)
    var notices: [Notice] = []
    if let duration, case .physicalSpring(let spring) = curve.form {
      notices.append(
        Notice(
          .note, of: .duration,
          "\(curve) takes \(DecimalText.text(spring.settlingDuration)) s to settle, so a duration of "
            + "\(DecimalText.text(duration)) s has no effect"))
    }
    notices += [curve.restNotice(over: duration ?? transition.duration)].compactMap(\.self)
    if schedule.count == 1 {
      notices.append(
        Notice(
          of: .duration,
          "the transition is shorter than a frame, so its only frame shows the first picture"))
    }
    return .motion(schedule, returnCount: returnCount(schedule), notices: notices)
  }
}

extension TimingCurve {
  /// The maximum remaining fraction of the distance that causes no warning.
  private static let tolerance = 0.01

  /// A warning if a spring is still more than 1 % of the distance from its end after `duration` seconds.
  /// `nil` if it is at rest, or if the curve or the duration is invalid.
  package func restNotice(over duration: Double) -> Notice? {
    func distance(_ duration: Double) -> Double { function(over: duration).distanceAtEnd }
    guard (try? validate(duration: duration)) != nil else { return nil }
    let missing = distance(duration)
    guard missing > Self.tolerance else { return nil }
    // Fitted springs overshoot, so longer durations are tried one by one until one is near enough.
    let longer = (1...40).lazy.map { (step: Int) -> Double in
      let factor = 1 + Double(step * step) / 64
      return (duration * factor * 100).rounded(.up) / 100
    }
    .first { $0 <= Self.longestDuration && distance($0) <= Self.tolerance }
    return Notice(
      of: "timing",
      "\(self) is still \(DecimalText.text((missing * 1000).rounded() / 10)) % of the way from its end after "
        + "\(DecimalText.text(duration)) s, so the last tenth of the motion closes the gap; "
        + (longer.map { "a duration of \(DecimalText.text($0)) s lets it settle" }
          ?? "no duration lets it settle; increase its damping"))
  }
}

/// A range of frames, counted from 0.
extension ClosedRange<Int> {
  /// Parses `A-B`; `nil` unless A and B are whole numbers in order.
  package init?(frames text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), first >= 0, last >= first,
      parts.allSatisfy({ $0.allSatisfy(\.isNumber) })
    else { return nil }
    self = first...last
  }

  /// The indices of the frames in a run of `count`.
  /// - Throws: `UsageError.framesOutOfRange`.
  package func frames(of count: Int) throws(UsageError) -> Range<Int> {
    guard lowerBound >= 0, upperBound < count else {
      throw .framesOutOfRange(first: lowerBound, last: upperBound, count: count)
    }
    return Range(self)
  }
}

/// The recipe of each frame of a run.
struct FrameRecipes: Sendable {
  let transition: any Transition
  let schedule: FrameSchedule
  let size: ImageSize
  let background: RGBAColor
  let snapshotsAreOpaque: Bool

  /// The recipe of frame `index` of the whole run.
  func recipe(forFrame index: Int) -> Recipe {
    transition.recipe(
      at: schedule.progress(ofFrame: index), in: TransitionContext(containerSize: size), over: background,
      snapshotsAreOpaque: snapshotsAreOpaque)
  }

  /// The maximum number of frames for which all recipes are checked: half an hour at 60 frames/s. The
  /// check takes tens of milliseconds.
  private static let longestExaminedSchedule = 108_000

  /// Whether every frame of the whole run is known to be opaque. The result does not depend on the range
  /// that is rendered.
  var areAllOpaque: Bool {
    background.isOpaque
      || schedule.count <= Self.longestExaminedSchedule
        && (0..<schedule.count).allSatisfy {
          recipe(forFrame: $0).isOpaque(snapshotsAreOpaque: snapshotsAreOpaque)
        }
  }
}

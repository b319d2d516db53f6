import ArgumentParser
import Motion
import Segue

/// How progress follows the clock.
struct TimeOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Length of the motion (default: the transition's).", valueName: "seconds"),
    transform: {
      try Reading.number(
        $0, "--duration", in: Double.leastNormalMagnitude...FrameTimes.longestDuration,
        "seconds above 0, up to a day")
    })
  var duration: Double?

  @Option(
    name: [.customShort("r"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Frames a second: a number or a fraction such as 30000/1001 (default: 60).", valueName: "rate"),
    transform: Reading.frameRate)
  var fps: FrameRate = .sixty

  @Option(
    help: ArgumentHelp(
      "linear, ease, ease-in, ease-out, ease-in-out, cubic-bezier(…), steps(n), spring(…) (default: the transition's).",
      valueName: "curve"), transform: Reading.curve)
  var timing: TimingCurve?

  @Flag(help: "Play it backwards: progress runs from 1 to 0.")
  var reverse = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Still frames before the motion (default: 0).", valueName: "seconds"),
    transform: {
      try Reading.number(
        $0, "--hold-start", in: 0...FrameTimes.longestDuration, "0 seconds or more, up to a day")
    })
  var holdStart: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Still frames after the motion (default: 0).", valueName: "seconds"),
    transform: {
      try Reading.number(
        $0, "--hold-end", in: 0...FrameTimes.longestDuration, "0 seconds or more, up to a day")
    })
  var holdEnd: Double = 0

  @Option(
    help: ArgumentHelp(
      "An interactive run, as JSON: events and gestures drive the progress.", valueName: "file"))
  var timeline: String?

  func fill(_ request: inout RenderRequest) {
    request.duration = duration
    request.frameRate = fps
    request.timing = timing
    request.isReversed = reverse
    request.holdStart = holdStart
    request.holdEnd = holdEnd
    request.timelineFile = timeline
  }
}

import ArgumentParser
import Segue
import SegueMotion
import SegueTransitions

/// Which transition, with which parameters.
struct TransitionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A built-in (segue list), one of ffmpeg's names (xfade:NAME), a .glsl file in the GL Transitions format, or a look (.json).",
      valueName: "name|file"))
  var transition: String = Catalogue.defaultName

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the transition (segue list NAME); repeatable; vectors as 1,0.5,0; textures as a path.",
      valueName: "name=value"))
  var param: [String] = []

  @OptionGroup var filters: FilterOptions

  /// The transition with its parameters.
  var choice: TransitionChoice {
    get throws { TransitionChoice(name: transition, texts: try param.map(Reading.parameter)) }
  }
}

/// The filters of the pictures and of the frames.
struct FilterOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Filters of the outgoing picture: 'blur(0.03*p) exposure(2*p)'; p is progress (segue list filters).",
      valueName: "chain"))
  var fromFilter: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Filters of the incoming picture.", valueName: "chain"))
  var toFilter: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Filters of the finished frame.", valueName: "chain"))
  var filter: String?

  /// The chains as they are typed.
  var texts: FilterTexts { FilterTexts(from: fromFilter, to: toFilter, result: filter) }
}

/// How progress follows the clock.
struct TimeOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Length of the motion: 2, 1.5s or 500ms (default: the transition's).", valueName: "time"),
    transform: { try Reading.seconds($0, "--duration", isPositive: true) })
  var duration: Double?

  @Option(
    name: [.customShort("r"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second: a number or a fraction such as 30000/1001 (default: 60; GIF 25).", valueName: "rate"
    ),
    transform: Reading.frameRate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "linear, ease, ease-in, ease-out, ease-in-out, cubic-bezier(…), steps(n), spring(…) (default: the transition's).",
      valueName: "curve"), transform: Reading.curve)
  var timing: TimingCurve?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often a GIF, WebP or APNG plays; 0 is forever (default: 0).", valueName: "n"),
    transform: { try Reading.wholeNumber($0, "--loop", in: 0...65_535) })
  var loop: Int?

  @Flag(help: "Play there and back in one file; the frames where it turns are shown once.")
  var pingPong = false

  @Flag(help: "Play backwards: progress runs from 1 to 0.")
  var reverse = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Hold the first frame this long before the motion (default: 0).", valueName: "time"),
    transform: { try Reading.seconds($0, "--hold-start", isPositive: false) })
  var holdStart: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Hold the last frame this long after the motion (default: 0).", valueName: "time"),
    transform: { try Reading.seconds($0, "--hold-end", isPositive: false) })
  var holdEnd: Double = 0

  @Option(
    help: ArgumentHelp(
      "A JSON file with events and gestures that drive the progress; see docs/timelines.md.",
      valueName: "file"))
  var timeline: String?

  func fill(_ request: inout RenderRequest) {
    request.duration = duration
    request.output.frameRate = fps
    request.timing = timing
    request.isReversed = reverse
    request.output.plays = loop
    request.isPingPong = pingPong
    request.holdStart = holdStart
    request.holdEnd = holdEnd
    request.timelineFile = timeline
  }
}

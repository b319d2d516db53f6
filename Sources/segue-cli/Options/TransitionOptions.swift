import ArgumentParser
import Segue
import SegueMotion
import SegueTransitions

/// The options of the transition, its parameters and filters.
struct TransitionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      A built-in (segue list), one of ffmpeg's names (xfade:NAME), a .glsl file in the GL Transitions format, or a look \
      (.json, a transition as data). Default: pixellate-dissolve.
      In join, the transition between all inputs without a +NAME: also cut, several in turn (slide,iris) or \
      random:SEED. Default: dissolve.
      """, valueName: "name|file"))
  var transition: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      A parameter of the transition, repeatable. segue list NAME shows the parameters. A vector is written 1,0.5,0. A \
      texture is the path of a picture.
      """,
      valueName: "name=value"))
  var param: [String] = []

  @OptionGroup var filters: FilterOptions

  static var rows: [OptionRow<Self>] {
    [
      .list("transition", \.transition).sets(.transition).reproduced(as: "-t") { $0.transition.name },
      .list("param", \.param).reproduced {
        $0.transition.texts.flatMap { ["-p", "\($0.name)=\($0.value)"] }
      },
    ] + FilterOptions.rows.within(\.filters)
  }

  /// The transition of a render.
  var choice: TransitionChoice {
    get throws {
      TransitionChoice(
        name: transition.last ?? Catalogue.defaultName, texts: try param.map(NamedValue.parameter))
    }
  }

  /// Sets the default transition of a film's junctions, and the filter of its frames.
  func fill(_ request: inout FilmRequest) throws {
    request.library = .ofUser
    if let name = transition.last {
      request.defaults.transition = TransitionChoice(name: name)
      request.requested[.transition] = "-t \(name)"
    }
    request.defaults.transition?.texts += try param.map(NamedValue.parameter)
    if !param.isEmpty { request.requested[.parameters] = "-p" }
    if let chain = filters.filter { request.filter = chain }
    let chains: [(WritableKeyPath<FilterTexts, String?>, String?, FilmDefault, String)] = [
      (\.from, filters.fromFilter, .fromFilter, "--from-filter"),
      (\.to, filters.toFilter, .toFilter, "--to-filter"),
    ]
    for (place, text, requested, option) in chains where text != nil {
      request.defaults.filters = request.defaults.filters ?? FilterTexts()
      request.defaults.filters?[keyPath: place] = text
      request.requested[requested] = option
    }
  }
}

struct FilterOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Filters of the first picture (in join, of the input before a transition): 'blur(0.03*p) exposure(2*p)'. p runs \
      from 0 to 1 during the transition. segue list filters has the names.
      """,
      valueName: "chain"))
  var fromFilter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Filters of the second picture (in join, of the input after a transition).", valueName: "chain"))
  var toFilter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Filters of every finished frame. In join, p runs from 0 to 1 during the whole film.",
      valueName: "chain"))
  var filter: String?

  static var rows: [OptionRow<Self>] {
    [
      .text("from-filter", \.fromFilter).sets(.fromFilter).reproduced { $0.filters.from },
      .text("to-filter", \.toFilter).sets(.toFilter).reproduced { $0.filters.to },
      .text("filter", \.filter).sets(.resultFilter).reproduced { $0.filters.result },
    ]
  }

  /// The filter chains as typed.
  var texts: FilterTexts { FilterTexts(from: fromFilter, to: toFilter, result: filter) }
}

/// The options of duration and curve.
struct MotionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      """
      Length of the transition: 2, 1.5s or 500ms (default: the transition's).
      In join, the default is 0.8, or less for shorter inputs; 0 is a cut.
      """, valueName: "time"))
  var duration: String?

  @Option(
    .curve, "curve", parsing: .next,
    """
    Timing curve: a name such as ease-in-out, ease-out-back, emphasized or bouncy, or cubic-bezier(…), linear(…), \
    steps(n) or spring(…), such as spring(0.8) with a damping ratio of 0.8 (default: the transition's). segue list \
    curves explains them.
    """
  )
  var timing: TimingCurve?

  static var rows: [OptionRow<Self>] {
    [
      .text("duration", \.duration).form(JSONSchema.seconds()).sets(.duration).reproduced(as: "-d") {
        $0.duration?.typed
      },
      .value("timing", \.timing, .curve).reproduced { $0.timing?.description },
    ]
  }

  /// The duration in seconds.
  /// - Parameter isPositive: whether 0 is invalid; a film's overlap may be 0.
  /// - Throws: `UsageError.invalidValue`.
  func seconds(isPositive: Bool) throws -> Double? {
    try duration.map { try Reader.seconds(isPositive: isPositive).read($0, of: "--duration") }
  }

  /// Sets the default duration and curve of a film's junctions.
  func fill(_ request: inout FilmRequest) throws {
    if let seconds = try seconds(isPositive: false) {
      request.defaults.duration = .seconds(seconds)
      request.requested[.duration] = "-d"
    }
    if let timing {
      request.defaults.timing = timing
      request.requested[.timing] = "--timing"
    }
  }
}

/// The options of a render's timing.
struct TimeOptions: ParsableArguments {
  @OptionGroup var motion: MotionOptions

  @Option(plays, "n", "Number of plays of a GIF, WebP or APNG; 0 is forever (default: 0).")
  var loop: Int?

  @Flag(help: "Play forwards, then backwards, in one file; the turning frames are not repeated.")
  var pingPong = false

  @Flag(help: "Play the transition backwards: progress runs from 1 to 0.")
  var reverse = false

  @Option(.seconds(), "time", "Show the first frame this long before the transition (default: 0).")
  var holdStart: Double = 0

  @Option(.seconds(), "time", "Show the last frame this long after the transition (default: 0).")
  var holdEnd: Double = 0

  @Option(
    help: ArgumentHelp(
      "A JSON file of scripted gestures (pause, scrub, drag, let go) that drive the progress; see docs/timelines.md.",
      valueName: "file"), completion: .file())
  var timeline: String?

  static var rows: [OptionRow<Self>] {
    MotionOptions.rows.within(\.motion).map {
      $0.name == "duration" ? $0.form(JSONSchema.seconds(isPositive: true)) : $0
    } + [
      .flag("reverse", \.reverse).reproduced { $0.isReversed ? ["--reverse"] : [] },
      .value("hold-start", \.holdStart, .seconds()).sets(.hold)
        .reproduced { $0.holdStart > 0 ? $0.holdStart.typed : nil },
      .value("hold-end", \.holdEnd, .seconds()).reproduced { $0.holdEnd > 0 ? $0.holdEnd.typed : nil },
      .flag("ping-pong", \.pingPong).sets(.pingPong).reproduced { $0.isPingPong ? ["--ping-pong"] : [] },
      .value("loop", \.loop, plays).form(
        JSONSchema.any(
          .object(["type": .text("integer"), "minimum": .number(0), "maximum": .number(65_535)]),
          JSONSchema.whole(TextForms.whole(upTo: 65_535)))
      ).sets(.plays).reproduced { $0.output.plays.map { "\($0)" } },
      .text("timeline", \.timeline).sets(.timeline),
    ]
  }

  private static let plays = Reader.whole(0...65_535)

  func fill(_ request: inout RenderRequest) throws {
    request.duration = try motion.seconds(isPositive: true)
    request.timing = motion.timing
    request.isReversed = reverse
    request.output.plays = loop
    request.isPingPong = pingPong
    request.holdStart = holdStart
    request.holdEnd = holdEnd
    request.timelineFile = timeline
  }
}

/// The options that select frames.
struct PartOptions: ParsableArguments {
  @Option(
    progress, "progress", "Render one picture at this progress, 0 to 1; duration and timing do not apply."
  )
  var at: Double?

  @Option(.frames, "A-B", "Render only frames A to B, counted from 0, both included.")
  var frames: ClosedRange<Int>?

  static var rows: [OptionRow<Self>] {
    [
      .value("at", \.at, progress).sets(.stillProgress).reproduced { $0.stillProgress?.typed },
      .value("frames", \.frames, .frames).sets(.frames),
    ]
  }

  private static let progress = Reader.number(0...1, "a progress of 0 to 1")
}

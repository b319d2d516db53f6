import ArgumentParser
import Segue
import SegueMotion
import SegueTools
import SegueTransitions

/// A request with filters of two pictures and of the frames.
protocol FilteredRequest: SendableMetatype {
  var filters: FilterTexts { get set }
}

/// A request with one transition.
protocol TransitionRequest: FilteredRequest {
  var transition: TransitionChoice { get set }
}

extension RenderRequest: TransitionRequest {}
extension BenchRequest: TransitionRequest {}
extension CheckRequest: FilteredRequest {}
extension SheetJob: FilteredRequest {}

/// The options of a render's transition, its parameters and filters.
enum TransitionOptions<Request: TransitionRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .transition { request, names in
        if let name = names.last { request.transition = TransitionChoice(name: name) }
      }.reproduced { $0.transition.name },
      .parameters { $0.transition.texts += $1 }.reproduced {
        $0.transition.texts.flatMap { ["-p", "\($0.name)=\($0.value)"] }
      },
    ] + FilterOptions<Request>.rows
  }
}

enum FilterOptions<Request: FilteredRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .fromFilter { $0.filters.from = $1 }.reproduced { $0.filters.from },
      .toFilter { $0.filters.to = $1 }.reproduced { $0.filters.to },
      .filter { $0.filters.result = $1 }.reproduced { $0.filters.result },
    ]
  }
}

/// The options of the default transition of a film's junctions, and the filter of its frames.
enum FilmTransitionOptions: OptionSection {
  static var rows: [OptionRow<FilmRequest>] {
    [
      .transition { request, names in
        guard let name = names.last else { return }
        request.defaults.transition = TransitionChoice(name: name)
        request.requested[.transition] = "-t \(name)"
      },
      .parameters { request, parameters in
        request.defaults.transition?.texts += parameters
        request.requested[.parameters] = "-p"
      },
      .fromFilter { request, chain in
        request.defaults.filters = request.defaults.filters ?? FilterTexts()
        request.defaults.filters?.from = chain
        request.requested[.fromFilter] = "--from-filter"
      },
      .toFilter { request, chain in
        request.defaults.filters = request.defaults.filters ?? FilterTexts()
        request.defaults.filters?.to = chain
        request.requested[.toFilter] = "--to-filter"
      },
      .filter { $0.filter = $1 },
    ]
  }
}

/// The options of the duration and curve of a film's junctions.
enum FilmMotionOptions: OptionSection {
  static var rows: [OptionRow<FilmRequest>] {
    [
      // An overlap of 0 is a cut.
      .duration(isPositive: false) { request, seconds in
        request.defaults.duration = .seconds(seconds)
        request.requested[.duration] = "-d"
      },
      .timing { request, curve in
        request.defaults.timing = curve
        request.requested[.timing] = "--timing"
      },
    ]
  }
}

/// The options of a render's timing.
enum TimeOptions: OptionSection {
  static var rows: [OptionRow<RenderRequest>] {
    [
      .duration(isPositive: true) { $0.duration = $1 }.reproduced { $0.duration?.typed },
      .timing { $0.timing = $1 }.reproduced { $0.timing?.description },
    ] + course
  }

  private static var course: [OptionRow<RenderRequest>] {
    [
      .value(
        "loop", .whole(0...65_535), "n", "Number of plays of a GIF, WebP or APNG; 0 is forever (default: 0)."
      ) { $0.output.plays = $1 }.form(
        JSONSchema.any(
          .object(["type": .text("integer"), "minimum": .number(0), "maximum": .number(65_535)]),
          JSONSchema.whole(TextForms.whole(upTo: 65_535)))
      ).sets(.plays).reproduced { $0.output.plays.map { "\($0)" } },
      .flag(
        "ping-pong", "Play forwards, then backwards, in one file; the turning frames are not repeated."
      ) { $0.isPingPong = true }.sets(.pingPong).reproduced { $0.isPingPong ? ["--ping-pong"] : [] },
      .flag("reverse", "Play the transition backwards: progress runs from 1 to 0.") { $0.isReversed = true }
        .reproduced { $0.isReversed ? ["--reverse"] : [] },
      .value(
        "hold-start", .seconds(), "time", "Show the first frame this long before the transition (default: 0)."
      ) { $0.holdStart = $1 }.sets(.hold).reproduced { $0.holdStart > 0 ? $0.holdStart.typed : nil },
      .value(
        "hold-end", .seconds(), "time", "Show the last frame this long after the transition (default: 0)."
      ) { $0.holdEnd = $1 }.reproduced { $0.holdEnd > 0 ? $0.holdEnd.typed : nil },
      .value(
        "timeline", .text, "file", parsing: .next, completion: .file(),
        "A JSON file of scripted gestures (pause, scrub, drag, let go) that drive the progress; see docs/timelines.md."
      ) { $0.timelineFile = $1 }.sets(.timeline),
    ]
  }
}

/// The options that select frames.
enum PartOptions: OptionSection {
  static var rows: [OptionRow<RenderRequest>] {
    [
      .value(
        "at", .number(0...1, "a progress of 0 to 1"), "progress",
        "Render one picture at this progress, 0 to 1; duration and timing do not apply."
      ) { $0.stillProgress = $1 }.sets(.stillProgress).reproduced { $0.stillProgress?.typed },
      .value(
        "frames", .frames, "A-B", "Render only frames A to B, counted from 0, both included."
      ) { $0.frames = $1 }.sets(.frames),
    ]
  }
}

/// The options that renders and films apply to different properties.
extension OptionRow {
  fileprivate static func transition(
    _ set: @escaping @Sendable (inout Request, [String]) throws -> Void
  ) -> OptionRow {
    list(
      "transition", letter: "t", "name|file", parsing: .singleValue,
      """
      A built-in (segue list), one of ffmpeg's names (xfade:NAME), a .glsl file in the GL Transitions format, or a look \
      (.json, a transition as data). Default: pixellate-dissolve.
      In join, the transition between all inputs without a +NAME: also cut, several in turn (slide,iris) or \
      random:SEED. Default: dissolve.
      """, set
    ).sets(.transition)
  }

  fileprivate static func parameters(
    _ set: @escaping @Sendable (inout Request, [(name: String, value: String)]) -> Void
  ) -> OptionRow {
    list(
      "param", letter: "p", "name=value", parsing: .singleValue,
      """
      A parameter of the transition, repeatable. segue list NAME shows the parameters. A vector is written 1,0.5,0. A \
      texture is the path of a picture.
      """
    ) { set(&$0, try $1.map(NamedValue.parameter)) }
  }

  fileprivate static func fromFilter(_ set: @escaping @Sendable (inout Request, String) -> Void) -> OptionRow
  {
    value(
      "from-filter", .text, "chain",
      """
      Filters of the first picture (in join, of the input before a transition): 'blur(0.03*p) exposure(2*p)'. p runs \
      from 0 to 1 during the transition. segue list filters has the names.
      """, set
    ).sets(.fromFilter)
  }

  fileprivate static func toFilter(_ set: @escaping @Sendable (inout Request, String) -> Void) -> OptionRow {
    value(
      "to-filter", .text, "chain",
      "Filters of the second picture (in join, of the input after a transition).", set
    ).sets(.toFilter)
  }

  fileprivate static func filter(_ set: @escaping @Sendable (inout Request, String) -> Void) -> OptionRow {
    value(
      "filter", .text, "chain",
      "Filters of every finished frame. In join, p runs from 0 to 1 during the whole film.", set
    ).sets(.resultFilter)
  }

  /// - Parameter isPositive: whether 0 is invalid.
  fileprivate static func duration(
    isPositive: Bool, _ set: @escaping @Sendable (inout Request, Double) -> Void
  ) -> OptionRow {
    value(
      "duration", letter: "d", .seconds(isPositive: isPositive), "time",
      """
      Length of the transition: 2, 1.5s or 500ms (default: the transition's).
      In join, the default is 0.8, or less for shorter inputs; 0 is a cut.
      """, set
    ).sets(.duration)
  }

  fileprivate static func timing(_ set: @escaping @Sendable (inout Request, TimingCurve) -> Void) -> OptionRow
  {
    value(
      "timing", .curve, "curve", parsing: .next,
      """
      Timing curve: a name such as ease-in-out, ease-out-back, emphasized or bouncy, or cubic-bezier(…), linear(…), \
      steps(n) or spring(…), such as spring(0.8) with a damping ratio of 0.8 (default: the transition's). segue list \
      curves explains them.
      """, set)
  }
}

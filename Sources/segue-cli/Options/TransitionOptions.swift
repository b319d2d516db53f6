import ArgumentParser
import SegueFilms
import SegueTools

/// A request with filters of two pictures and of the frames.
protocol FilteredRequest: SendableMetatype {
  var filters: FilterTexts { get set }
  /// Records that `word` set a default of a film, for a note if it has no effect.
  mutating func note(_ value: FilmDefault, _ word: String)
}

/// A request with parameters of its transitions.
protocol ParameterRequest: FilteredRequest {
  /// The parameters as typed.
  var parameters: [(name: String, value: String)] { get set }
}

/// A request with a transition.
protocol TransitionRequest: ParameterRequest {
  var transition: TransitionChoice { get set }
}

extension TransitionRequest {
  var parameters: [(name: String, value: String)] {
    get { transition.texts }
    set { transition.texts = newValue }
  }
}

/// A request with a curve.
protocol CurveRequest: FilteredRequest {
  var timing: TimingCurve? { get set }
}

/// A request with the duration and the curve of a transition.
protocol TimedRequest: TransitionRequest, CurveRequest {
  /// Whether a duration of 0, a cut, is invalid.
  static var needsDuration: Bool { get }
  var duration: Double? { get set }
}

extension FilteredRequest {
  mutating func note(_ value: FilmDefault, _ word: String) {}
}

extension CheckRequest: TransitionRequest {}
extension SheetJob: ParameterRequest, CurveRequest {}
extension BenchRequest: TransitionRequest {}
extension RenderRequest: TimedRequest {
  static var needsDuration: Bool { true }
}

/// The defaults of a film's junctions, and the filter of its frames.
extension FilmRequest: TimedRequest {
  static var needsDuration: Bool { false }

  var transition: TransitionChoice {
    get { defaults.transition ?? "dissolve" }
    set { defaults.transition = newValue }
  }

  var filters: FilterTexts {
    get { FilterTexts(from: defaults.filters?.from, to: defaults.filters?.to, result: filter) }
    set {
      filter = newValue.result
      if newValue.from == nil, newValue.to == nil { return }
      defaults.filters = defaults.filters ?? FilterTexts()
      defaults.filters?.from = newValue.from
      defaults.filters?.to = newValue.to
    }
  }

  var duration: Double? {
    get { if case .seconds(let seconds)? = defaults.duration { seconds } else { nil } }
    set { defaults.duration = newValue.map { .seconds($0) } }
  }

  var timing: TimingCurve? {
    get { defaults.timing }
    set { defaults.timing = newValue }
  }

  mutating func note(_ value: FilmDefault, _ word: String) { requested[value] = word }
}

/// The options of the transition, its parameters and filters.
enum TransitionOptions<Request: TransitionRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .list(
        "transition", letter: "t", "name|file", parsing: .singleValue, completion: .transitions,
        """
        A built-in (segue list), one of ffmpeg's names (xfade:NAME), a .glsl file in the GL Transitions format, or a \
        look (.json, a transition as data). Default: pixellate-dissolve.
        In join, the transition between all inputs without a +NAME: also cut, several in turn (slide,iris) or \
        random:SEED. Default: dissolve.
        """
      ) { request, names in
        guard let name = names.last else { return }
        request.transition = TransitionChoice(name: name)
        request.note(.transition, "-t \(name)")
      }.sets(.transition).reproduced { $0.transition.name }
    ] + ParameterOptions<Request>.rows
  }
}

enum ParameterOptions<Request: ParameterRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .list(
        "param", letter: "p", "name=value", parsing: .singleValue, completion: .parameters,
        """
        A parameter of the transition, repeatable. segue list NAME shows the parameters. A vector is written 1,0.5,0. A \
        texture is the path of a picture.
        """
      ) { $0.parameters += try $1.map(NamedValue.parameter) }.notes(.parameters).reproduced {
        $0.parameters.flatMap { ["-p", "\($0.name)=\($0.value)"] }
      }
    ] + FilterOptions<Request>.rows
  }
}

enum FilterOptions<Request: FilteredRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .value(
        "from-filter", .text, "chain",
        """
        Filters of the first picture (in join, of the input before a transition): 'blur(0.03*p) exposure(2*p)'. p runs \
        from 0 to 1 during the transition. segue list filters has the names.
        """
      ) { $0.filters.from = $1 }.notes(.fromFilter).sets(.fromFilter).reproduced { $0.filters.from },
      .value(
        "to-filter", .text, "chain",
        "Filters of the second picture (in join, of the input after a transition)."
      ) { $0.filters.to = $1 }.notes(.toFilter).sets(.toFilter).reproduced { $0.filters.to },
      .value(
        "filter", .text, "chain",
        "Filters of every finished frame. In join, p runs from 0 to 1 during the whole film."
      ) { $0.filters.result = $1 }.sets(.resultFilter).reproduced { $0.filters.result },
    ]
  }
}

/// The options of the duration and the curve.
enum MotionOptions<Request: TimedRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .value(
        "duration", letter: "d", .seconds(isPositive: Request.needsDuration), "time",
        """
        Length of the transition: 2, 1.5s or 500ms (default: the transition's).
        In join, the default is 0.8, or less for shorter inputs; 0 is a cut.
        """
      ) { $0.duration = $1 }.notes(.duration).sets(.duration).reproduced { $0.duration?.typed }
    ] + CurveOptions<Request>.rows
  }
}

enum CurveOptions<Request: CurveRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .value(
        "timing", .curve, "curve", parsing: .next, completion: .curves,
        """
        Timing curve: a name such as ease-in-out, ease-out-back, emphasized or bouncy, or cubic-bezier(…), linear(…), \
        steps(n) or spring(…), such as spring(0.8) with a damping ratio of 0.8 (default: the transition's; in sheet, \
        linear). segue list curves explains them.
        """
      ) { $0.timing = $1 }.notes(.timing).reproduced { $0.timing?.description }
    ]
  }
}

/// A request whose frames play backwards, too.
protocol LoopingRequest: OutputtingRequest {
  var isPingPong: Bool { get set }
}

extension RenderRequest: LoopingRequest {}
extension FilmRequest: LoopingRequest {}

/// The options of an output that plays several times.
enum LoopOptions<Request: LoopingRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .value(
        "loop", .plays, "n|forever", completion: .list([PlayCountText.endless]),
        "Number of plays of a \(OutputFormat.names(\.repeats).inWords(last: "or")) (default: forever)."
      ) { $0.output.plays = $1 }.sets(.plays).reproduced { $0.output.plays.map { "\($0)" } },
      .flag(
        "ping-pong", "Play forwards, then backwards, in one file; the turning frames are not repeated."
      ) { $0.isPingPong = true }.sets(.pingPong).reproduced { $0.isPingPong ? ["--ping-pong"] : [] },
    ]
  }
}

/// The options of a render's timing.
enum TimeOptions: OptionSection {
  static var rows: [OptionRow<RenderRequest>] {
    MotionOptions<RenderRequest>.rows + LoopOptions<RenderRequest>.rows + course
  }

  private static var course: [OptionRow<RenderRequest>] {
    [
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
        "at", .decimal(0...1, "a progress of 0 to 1"), "progress",
        "Render one picture at this progress, 0 to 1; duration and timing do not apply."
      ) { $0.stillProgress = $1 }.sets(.stillProgress).reproduced { $0.stillProgress?.typed },
      .value(
        "frames", .frames, "A-B", "Render only frames A to B, counted from 0, both included."
      ) { $0.frames = $1 }.sets(.frames),
    ]
  }
}

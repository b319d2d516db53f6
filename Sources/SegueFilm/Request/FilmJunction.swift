import SegueMotion
import SegueRun
import SegueSound

/// The transition between two clips, or at an end of a film or a layer.
public struct FilmJunction: Sendable, Hashable {
  package var transition: TransitionChoice?
  package var duration: FilmClip.Position?
  package var isCut: Bool
  package var timing: TimingCurve?
  package var timeline: FileSource?
  package var filters: FilterTexts?
  package var sound: SoundCurve?
  package var soundOffset: Double
  package var overlap: OverlapSource?

  /// A junction with all values from the film's defaults.
  package static let standard = FilmJunction()
  /// The length of a transition without a duration.
  package static let standardSeconds = 0.8
  /// A cut, without an overlap or a transition.
  public static let cut = FilmJunction(isCut: true)

  /// A junction. `nil` values are taken from ``FilmRequest/defaults``.
  /// - Parameters:
  ///   - transition: the transition by name, by file or as a value.
  ///   - duration: the length of the overlap, 0 to a day.
  ///   - isCut: whether the clips do not overlap; the transition and its duration are then ignored.
  ///   - timing: the curve from time to progress.
  ///   - filters: the filters of both clips and of the result.
  ///   - sound: the curve of the audio crossfade; `nil` means equal power, or linear between parts of one file.
  ///   - soundOffset: the offset of the sound cut in seconds, −86,400 to 86,400: positive for an L-cut, negative
  ///     for a J-cut. The sound comes from the files beyond OUT or before IN.
  ///   - overlap: the source of the overlap's frames; ``OverlapSource/clips`` if the default is `nil`, too.
  ///   - timeline: the JSON of a ``Timeline`` that drives the progress and ends at 1. `timing` replaces its curve.
  ///     Without a duration the overlap has the length of the timeline; otherwise the timeline is scaled.
  public init(
    transition: TransitionChoice? = nil, duration: FilmClip.Position? = nil, isCut: Bool = false,
    timing: TimingCurve? = nil, filters: FilterTexts? = nil, sound: SoundCurve? = nil,
    soundOffset: Double = 0, overlap: OverlapSource? = nil, timeline: FileSource? = nil
  ) {
    self.transition = transition
    self.duration = duration
    self.isCut = isCut
    self.timing = timing
    self.timeline = timeline
    self.filters = filters
    self.sound = sound
    self.soundOffset = soundOffset
    self.overlap = overlap
  }
}

/// The source of the frames of an overlap.
public enum OverlapSource: String, Sendable, Hashable, CaseIterable {
  /// The clips. Each overlap shortens the film by its length.
  case clips
  /// Handles: equal numbers of frames after OUT and before IN. The film keeps its length. If a file has no
  /// further frames, its last or first frame is repeated, in silence.
  case handles
}

extension FilmJunction: FieldOwner {
  /// The keys of a transition between two clips, without its name.
  // swift-format-ignore
  package static let fields = Fields<FilmJunction>(FilmJunction(), [
    .optional("duration", \.duration, .inFilm, "the length of the overlap", or: "that of `defaults`").inFile,
    .value("params", \.parameters, .parameters,
      "an object of the transition's parameters, `{\"rows\": 12}`", or: "the transition's").inFile,
    .optional("timing", \.timing, .curve, "a curve (`segue list curves`)", or: "the transition's"),
    .optional("timeline", \.timeline, .file(like: "run.json"),
      "a file of gestures, a [timeline](timelines.md), that drives the progress and ends at 1; without `duration` it sets the length"),
    .optional("fromFilter", \.chains.from, .chain,
      "a chain of [filters](filters.md) for the outgoing clip; `p` is the transition's progress").typed("from-filter"),
    .optional("toFilter", \.chains.to, .chain,
      "a chain for the incoming clip; `p` is the transition's progress").typed("to-filter"),
    .optional("filter", \.chains.result, .chain,
      "a chain for the result of the transition; `p` is the transition's progress"),
    .optional("overlap", \.overlap, .word,
      "whether the overlap shortens the film, or uses frames beyond OUT and IN",
      or: "`\"clips\"`").inFile,
    .value("sound", \.crossing, .crossing, """
      the curve of the audio crossfade, or the delay of the sound's change in seconds: `-0.5` is a J-cut, `0.5` \
      an L-cut
      """,
      or: "equal power, or linear between parts of one file; no offset", property: "soundOffset"),
  ])

  static let idleInLayers = ["overlap", "sound"]
  /// The keys of a layer's transition.
  static let layerFields = fields.without("overlap", "sound")

  /// The transition called `name` in the file of `object`.
  init(named name: String, in object: JSONObject) {
    self.init(transition: TransitionChoice(name: object.beside(name)), isCut: name == "cut")
  }

  /// Reads a transition from an object. Its keys are beside the name, or in a nested object with the name.
  /// - Throws: `JSONProblem`.
  init(_ entry: JSONObject, isLayer: Bool = false) throws {
    var (name, object): (String?, JSONObject) = (nil, entry)
    if entry.value("transition")?.text != nil {
      name = try entry.word("transition")
    } else {
      object = try entry.object("transition") ?? entry
      name = try object.word("name")
    }
    guard let name else { throw entry.problem("“transition” must be a name, or an object that has a “name”") }
    self = try (isLayer ? Self.layerFields : Self.fields).read(
      object, over: FilmJunction(named: name, in: object), idle: isLayer ? Self.idleInLayers : [])
    // Keys beside a nested object have no effect.
    if object !== entry { try entry.finish(idle: Self.fields.list.map(\.name)) }
  }

  /// The schema of a transition's name.
  static let nameSchema = JSONSchema.like([.text("slide")], JSONSchema.word)

  /// The schema of a transition. At an end of the film or of a layer, its bare name is allowed.
  package static func schema(isEnd: Bool, isLayer: Bool = false) -> JSONValue {
    let keys = (isLayer ? layerFields : fields).properties
    func form(_ more: [String: JSONValue], _ required: String) -> JSONValue {
      JSONSchema.form(
        keys.merging(more) { $1 }, required: [required], mayBeNull: true, idle: isLayer ? idleInLayers : [])
    }
    let name = ["name": nameSchema]
    let between = [
      form(["transition": nameSchema], "transition"),
      JSONSchema.form(
        ["transition": form(name, "name")], required: ["transition"], mayBeNull: true,
        idle: fields.list.map(\.name)),
    ]
    let end = form(name.merging(["transition": .object(["type": .text("null")])]) { $1 }, "name")
    return JSONSchema.any(isEnd ? [nameSchema, end] + between : between)
  }
}

extension FilmJunction {
  fileprivate var parameters: [String: String] {
    get { Dictionary(transition?.texts.map { ($0.name, $0.value) } ?? []) { $1 } }
    set { transition?.texts = newValue.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  fileprivate var chains: FilterTexts {
    get { filters ?? FilterTexts() }
    set { filters = newValue }
  }

  /// A setting of the sound: a crossfade curve, or an offset from the pictures.
  fileprivate enum Crossing: Hashable {
    case curve(SoundCurve)
    case offset(Double)

    /// Parses a curve's name, or seconds; returns `nil` for other text.
    init?(_ text: String) {
      if let curve = SoundCurve(rawValue: text) {
        self = .curve(curve)
      } else if case .seconds(let seconds)? = FilmClip.Position(text, mayCountFromEnd: true) {
        self = .offset(seconds)
      } else {
        return nil
      }
    }
  }

  fileprivate var crossing: Crossing {
    get { soundOffset == 0 ? sound.map(Crossing.curve) ?? .offset(0) : .offset(soundOffset) }
    set {
      switch newValue {
      case .curve(let curve): sound = curve
      case .offset(let seconds): soundOffset = seconds
      }
    }
  }
}

extension Kind<FilmJunction.Crossing> {
  fileprivate static var crossing: Kind {
    let range = FilmBounds.secondsFromEnd
    return .spelled(
      TextForm("equal-power, linear, or an offset in seconds such as 0.5, or -0.5 for earlier") {
        FilmJunction.Crossing($0)
      },
      JSONSchema.any(
        JSONSchema.words(["equal-power", "linear"]),
        Kind<FilmClip.Position>.schema(range, hasFrames: false)),
      check: { (crossing) throws(Refusal) in
        if case .offset(let seconds) = crossing { try Bounds(range, "s").check(seconds) }
      })
  }
}

extension Kind<[String: String]> {
  fileprivate static var parameters: Kind {
    let scalar = JSONSchema.any(JSONSchema.number, JSONSchema.text, JSONSchema.flag)
    return Kind(
      nil,
      JSONForm(
        JSONSchema.like(
          [.object(["rows": .number(12)])],
          JSONSchema.dictionary(of: JSONSchema.any(scalar, JSONSchema.list(of: scalar))))
      ) { object, key in
        guard let values = try object.object(key) else { return nil }
        return try Dictionary(
          values.keys.map { name in
            guard let text = try values.spelling(name, [.number, .flag, .list]) else {
              throw values.refusal(name, "a number, a text, true, false, or a list of them")
            }
            return (name, object.beside(text))
          }
        ) { $1 }
      })
  }
}

import SegueMotion
import SegueRun

/// The transition between two inputs.
public struct FilmJunction: Sendable, Hashable {
  /// The transition, by its name, by its file, or itself; `nil` is that of all junctions.
  public var transition: TransitionChoice?
  /// Length of the overlap; `nil` is that of all junctions.
  public var duration: FilmClip.Position?
  /// Whether nothing overlaps.
  public var isCut: Bool
  /// The curve from time to progress; `nil` is that of all junctions.
  public var timing: TimingCurve?
  /// Filters of the pictures and the frames; `nil` is those of all junctions.
  public var filters: FilterTexts?
  /// The curve with which the sounds cross; `nil` is equal power, and linear where both sides are one file.
  public var sound: SoundCurve?
  /// Seconds by which the sound goes over to the next clip later than the pictures, an L-cut; earlier, a J-cut, below 0. It is
  /// what the files have beyond OUT or before IN.
  public var soundOffset: Double
  /// The source of the frames of the overlap; `nil` is as at all junctions, else from the clips.
  public var overlap: OverlapSource?

  /// One with everything as at all junctions.
  package static let standard = FilmJunction()
  /// The next clip begins when the one before has ended.
  public static let cut = FilmJunction(isCut: true)

  /// A junction; what is `nil` is as at all junctions.
  public init(
    transition: TransitionChoice? = nil, duration: FilmClip.Position? = nil, isCut: Bool = false,
    timing: TimingCurve? = nil, filters: FilterTexts? = nil, sound: SoundCurve? = nil,
    soundOffset: Double = 0, overlap: OverlapSource? = nil
  ) {
    self.transition = transition
    self.duration = duration
    self.isCut = isCut
    self.timing = timing
    self.filters = filters
    self.sound = sound
    self.soundOffset = soundOffset
    self.overlap = overlap
  }
}

/// The source of the frames in which two clips are seen.
public enum OverlapSource: String, Sendable, Hashable, CaseIterable {
  /// From the clips, so that the film is shorter by them.
  case clips
  /// From what their files have after OUT and before IN, so that it is not: half of them each. Where a file has nothing
  /// more, its last or its first frame is held, in silence.
  case handles
}

extension FilmJunction: Described {
  /// The keys of a transition between two clips, but for its name.
  // swift-format-ignore
  static let fields = Fields<FilmJunction>(FilmJunction(), [
    .optional("duration", \.duration, .inFilm, "the length of the overlap", or: "that of `defaults`").inFile,
    .value("params", \.parameters, .parameters,
      "an object of the transition's parameters, `{\"rows\": 12}`", or: "the transition's").inFile,
    .optional("timing", \.timing, .curve, "a curve (`segue list curves`)", or: "the transition's"),
    .optional("fromFilter", \.chains.from, .chain,
      "a chain of [filters](filters.md) for the outgoing clip; `p` is the transition's progress").typed("from-filter"),
    .optional("toFilter", \.chains.to, .chain, "a chain for the incoming clip, likewise").typed("to-filter"),
    .optional("filter", \.chains.result, .chain, "a chain for the result of the transition, likewise"),
    .optional("overlap", \.overlap, .word,
      "whether the overlap shortens the film, or uses frames beyond OUT and IN",
      or: "`\"clips\"`").inFile,
    .value("sound", \.crossing, .crossing, """
      the curve of the audio crossfade, or the seconds by which the sound changes later than the pictures: `-0.5` is a J-cut, \
      `0.5` an L-cut
      """,
      or: "equal power, or linear between parts of one file; no offset", property: "soundOffset"),
  ])

  /// The keys that have no effect on a layer.
  static let idleInLayers = ["overlap", "sound"]
  /// Those of a layer's transition.
  static let layerFields = fields.without("overlap", "sound")

  /// The transition called `name` in the file that has `object`.
  init(named name: String, in object: JSONObject) {
    self.init(transition: TransitionChoice(name: object.beside(name)), isCut: name == "cut")
  }

  /// The transition that an object describes. Its keys stand beside its name, or with the name in an object, as in the defaults.
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
    // Beside an object they have no effect.
    if object !== entry { try entry.finish(idle: Self.fields.list.map(\.name)) }
  }

  /// The schema of a transition between two clips; at an end of the film, or of a layer, its name may stand in it alone.
  static func schema(isEnd: Bool, isLayer: Bool = false) -> JSONValue {
    let keys = (isLayer ? layerFields : fields).properties
    func form(_ more: [String: JSONValue], _ required: String) -> JSONValue {
      JSONSchema.form(
        keys.merging(more) { $1 }, required: [required], mayBeNull: true, idle: isLayer ? idleInLayers : [])
    }
    let name = ["name": JSONSchema.word]
    let between = [
      form(["transition": JSONSchema.word], "transition"),
      JSONSchema.form(
        ["transition": form(name, "name")], required: ["transition"], mayBeNull: true,
        idle: fields.list.map(\.name)),
    ]
    let end = form(name.merging(["transition": .object(["type": .text("null")])]) { $1 }, "name")
    return JSONSchema.any(isEnd ? [JSONSchema.word, end] + between : between)
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

  /// How the sound goes over: by a curve, or at another time than the pictures.
  fileprivate enum Crossing: Hashable {
    case curve(SoundCurve)
    case offset(Double)

    /// Reads it as it is typed.
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
      "equal-power, linear, or an offset in seconds such as 0.5, or -0.5 for earlier",
      JSONSchema.any(
        JSONSchema.words(["equal-power", "linear"]),
        Kind<FilmClip.Position>.schema(range, hasFrames: false)),
      check: { (crossing, place) throws(FilmError) in
        if case .offset(let seconds) = crossing { try FilmBounds.check(seconds, in: range, place, "s") }
      }
    ) { FilmJunction.Crossing($0) }
  }
}

extension Kind<[String: String]> {
  fileprivate static var parameters: Kind {
    let scalar = JSONSchema.any(JSONSchema.number, JSONSchema.text, JSONSchema.flag)
    return Kind(
      schema: JSONSchema.dictionary(of: JSONSchema.any(scalar, JSONSchema.list(of: scalar))),
      read: { object, key in
        guard let values = try object.object(key) else { return nil }
        return try Dictionary(values.keys.map { ($0, object.beside(try values.typed($0))) }) { $1 }
      })
  }
}

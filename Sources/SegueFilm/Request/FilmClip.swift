import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// An input of a film: its source, the part of the source to use, and its changes.
public struct FilmClip: Sendable, Hashable {
  /// The source of a clip's pictures and sound.
  public enum Source: Sendable, Hashable {
    /// A video, an animation or a picture; or a sequence of pictures as a pattern such as `shot%04d.png`, a
    /// wildcard such as `shots/*.jpg`, or a folder.
    case file(path: String)
    /// The bytes of a file; messages and reports call it `name`.
    case bytes([UInt8], name: String)
    /// A picture in memory; it is shown for the clip's duration.
    case snapshot(Snapshot)
    /// A plain colour that fills the frame.
    case color(RGBAColor)

    /// The source as typed on the command line.
    package var text: String {
      switch self {
      case .file(let path): path
      case .bytes(_, let name): name
      case .snapshot: "a picture in memory"
      case .color(let color): "color:\(color)"
      }
    }

    /// The file's path; `nil` for a source in memory and for a colour.
    var path: String? { if case .file(let path) = self { path } else { nil } }

    /// The cache key of a source in memory; `nil` for a file and for a colour.
    var memoryKey: String? {
      switch self {
      case .bytes(let bytes, _): ContentHash(bytes).hash
      case .snapshot(let snapshot): snapshot.contentKey
      case .file, .color: nil
      }
    }
  }

  /// A time or a length in a clip, in a film, or in a source.
  public enum Position: Sendable, Hashable {
    /// Seconds after the first picture: 0 to a day in a film, 0 to 1,000 days in a source. A
    /// property that counts from the end accepts negative values, too.
    case seconds(Double)
    /// Frames after the first frame, 0 to 86,400,000: at the film's rate, or in a source at its own.
    /// A property that counts from the end accepts negative values, too.
    case frames(Int)

    /// Whether the position is negative, as a time from a film's end.
    var countsFromEnd: Bool {
      switch self {
      case .seconds(let seconds): seconds < 0
      case .frames(let frames): frames < 0
      }
    }
  }

  /// A freeze frame: a frame of the clip that is shown for a longer time.
  public struct Freeze: Sendable, Hashable {
    package var at: Position
    package var length: Position

    /// Shows the frame at the time `at`, counted from the clip's start in the film, for an additional
    /// `length`.
    public init(at: Position, for length: Position) {
      self.at = at
      self.length = length
    }
  }

  package var source: Source
  package var start: Position?
  package var end: Position?
  package var duration: Position?
  package var motion: PictureMotion?
  package var fit: Fit?
  package var rotation: Int?
  package var crop: PictureMotion.Part?
  package var speed: String?
  package var frameRate: FrameRate?
  package var isReversed: Bool
  package var isBoomerang: Bool
  package var freeze: Freeze?
  package var slowMotion: SlowMotion?
  package var filter: String?
  package var volume: Double
  package var titles: [FilmTitle]
  package var captions: FilmCaptions?
  package var track: String?
  package var subtitles: String?
  package var over: Source?
  package var chapter: String?
  /// Whether `start` and `end` are on a media clock with an unknown origin, such as a time code.
  package var isOnMediaClock = false

  var framing: ClipFraming {
    ClipFraming(
      rotation: rotation ?? 0,
      crop: crop.map { .init(left: $0.x, top: $0.y, width: $0.width, height: $0.height) } ?? .whole)
  }

  /// The file's path; `nil` for a source in memory and for a colour.
  package var path: String? { source.path }

  /// A clip; by default it is the whole source, unchanged.
  /// - Parameters:
  ///   - source: the source of the pictures and the sound.
  ///   - start: the in point in the source; `nil` means the source's start.
  ///   - end: the out point in the source, exclusive; `nil` means the source's end.
  ///   - duration: the duration of a picture or a colour, overlaps included; `nil` means
  ///     ``FilmRequest/pictureDuration``.
  ///   - motion: the motion of a picture; `nil` means ``FilmRequest/motion``.
  ///   - fit: the fit in a frame of another shape; `nil` means the film's.
  ///   - rotation: the clockwise rotation in degrees: 90, 180 or 270; `nil` for none.
  ///   - crop: the visible part of the rotated picture; `nil` means all of it.
  ///   - speed: the speed of a video as text: 0.05 to 20, or an expression of `p`; `nil` means 1. `p` goes
  ///     from 0 at the clip's first frame in the film to 1 at its last. A constant speed keeps the sound's
  ///     pitch. A variable speed has no sound.
  ///   - frameRate: the frame rate of a sequence of pictures; `nil` means the film's.
  ///   - isReversed: whether a video plays backwards, including its sound.
  ///   - isBoomerang: whether a video plays forwards, then backwards. The turning frame is shown once.
  ///   - freeze: a freeze frame of a video, which is silent; `nil` for none.
  ///   - slowMotion: the frames that slow motion shows between two source frames; `nil` means ``SlowMotion/blend``.
  ///   - filter: the filter chain as text. Its `p` goes from 0 at the clip's first frame in the film to 1 at its last.
  ///   - volume: the change of the sound's volume in decibels, −120 to 120.
  ///   - titles: titles over the clip, at most from the middle of the previous transition to the middle of
  ///     the next. Times count from the clip's first frame in the film, negative times from its last.
  ///   - captions: captions over the clip. The times in their file are times of the clip's source.
  ///   - track: the sound track as text: its number from 1, its language such as `deu`, or `1+2` for a left and a
  ///     right track; `nil` means the default track, else the first.
  ///   - subtitles: the subtitle track to carry over, as a number or a language; `nil` means the default track, else
  ///     the first.
  ///   - over: the picture or colour shown during a clip that has only sound; `nil` means the film's background.
  ///   - chapter: the name of the chapter that begins with the clip; `nil` means the file's name if every clip begins
  ///     a chapter.
  public init(
    _ source: Source, start: Position? = nil, end: Position? = nil, duration: Position? = nil,
    motion: PictureMotion? = nil, fit: Fit? = nil, rotation: Int? = nil, crop: PictureMotion.Part? = nil,
    speed: String? = nil, frameRate: FrameRate? = nil, isReversed: Bool = false, isBoomerang: Bool = false,
    freeze: Freeze? = nil, slowMotion: SlowMotion? = nil, filter: String? = nil, volume: Double = 0,
    titles: [FilmTitle] = [], captions: FilmCaptions? = nil, track: String? = nil, subtitles: String? = nil,
    over: Source? = nil, chapter: String? = nil
  ) {
    self.source = source
    self.start = start
    self.end = end
    self.duration = duration
    self.motion = motion
    self.fit = fit
    self.rotation = rotation
    self.crop = crop
    self.speed = speed
    self.frameRate = frameRate
    self.isReversed = isReversed
    self.isBoomerang = isBoomerang
    self.freeze = freeze
    self.slowMotion = slowMotion
    self.filter = filter
    self.volume = volume
    self.titles = titles
    self.captions = captions
    self.track = track
    self.subtitles = subtitles
    self.over = over
    self.chapter = chapter
  }
}

extension FilmClip: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmClip>(FilmClip(.color(.black)), [
    .value("src", \.source, .source, """
      a video, a picture, an animation or `"color:#rrggbb"`; or a picture sequence: `"shot%04d.png"`, \
      `"shots/*.jpg"` or their folder
      """).required.carried,
    .optional("in", \.start, .inSource,
      "the start time in the source", or: "the source's start", property: "start").carried,
    .optional("out", \.end, .inSource, "the end time in the source, exclusive", or: "the source's end", property: "end").carried,
    .optional("duration", \.duration, .inFilm,
      "the time for which a picture or a colour is shown, overlaps included", or: "`picture` of `defaults`").carried
      .applies(where: { !$1.isMoving }, because: " on a video; choose its part with in and out")
      .applies(where: { $0.end == nil || $1.isMoving }, because: " beside out"),
    // `each` comes after `duration`, so it takes precedence if a file has both.
    .optional("each", \.duration, .inFilm, "an alias of `duration`", or: "`picture` of `defaults`", property: "duration").carried,
    .optional("fit", \.fit, .word.unlisted, "as in `film`, for this clip or picture", or: "that of `film`").onPictures,
    .optional("filter", \.filter, .chain, "a chain of [filters](filters.md); `p` goes from 0 to 1 along the clip"),
    .optional("motion", \.motion, .motion, "how a picture moves", or: "that of `defaults`").carried
      .applies(where: { $0.motion == PictureMotion.none || !$1.isMoving }, because: " on a video")
      .applies(where: { $0.motion == PictureMotion.none || !$1.isPlain }, because: " on a colour"),
    .value("volume", \.volume, .level, "the gain of the sound, `\"-3dB\"`")
      .applies(where: { $1.heard != nil }, because: ", since the clip has no sound"),
    .optional("rotate", \.rotation, .turn, "90, 180 or 270 degrees clockwise", or: "0", property: "rotation").onPictures,
    .optional("crop", \.crop, .crop,
      "`\"LEFT:TOP:WIDTH:HEIGHT\"`, or a list of the four, in fractions of the rotated picture", or: "all of it").onPictures,
    .value("reverse", \.isReversed, .flagOrText, "true: the clip plays backwards, sound included").onVideo,
    .value("boomerang", \.isBoomerang, .flagOrText, "true: the clip plays forwards, then backwards; the last frame is not repeated").onVideo,
    .optional("freeze", \.freeze, .part(TextForm("TIME:LENGTH, such as 2.5:1 or 40f:25f") { FilmClip.Freeze($0) }),
      "an object: the clip's frame at the time `at` is held for the time `for`, in silence").onVideo,
    .optional("speed", \.speed, .speed,
      "0.05 to 20, or an expression of `p` as a text; `p` goes from 0 at the clip's first frame in the film to 1 at its last", or: "1").carried.onVideo,
    .value("title", \.titles, .titles, """
      a title over the clip: a text, an object (see below), or a list of them. Its times count from the clip's first frame in \
      the film, negative ones from its last. It begins no earlier than the middle of the previous transition and \
      ends no later than the middle of the next
      """),
    .optional("captions", \.captions, .part(shorthand: "src", reference: "captions"), """
      word-by-word captions over the clip (see below). Their times are source times, so they follow the clip's range, \
      speed and order
      """).inFile,
    .optional("over", \.over, .cover,
      "the picture, or `\"color:#rrggbb\"`, shown during a clip that has only sound", or: "the film's background")
      .applies(where: { $1.isSound }, because: ", since the clip has pictures"),
    .optional("track", \.track, .track(mayBePair: true), """
      the sound track: its number from 1, its language such as `"deu"`, or `"1+2"` for a left and a right \
      track
      """, or: "the file's default track, else its first")
      .applies(where: { $1.isMoving || $1.isSound }, because: " on a picture or a colour"),
    .optional("subtitles", \.subtitles, .track(mayBePair: false),
      "the subtitle track to carry over, a number or a language",
      or: "the file's default track, else its first").onVideo,
    .optional("chapter", \.chapter, .chapter,
      "the name of a chapter that begins with the clip", or: "none; the file's name with `--chapters`"),
    .optional("fps", \.frameRate, .rate, "frames per second of a sequence of pictures, as in `film`", or: "the film's")
      .applies(where: { $1.isSequence }, because: ", since it applies only to a sequence of pictures"),
    .optional("frames", \.slowMotion, .word, "how slow motion makes frames between two source frames", or: "`\"blend\"`")
      .applies(where: { $0.speed != nil && $1.isMoving }, because: " without a speed"),
  ])

  /// The notes about fields that are set and have no effect on `content`.
  func notes(on content: FilmInputs.Content) -> [Notice] {
    Self.fields.notes(on: self, in: content).at(.named(source.text))
  }

  /// Checks the speed of the part at `path`.
  func checkSpeed(_ path: String) throws(FilmError) {
    let place = Place("\(path).speed", named: "the speed of \(source.text)")
    if let speed { _ = try ClipSpeed(parsing: speed, place) }
  }
}

extension Field<FilmClip> {
  fileprivate func applies(
    where condition: @escaping @Sendable (FilmClip, FilmInputs.Content) -> Bool, because reason: String
  ) -> Field { applies(in: FilmInputs.Content.self, where: condition, because: reason) }

  fileprivate var onPictures: Field { applies(where: { !$1.isColor }, because: " on a colour") }

  fileprivate var onVideo: Field {
    applies(where: { !$1.isSound }, because: " on sound alone")
      .applies(where: { $1.isMoving || $1.isSound }, because: " on a picture or a colour")
  }
}

extension FilmClip.Freeze: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmClip.Freeze>(FilmClip.Freeze(at: .seconds(0), for: .seconds(0)), [
    .value("at", \.at, .inFilm, "the time of the frame, from the clip's start in the film").required,
    .value("for", \.length, .inFilm, "the additional time for which it is shown").required,
  ])

  /// Parses `TIME:LENGTH`; `nil` for other text.
  fileprivate init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let at = FilmClip.Position(text[..<colon]),
      let length = FilmClip.Position(text[text.index(after: colon)...])
    else { return nil }
    self.init(at: at, for: length)
  }
}

extension Kind<FilmClip.Source> {
  static var schema: JSONValue {
    JSONSchema.any(
      JSONSchema.like([.text("clip.mp4")], JSONSchema.text("^(?!color:)[\\s\\S]")),
      JSONSchema.whole("color:" + ValuePatterns.color, like: ["color:#336699"]))
  }

  fileprivate static var source: Kind {
    Kind(
      nil,
      JSONForm(JSONSchema.described(schema, "A file, pictures such as shot%04d.png, or color:#rrggbb.")) {
        object, key in
        guard let text = try object.word(key) else { return nil }
        return text.hasPrefix("color:")
          ? .color(try object.color(String(text.dropFirst(6)))) : .file(path: object.path(text))
      })
  }

  /// The picture or colour for sound alone: a colour with or without `color:`, else a path.
  fileprivate static var cover: Kind {
    let expected = "a picture, or a colour such as #101418"
    @Sendable func cover(_ text: String, _ path: (String) -> String = { $0 }) -> FilmClip.Source? {
      let isColor = text.hasPrefix("color:")
      if let color = RGBAColor(isColor ? String(text.dropFirst(6)) : text) { return .color(color) }
      return text.isEmpty || isColor ? nil : .file(path: path(text))
    }
    return Kind(
      TextForm(expected) { cover($0) },
      JSONForm(schema) { object, key in
        guard let text = try object.word(key) else { return nil }
        guard let cover = cover(text, object.path) else { throw object.refusal(key, expected) }
        return cover
      })
  }
}

extension Kind<Int> {
  fileprivate static var turn: Kind {
    let turns = [0, 90, 180, 270]
    let expected = "90, 180 or 270 degrees clockwise"
    return .spelled(
      TextForm(expected) { text in turns.first { "\($0)" == text } },
      .object(["enum": .list(turns.map { .number(Double($0)) } + turns.map { .text("\($0)") })]),
      check: { (turn) throws(Refusal) in
        if !turns.contains(turn) { throw Refusal("\(turn)", expected: expected) }
      })
  }
}

extension Kind<String> {
  fileprivate static var chapter: Kind {
    .spelled(TextForm("a name") { $0.isEmpty ? nil : $0 }, JSONSchema.any(JSONSchema.word, JSONSchema.number))
  }
}

extension Kind<[FilmTitle]> {
  /// Titles over a clip. Their number is checked together with the film's titles.
  fileprivate static var titles: Kind {
    var kind = list(FilmBounds.titles, reference: "title", shorthand: ("text", JSONSchema.text))
    kind.text = TextForm("TEXT[,KEY=VALUE…] in quotes, as for --title") { (text) throws(Refusal) in
      do throws(FilmError) { return [try FilmTitle(parsing: text)] } catch { throw Refusal(.error(error)) }
    }
    kind.check = { (titles) throws(Refusal) in
      for title in titles { try FilmTitle.fields.validate(title) }
    }
    return kind
  }
}

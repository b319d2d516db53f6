import SegueFields
import SegueImaging
import SegueRun
import SegueText

/// Captions from timed words, with the spoken word emphasised. Times are those of the film, or of the
/// source of the clip that has the captions.
public struct FilmCaptions: Sendable, Hashable {
  /// The emphasis of the word that is spoken.
  public enum Words: String, Sendable, Hashable, CaseIterable {
    /// No emphasis: all words look alike.
    case none
    /// The word has another colour.
    case highlight
    /// The word has another colour and grows with a spring.
    case grow
    /// The word appears with a spring when it is spoken, and stays.
    case pop
    /// Only the spoken word is shown.
    case alone
  }

  /// A named set of defaults for all other values.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    /// White letters with a dark outline; the spoken word is yellow.
    case plain
    /// Few, large capitals; the spoken word is green and grows.
    case loud
    /// White letters on a dark box, with a rectangle behind the spoken word.
    case marker
  }

  package var source: FileSource
  package var words = Words.highlight
  package var font: String
  package var size = 0.06
  package var color = RGBAColor.white
  package var spoken = RGBAColor(red: 255, green: 214, blue: 10)
  package var said: RGBAColor?
  package var scale = 1.15
  package var outline: RGBAColor? = .black
  package var shadow: RGBAColor?
  package var box: RGBAColor?
  package var mark: RGBAColor?
  package var place: FilmTitle.Place?
  package var margin = 0.08
  package var letters = 32
  package var lines = 2
  package var pause = 0.6
  package var isUppercase = false
  package var enter: FilmJunction?
  package var exit: FilmJunction?
  package var within = LayerArea.frame

  package init(path: String, style: Style = .plain) { self.init(.file(path: path), style: style) }

  /// Captions from a file. A film file has further settings.
  /// - Parameters:
  ///   - source: the file: SubRip, WebVTT, Advanced SubStation Alpha, or JSON as written by Whisper and
  ///     similar programs.
  ///   - style: the defaults for all other values.
  ///   - words: the emphasis of the word that is spoken; `nil` means the style's.
  ///   - font: the family, weight and slant, in Pango's syntax.
  ///   - size: the em size as a fraction of the frame's shorter side, 0.005 to 1; `nil` means the style's. A
  ///     caption that exceeds the frame is scaled down.
  ///   - place: the place; `nil` means the bottom, or the top while a title is at the bottom.
  public init(
    _ source: FileSource, style: Style = .plain, words: Words? = nil, font: String = "Sans Bold",
    size: Double? = nil, place: FilmTitle.Place? = nil
  ) {
    self.source = source
    self.font = font
    self.place = place
    switch style {
    case .plain: break
    case .loud:
      self.words = .grow
      self.size = 0.085
      letters = 14
      margin = 0.18
      spoken = RGBAColor(red: 61, green: 255, blue: 110)
      shadow = FilmTitle.softShadow
      scale = 1.12
      isUppercase = true
    case .marker:
      spoken = .white
      outline = nil
      mark = RGBAColor(red: 124, green: 58, blue: 237)
      box = RGBAColor(red: 0, green: 0, blue: 0, alpha: 176)
    }
    self.words = words ?? self.words
    self.size = size ?? self.size
  }
}

extension FilmCaptions {
  /// The text effects at `size` pixels, apart from the box behind the whole caption.
  func effects(size: Double) -> TextEffects {
    var effects = TextEffects()
    effects.outline = outline.map { .init(color: $0, width: size / 14) }
    effects.shadow = shadow.map { .init(color: $0, spread: size / 20, blur: size / 14, drop: size / 24) }
    return effects
  }

  var fullSize: Double { words == .grow ? scale : 1 }

  /// The box behind a caption, for an em size of `size` pixels.
  func box(size: Double) -> TextEffects.Box? { box.map { .init(color: $0, x: size * 0.4, y: size * 0.2) } }
  /// The box behind the spoken word, for an em size of `size` pixels.
  func mark(size: Double) -> TextEffects.Box? {
    mark.map { .init(color: $0, x: size * 0.13, y: size * 0.06) }
  }
}

extension FilmLayerKind {
  static let captions = FilmLayerKind(
    field: .optional(
      "captions", \.captions, .part(shorthand: "src", reference: "captions"),
      "word-by-word captions over titles and overlays, in film time: a file's path, or an object (see below)"
    ).lost { $0.captions.map { ["the captions \($0.source.name)"] } ?? [] },
    load: CaptionTrack.load)
}

extension FilmLayerOption {
  package static let captions = FilmLayerOption(
    name: "captions", valueName: "file[,key=value]",
    help: """
      Captions that follow the spoken words: an .srt, .vtt or .ass file, or Whisper's JSON, such as \
      'words.json,style=loud'.
      Keys: \(FilmKeys.captions.help).
      """, keys: .captions, takesFile: true, property: .captions
  ) { (word, request, exists) throws(FilmError) in
    request.captions = try FilmCaptions(parsing: word, exists: exists)
  }
}

extension FilmCaptions: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmCaptions>(FilmCaptions(path: ""), [
    .value("src", \.source, .file(like: "words.srt"), "SubRip, WebVTT, ASS, or JSON from Whisper and similar programs").required,
    // The style comes first, since it sets all other values.
    .value("style", \.style, .word, "a preset of all other keys").hint("plain, loud, marker"),
    .value("words", \.words, .word, """
      how the spoken word stands out (not at all, by colour, by colour and size, by appearing when spoken, or \
      alone on the screen)
      """).hint("none, highlight, grow, pop, alone"),
    .value("font", \.font, .text("a family", like: ["Sans", "Sans Bold"]), "a font family, as Pango names it"),
    .value("size", \.size, .number(FilmBounds.titleSize, FilmTitle.sizeUnit),
      "a line's height as a fraction of the frame's shorter side; a caption larger than the frame is scaled down"),
    .value("color", \.color, .color, "the colour of the letters"),
    .value("spoken", \.spoken, .color, "the colour of the spoken word"),
    .value("said", \.said, .colorOrNone, "the colour of words already spoken, by default `color`")
      .hint("colours of the spoken word and of earlier ones"),
    .value("scale", \.scale, .number(0.5...2), "the growth factor of the spoken word"),
    .value("outline", \.outline, .colorOrNone, "the colour of a line around the letters"),
    .value("shadow", \.shadow, .colorOrNone, "the colour of a soft shadow"),
    .value("box", \.box, .colorOrNone, "the colour of the box behind the caption"),
    .value("mark", \.mark, .colorOrNone, "the colour of the box behind the spoken word").hint("behind the spoken word"),
    .optional("at", \.place, .word.unlisted,
      "one of the places of a title's `at`", or: "`\"bottom\"`; `\"top\"` while a title is at the bottom"),
    .value("margin", \.margin, .number(0...0.5, "frame heights"),
      "the distance from the upper or lower edge as a fraction of the frame's height"),
    .value("letters", \.letters, .count(1...200),
      "the maximum number of letters per line, fewer in a narrow frame").hint("maximum per line, default: 32"),
    .value("lines", \.lines, .count(1...10), "the maximum number of lines shown at once").hint("maximum, default: 2"),
    .value("pause", \.pause, .number(0...60, "s"), "the silence before a new caption").hint("seconds of silence before a new caption"),
    .value("upper", \.isUppercase, .flag, "whether all letters are capitals"),
    .optional("enter", \.enter, .layerEnd,
      "the entrance of each caption, as for a title; a transition without a duration takes 0.25 s", or: "none"),
    .optional("exit", \.exit, .layerEnd,
      "the exit of each caption, as for a title; a transition without a duration takes 0.25 s", or: "none")
      .hint("of each caption: enter=push:0.2"),
    .value("within", \.within, .word, "the area in which `enter` and `exit` run, the whole frame or the caption's box")
      .applies(where: { $0.enter != nil || $0.exit != nil }, because: " without enter and exit"),
  ])

  /// The style, for `fields`. Setting it resets all other values; its value is never read.
  private var style: Style {
    get { .plain }
    set { self = FilmCaptions(source, style: newValue) }
  }

  /// Parses `FILE[,KEY=VALUE…]`. If a file with the whole text as its name exists, there are no settings.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String, exists: (String) -> Bool) throws(FilmError) {
    let settings = try FilmSettings(file: word, keys: Self.fields.typedNames, exists: exists)
    self.init(path: settings.head)
    try Self.fields.fill(&self, settings)
  }
}

import SegueFields
import SegueImaging
import SegueMotion
import SegueRun
import SegueText

/// Text over a film.
public struct FilmTitle: Sendable, Hashable, TimedLayer {
  /// A place in the frame, with a margin from the edges.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    // The cases are in reading order, three in a row.
    /// The upper left corner of the frame.
    case topLeft = "top-left"
    /// The middle of the frame's upper edge.
    case top
    /// The upper right corner of the frame.
    case topRight = "top-right"
    /// The middle of the frame's left edge.
    case left
    /// The middle of the frame in both directions.
    case center
    /// The middle of the frame's right edge.
    case right
    /// The lower left corner of the frame.
    case bottomLeft = "bottom-left"
    /// The middle of the frame's lower edge.
    case bottom
    /// The lower right corner of the frame.
    case bottomRight = "bottom-right"

    /// The share of the free width to the left of the title: 0, 0.5 or 1.
    var horizontal: Double { Double(index % 3) / 2 }

    /// The share of the free height above the title: 0, 0.5 or 1.
    var vertical: Double { Double(index / 3) / 2 }

    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  package var text: String
  package var timing: LayerTiming
  package var place: Place
  package var x: Double?
  package var y: Double?
  package var anchor: Place?
  package var size: Double
  package var font: String
  package var color: RGBAColor
  package var outline: RGBAColor?
  package var shadow: RGBAColor?
  package var box: RGBAColor?
  package var pieces: Pieces?
  package var stagger: Stagger?
  package var shrinks: Bool
  package var isMarkup: Bool
  package var typed = TypedWord()

  /// The units of text that can enter and exit one by one.
  public enum Pieces: String, Sendable, Hashable, CaseIterable {
    /// A line of the text, after line breaking.
    case line
    /// The text between two line break opportunities, in any script.
    case word
    /// A grapheme cluster, ligature or emoji: a Pango cluster.
    case letter
  }

  /// The start times of a title's lines, words or letters.
  public enum Stagger: Sendable, Hashable {
    /// The seconds from one start to the next, 0 to 60.
    case each(Double)
    /// The seconds from the first start to the last, 0 to 60, and the curve of the start times. For example,
    /// the second of three words starts when the share `curve(0.5)` of the seconds has passed.
    case all(Double, TimingCurve)
  }

  /// A title; by default it has a soft shadow and is at the bottom during the whole film.
  /// - Parameters:
  ///   - text: the text; a line feed starts a new line.
  ///   - timing: the times in the film, the entrance, the exit and the path.
  ///   - place: the place in the frame, 6 % of its shorter side from the edges.
  ///   - size: the em size as a fraction of the frame's shorter side, 0.005 to 1.
  ///   - font: the family, weight and slant, in Pango's syntax.
  ///   - color: the colour of the letters; white by default.
  ///   - outline: the colour of a line around the letters; `nil` for none.
  ///   - shadow: the colour of a soft shadow; `nil` for none. By default it is a black that makes white letters
  ///     legible on white.
  ///   - box: the colour of a rectangle behind the text; `nil` for none.
  ///   - pieces: the unit of text that enters and exits separately, at most 500 in a title; `nil` animates the title
  ///     as a whole.
  ///   - stagger: the start times of the lines, words or letters; `nil` means 0.05 s between two of them.
  ///   - shrinks: whether the letters shrink until no line breaks and the text fits in the frame.
  ///   - isMarkup: whether `text` is Pango's markup: `<b>`, `<i>`, and `<span>` with `color`, `alpha`, `weight` and
  ///     `style`.
  ///   - x: the horizontal position of `anchor` as a fraction of the frame's width, −10 to 10; `nil` uses `place`.
  ///   - y: the vertical position of `anchor` as a fraction of the frame's height, −10 to 10; `nil` uses `place`.
  ///   - anchor: the point of the lines at `x` and `y`, towards which they are aligned; `nil` means their centre.
  public init(
    _ text: String, timing: LayerTiming = LayerTiming(), place: Place = .bottom, size: Double = 0.08,
    font: String = "Sans", color: RGBAColor = .white, outline: RGBAColor? = nil,
    shadow: RGBAColor? = FilmTitle.softShadow, box: RGBAColor? = nil, pieces: Pieces? = nil,
    stagger: Stagger? = nil, shrinks: Bool = false, isMarkup: Bool = false, x: Double? = nil,
    y: Double? = nil, anchor: Place? = nil
  ) {
    self.text = text
    self.timing = timing
    self.place = place
    self.x = x
    self.y = y
    self.anchor = anchor
    self.size = size
    self.font = font
    self.color = color
    self.outline = outline
    self.shadow = shadow
    self.box = box
    self.pieces = pieces
    self.stagger = stagger
    self.shrinks = shrinks
    self.isMarkup = isMarkup
  }
}

extension FilmTitle {
  /// The default shadow, a translucent black.
  @usableFromInline package static let softShadow = RGBAColor(red: 0, green: 0, blue: 0, alpha: 210)
  package static var standardFade: Double { 0.3 }

  func effects(size: Double) -> TextEffects {
    var effects = TextEffects()
    effects.outline = outline.map { .init(color: $0, width: size / 20) }
    effects.shadow = shadow.map { .init(color: $0, spread: size / 20, blur: size / 14, drop: size / 40) }
    effects.box = box.map { .init(color: $0, x: size * 0.4, y: size * 0.15) }
    return effects
  }
}

extension FilmTitle: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmTitle>(FilmTitle(""), [
    .value("text", \.text, .text(), "the text; `\\n` separates lines").required,
    .value("at", \.place, .word, "the place").hint("such as top-left or center, default: bottom"),
    .value("size", \.size, .number(FilmBounds.titleSize, sizeUnit),
      "a line's height as a fraction of the frame's shorter side").hint("of the frame's shorter side, default: 0.08"),
    .value("font", \.font, .text("a family", like: ["Sans", "Sans Bold"]), "a font family, as Pango names it"),
    .value("color", \.color, .color, "the colour of the letters"),
    .value("outline", \.outline, .colorOrNone, "the colour of the letters' outline"),
    .value("shadow", \.shadow, .colorOrNone, "the colour of a soft shadow"),
    .value("box", \.box, .colorOrNone, "the colour of the box behind the text").hint("colours; none removes outline, shadow or box"),
    .optional("by", \.pieces, .word, """
      whether lines, words or letters enter and exit one by one (at most 500; words end where a line may break; \
      letters include their accents)
      """, or: "all at once").hint("line, word or letter: enter one by one"),
    .optional("stagger", \.stagger, .stagger, """
      seconds between two lines, words or letters, 0 to 60; or an object: all begin within `for` seconds, along the curve `timing` \
      (`"linear"`)
      """, or: "0.05").hint("seconds between these; ease-out:0.6 for 0.6 s in total, along a curve")
      .applies(where: { $0.pieces != nil }, because: " without by"),
    .value("shrink", \.shrinks, .flag,
      "true: letters shrink until no line breaks and the text fits in the frame").hint("true: smaller letters instead of broken lines"),
    .value("markup", \.isMarkup, .flag, """
      true: the text is Pango's markup: `<b>`, `<i>`, and `<span>` with `color`, `alpha`, `weight` and `style`; write \
      `&lt;` and `&amp;` for `<` and `&`
      """).hint("true: <b>, <i>, <span color=…>"),
  ], layerFields)

  /// Parses `TEXT[,KEY=VALUE…]`, with `\n` for a line feed.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String) throws(FilmError) {
    let settings = try FilmSettings(text: word, keys: Self.fields.typedNames)
    self.init(settings.head.replacing("\\n", with: "\n"))
    try Self.fields.fill(&self, settings)
    typed = TypedWord(word)
  }
}

extension FilmTitle.Stagger {
  /// The valid range of a stagger, in seconds, between two starts or from the first start to the last.
  static let seconds = 0...60.0

  /// The delay in seconds of start `index` after the first. `last` is the index of the last start.
  func delay(_ index: Int, of last: Int) -> Double {
    switch self {
    case .each(let seconds): return seconds * Double(index)
    case .all(let seconds, let curve):
      if index == 0 || index == last { return index == 0 ? 0 : seconds }
      let function = curve.function(over: 1)
      // A spring settles at the last start; no start is later.
      let share = function.progress(at: function.duration * Double(index) / Double(last))
      return seconds * min(1, max(0, share))
    }
  }

  var report: (seconds: Double, timing: String?) {
    switch self {
    case .each(let seconds): (seconds, nil)
    case .all(let seconds, let curve): (seconds, "\(curve)")
    }
  }

  /// Parses `0.03`, or a curve and seconds, `ease-out:0.6`; `nil` for other text.
  init?(_ text: String) {
    let colon = text.lastIndex(of: ":")
    let number = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let seconds = Double(String(number)), Self.seconds.contains(seconds) else { return nil }
    guard let colon else {
      self = .each(seconds)
      return
    }
    guard let curve = try? TimingCurve(parsing: String(text[..<colon])) else { return nil }
    self = .all(seconds, curve)
  }
}

extension FilmTitle.Stagger {
  /// A stagger with a total time, as an object of a film file.
  fileprivate struct Whole: FieldOwner {
    var seconds = 0.0
    var timing = TimingCurve.linear

    static let fields = Fields<Whole>(
      Whole(),
      [
        .value("for", \.seconds, .number(FilmTitle.Stagger.seconds, "s"), "the time").required,
        .value("timing", \.timing, .curve, "the curve of the starts"),
      ])
  }
}

extension Kind<FilmTitle.Stagger> {
  /// Seconds between two starts or, with a curve, from the first start to the last.
  fileprivate static var stagger: Kind {
    let each = Kind<Double>.number(FilmTitle.Stagger.seconds, "s")
      .map({ FilmTitle.Stagger.each($0) }, back: { if case .each(let seconds) = $0 { seconds } else { nil } })
    let whole = Kind<FilmTitle.Stagger.Whole>.part().map({ FilmTitle.Stagger.all($0.seconds, $0.timing) }) {
      if case .all(let seconds, let timing) = $0 { .init(seconds: seconds, timing: timing) } else { nil }
    }
    var kind = each.or(object: whole).unlisted
    kind.text = TextForm(
      "\(Bounds(FilmTitle.Stagger.seconds, "s").expected), or a curve and its seconds such as ease-out:0.6"
    ) {
      FilmTitle.Stagger($0)
    }
    return kind
  }
}

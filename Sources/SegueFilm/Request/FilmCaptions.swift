import SegueImaging
import SegueRun
import SegueText
import SegueTransitions

/// Captions word by word: the words of a file, the one that is spoken standing out. Their times are those of the film, or of the
/// source of the clip that has them.
public struct FilmCaptions: Sendable, Hashable {
  /// The way in which the spoken word stands out.
  public enum Words: String, Sendable, Hashable, CaseIterable {
    /// Not at all.
    case none
    /// By its colour.
    case highlight
    /// By its colour, and it grows with a spring.
    case grow
    /// It comes with a spring when it is spoken, and stays.
    case pop
    /// It is there alone.
    case alone
  }

  /// A look by its name, which gives every other value.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    /// White letters with a dark outline, the spoken word yellow.
    case plain
    /// Few large capitals, the spoken word green and growing.
    case loud
    /// White letters on a dark box, a rectangle behind the spoken word.
    case marker
  }

  /// The file: SubRip, WebVTT, Advanced SubStation Alpha, or the JSON that Whisper and its kin write.
  public var source: SubtitleSource
  /// The way in which the spoken word stands out.
  public var words = Words.highlight
  /// Family, weight and slant as Pango reads them.
  public var font = "Sans Bold"
  /// The height of the letters' square, 0.005 to 1 frame heights; smaller where a caption is larger than the frame.
  public var size = 0.06
  /// The colour of the letters.
  public var color = RGBAColor.white
  /// The colour of the word that is spoken.
  public var spoken = RGBAColor(red: 255, green: 214, blue: 10)
  /// The colour of the words that were spoken before; `nil` is ``color``.
  public var said: RGBAColor?
  /// The size of a word that has grown, in its own sizes, 0.5 to 2.
  public var scale = 1.15
  /// The colour of a line around the letters; `nil` is none.
  public var outline: RGBAColor? = .black
  /// The colour of a soft shadow; `nil` is none.
  public var shadow: RGBAColor?
  /// The colour of a rectangle behind the caption; `nil` is none.
  public var box: RGBAColor?
  /// The colour of a rectangle behind the spoken word; `nil` is none.
  public var mark: RGBAColor?
  /// The place; `nil` is the bottom, or the top as long as a title is at the bottom.
  public var place: FilmTitle.Place?
  /// The distance from the upper or lower edge, 0 to 0.5 frame heights.
  public var margin = 0.08
  /// Letters of a line, 1 to 200 at most; fewer where the frame is narrower.
  public var letters = 32
  /// Lines that are seen at once, 1 to 10 at most.
  public var lines = 2
  /// Seconds of silence after which a new caption begins, 0 to 60.
  public var pause = 0.6
  /// Whether all letters are capitals.
  public var isUppercase = false
  /// The transition by which each caption comes, by default of 0.25 s; `nil` is at once. Its sound and its overlap have no effect.
  public var enter: FilmJunction?
  /// The transition by which it goes, which is over when it is gone, likewise.
  public var exit: FilmJunction?
  /// The rectangle in which these are drawn: the frame, or that of the caption.
  public var within = LayerArea.frame

  /// The file at `path` in a style.
  public init(path: String, style: Style = .plain) { self.init(.file(path: path), style: style) }

  /// The file `source` in a style.
  public init(_ source: SubtitleSource, style: Style = .plain) {
    self.source = source
    set(style)
  }

  private mutating func set(_ style: Style) {
    self = FilmCaptions(plain: source)
    switch style {
    case .plain: break
    case .loud:
      (words, size, letters, margin) = (.grow, 0.085, 14, 0.18)
      (spoken, shadow) = (RGBAColor(red: 61, green: 255, blue: 110), FilmTitle.softShadow)
      (scale, isUppercase) = (1.12, true)
    case .marker:
      (spoken, outline) = (.white, nil)
      mark = RGBAColor(red: 124, green: 58, blue: 237)
      box = RGBAColor(red: 0, green: 0, blue: 0, alpha: 176)
    }
  }

  private init(plain source: SubtitleSource) { self.source = source }
}

extension FilmCaptions {
  /// The effects around letters of `size` pixels; the rectangle behind all of them is not among them.
  func effects(size: Double) -> TextEffects {
    var effects = TextEffects()
    effects.outline = outline.map { .init(color: $0, width: size / 14) }
    effects.shadow = shadow.map { .init(color: $0, spread: size / 20, blur: size / 14, drop: size / 24) }
    return effects
  }

  /// The size of a word that has grown or come, in its own sizes.
  var fullSize: Double { words == .grow ? scale : 1 }

  /// The rectangle behind a caption, and behind the spoken word.
  func box(size: Double) -> TextEffects.Box? { box.map { .init(color: $0, x: size * 0.4, y: size * 0.2) } }
  func mark(size: Double) -> TextEffects.Box? {
    mark.map { .init(color: $0, x: size * 0.13, y: size * 0.06) }
  }

  /// - Throws: `FilmError.value`.
  func check(_ place: String) throws(FilmError) {
    try FilmBounds.check(size, in: FilmBounds.titleSize, "\(place).size", "frame heights")
    try FilmBounds.check(scale, in: Self.scales, "\(place).scale", "of its size")
    try FilmBounds.check(margin, in: Self.margins, "\(place).margin", "frame heights")
    try FilmBounds.check(pause, in: Self.pauses, "\(place).pause", "s")
    try FilmBounds.check(letters, in: Self.letterCounts, "\(place).letters")
    try FilmBounds.check(lines, in: Self.lineCounts, "\(place).lines")
    try enter?.check("\(place).enter")
    try exit?.check("\(place).exit")
  }

  fileprivate static let (scales, margins, pauses) = (0.5...2.0, 0...0.5, 0...60.0)
  fileprivate static let (letterCounts, lineCounts) = (1...200, 1...10)
}

/// A setting of captions: its name, its kind and what it sets, for the command line and a film's file alike.
struct CaptionSetting: Sendable {
  /// Its key.
  let name: String
  private let kind: Kind
  private let set: @Sendable (inout FilmCaptions, JSONValue) -> Bool

  private enum Kind {
    case number(ClosedRange<Double>, String)
    case count(ClosedRange<Int>)
    case words([String])
    case color(mayBeNone: Bool)
    case text
    case flag
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Double>, _ unit: String,
    _ place: WritableKeyPath<FilmCaptions, Double> & Sendable
  ) -> CaptionSetting {
    CaptionSetting(name: name, kind: .number(range, unit)) { captions, value in
      guard let number = value.number, range.contains(number) else { return false }
      captions[keyPath: place] = number
      return true
    }
  }

  private static func count(
    _ name: String, _ range: ClosedRange<Int>, _ place: WritableKeyPath<FilmCaptions, Int> & Sendable
  ) -> CaptionSetting {
    CaptionSetting(name: name, kind: .count(range)) { captions, value in
      guard let count = value.number.flatMap({ Int(exactly: $0) }), range.contains(count) else {
        return false
      }
      captions[keyPath: place] = count
      return true
    }
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, of type: Word.Type, _ set: @escaping @Sendable (inout FilmCaptions, Word) -> Void
  ) -> CaptionSetting {
    CaptionSetting(name: name, kind: .words(type.allCases.map(\.rawValue))) { captions, value in
      guard let word = value.text.flatMap({ Word(rawValue: $0) }) else { return false }
      set(&captions, word)
      return true
    }
  }

  private static func color(
    _ name: String, _ place: WritableKeyPath<FilmCaptions, RGBAColor> & Sendable
  ) -> CaptionSetting {
    CaptionSetting(name: name, kind: .color(mayBeNone: false)) { captions, value in
      guard let color = value.text.flatMap({ RGBAColor($0) }) else { return false }
      captions[keyPath: place] = color
      return true
    }
  }

  private static func colorOrNone(
    _ name: String, _ place: WritableKeyPath<FilmCaptions, RGBAColor?> & Sendable
  ) -> CaptionSetting {
    CaptionSetting(name: name, kind: .color(mayBeNone: true)) { captions, value in
      let color = value.text.flatMap { RGBAColor($0) }
      guard color != nil || value.text == "none" else { return false }
      captions[keyPath: place] = color
      return true
    }
  }

  /// All of them; the first one gives the others their values.
  private static let all = [
    word("style", of: FilmCaptions.Style.self) { $0 = FilmCaptions($0.source, style: $1) },
    word("words", of: FilmCaptions.Words.self) { $0.words = $1 },
    CaptionSetting(name: "font", kind: .text) { captions, value in
      captions.font = value.text ?? captions.font
      return value.text != nil
    },
    number("size", FilmBounds.titleSize, "frame heights", \.size), color("color", \.color),
    color("spoken", \.spoken), colorOrNone("said", \.said),
    number("scale", FilmCaptions.scales, "of its size", \.scale), colorOrNone("outline", \.outline),
    colorOrNone("shadow", \.shadow), colorOrNone("box", \.box), colorOrNone("mark", \.mark),
    word("at", of: FilmTitle.Place.self) { $0.place = $1 },
    number("margin", FilmCaptions.margins, "frame heights", \.margin),
    count("letters", FilmCaptions.letterCounts, \.letters), count("lines", FilmCaptions.lineCounts, \.lines),
    number("pause", FilmCaptions.pauses, "s", \.pause),
    CaptionSetting(name: "upper", kind: .flag) { captions, value in
      captions.isUppercase = value.flag ?? captions.isUppercase
      return value.flag != nil
    }, word("within", of: LayerArea.self) { $0.within = $1 },
  ]

  /// The values that it takes, in words.
  private var expected: String {
    switch kind {
    case .number(let range, let unit): "\(range.lowerBound.typed) to \(range.upperBound.typed) \(unit)"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .words(let words): words.joined(separator: ", ")
    case .color(let mayBeNone): "#rrggbb, a CSS colour name" + (mayBeNone ? " or none" : "")
    case .text: "a family"
    case .flag: "true or false"
    }
  }

  /// What a value that cannot be read may be meant to be.
  private func meant(_ text: String) -> String {
    if case .color = kind { NameSuggestion.words(forColor: text) } else { "" }
  }

  /// Its schema in a film's file.
  private func schema(color: JSONValue) -> JSONValue {
    switch kind {
    case .number(let range, _): JSONSchema.number(range)
    case .count(let range):
      .object([
        "type": .text("integer"), "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ])
    case .words(let words): JSONSchema.words(words)
    case .color(let mayBeNone): mayBeNone ? JSONSchema.any(color, JSONSchema.words(["none"])) : color
    case .text: JSONSchema.text
    case .flag: JSONSchema.flag
    }
  }

  /// The value of a text as it is typed.
  private func typed(_ text: String) -> JSONValue {
    switch kind {
    case .number, .count: Double(text).map { .number($0) } ?? .text(text)
    case .flag: ["true": .flag(true), "false": .flag(false)][text] ?? .text(text)
    case .words, .color, .text: .text(text)
    }
  }

  /// The keys of captions in a film's file, but for their file.
  static func schemas(color: JSONValue) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.schema(color: color)) })
  }

  /// The captions in `object`, whose file is at `path`.
  static func captions(_ object: JSONObject, path: String) throws(JSONProblem) -> FilmCaptions {
    var captions = FilmCaptions(path: path)
    for setting in all {
      guard let value = object.value(setting.name) else { continue }
      guard setting.set(&captions, value) else {
        let isText = value.text != nil
        throw object.problem(
          "“\(setting.name)” is \(isText ? "“\(value.typed)”" : value.typed), but must be \(setting.expected)"
            + (value.text.map(setting.meant) ?? ""))
      }
    }
    try object.finish()
    return captions
  }

  /// The captions that `word` asks for, `FILE[,KEY=VALUE…]`; an existing file of that very name wins.
  fileprivate static func captions(
    _ word: String, exists: (String) -> Bool
  ) throws(FilmError) -> FilmCaptions {
    let settings = try FilmSettings(file: word, keys: all.map(\.name) + ["enter", "exit"], exists: exists)
    var captions = FilmCaptions(path: settings.head)
    for setting in all {
      let value = try settings.value(setting.name, setting.expected, meant: setting.meant) { text in
        var changed = captions
        return setting.set(&changed, setting.typed(text)) ? changed : nil
      }
      captions = value ?? captions
    }
    captions.enter = try settings.transition("enter")
    captions.exit = try settings.transition("exit")
    return captions
  }
}

extension FilmCaptions {
  /// Reads `FILE[,KEY=VALUE…]`; an existing file of that very name wins.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String, exists: (String) -> Bool) throws(FilmError) {
    self = try CaptionSetting.captions(word, exists: exists)
  }
}

import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions

/// A setting of one input: its name and how its value is read, for the command line and for a film's file alike.
struct ClipSetting: Sendable {
  /// Its key.
  let name: String
  /// Its schema in a film's file; `nil` where a file spells it in more ways.
  var schema: JSONValue?
  /// Whether a file may have it as true or false.
  private(set) var isFlag = false
  /// The values that it takes, in words.
  let expected: String
  /// Sets it to a value as it is typed; `false` for one that cannot be read.
  let set: @Sendable (_ clip: inout FilmClip, _ text: String) throws(FilmError) -> Bool
  /// Whether a clip has a value of its own.
  let isSet: @Sendable (FilmClip) -> Bool

  private init(
    _ name: String, _ expected: String, isSet: @escaping @Sendable (FilmClip) -> Bool,
    _ set: @escaping @Sendable (inout FilmClip, String) throws(FilmError) -> Bool
  ) {
    (self.name, self.expected, self.isSet, self.set) = (name, expected, isSet, set)
  }

  /// A setting that `read` gives its value; `nil` for one that cannot be read.
  private static func value<Value>(
    _ name: String, _ expected: String, _ place: WritableKeyPath<FilmClip, Value?> & Sendable,
    _ schema: JSONValue? = nil, _ read: @escaping @Sendable (String) -> Value?
  ) -> ClipSetting {
    var setting = ClipSetting(name, expected, isSet: { $0[keyPath: place] != nil }) { clip, text in
      guard let value = read(text) else { return false }
      clip[keyPath: place] = value
      return true
    }
    setting.schema = schema
    return setting
  }

  private static let share = TextForms.decimal(upTo: 1)
  /// A part of a picture, in words.
  static let cropWords = "LEFT:TOP:WIDTH:HEIGHT in fractions of the picture, within it"
  /// The same in a film's file.
  static let cropSchema = JSONSchema.any(
    JSONSchema.whole("\(share)(?:[:,]\(share)){3}"), FilmSchema.fractions)
  private static let time = "seconds, 1:02.5, or frames such as 75f"

  /// A setting that is true or false.
  private static func value(
    _ name: String, _ expected: String, flag place: WritableKeyPath<FilmClip, Bool> & Sendable
  ) -> ClipSetting {
    var setting = ClipSetting(name, expected, isSet: { $0[keyPath: place] }) { clip, text in
      guard let value = ["true": true, "false": false][text] else { return false }
      clip[keyPath: place] = value
      return true
    }
    setting.schema = JSONSchema.any(JSONSchema.flag, JSONSchema.words(["true", "false"]))
    setting.isFlag = true
    return setting
  }

  /// Those that are spelled alike on the command line and in a file.
  static let common = [
    value("fit", words(Fit.self).joined(separator: ", "), \.fit, JSONSchema.words(words(Fit.self))) {
      Fit(rawValue: $0)
    },
    value("crop", cropWords, \.crop, cropSchema) { crop($0) },
    value("rotate", "90, 180 or 270 degrees clockwise", \.rotation, FilmSchema.oneOf(turns)) { text in
      turns.first { "\($0)" == text }
    },
    value(
      "speed", "0.05 to 20, or an expression of p such as keys(0:1,0.5:0.2,1:1)", \.speed,
      JSONSchema.any(JSONSchema.number(ClipSpeed.range), JSONSchema.word)
    ) { $0 },
    value("reverse", "true or false", flag: \.isReversed),
    value("boomerang", "true or false", flag: \.isBoomerang),
    value("track", TrackChoice.expected, \.track, track) { TrackChoice($0) == nil ? nil : $0 },
    value("subtitles", "a number such as 2, or a language such as deu", \.subtitles, track) {
      switch TrackChoice($0) {
      case nil, .pair: nil
      default: $0
      }
    },
    value("chapter", "a name", \.chapter, JSONSchema.any(JSONSchema.word, JSONSchema.number)) {
      $0.isEmpty ? nil : $0
    },
    value(
      "frames", words(SlowMotion.self).joined(separator: " or "), \.slowMotion,
      JSONSchema.words(words(SlowMotion.self))
    ) { SlowMotion(rawValue: $0) },
  ]

  /// A choice among tracks.
  static let track = JSONSchema.any(
    JSONSchema.text("^([1-9][0-9]?(\\+[1-9][0-9]?)?|[A-Za-z]{2,3})$"), JSONSchema.count)

  private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }

  /// Those of the command line: a file spells the last ones in more ways.
  static let typed =
    common + [
      value("each", time, \.duration) { FilmClip.Position($0) },
      value("in", time, \.start) { FilmClip.Position($0) },
      value("out", time, \.end) { FilmClip.Position($0) },
      value("duration", time, \.duration) { FilmClip.Position($0) },
      ClipSetting("title", "TEXT[,KEY=VALUE…] in quotes, as --title has it", isSet: { !$0.titles.isEmpty }) {
        (clip, text) throws(FilmError) in
        clip.titles = [try FilmTitle(parsing: text)]
        return true
      },
      value("fps", "frames a second of a sequence of pictures, such as 24 or 30000/1001", \.frameRate) {
        try? FrameRate(parsing: $0)
      },
      value("over", "a picture, or a colour such as #101418", \.over) { FilmClip.Source(cover: $0) { $0 } },
      value("freeze", "TIME:LENGTH, such as 2.5:1 or 40f:25f", \.freeze) { FilmClip.Freeze($0) },
      value("motion", "none or auto", \.motion) { ["none": PictureMotion.none, "auto": .auto][$0] },
      value("filter", "a chain of filters", \.filter) { $0 },
      ClipSetting("volume", SoundLevel.spellings, isSet: { $0.volume != 0 }) { clip, text in
        guard let decibels = SoundLevel.decibels(text) else { return false }
        clip.volume = decibels
        return true
      },
    ]

  /// Degrees by which a picture may be turned.
  static let turns = [0, 90, 180, 270]

  /// A part of a picture as it is typed; `nil` for what is none.
  static func crop(_ text: String) -> PictureMotion.Part? {
    let numbers = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "," }.map { Double($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { return nil }
    let part = PictureMotion.Part(x: x, y: y, width: width, height: height)
    return part.isWithinPicture ? part : nil
  }
}

extension FilmClip.Source {
  /// Reads what lies under sound alone: a colour with or without `color:`, else the path of a picture.
  init?(cover text: String, _ path: (String) -> String) {
    if text.isEmpty { return nil }
    let word = text.hasPrefix("color:") ? String(text.dropFirst(6)) : text
    if let color = RGBAColor(word) {
      self = .color(color)
    } else if text.hasPrefix("color:") {
      return nil
    } else {
      self = .file(path: path(text))
    }
  }
}

extension FilmClip.Freeze {
  /// Reads `TIME:LENGTH`; `nil` for anything else.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let at = FilmClip.Position(text[..<colon]),
      let length = FilmClip.Position(text[text.index(after: colon)...])
    else { return nil }
    self.init(at: at, for: length)
  }
}

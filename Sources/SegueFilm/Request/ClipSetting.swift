import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions

/// A setting of one input: its name and how its value is read, for the command line and for a film's file alike.
///
/// **Thread-safety:** a value.
struct ClipSetting: Sendable {
  /// Its key.
  let name: String
  /// What its value may be, in words.
  let expected: String
  /// Sets it to a value as it is typed; `false` for one that cannot be read.
  let set: @Sendable (_ clip: inout FilmClip, _ text: String) -> Bool

  private init(
    _ name: String, _ expected: String, _ set: @escaping @Sendable (inout FilmClip, String) -> Bool
  ) {
    (self.name, self.expected, self.set) = (name, expected, set)
  }

  /// A setting that `read` gives its value; `nil` for one that cannot be read.
  private static func value<Value>(
    _ name: String, _ expected: String, _ place: WritableKeyPath<FilmClip, Value?> & Sendable,
    _ read: @escaping @Sendable (String) -> Value?
  ) -> ClipSetting {
    ClipSetting(name, expected) { clip, text in
      guard let value = read(text) else { return false }
      clip[keyPath: place] = value
      return true
    }
  }

  /// Those that are spelled alike on the command line and in a file.
  static let common = [
    value("each", "seconds, 1:02.5, or frames such as 75f", \.duration) { FilmClip.Position($0) },
    value("fit", Fit.allCases.map(\.rawValue).joined(separator: ", "), \.fit) { Fit(rawValue: $0) },
    value("crop", "LEFT:TOP:WIDTH:HEIGHT in fractions of the picture, within it", \.crop) { crop($0) },
    value("rotate", "90, 180 or 270 degrees clockwise", \.rotation) { text in
      turns.first { "\($0)" == text }
    },
    value("speed", "0.05 to 20, or an expression of p such as keys(0:1,0.5:0.2,1:1)", \.speed) { $0 },
    value("chapter", "a name", \.chapter) { $0.isEmpty ? nil : $0 },
    value("frames", "blend or repeat", \.slowMotion) { SlowMotion(rawValue: $0) },
  ]

  /// Those of the command line: a file spells the last ones in more ways.
  static let typed =
    common + [
      value("motion", "none or auto", \.motion) { ["none": PictureMotion.none, "auto": .auto][$0] },
      value("filter", "a chain of filters", \.filter) { $0 },
      ClipSetting("volume", SoundLevel.spellings) { clip, text in
        guard let decibels = SoundLevel.decibels(text) else { return false }
        clip.volume = decibels
        return true
      },
    ]

  /// Degrees by which a picture may be turned.
  static let turns = [0, 90, 180, 270]

  private static func crop(_ text: String) -> PictureMotion.Part? {
    let numbers = text.split(whereSeparator: { $0 == ":" || $0 == "," }).map { Double($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { return nil }
    let part = PictureMotion.Part(x: x, y: y, width: width, height: height)
    return part.isWithinPicture ? part : nil
  }
}

extension FilmArguments {
  /// An input's settings, taken off `word`: `KEY=VALUE` behind commas that are neither in quotes nor in brackets. What
  /// exists as a file by a longer name is that.
  /// - Throws: `FilmError.argument`.
  static func settings(of word: String, exists: (String) -> Bool) throws(FilmError) -> (
    input: String, settings: [(ClipSetting, String)]
  ) {
    let commas = word.indices.filter { word[$0] == "," }
    func isInput(_ text: Substring) -> Bool {
      guard !exists(String(text)), let at = text.lastIndex(of: "@"), !text[at...].contains(",") else {
        return exists(String(text))
      }
      return exists(String(text[..<at]))
    }
    // The longest name of a file, else all before the first key.
    let keys = commas.filter { key(in: word[word.index(after: $0)...]) != nil }
    let end = commas.last { isInput(word[..<$0]) } ?? keys.first
    guard !isInput(word[...]), let end else { return (word, []) }
    var settings: [(ClipSetting, String)] = []
    for piece in pieces(of: word[word.index(after: end)...], quotesValues: true) {
      guard let name = key(in: piece[...]) else {
        throw .argument(word, expected: "KEY=VALUE in place of “\(piece)”")
      }
      guard let setting = ClipSetting.typed.first(where: { $0.name == name }) else {
        let names = ClipSetting.typed.map(\.name)
        let meant = NameSuggestion.nearest(to: name, in: names).map { "; did you mean \($0)?" } ?? ""
        throw .argument(
          word, expected: "a setting in place of “\(name)”: \(names.joined(separator: ", "))\(meant)")
      }
      settings.append((setting, unquoted(piece.dropFirst(name.count + 1))))
    }
    return (String(word[..<end]), settings)
  }

  /// The word before the first sign of equality, if it could be a key.
  private static func key(in text: Substring) -> String? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    let key = text[..<equals]
    return key.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") } ? String(key) : nil
  }

  /// `text` without quotes around all of it.
  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, let first = text.first, first == "'" || first == "\"", text.last == first,
      !text.dropFirst().dropLast().contains(first)
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }
}

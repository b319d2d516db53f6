import SegueImaging
import SegueRun
import SegueSystem
import SegueTransitions

/// What is typed as `HEAD,KEY=VALUE,KEY=VALUE…`. A comma that no known key follows belongs to what stands before it, so a
/// text, a list of fonts and a file's name may have commas of their own.
///
/// **Thread-safety:** a value.
struct FilmSettings {
  /// What comes before the first key.
  let head: String
  private let word: String
  private let values: [(key: String, value: String)]

  /// Splits `word` at those of `keys`.
  /// - Throws: `FilmError.argument` for a key that resembles one of them, and for one that is given twice.
  init(_ word: String, keys: [String]) throws(FilmError) {
    self.word = word
    var head = ""
    var values: [(key: String, value: String)] = []
    for (index, piece) in word.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      let equals = index > 0 ? piece.firstIndex(of: "=") : nil
      let name = equals.map { piece[..<$0].drop { $0 == " " } }
      if let equals, let name, keys.contains(String(name)) {
        if values.contains(where: { $0.key == name }) {
          throw .argument(word, expected: "“\(name)” once")
        }
        values.append((String(name), String(piece[piece.index(after: equals)...])))
        continue
      }
      if let name, !name.isEmpty, name.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 }),
        let meant = NameSuggestion.nearest(to: String(name), in: keys)
      {
        throw .argument(word, expected: "“\(meant)” instead of “\(name)”")
      }
      let comma = index > 0 ? "," : ""
      if values.isEmpty { head += comma + piece } else { values[values.count - 1].value += comma + piece }
    }
    (self.head, self.values) = (head, values)
  }

  /// What `read` makes of the value of `key`; `nil` where it is not given.
  /// - Throws: `FilmError.argument` where `read` makes nothing of it.
  func value<Read>(_ key: String, _ expected: String, _ read: (String) -> Read?) throws(FilmError) -> Read? {
    guard let value = values.first(where: { $0.key == key })?.value else { return nil }
    guard let result = read(value) else {
      throw .argument(word, expected: "\(key) as \(expected), not “\(value)”")
    }
    return result
  }

  /// A number within `range`.
  func number(_ key: String, in range: ClosedRange<Double>, _ unit: String) throws(FilmError) -> Double? {
    try value(key, "\(range.lowerBound.typed) to \(range.upperBound.typed) \(unit)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A time in the film; what is negative counts from its end.
  func position(_ key: String) throws(FilmError) -> FilmClip.Position? {
    try value(key, "seconds, 1:02.5, frames such as 75f, or -2.5 before the film's end") { text in
      guard let position = FilmClip.Position(text, mayCountFromEnd: true),
        (try? position.check(key, FilmBounds.secondsFromEnd)) != nil
      else { return nil }
      return position
    }
  }

  /// A place in the frame.
  func place(_ key: String) throws(FilmError) -> FilmTitle.Place? {
    try value(key, FilmTitle.Place.allCases.map(\.rawValue).joined(separator: ", ")) {
      FilmTitle.Place(rawValue: $0)
    }
  }

  /// A colour; `.some(nil)` for “none”.
  func color(_ key: String) throws(FilmError) -> RGBAColor?? {
    try value(key, "#rrggbb, a CSS colour name or none") { text -> RGBAColor?? in
      text == "none" ? .some(nil) : RGBAColor(text).map { .some($0) }
    }
  }
}

extension FilmTitle {
  /// Reads `TEXT[,KEY=VALUE…]`, with `\n` for a line feed and a soft shadow unless another one is asked for.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String) throws(FilmError) {
    let keys = ["start", "end", "at", "size", "font", "color", "outline", "shadow", "box", "fade"]
    let settings = try FilmSettings(word, keys: keys)
    self.init(settings.head.replacing("\\n", with: "\n"))
    outline = try settings.color("outline") ?? nil
    shadow = try settings.color("shadow") ?? Self.softShadow
    box = try settings.color("box") ?? nil
    start = try settings.position("start") ?? start
    end = try settings.position("end")
    place = try settings.place("at") ?? place
    size = try settings.number("size", in: FilmBounds.titleSize, "frame heights") ?? size
    font = try settings.value("font", "a family", { $0 }) ?? font
    color = try settings.value("color", "#rrggbb or a CSS colour name") { RGBAColor($0) } ?? color
    fade = try settings.number("fade", in: FilmBounds.seconds, "s") ?? fade
  }
}

import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueTransitions

/// A setting of an overlay: its name and how its value is read, for the command line and for a film's file alike.
struct OverlaySetting: Sendable {
  /// Its key.
  let name: String
  private let kind: Kind

  private enum Kind: Sendable {
    case number(ClosedRange<Double>, unit: String, WritableKeyPath<FilmOverlay, Double?> & Sendable)
    /// A time in its source.
    case position(WritableKeyPath<FilmOverlay, FilmClip.Position?> & Sendable)
    case text(Text)
  }

  /// A value that is typed alike in both.
  private struct Text: Sendable {
    var expected: String
    var schema: JSONValue
    /// What is added to the sentence about a value that cannot be read.
    var meant: @Sendable (String) -> String = { _ in "" }
    /// Sets it; `false` for what cannot be read.
    var set: @Sendable (inout FilmOverlay, String) -> Bool
  }

  /// Those that are read alike.
  static let all: [OverlaySetting] = [
    value("x", FilmBounds.overlayPlace, "frame widths", \.x),
    value("y", FilmBounds.overlayPlace, "frame heights", \.y),
    words("anchor", FilmTitle.Place.self) { $0.anchor = $1 },
    value("height", FilmBounds.overlaySize, "frame heights", \.height),
    value(
      "shape", OverlayShape.expected, \.shape, JSONSchema.whole(OverlayShape.form),
      meant: { nearest(to: $0, in: ["circle", "rounded:0.1"]) }
    ) { OverlayShape($0) },
    value(
      "border", OverlayBorder.expected, \.border,
      JSONSchema.any(JSONSchema.number(FilmBounds.share), JSONSchema.whole(OverlayBorder.form)),
      meant: { NameSuggestion.words(forColor: String($0.drop { $0 != ":" }.dropFirst())) }
    ) { OverlayBorder($0) },
    OverlaySetting(
      name: "shadow",
      kind: .text(
        Text(
          expected: "#rrggbb, a CSS colour name or none", schema: FilmSchema.colorOrNone,
          meant: NameSuggestion.words(forColor:)
        ) { overlay, text in
          overlay.shadow = RGBAColor(text)
          return overlay.shadow != nil || text == "none"
        })),
    OverlaySetting(name: "in", kind: .position(\.sourceStart)),
    OverlaySetting(name: "out", kind: .position(\.sourceEnd)),
    value(
      "speed", "0.05 to 20, or an expression of p such as keys(0:1,0.5:0.2,1:1)", \.speed,
      JSONSchema.any(JSONSchema.number(ClipSpeed.range), JSONSchema.word)
    ) { $0 },
    value(
      "loop", "true or false", \.loops, JSONSchema.any(JSONSchema.flag, JSONSchema.words(["true", "false"]))
    ) { ["true": true, "false": false][$0] },
    words("blend", BlendMode.self) { $0.blend = $1 },
    value("crop", ClipSetting.cropWords, \.crop, ClipSetting.cropSchema) { ClipSetting.crop($0) },
    value("track", TrackChoice.expected, \.track, ClipSetting.track) { TrackChoice($0) == nil ? nil : $0 },
  ]

  private static func value(
    _ name: String, _ range: ClosedRange<Double>, _ unit: String,
    _ place: WritableKeyPath<FilmOverlay, Double?> & Sendable
  ) -> OverlaySetting {
    OverlaySetting(name: name, kind: .number(range, unit: unit, place))
  }

  private static func value<Value>(
    _ name: String, _ expected: String, _ place: WritableKeyPath<FilmOverlay, Value?> & Sendable,
    _ schema: JSONValue, meant: @escaping @Sendable (String) -> String = { _ in "" },
    _ read: @escaping @Sendable (String) -> Value?
  ) -> OverlaySetting {
    let text = Text(expected: expected, schema: schema, meant: meant) { overlay, text in
      guard let value = read(text) else { return false }
      overlay[keyPath: place] = value
      return true
    }
    return OverlaySetting(name: name, kind: .text(text))
  }

  /// One of an enumeration's words.
  private static func words<Word: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ type: Word.Type, _ set: @escaping @Sendable (inout FilmOverlay, Word) -> Void
  ) -> OverlaySetting {
    let words = type.allCases.map(\.rawValue)
    let known = Dictionary(uniqueKeysWithValues: zip(words, type.allCases))
    let text = Text(
      expected: words.joined(separator: ", "), schema: JSONSchema.words(words),
      meant: { nearest(to: $0, in: words) }
    ) { overlay, text in
      guard let word = known[text] else { return false }
      set(&overlay, word)
      return true
    }
    return OverlaySetting(name: name, kind: .text(text))
  }

  private static func nearest(to text: String, in words: [String]) -> String {
    NameSuggestion.nearest(to: text, in: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// Its schema in a film's file.
  var schema: JSONValue {
    switch kind {
    case .number(let range, _, _): JSONSchema.number(range)
    case .position: FilmSchema.inSource
    case .text(let text): text.schema
    }
  }

  /// Takes it from what was typed.
  /// - Throws: `FilmError.argument`.
  func read(_ settings: FilmSettings, into overlay: inout FilmOverlay) throws(FilmError) {
    switch kind {
    case .number(let range, let unit, let place):
      if let number = try settings.number(name, in: range, unit) { overlay[keyPath: place] = number }
    case .position(let place):
      let time = "seconds, 1:02.5, or frames such as 75f"
      let position = try settings.value(name, time) { FilmClip.Position($0) }
      if let position { overlay[keyPath: place] = position }
    case .text(let text):
      _ = try settings.value(name, text.expected, meant: text.meant) { text.set(&overlay, $0) ? true : nil }
    }
  }

  /// Takes it from an overlay in a film's file.
  /// - Throws: `JSONProblem`.
  func read(_ entry: JSONObject, into overlay: inout FilmOverlay) throws(JSONProblem) {
    guard let value = entry.value(name) else { return }
    switch kind {
    case .number(let range, let unit, let place):
      overlay[keyPath: place] = try entry.number(name, in: range, unit)
    case .position(let place):
      overlay[keyPath: place] = try entry.position(name, in: FilmBounds.sourceSeconds)
    case .text(let text):
      let typed: String
      if name == "crop", value.list != nil {
        typed = (try entry.numbers(name) ?? []).map(\.typed).joined(separator: ":")
      } else if name == "loop", let flag = value.flag {
        typed = "\(flag)"
      } else {
        typed = try entry.numberOrText(name)
      }
      guard text.set(&overlay, typed) else {
        throw entry.problem("“\(name)” is “\(typed)”, but must be \(text.expected)\(text.meant(typed))")
      }
    }
  }
}

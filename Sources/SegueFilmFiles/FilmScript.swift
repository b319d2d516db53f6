import FoundationEssentials
import SegueFields
import SegueFilm
import SegueRun

/// The text of a film: the words of a command, or a film file. Setting a transition keeps everything else
/// verbatim.
package enum FilmScript: Sendable, Hashable {
  /// The inputs and transitions of a command.
  case words([String])
  /// The text of a film file or a timeline.
  case file(String)

  /// The script for the `inputs` of a command: the text of a single film file, else the words.
  /// - Throws: `SystemError.unreadable`, `FilmError.file`.
  package init(inputs: [String]) throws {
    let isFile = try inputs.count == 1 && FilmFile.isDescription(inputs[0])
    self = isFile ? .file(try FilmFile.text(of: inputs[0])) : .words(inputs)
  }

  /// Whether the script is a timeline, which cannot be edited.
  package var isTimeline: Bool {
    if case .file(let text) = self { FilmText(text).isTimeline } else { false }
  }

  /// The position of a transition among the inputs.
  package enum Place: Sendable, Hashable {
    /// The transition before the first input.
    case opening
    /// The transition after the input with this index.
    case after(Int)
    /// The transition after the last input.
    case closing
  }

  /// Sets the transition `name` of `seconds` at `place`; `cut` removes it. The parameters of a different
  /// transition are dropped.
  /// - Throws: `FilmError.file` if the text is not a film file, or if it is a timeline.
  package mutating func set(_ name: String, _ seconds: Double, at place: Place) throws(FilmError) {
    switch self {
    case .words(let words): self = .words(Self.set(name, seconds, at: place, in: words))
    case .file(let text): self = .file(try FilmText(text).setting(name, seconds, at: place))
    }
  }

  private static func set(_ name: String, _ seconds: Double, at place: Place, in words: [String]) -> [String]
  {
    var words = words
    let inputs = words.indices.filter { !words[$0].hasPrefix("+") }
    // The index of the transition's argument, existing or new.
    let index: Int
    switch place {
    case .opening: index = 0
    case .after(let input):
      guard inputs.indices.contains(input) else { return words }
      index = inputs[input] + 1
    case .closing: index = (inputs.last ?? -1) + 1
    }
    let isThere = words.indices.contains(index) && words[index].hasPrefix("+")
    let isEnd = if case .after = place { false } else { true }
    if isEnd, name == "cut" {
      if isThere { words.remove(at: index) }
      return words
    }
    let word = word(name, seconds, instead: isThere ? words[index] : nil)
    if isThere { words[index] = word } else { words.insert(word, at: index) }
    return words
  }

  /// The argument of a transition that replaces `old` and keeps its settings. Parameters are kept only for
  /// the same transition.
  private static func word(_ name: String, _ seconds: Double, instead old: String?) -> String {
    let pieces = old.map { FilmSettings.pieces(of: $0.dropFirst()) } ?? []
    let head = pieces.first ?? ""
    let isSame = head == name || head.hasPrefix(name + ":")
    if name == "cut" {
      return (["+cut"] + pieces.dropFirst().filter { $0.hasPrefix("sound=") }).joined(separator: ",")
    }
    let kept = pieces.dropFirst().filter { piece in
      isSame || FilmJunction.fields.typedNames.contains { piece.hasPrefix($0 + "=") }
    }
    return (["+\(name):\(seconds.typed)"] + kept).joined(separator: ",")
  }
}

/// The text of a film file, edited without changing other bytes.
private struct FilmText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var isTimeline: Bool { members(of: 0)?["OTIO_SCHEMA"] != nil }

  /// The text with the transition `name` of `seconds` at `place`.
  func setting(_ name: String, _ seconds: Double, at place: FilmScript.Place) throws(FilmError) -> String {
    if isTimeline {
      throw .file(
        name: "the film",
        reason: "it is a timeline; change its transitions in the program that wrote it")
    }
    guard let members = members(of: 0), let clips = members["clips"] else {
      throw .file(name: "the film", reason: "it has no “clips”")
    }
    switch place {
    case .opening, .closing:
      let key = place == .opening ? "opening" : "closing"
      let old = members[key].map { String(decoding: bytes[$0], as: UTF8.self) }
      let value = name == "cut" ? "null" : entry(name, seconds, instead: old)
      if let range = members[key] { return replacing(range, with: value) }
      return name == "cut"
        ? String(decoding: bytes, as: UTF8.self)
        : replacing(clips.upperBound..<clips.upperBound, with: ",\n  \"\(key)\": \(value)")
    case .after(let input):
      let entries = elements(of: clips.lowerBound) ?? []
      let isTransition = entries.map { self.members(of: $0.lowerBound)?["transition"] != nil }
      let inputs = entries.indices.filter { !isTransition[$0] }
      guard inputs.indices.contains(input) else {
        throw .file(name: "the film", reason: "it has no clip \(input)")
      }
      let index = inputs[input] + 1
      if entries.indices.contains(index), isTransition[index] {
        let old = String(decoding: bytes[entries[index]], as: UTF8.self)
        return replacing(entries[index], with: entry(name, seconds, instead: old))
      }
      let end = entries[index - 1].upperBound
      return replacing(end..<end, with: ",\n    \(entry(name, seconds, instead: nil))")
    }
  }

  /// The object of a transition that replaces `old` and keeps its keys. Parameters are kept only for the same
  /// transition.
  private func entry(_ name: String, _ seconds: Double, instead old: String?) -> String {
    var values: [String: JSONValue] = [:]
    if let old, case .object(let given)? = try? JSONValue(parsing: Array(old.utf8)) {
      values = given
    }
    var oldName = values["transition"]?.text
    if case .object(let inner)? = values["transition"] {
      oldName = inner["name"]?.text
      values.merge(inner.filter { $0.key != "name" }) { $1 }
    }
    if name == "cut" { return "{\"transition\": \"cut\"}" }
    if oldName != name { values["params"] = nil }
    values["transition"] = nil
    values["duration"] = nil
    let rest = values.sorted { $0.key < $1.key }.map { "\(Self.json(.text($0.key))): \(Self.json($0.value))" }
    return
      "{"
      + (["\"transition\": \(Self.json(.text(name)))", "\"duration\": \(seconds.typed)"] + rest)
      .joined(separator: ", ") + "}"
  }

  private static func json(_ value: JSONValue) -> String {
    (try? JSONEncoder.sorted().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }

  /// The ranges of the values of the JSON object at `place`, by key; `nil` if there is no object.
  private func members(of place: Int) -> [String: Range<Int>]? {
    var place = skippingSpace(place)
    guard byte(place) == UInt8(ascii: "{") else { return nil }
    var members: [String: Range<Int>] = [:]
    place = skippingSpace(place + 1)
    while byte(place) == UInt8(ascii: "\"") {
      let key = place..<end(of: place)
      place = skippingSpace(skippingSpace(key.upperBound) + 1)
      let value = place..<end(of: place)
      let name = try? JSONDecoder().decode(String.self, from: Data(bytes[key]))
      if let name { members[name] = value }
      place = skippingSpace(value.upperBound)
      if byte(place) == UInt8(ascii: ",") { place = skippingSpace(place + 1) }
    }
    return members
  }

  /// The ranges of the elements of the list at `place`; `nil` if there is no list.
  private func elements(of place: Int) -> [Range<Int>]? {
    guard byte(place) == UInt8(ascii: "[") else { return nil }
    var elements: [Range<Int>] = []
    var place = skippingSpace(place + 1)
    while let first = byte(place), first != UInt8(ascii: "]") {
      let element = place..<end(of: place)
      if element.isEmpty { return nil }
      elements.append(element)
      place = skippingSpace(element.upperBound)
      if byte(place) == UInt8(ascii: ",") { place = skippingSpace(place + 1) }
    }
    return elements
  }

  private func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  private func skippingSpace(_ place: Int) -> Int {
    var place = place
    while let byte = byte(place), [9, 10, 13, 32].contains(byte) { place += 1 }
    return place
  }

  /// The position after the value that begins at `place`.
  private func end(of place: Int) -> Int {
    var (place, depth) = (place, 0)
    while let byte = byte(place) {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        while let next = self.byte(place), next != UInt8(ascii: "\"") {
          place += next == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 9, 10, 13, 32: if depth == 0 { return place }
      default: break
      }
      place += 1
    }
    return min(place, bytes.count)
  }
}

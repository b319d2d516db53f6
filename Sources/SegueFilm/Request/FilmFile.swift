import Foundation
import SegueRun
import SegueSystem
import SegueTransitions

/// The JSON of a film, as `segue join film.json` reads it. Paths are relative to the file; keys that are not known are
/// warnings.
public enum FilmFile {
  /// The film in the file at `path`, written to `output`; a plan needs none.
  /// - Throws: `SegueError.media(.unreadable)`, `.film(.file)`.
  public static func read(path: String, output: String = "") throws(SegueError) -> FilmRequest {
    do {
      return try read(path: path, limit: 64 << 20, output: output, parse: parse)
    } catch {
      throw SegueError(error)
    }
  }

  /// The film whose file at `path` has this text, written to `output`.
  /// - Throws: `FilmError.file`.
  package static func film(in text: String, path: String, output: String) throws(FilmError) -> FilmRequest {
    var request = try parse(Array(text.utf8), name: path, folder: folder(of: path))
    (request.output.path, request.files) = (output, [path])
    return request
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The film that `parse` finds in the file at `path`, which has at most `limit` bytes.
  /// - Throws: `MediaError.unreadable`, and what `parse` throws.
  static func read(
    path: String, limit: Int, output: String,
    parse: (_ bytes: [UInt8], _ name: String, _ folder: String) throws -> FilmRequest
  ) throws -> FilmRequest {
    let bytes = try InputBytes.read(path: path, limit: limit)
    var request = try parse(bytes, path, folder(of: path))
    request.output.path = output
    request.files = [path]
    return request
  }

  /// The film in `json`; errors call it `name`, and relative paths begin with `folder`, which ends in a slash or is empty.
  /// - Throws: `FilmError.file`.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmError) -> FilmRequest {
    try film(in: document(json, name: name), name: name, folder: folder)
  }

  /// The film in `document`; else as ``parse(_:name:folder:)``.
  static func film(in document: JSONValue, name: String, folder: String) throws(FilmError) -> FilmRequest {
    try checked(name) { try FilmFileReader(folder: folder).film(document) }
  }

  /// The values in `json`, which errors call `name`.
  /// - Throws: `FilmError.file` where it is not JSON.
  static func document(_ json: [UInt8], name: String) throws(FilmError) -> JSONValue {
    guard let document = try? JSONDecoder().decode(JSONValue.self, from: Data(json)) else {
      throw .file(name: name, reason: JSONValue.fault(in: json))
    }
    return document
  }

  /// The film that `read` finds in a file which errors call `name`.
  /// - Throws: `FilmError.file`, also for numbers that `read` lets through and that a film cannot have.
  static func checked(_ name: String, _ read: () throws -> FilmRequest) throws(FilmError) -> FilmRequest {
    do {
      let request = try read()
      try request.check()
      return request
    } catch let problem as FilmFileProblem {
      throw .file(name: name, reason: problem.sentence)
    } catch {
      throw .file(name: name, reason: "\(error)")
    }
  }
}

/// What is wrong in a film's file, and where.
struct FilmFileProblem: Error { var sentence: String }

/// An object of JSON whose keys are ticked off as they are read.
final class FilmObject {
  private let values: [String: JSONValue]
  private let place: String
  private let reader: FilmFileReader
  private var asked: Set<String> = []

  init(_ json: JSONValue, place: String, reader: FilmFileReader) throws {
    (self.place, self.reader) = (place, reader)
    guard case .object(let values) = json else {
      throw FilmFileProblem(sentence: (place.isEmpty ? "" : place + ": ") + "expected an object")
    }
    self.values = values
  }

  var keys: [String] { values.keys.sorted() }

  func has(_ key: String) -> Bool { values[key] != nil }

  func problem(_ sentence: String) -> FilmFileProblem {
    FilmFileProblem(sentence: (place.isEmpty ? "" : place + ": ") + sentence)
  }

  /// Notes every key that nobody asked for.
  func finish() {
    for key in keys where !asked.contains(key) {
      let meant = NameSuggestion.nearest(to: key, in: asked.sorted()).map { "; did you mean “\($0)”?" } ?? ""
      reader.note((place.isEmpty ? "" : place + ": ") + "“\(key)” has no effect here\(meant)")
    }
  }

  /// What `read` makes of a value; `nil` where there is none.
  private func value<Read>(_ key: String, _ expected: String, _ read: (JSONValue) -> Read?) throws -> Read? {
    guard let value = value(key) else { return nil }
    guard let result = read(value) else { throw problem("“\(key)” must be \(expected)") }
    return result
  }

  func text(_ key: String) throws -> String? { try value(key, "a text", \.text) }

  /// A text, or a number as it would be typed.
  func textOrNumber(_ key: String) throws -> String? {
    value(key) == nil ? nil : try word(key)
  }

  func number(_ key: String) throws -> Double? { try value(key, "a number", \.number) }

  func numbers(_ key: String) throws -> [Double]? {
    try value(key, "a list of numbers") { value in
      value.list.flatMap { list in
        let numbers = list.compactMap(\.number)
        return numbers.count == list.count ? numbers : nil
      }
    }
  }

  func flag(_ key: String) throws -> Bool? { try value(key, "true or false", \.flag) }

  /// The one of an enumeration's words that stands there.
  func word<Word: RawRepresentable<String>>(_ key: String, of type: Word.Type, _ expected: String) throws
    -> Word?
  {
    guard let text = try text(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw problem("“\(key)” is “\(text)”, but must be \(expected)")
    }
    return word
  }

  /// A number within `range`.
  func number(_ key: String, in range: ClosedRange<Double>, _ unit: String) throws -> Double? {
    guard let number = try number(key) else { return nil }
    try bounded(key) { place throws(FilmError) in try FilmBounds.check(number, in: range, place, unit) }
    return number
  }

  /// Seconds as a number or a text such as `1:02.5`, within `range`, or frames as a text such as `75f`.
  func position(_ key: String, in range: ClosedRange<Double> = FilmBounds.seconds) throws -> FilmClip
    .Position?
  {
    let position = try value(key, "seconds, \"1:02.5\", or frames such as \"75f\"") { value in
      value.number.map { .seconds($0) }
        ?? value.text.flatMap { FilmClip.Position($0, mayCountFromEnd: range.lowerBound < 0) }
    }
    try bounded(key) { place throws(FilmError) in try position?.check(place, range) }
    return position
  }

  /// Says what `check` finds with the place of `key`.
  private func bounded(_ key: String, _ check: (String) throws(FilmError) -> Void) throws {
    do {
      try check("“\(key)”")
    } catch {
      throw problem("\(error)")
    }
  }

  /// A change of level in decibels: a number, or a text such as `-3dB`.
  func decibels(_ key: String) throws -> Double? {
    try value(key, "decibels such as \"-3dB\"") { value in
      value.number ?? value.text.flatMap { $0.hasSuffix("%") ? nil : SoundLevel.decibels($0) }
    }
  }

  /// A volume in decibels. A number alone could be either of its spellings.
  func volume(_ key: String) throws -> Double? {
    guard let value = value(key) else { return nil }
    guard let decibels = value.text.flatMap({ SoundLevel.decibels($0) }) else {
      throw problem("“\(key)” is \(value.typed), but must be \(SoundLevel.spellings)")
    }
    return decibels
  }

  func object(_ key: String) throws -> FilmObject? {
    guard let value = value(key) else { return nil }
    return try FilmObject(value, place: path(key), reader: reader)
  }

  /// The objects of a list.
  /// - Parameter shorthand: the key whose text may stand for an object; one may stand for the list then.
  func objects(_ key: String, shorthand: String? = nil) throws -> [FilmObject] {
    guard let value = value(key) else { return [] }
    guard let list = value.list ?? (shorthand == nil ? nil : [value]) else {
      throw problem("“\(key)” must be a list")
    }
    return try list.enumerated().map { index, value in
      let text = shorthand.flatMap { key in value.text.map { JSONValue.object([key: .text($0)]) } }
      return try FilmObject(text ?? value, place: path(key) + "[\(index)]", reader: reader)
    }
  }

  /// A value as it would be typed.
  func word(_ key: String, mayBeList: Bool = true, mayBeFlag: Bool = true) throws -> String {
    func isPlain(_ json: JSONValue) -> Bool {
      switch json {
      case .text, .number: true
      case .flag: mayBeFlag
      case .list(let list): mayBeList && list.allSatisfy(isPlain)
      case .null, .object: false
      }
    }
    guard let value = value(key), isPlain(value) else {
      throw problem("“\(key)” must be a number\(mayBeList ? ", a text or a list of numbers" : " or a text")")
    }
    return value.typed
  }

  private func value(_ key: String) -> JSONValue? {
    asked.insert(key)
    let value = values[key]
    return value == .null ? nil : value
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
}

import Foundation
import SegueImaging
import SegueMedia
import SegueMotion

/// What is wrong with a film's file.
public struct FilmFileError: Error, Sendable, Hashable {
  /// The file.
  public var name: String
  /// Where and what, in a sentence without a full stop.
  public var reason: String
}

/// The JSON of a film, as `segue join film.json` reads it. Paths are relative to the file; keys that are not known are
/// warnings.
public enum FilmFile {
  /// The film in the file at `path`, written to `output`.
  /// - Throws: `MediaError.unreadable`, `FilmFileError`.
  public static func read(path: String, output: String) throws -> FilmRequest {
    try read(path: path, limit: 64 << 20, output: output, parse: parse)
  }

  /// The film that `parse` finds in the file at `path`, which has at most `limit` bytes.
  /// - Throws: `MediaError.unreadable`, and what `parse` throws.
  static func read(
    path: String, limit: Int, output: String,
    parse: (_ bytes: [UInt8], _ name: String, _ folder: String) throws -> FilmRequest
  ) throws -> FilmRequest {
    let bytes = try InputBytes.read(path: path, limit: limit)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var request = try parse(bytes, path, folder)
    request.render.output = output
    request.files = [path]
    return request
  }

  /// The film in `json`; errors call it `name`, and relative paths begin with `folder`, which ends in a slash or is empty.
  /// - Throws: `FilmFileError`.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmFileError) -> FilmRequest {
    do {
      return try FilmFileReader(folder: folder).film(JSONDecoder().decode(FilmJSON.self, from: Data(json)))
    } catch let error as FilmJSON.Problem {
      throw FilmFileError(name: name, reason: error.sentence)
    } catch {
      throw FilmFileError(name: name, reason: "it is not valid JSON")
    }
  }
}

/// A value of JSON.
enum FilmJSON: Decodable, Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([FilmJSON])
  case object([String: FilmJSON])

  /// What is wrong, and where.
  struct Problem: Error { var sentence: String }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([FilmJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: FilmJSON].self))
    }
  }
}

/// An object of JSON whose keys are ticked off as they are read.
final class FilmObject {
  private let values: [String: FilmJSON]
  private let place: String
  private let reader: FilmFileReader
  private var asked: Set<String> = []

  init(_ json: FilmJSON, place: String, reader: FilmFileReader) throws {
    (self.place, self.reader) = (place, reader)
    guard case .object(let values) = json else {
      throw FilmJSON.Problem(sentence: (place.isEmpty ? "" : place + ": ") + "expected an object")
    }
    self.values = values
  }

  var keys: [String] { values.keys.sorted() }

  func has(_ key: String) -> Bool { values[key] != nil }

  func problem(_ sentence: String) -> FilmJSON.Problem {
    FilmJSON.Problem(sentence: (place.isEmpty ? "" : place + ": ") + sentence)
  }

  /// Notes every key that nobody asked for.
  func finish() {
    for key in keys where !asked.contains(key) {
      let meant = NameSuggestion.nearest(to: key, in: asked.sorted()).map { "; did you mean “\($0)”?" } ?? ""
      reader.note((place.isEmpty ? "" : place + ": ") + "“\(key)” has no effect here\(meant)")
    }
  }

  func text(_ key: String) throws -> String? {
    switch value(key) {
    case nil: return nil
    case .text(let text): return text
    default: throw problem("“\(key)” must be a text")
    }
  }

  /// A text, or a number as it would be typed.
  func textOrNumber(_ key: String) throws -> String? {
    value(key) == nil ? nil : try word(key)
  }

  func number(_ key: String) throws -> Double? {
    switch value(key) {
    case nil: return nil
    case .number(let number): return number
    default: throw problem("“\(key)” must be a number")
    }
  }

  func numbers(_ key: String) throws -> [Double]? {
    guard let value = value(key) else { return nil }
    guard case .list(let list) = value else { throw problem("“\(key)” must be a list of numbers") }
    return try list.map { item in
      guard case .number(let number) = item else { throw problem("“\(key)” must be a list of numbers") }
      return number
    }
  }

  func flag(_ key: String) throws -> Bool? {
    switch value(key) {
    case nil: return nil
    case .flag(let flag): return flag
    default: throw problem("“\(key)” must be true or false")
    }
  }

  /// Seconds as a number, or frames as a text such as `75f`.
  func position(_ key: String) throws -> FilmClip.Position? {
    switch value(key) {
    case nil: return nil
    case .number(let seconds) where seconds >= 0: return .seconds(seconds)
    case .text(let text):
      if let position = FilmClip.Position(text) { return position }
      fallthrough
    default: throw problem("“\(key)” must be seconds, or frames such as \"75f\"")
    }
  }

  /// A number, or a text such as `-3dB`.
  func decibels(_ key: String) throws -> Double? {
    switch value(key) {
    case nil: return nil
    case .number(let number): return number
    case .text(let text) where text.hasSuffix("dB"):
      if let number = Double(text.dropLast(2).filter { $0 != " " }), abs(number) <= 120 { return number }
      fallthrough
    default: throw problem("“\(key)” must be decibels such as \"-3dB\"")
    }
  }

  func object(_ key: String) throws -> FilmObject? {
    guard let value = value(key) else { return nil }
    return try FilmObject(value, place: path(key), reader: reader)
  }

  func objects(_ key: String) throws -> [FilmObject] {
    guard let value = value(key) else { return [] }
    guard case .list(let list) = value else { throw problem("“\(key)” must be a list") }
    return try list.enumerated().map {
      try FilmObject($0.element, place: path(key) + "[\($0.offset)]", reader: reader)
    }
  }

  /// A value as it would be typed.
  func word(_ key: String) throws -> String {
    func plain(_ json: FilmJSON) throws -> String {
      switch json {
      case .text(let text): return text
      case .number(let number): return Int(exactly: number).map(String.init) ?? "\(number)"
      case .flag(let flag): return "\(flag)"
      case .list(let list): return try list.map(plain).joined(separator: ",")
      case .null, .object: throw problem("“\(key)” must be a number, a text or a list of numbers")
      }
    }
    return try plain(value(key) ?? .null)
  }

  private func value(_ key: String) -> FilmJSON? {
    asked.insert(key)
    let value = values[key]
    return value == .null ? nil : value
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
}

extension FilmFileError: LocalizedError, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String { "\(name): \(reason)" }

  /// As `description`.
  public var errorDescription: String? { description }
}

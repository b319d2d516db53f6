import SegueMath

/// A JSON object that records which of its keys were read.
///
/// **Thread-safety:** for one thread at a time.
package final class JSONObject {
  private let values: [String: JSONValue]
  private let place: String
  /// The folder to which paths in the file are relative, ending in a slash; empty for the current folder.
  package let folder: String
  private let note: (Notice) -> Void
  private var requested: Set<String> = []

  /// The object in `json`, at `place` in its file.
  /// - Parameter note: receives the notices about keys without effect.
  /// - Throws: `JSONProblem` if `json` is not an object.
  package init(_ json: JSONValue, place: String, folder: String = "", note: @escaping (Notice) -> Void)
    throws(JSONProblem)
  {
    self.place = place
    self.folder = folder
    self.note = note
    guard case .object(let values) = json else {
      throw JSONProblem("expected an object", at: place.isEmpty ? nil : place)
    }
    self.values = values
  }

  package var keys: [String] { values.keys.sorted() }

  /// Whether the key has a value other than null.
  package func has(_ key: String) -> Bool { values[key].map { $0 != .null } ?? false }

  /// A problem with the value for `key`, or with the whole object. The object's place precedes `sentence`.
  package func problem(_ sentence: String, of key: String? = nil) -> JSONProblem {
    JSONProblem(sentence, at: ownPath, of: key)
  }

  /// Runs `read`, and names `key` in its errors about this object.
  package func reading<Value>(_ key: String, _ read: () throws -> Value) throws -> Value {
    do { return try read() } catch let problem as JSONProblem {
      throw problem.naming(key, at: ownPath)
    }
  }

  /// Checks for keys that were not read. Keys that begin with `_` are comments.
  /// - Parameter idle: keys of similar objects that have no effect here; each causes a note.
  /// - Throws: `JSONProblem` for any other key.
  package func finish(idle: [String] = []) throws(JSONProblem) {
    for key in keys where !requested.contains(key) && !key.hasPrefix("_") {
      guard idle.contains(key) else {
        throw problem(NameSuggestion.words(forUnknownKey: key, in: requested.sorted()), of: key)
      }
      note(Notice(.note, at: Place(ownPath, named: ownPath), of: key, "“\(key)” has no effect here"))
    }
  }

  /// The value of a key; `nil` if it is missing or null.
  package func value(_ key: String) -> JSONValue? {
    requested.insert(key)
    let value = values[key]
    return value == .null ? nil : value
  }

  /// The value converted by `read`; `nil` if it is missing or null.
  package func value<Read>(_ key: String, _ expected: String, _ read: (JSONValue) -> Read?)
    throws(JSONProblem)
    -> Read?
  {
    guard let value = value(key) else { return nil }
    guard let result = read(value) else { throw problem("“\(key)” must be \(expected)", of: key) }
    return result
  }

  package func text(_ key: String) throws(JSONProblem) -> String? { try value(key, "a text", \.text) }

  /// A text that must not be empty.
  package func word(_ key: String) throws(JSONProblem) -> String? {
    guard let text = try text(key) else { return nil }
    if text.isEmpty { throw problem("“\(key)” is empty", of: key) }
    return text
  }

  package func number(_ key: String) throws(JSONProblem) -> Double? { try value(key, "a number", \.number) }

  /// A number within `bounds`.
  package func number(_ key: String, in bounds: Bounds) throws(JSONProblem) -> Double? {
    guard let number = try number(key) else { return nil }
    if bounds.contains(number) { return number }
    throw problem("“\(key)” is \(bounds.text(number)), but must be \(bounds.expected)", of: key)
  }

  package func numbers(_ key: String) throws(JSONProblem) -> [Double]? {
    try value(key, "a list of numbers") { value in
      value.list.flatMap { list in
        let numbers = list.compactMap(\.number)
        return numbers.count == list.count ? numbers : nil
      }
    }
  }

  package func flag(_ key: String) throws(JSONProblem) -> Bool? { try value(key, "true or false", \.flag) }

  /// - Parameter shorthand: the key that is set by a text in place of the object.
  package func object(_ key: String, shorthand: String? = nil) throws(JSONProblem) -> JSONObject? {
    guard let value = value(key) else { return nil }
    return try object(value, shorthand: shorthand, at: path(key))
  }

  /// The objects of a list; empty if the key is missing.
  /// - Parameter shorthand: the key that is set by a text in place of an object. A single object may then
  ///   replace the list.
  package func objects(_ key: String, shorthand: String? = nil) throws(JSONProblem) -> [JSONObject] {
    guard let value = value(key) else { return [] }
    guard let list = value.list ?? (shorthand == nil ? nil : [value]) else {
      throw problem("“\(key)” must be a list", of: key)
    }
    var objects: [JSONObject] = []
    for (index, value) in list.enumerated() {
      objects.append(try object(value, shorthand: shorthand, at: path(key) + "[\(index)]"))
    }
    return objects
  }

  private func object(
    _ value: JSONValue, shorthand: String?, at place: String
  ) throws(JSONProblem) -> JSONObject {
    let text = shorthand.flatMap { key in value.text.map { JSONValue.object([key: .text($0)]) } }
    return try JSONObject(text ?? value, place: place, folder: folder, note: note)
  }

  /// A text, or a value of one of `types` as typed on the command line.
  package func spelling(_ key: String, _ types: JSONTypes = .number) throws(JSONProblem) -> String? {
    try value(key, types.words) { $0.text ?? (types.contains($0) ? $0.typed : nil) }
  }

  /// The error for a `key` whose value is not `expected`.
  package func refusal(_ key: String, _ expected: String) -> JSONProblem {
    let value = values[key] ?? .null
    let text = value.text.map { "“\($0)”" } ?? value.typed
    return problem("“\(key)” is \(text), but must be \(expected)", of: key)
  }

  /// The object's place; `nil` for the whole file.
  private var ownPath: String? { place.isEmpty ? nil : place }
  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
}

/// Types of JSON values that are accepted instead of a text.
package struct JSONTypes: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let number = JSONTypes(rawValue: 1)
  package static let flag = JSONTypes(rawValue: 2)
  package static let list = JSONTypes(rawValue: 4)

  fileprivate var words: String {
    let all = [(JSONTypes.list, "a list"), (.number, "a number"), (.flag, "true, false")]
    return (all.filter { contains($0.0) }.map(\.1) + ["a text"]).inWords(last: "or")
  }

  fileprivate func contains(_ value: JSONValue) -> Bool {
    switch value {
    case .number: contains(.number)
    case .flag: contains(.flag)
    case .list(let list): contains(.list) && list.allSatisfy(\.isScalar)
    case .null, .text, .object: false
    }
  }
}

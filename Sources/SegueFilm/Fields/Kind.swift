import FoundationEssentials
import SegueFields
import SegueRun
import SegueTransitions

/// A type of value that people write in a film file, as `KEY=VALUE` on the command line, or in a program.
package struct Kind<Value: Sendable>: Sendable {
  /// The schema in a film file. It is built on demand, since reading a film does not need it.
  var schema: JSONValue { makeSchema() }
  private let makeSchema: @Sendable () -> JSONValue
  /// The accepted values, in words, as typed on the command line.
  var expected: String
  /// A suffix of a field's description that lists the accepted values, separator included; empty if the
  /// description lists them.
  var documented: String
  /// Reads the value of a key; returns `nil` if the object does not have the key.
  var read: @Sendable (_ object: JSONObject, _ key: String) throws -> Value?
  /// Parses typed text, which errors call `place`; returns `nil` if the text is invalid.
  var parse: @Sendable (_ text: String, _ place: String) throws(FilmError) -> Value?
  /// The suffix of the error for an invalid text.
  var meant: @Sendable (_ text: String) -> String
  var check: @Sendable (_ value: Value, _ place: String) throws(FilmError) -> Void
  /// The value as a film file has it, for the column of defaults; `nil` if no default is shown.
  var write: @Sendable (Value) -> JSONValue?
  /// The words that shells complete; by default those of the schema's enumerations.
  let words: @Sendable () -> [String]

  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue, expected: String = "", documented: String = "",
    read: @escaping @Sendable (JSONObject, String) throws -> Value?,
    parse: @escaping @Sendable (String, String) throws(FilmError) -> Value? = { _, _ in nil },
    meant: @escaping @Sendable (String) -> String = { _ in "" },
    check: @escaping @Sendable (Value, String) throws(FilmError) -> Void = { _, _ in },
    write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil }, words: (@Sendable () -> [String])? = nil
  ) {
    makeSchema = schema
    self.words = words ?? { schema().enumeratedWords }
    self.expected = expected
    self.documented = documented
    self.read = read
    self.parse = parse
    self.meant = meant
    self.check = check
    self.write = write
  }

  var optional: Kind<Value?> {
    Kind<Value?>(
      schema: schema, expected: expected, documented: documented,
      read: { [read] in try read($0, $1).map(Optional.some) },
      parse: { [parse] (text, place) throws(FilmError) in
        if let value = try parse(text, place) { .some(value) } else { nil }
      }, meant: meant,
      check: { [check] (value, place) throws(FilmError) in if let value { try check(value, place) } },
      write: { [write] in $0.flatMap(write) }, words: words)
  }

  /// The kind for a field whose description already lists the accepted values.
  var unlisted: Kind {
    var kind = self
    kind.documented = ""
    return kind
  }
}

extension Kind {
  /// A value that is spelled alike in a film file and on the command line.
  /// - Parameters:
  ///   - inFile: the accepted values, in words, for errors in a film file; `nil` is `expected`.
  ///   - meant: the suffix of the error for an invalid text.
  ///   - text: reads the text from a film file; by default a number is read as its text.
  static func spelled(
    _ expected: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue, inFile: String? = nil,
    documented: String = "", meant: @escaping @Sendable (String) -> String = { _ in "" },
    text: @escaping @Sendable (JSONObject, String) throws -> String? = { try $0.spelling($1) },
    check: @escaping @Sendable (Value, String) throws(FilmError) -> Void = { _, _ in },
    write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil }, words: (@Sendable () -> [String])? = nil,
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> Kind {
    Kind(
      schema: schema(), expected: expected, documented: documented,
      read: { object, key in
        guard let text = try text(object, key) else { return nil }
        if let value = parse(text) { return value }
        throw object.refusal(key, text, (inFile ?? expected) + meant(text))
      }, parse: { text, _ in parse(text) }, meant: meant, check: check, write: write, words: words)
  }
}

extension JSONValue {
  /// The texts and Booleans that a schema enumerates.
  fileprivate var enumeratedWords: [String] {
    if self["type"]?.text == "boolean" { return ["true", "false"] }
    return self["enum"]?.list?.compactMap(\.text) ?? (self["anyOf"]?.list ?? []).flatMap(\.enumeratedWords)
  }
}

extension JSONObject {
  /// The error for a `key` whose value `text` is not `expected`.
  func refusal(_ key: String, _ text: String, _ expected: String) -> JSONProblem {
    problem("“\(key)” is “\(text)”, but must be \(expected)")
  }

  /// A number as its text, or a text.
  func spelling(_ key: String) throws(JSONProblem) -> String? {
    value(key) == nil ? nil : try numberOrText(key)
  }

  /// `text` as a path relative to the object's file.
  func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + text }

  /// The path of a file beside the object's file, if it exists there; else `text` unchanged, which may be a
  /// name, a number, or a file in the current folder.
  func beside(_ text: String) -> String {
    text.contains(".") && FileManager.default.fileExists(atPath: path(text)) ? path(text) : text
  }
}

import FoundationEssentials
import SegueRun
import SegueTransitions

/// A kind of value that people write: in a film's file, as `KEY=VALUE` on the command line, and in a program.
struct Kind<Value: Sendable>: Sendable {
  /// Its schema in a film's file, made where it is asked for: whoever reads or types a film needs none.
  var schema: JSONValue { makeSchema() }
  private let makeSchema: @Sendable () -> JSONValue
  /// The values that it takes, in words, as they are typed.
  var expected: String
  /// The same behind the sentence of a page, with a mark before it; empty where that says it.
  var documented: String
  /// The value of a key in an object; `nil` where there is none.
  var read: @Sendable (_ object: JSONObject, _ key: String) throws -> Value?
  /// The value of a text as it is typed, which errors call `place`; `nil` for what cannot be read.
  var parse: @Sendable (_ text: String, _ place: String) throws(FilmError) -> Value?
  /// What is added to the sentence about a text that cannot be read.
  var meant: @Sendable (_ text: String) -> String
  /// Checks a value that a program has set at `place`.
  var check: @Sendable (_ value: Value, _ place: String) throws(FilmError) -> Void
  /// The value as a file has it, for the column of defaults; `nil` where it has none.
  var write: @Sendable (Value) -> JSONValue?

  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue, expected: String = "", documented: String = "",
    read: @escaping @Sendable (JSONObject, String) throws -> Value?,
    parse: @escaping @Sendable (String, String) throws(FilmError) -> Value? = { _, _ in nil },
    meant: @escaping @Sendable (String) -> String = { _ in "" },
    check: @escaping @Sendable (Value, String) throws(FilmError) -> Void = { _, _ in },
    write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil }
  ) {
    (makeSchema, self.expected, self.documented) = (schema, expected, documented)
    (self.read, self.parse, self.meant, self.check, self.write) = (read, parse, meant, check, write)
  }

  /// The same for a property that may have no value.
  var optional: Kind<Value?> {
    Kind<Value?>(
      schema: schema, expected: expected, documented: documented,
      read: { [read] in try read($0, $1).map(Optional.some) },
      parse: { [parse] (text, place) throws(FilmError) in
        if let value = try parse(text, place) { .some(value) } else { nil }
      }, meant: meant,
      check: { [check] (value, place) throws(FilmError) in if let value { try check(value, place) } },
      write: { [write] in $0.flatMap(write) })
  }

  /// The same where the sentence of a page says what it takes.
  var unlisted: Kind {
    var kind = self
    kind.documented = ""
    return kind
  }
}

extension Kind {
  /// A value that is spelled alike in a file and on the command line; in a file a number stands for its text, and so does what
  /// `other` makes a text of.
  /// - Parameter meant: what is added to the sentence about a text that cannot be read.
  static func spelled(
    _ expected: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    meant: @escaping @Sendable (String) -> String = { _ in "" },
    other: @escaping @Sendable (_ object: JSONObject, _ key: String) throws -> String? = { _, _ in nil },
    check: @escaping @Sendable (Value, String) throws(FilmError) -> Void = { _, _ in },
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> Kind {
    Kind(
      schema: schema(), expected: expected,
      read: { object, key in
        guard object.value(key) != nil else { return nil }
        let text = try other(object, key) ?? object.numberOrText(key)
        guard let value = parse(text) else { throw object.refusal(key, text, expected + meant(text)) }
        return value
      }, parse: { text, _ in parse(text) }, meant: meant, check: check)
  }

  /// The words about the nearest of `words`, where one is near.
  static func nearest(to text: String, in words: [String]) -> String {
    NameSuggestion.nearest(to: text, in: words).map { "; did you mean \($0)?" } ?? ""
  }
}

extension JSONObject {
  /// The problem of a text that is none of those `expected`.
  func refusal(_ key: String, _ text: String, _ expected: String) -> JSONProblem {
    problem("“\(key)” is “\(text)”, but must be \(expected)")
  }

  /// The path of a file that is named beside the object's file.
  func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + text }

  /// The file that a transition or a parameter names, where it lies beside the object's file; else the same words, which may be a
  /// name, a number, or a file of the current folder.
  func beside(_ text: String) -> String {
    text.contains(".") && FileManager.default.fileExists(atPath: path(text)) ? path(text) : text
  }
}

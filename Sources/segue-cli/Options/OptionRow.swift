import ArgumentParser
import SegueFilms
import SegueTools

/// An option of a render or a film: its declaration for the argument parser, its key in a batch line, its effect on a
/// request, and the words that reproduce it.
struct OptionRow<Request> {
  /// The long name without dashes.
  let name: String
  /// The letter or the long name, with dashes.
  let option: String
  private(set) var help: String
  /// Whether the option is a flag without a value.
  var isFlag = false
  /// Whether a list has several values of the option.
  var repeats = false
  /// Whether the option applies to a whole run of the tool. Batch lines cannot have it as a key.
  private(set) var isOfRun = false
  /// The schema of the value in a batch line. It is made on demand, since every start makes all options.
  private(set) var schema: () -> JSONValue = { JSONSchema.typed(repeats: true) }
  /// The property that the option sets, for error messages.
  private(set) var property: RequestProperty?
  /// The words that reproduce the option's value in a request; empty for the default.
  private(set) var words: (Request) -> [String] = { _ in [] }
  /// Makes the argument parser's property wrapper.
  let declaration: () -> Any
  /// The option's texts in the argument parser's result; empty if it was not given.
  let texts: (KeyedDecodingContainer<OptionName>) throws -> [String]
  /// Reads the texts of the command line or of a batch line; `nil` without a text. A flag has one, too.
  /// - Throws: `InvalidValue`.
  private(set) var read: ([String]) throws -> Setting<Request>?

  /// An option with a value; the last one given counts.
  static func value<Value: Sendable>(
    _ name: String, letter: Character? = nil, _ kind: Kind<Value>, _ valueName: String,
    parsing: SingleValueParsingStrategy = .unconditional, completion: CompletionKind? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Request, Value) throws -> Void = { _, _ in }
  ) -> OptionRow {
    let option = Self.option(name, letter)
    let key = OptionName(stringValue: name)
    return OptionRow(
      name: name, option: option, help: help, schema: { kind.schema },
      declaration: {
        Option<String?>(
          name: names(name, letter), parsing: parsing, help: ArgumentHelp(help, valueName: valueName),
          completion: completion,
          transform: { text in
            _ = try kind.read(text)
            return text
          })
      },
      texts: { try $0.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? [] },
      read: { texts in
        try texts.map(kind.read).last.map { value in
          Setting(name: name, option: option, texts: texts) { try set(&$0, value) }
        }
      })
  }

  /// An option with an enumeration of words. The default word sets nothing.
  static func choice<Value: Equatable & Sendable>(
    _ name: String, valueName: String? = nil, _ choices: [(word: String, value: Value)],
    default standard: String? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Request, Value) throws -> Void
  ) -> OptionRow {
    let words = choices.map(\.word)
    let usual = choices.first { $0.word == standard }?.value
    let values = ["values: " + words.joined(separator: ", ")] + (standard.map { ["default: " + $0] } ?? [])
    let row = value(
      name, Kind.choice(choices), valueName ?? name, parsing: .next, completion: .list(words),
      "\(help) (\(values.joined(separator: "; ")))"
    ) { request, value in
      if value != usual { try set(&request, value) }
    }
    // A word that is a number, such as a depth, may be one in a batch line.
    return row.with(\.help, help).schema(
      .object(["enum": .list(words.map { .text($0) } + words.compactMap(Double.init).map(JSONValue.number))]))
  }

  /// A repeatable option.
  static func list(
    _ name: String, letter: Character? = nil, _ valueName: String,
    parsing: ArrayParsingStrategy = .unconditionalSingleValue, completion: CompletionKind? = nil,
    _ help: String,
    _ set: @escaping @Sendable (inout Request, [String]) throws -> Void = { _, _ in }
  ) -> OptionRow {
    let option = Self.option(name, letter)
    let key = OptionName(stringValue: name)
    return OptionRow(
      name: name, option: option, help: help, repeats: true,
      declaration: {
        Option<[String]>(
          wrappedValue: [], name: names(name, letter), parsing: parsing,
          help: ArgumentHelp(help, valueName: valueName), completion: completion)
      },
      texts: { try $0.decode(Option<[String]>.self, forKey: key).wrappedValue },
      read: { texts in
        texts.isEmpty ? nil : Setting(name: name, option: option, texts: texts) { try set(&$0, texts) }
      })
  }

  static func flag(
    _ name: String, letter: Character? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> OptionRow {
    let setting = Setting<Request>(name: name, option: option(name, letter), texts: [], apply: set)
    let key = OptionName(stringValue: name)
    return OptionRow(
      name: name, option: setting.option, help: help, isFlag: true, schema: { JSONSchema.flag },
      declaration: { Flag<Bool>(wrappedValue: false, name: names(name, letter), help: ArgumentHelp(help)) },
      texts: { try $0.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : [] },
      read: { $0.isEmpty ? nil : setting })
  }

  private static func option(_ name: String, _ letter: Character?) -> String {
    letter.map { "-\($0)" } ?? "--" + name
  }

  private static func names(_ name: String, _ letter: Character?) -> NameSpecification {
    letter.map { [.customShort($0), .customLong(name)] } ?? .customLong(name)
  }
}

extension OptionRow {
  /// Sets the schema of the value in a batch line.
  func schema(_ schema: @autoclosure @escaping () -> JSONValue) -> OptionRow { with(\.schema, schema) }

  /// Sets the property that the option sets.
  func sets(_ property: RequestProperty?) -> OptionRow { with(\.property, property) }

  /// Marks the option as one of a whole run.
  func ofRun() -> OptionRow { with(\.isOfRun, true) }

  /// Sets the words that reproduce the option.
  func reproduced(_ words: @escaping (Request) -> [String]) -> OptionRow { with(\.words, words) }

  /// Sets the value that reproduces the option; `nil` means the default.
  func reproduced(_ text: @escaping (Request) -> String?) -> OptionRow {
    reproduced { request in text(request).map { [option, $0] } ?? [] }
  }

  /// Records that the option set `value` of a film, for a note if it has no effect.
  func notes(_ value: FilmDefault) -> OptionRow where Request: FilteredRequest {
    let read = self.read
    return with(\.read) { texts in
      try read(texts).map { setting in
        Setting(name: setting.name, option: setting.option, texts: setting.texts) { request in
          try setting.apply(&request)
          request.note(value, setting.option)
        }
      }
    }
  }

  private func with<Fact>(_ fact: WritableKeyPath<OptionRow, Fact>, _ value: Fact) -> OptionRow {
    var row = self
    row[keyPath: fact] = value
    return row
  }
}

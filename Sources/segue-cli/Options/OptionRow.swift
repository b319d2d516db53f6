import Segue
import SegueImaging
import SegueRun
import SegueTools

/// An option of a render or a film: its name on the command line and in a batch line, the reader of its value, and the
/// words that reproduce it.
struct OptionRow<Options> {
  /// The long name without dashes.
  let name: String
  /// Whether the option is a flag without a value.
  var isFlag = false
  /// Whether a list has several values of the option.
  var repeats = false
  /// The schema of the value in a batch line; `nil` if any text is allowed.
  var form: JSONValue?
  /// Reads the values; a flag has `true` or no value.
  let read: (inout Options, [String]) throws -> Void
  /// The property that the option sets, for error messages.
  var property: RequestProperty?
  /// The words that reproduce the option's value in a request; empty for the default.
  var words: (RenderRequest) -> [String] = { _ in [] }

  /// An option with a value; the last one given counts.
  static func value<Value>(
    _ name: String, _ place: WritableKeyPath<Options, Value>, _ reader: Reader<Value>
  ) -> OptionRow {
    OptionRow(name: name, form: reader.form) { options, texts in
      for text in texts {
        if text.isEmpty { throw InvalidValue(value: "", expected: "a value").of("--" + name) }
        options[keyPath: place] = try reader.read(text, of: "--" + name)
      }
    }
  }

  /// An option with an optional value.
  static func value<Value>(
    _ name: String, _ place: WritableKeyPath<Options, Value?>, _ reader: Reader<Value>
  ) -> OptionRow {
    value(name, place, Reader(form: reader.form) { .some(try reader.read($0)) })
  }

  /// An option whose value is a text.
  static func text(_ name: String, _ place: WritableKeyPath<Options, String?>) -> OptionRow {
    value(name, place, Reader { $0 })
  }

  /// An option with an enumeration of words.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Options, Choice>
  ) -> OptionRow where Choice.RawValue == String {
    value(name, place, .choice())
  }

  /// An option with an optional enumeration of words.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Options, Choice?>
  ) -> OptionRow where Choice.RawValue == String {
    value(name, place, .choice())
  }

  /// A repeatable option.
  static func list(_ name: String, _ place: WritableKeyPath<Options, [String]>) -> OptionRow {
    OptionRow(name: name, repeats: true) { $0[keyPath: place] += $1 }
  }

  static func flag(_ name: String, _ place: WritableKeyPath<Options, Bool>) -> OptionRow {
    OptionRow(name: name, isFlag: true) { $0[keyPath: place] = !$1.isEmpty }
  }

  /// Sets the schema of the value in a batch line.
  func form(_ form: JSONValue) -> OptionRow { with(\.form, form) }

  /// Sets the property that the option sets.
  func sets(_ property: RequestProperty) -> OptionRow { with(\.property, property) }

  /// Sets the words that reproduce the option.
  func reproduced(_ words: @escaping (RenderRequest) -> [String]) -> OptionRow { with(\.words, words) }

  private func with<Fact>(_ fact: WritableKeyPath<OptionRow, Fact>, _ value: Fact) -> OptionRow {
    var row = self
    row[keyPath: fact] = value
    return row
  }

  /// Sets the words that reproduce the option: its letter or name, and its value. A value of `nil`
  /// means the default.
  func reproduced(as word: String? = nil, _ text: @escaping (RenderRequest) -> String?) -> OptionRow {
    let option = word ?? "--" + name
    return reproduced { request in text(request).map { [option, $0] } ?? [] }
  }

  /// The option in a command that has these options at `place`.
  func within<Command>(_ place: WritableKeyPath<Command, Options>) -> OptionRow<Command> {
    OptionRow<Command>(
      name: name, isFlag: isFlag, repeats: repeats, form: form,
      read: { try read(&$0[keyPath: place], $1) }, property: property, words: words)
  }
}

extension Array {
  /// The options in a command that has these options at `place`.
  func within<Options, Command>(
    _ place: WritableKeyPath<Command, Options>
  ) -> [OptionRow<Command>] where Element == OptionRow<Options> {
    map { $0.within(place) }
  }
}

/// A command whose options are keys of batch lines.
protocol ListedCommand {
  /// The options, in the order in which a command is printed.
  static var rows: [OptionRow<Self>] { get }
}

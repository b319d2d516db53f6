import Segue
import SegueImaging
import SegueRun
import SegueTools

/// One option of a render or a film: its name on the command line, which is its key in a line of a batch, how a value is
/// read into a command's options, and the words that ask for it again.
struct OptionRow<Options> {
  /// The long option without its dashes.
  let name: String
  /// Whether it is true or false and takes no value.
  var isFlag = false
  /// Whether a list gives it several times.
  var repeats = false
  /// The schema of its value in a line of a batch; `nil` where it takes anything that can be typed.
  var form: JSONValue?
  /// Reads its values; a flag's are `true` or none.
  let read: (inout Options, [String]) throws -> Void
  /// The property that it sets, for errors about that.
  var property: RequestProperty?
  /// The words that ask for a render like this one; none where it is the default.
  var words: (RenderRequest) -> [String] = { _ in [] }

  /// An option with one value; the last one counts.
  static func value<Value>(
    _ name: String, _ place: WritableKeyPath<Options, Value>, _ reader: Reader<Value>
  ) -> OptionRow {
    OptionRow(name: name, form: reader.form) { options, texts in
      for text in texts {
        if text.isEmpty { throw Misread(value: "", expected: "a value").of("--" + name) }
        options[keyPath: place] = try reader.read(text, of: "--" + name)
      }
    }
  }

  /// An option with one value, or none.
  static func value<Value>(
    _ name: String, _ place: WritableKeyPath<Options, Value?>, _ reader: Reader<Value>
  ) -> OptionRow {
    value(name, place, Reader(form: reader.form) { .some(try reader.read($0)) })
  }

  /// An option whose text is kept.
  static func text(_ name: String, _ place: WritableKeyPath<Options, String?>) -> OptionRow {
    value(name, place, Reader { $0 })
  }

  /// One of several words.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Options, Choice>
  ) -> OptionRow where Choice.RawValue == String {
    value(name, place, .choice())
  }

  /// One of several words, or none.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Options, Choice?>
  ) -> OptionRow where Choice.RawValue == String {
    value(name, place, .choice())
  }

  /// An option that may be given more than once.
  static func list(_ name: String, _ place: WritableKeyPath<Options, [String]>) -> OptionRow {
    OptionRow(name: name, repeats: true) { $0[keyPath: place] += $1 }
  }

  /// An option without a value.
  static func flag(_ name: String, _ place: WritableKeyPath<Options, Bool>) -> OptionRow {
    OptionRow(name: name, isFlag: true) { $0[keyPath: place] = !$1.isEmpty }
  }

  /// The same option, whose value in a line of a batch is of `form`.
  func form(_ form: JSONValue) -> OptionRow { with(\.form, form) }

  /// The same option, which sets `property`.
  func sets(_ property: RequestProperty) -> OptionRow { with(\.property, property) }

  /// The same option, asked for by these words.
  func asked(_ words: @escaping (RenderRequest) -> [String]) -> OptionRow { with(\.words, words) }

  private func with<Fact>(_ fact: WritableKeyPath<OptionRow, Fact>, _ value: Fact) -> OptionRow {
    var row = self
    row[keyPath: fact] = value
    return row
  }

  /// The same option, asked for by its letter, or its name, and this text; `nil` is the default.
  func asked(as word: String? = nil, _ text: @escaping (RenderRequest) -> String?) -> OptionRow {
    let option = word ?? "--" + name
    return asked { request in text(request).map { [option, $0] } ?? [] }
  }

  /// The option of a command that has these options at `place`.
  func within<Command>(_ place: WritableKeyPath<Command, Options>) -> OptionRow<Command> {
    OptionRow<Command>(
      name: name, isFlag: isFlag, repeats: repeats, form: form,
      read: { try read(&$0[keyPath: place], $1) }, property: property, words: words)
  }
}

extension Array {
  /// The options of a command that has these options at `place`.
  func within<Options, Command>(
    _ place: WritableKeyPath<Command, Options>
  ) -> [OptionRow<Command>] where Element == OptionRow<Options> {
    map { $0.within(place) }
  }
}

/// A command whose options are the keys of a batch's lines.
protocol ListedCommand {
  /// Its options, in the order in which a command is printed.
  static var rows: [OptionRow<Self>] { get }
}

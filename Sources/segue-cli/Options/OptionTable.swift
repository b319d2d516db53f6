import ArgumentParser
import Segue
import SegueTools

/// An option as it was given: its texts and its effect on a request.
struct Setting<Request>: Sendable {
  /// The long name without dashes.
  let name: String
  /// The option's letter or long name, with dashes.
  let option: String
  /// The values as typed; empty for a flag.
  let texts: [String]
  let apply: @Sendable (inout Request) throws -> Void

  /// The words that repeat the setting on a command line.
  var words: [String] {
    texts.isEmpty ? [option] : texts.flatMap { $0.hasPrefix("-") ? ["--\(name)=\($0)"] : [option, $0] }
  }

  /// Runs `read`, whose errors in a word with keys then begin with the option.
  /// - Throws: `CommandError.option`; other errors of `read`.
  func naming<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch let error as FilmError {
      throw CommandError.option(option, problem: ": \(Failure.describe(error).sentence)", SegueError(error))
    }
  }
}

extension Array {
  /// Applies the settings in their order.
  func apply<Request>(to request: inout Request) throws where Element == Setting<Request> {
    for setting in self { try setting.naming { try setting.apply(&request) } }
  }

  /// The values of the option `name` as typed; `nil` if it was not given.
  func texts<Request>(of name: String) -> [String]? where Element == Setting<Request> {
    first { $0.name == name }?.texts
  }
}

/// A group of options, declared as a table.
protocol OptionSection {
  associatedtype Request
  /// The options in the order of help.
  static var rows: [OptionRow<Request>] { get }
}

/// The options of a section for the argument parser, which finds the declarations of a type by reflection.
struct OptionTable<Section: OptionSection>: ParsableArguments, CustomReflectable, RequestOptions {
  static var rows: [OptionRow<Section.Request>] { Section.rows }

  /// The given options, in the order of the table.
  private(set) var settings: [Setting<Section.Request>] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionName.self)
    settings = try Section.rows.compactMap { try $0.read($0.texts(values)) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Section.rows.map { (label: $0.name, value: $0.declaration()) })
  }

  /// Whether the option `name` was given.
  func has(_ name: String) -> Bool { settings.texts(of: name) != nil }

  /// The value of the option `name` as typed; `nil` if it was not given.
  func text(_ name: String) -> String? { settings.texts(of: name)?.last }
}

/// A group of options that set a request.
protocol RequestOptions<Request> {
  associatedtype Request
  static var rows: [OptionRow<Request>] { get }
  var settings: [Setting<Request>] { get }
}

extension OptionGroup: RequestOptions where Value: RequestOptions {
  static var rows: [OptionRow<Value.Request>] { Value.rows }
  var settings: [Setting<Value.Request>] { wrappedValue.settings }
}

/// A command whose groups of options set a request. They are found by reflection, so that none is forgotten.
protocol RequestCommand: ParsableCommand {
  associatedtype Request
}

extension RequestCommand {
  /// The options in the order of help.
  static var rows: [OptionRow<Request>] {
    Mirror(reflecting: Self()).children.flatMap { child in
      (child.value as? any RequestOptions<Request>).map { type(of: $0).rows } ?? []
    }
  }

  /// The given options.
  var settings: [Setting<Request>] {
    Mirror(reflecting: self).children.flatMap { ($0.value as? any RequestOptions<Request>)?.settings ?? [] }
  }
}

/// The key of an option's value in the argument parser's result.
struct OptionName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

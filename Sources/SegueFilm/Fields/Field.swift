import SegueRun
import SegueSystem

/// A named value of a part of a film. Its name, its property, its kind with bounds and unit, its default and its sentence stand in one
/// row; the readers of a film's file and of the command line, the schema, the checks of what programs set, the help, the pages and
/// what a timeline loses follow from it.
struct Field<Owner: Sendable>: Sendable {
  /// Its key in a film's file.
  let name: String
  /// Its key on the command line; `nil` where it has none there.
  private(set) var typedName: String?
  /// Whether a film's file needs it.
  private(set) var isRequired = false
  /// Whether a timeline has it, or more is said of its loss than its name.
  private(set) var isCarried = false
  /// The parts of it that a timeline loses, in words that begin with “the”; `nil` is the field by its name.
  private(set) var parts: (@Sendable (Owner) -> [String])?
  /// What the help says of it in brackets.
  private(set) var hint: String?
  /// Its schema in a film's file.
  var schema: JSONValue { makeSchema() }
  private let makeSchema: @Sendable () -> JSONValue
  /// What it says in the column of values, and in that of defaults.
  let sentence: String
  let standard: @Sendable (_ blank: Owner) -> String
  /// Takes its value from an object of a film's file.
  let read: @Sendable (JSONObject, inout Owner) throws -> Void
  /// Takes its value, called `key`, from what was typed.
  fileprivate let set: @Sendable (FilmSettings, _ key: String, inout Owner) throws(FilmError) -> Void
  /// Checks the value of an owner at a place.
  let check: @Sendable (Owner, _ place: String) throws(FilmError) -> Void
  /// Whether two owners differ in it.
  let differs: @Sendable (Owner, Owner) -> Bool

  /// A field at a property.
  /// - Parameters:
  ///   - standard: the default in words; else it is that of the property.
  ///   - property: the property's name in errors, where it is not the field's.
  static func value<Value: Equatable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Owner, Value> & Sendable, _ kind: Kind<Value>,
    _ sentence: String, or standard: String? = nil, property: String? = nil
  ) -> Field {
    Field(
      name: name, typedName: name, makeSchema: { kind.schema }, sentence: sentence + kind.documented,
      standard: { standard ?? kind.write($0[keyPath: place])?.marked ?? "none" },
      read: { object, owner in
        if let value = try kind.read(object, name) { owner[keyPath: place] = value }
      },
      set: { (settings, key, owner) throws(FilmError) in
        let value = try settings.value(key, kind.expected, meant: kind.meant) { text throws(FilmError) in
          try kind.parse(text, "\(key) of “\(settings.word)”")
        }
        if let value { owner[keyPath: place] = value }
      },
      check: { (owner, part) throws(FilmError) in
        try kind.check(owner[keyPath: place], "\(part)\(part.isEmpty ? "" : ".")\(property ?? name)")
      }, differs: { $0[keyPath: place] != $1[keyPath: place] })
  }

  /// A field at a property that may have no value.
  static func optional<Value: Equatable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Owner, Value?> & Sendable, _ kind: Kind<Value>,
    _ sentence: String, or standard: String? = nil, property: String? = nil
  ) -> Field {
    value(name, place, kind.optional, sentence, or: standard, property: property)
  }

  /// A field that is more than a property.
  static func own(
    _ name: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue, _ sentence: String,
    or standard: String = "none",
    _ read: @escaping @Sendable (JSONObject, inout Owner) throws -> Void
  ) -> Field {
    Field(
      name: name, makeSchema: schema, sentence: sentence, standard: { _ in standard }, read: read,
      set: { _, _, _ in }, check: { _, _ in }, differs: { _, _ in false })
  }

  /// Fields of the same owner that stand in an object.
  static func group(_ name: String, _ fields: Fields<Owner>, _ sentence: String) -> Field {
    own(name, fields.schema, sentence, or: "") { object, owner in
      if let group = try object.object(name) { owner = try fields.read(group, over: owner) }
    }
  }

  private func with(_ change: (inout Field) -> Void) -> Field {
    var field = self
    change(&field)
    return field
  }

  /// The same that a film's file must have; on the command line it stands before the keys.
  var required: Field { with { ($0.isRequired, $0.typedName) = (true, nil) } }
  /// The same in a film's file alone.
  var inFile: Field { with { $0.typedName = nil } }
  /// The same that a timeline has.
  var carried: Field { with { $0.isCarried = true } }
  /// Sets the words for the parts that a timeline loses.
  func lost(_ parts: @escaping @Sendable (Owner) -> [String]) -> Field { with { $0.parts = parts } }
  /// The same with another key on the command line.
  func typed(_ name: String) -> Field { with { $0.typedName = name } }
  /// The same with words in brackets in the help.
  func hint(_ hint: String) -> Field { with { $0.hint = hint } }
}

/// The fields of a part of a film.
struct Fields<Owner: Sendable>: Sendable {
  /// The part with its defaults.
  let blank: Owner
  /// The fields in the order in which they are described and read.
  var list: [Field<Owner>]

  /// - Parameter more: fields behind those of `list`.
  init(_ blank: Owner, _ list: [Field<Owner>], _ more: [Field<Owner>] = []) {
    (self.blank, self.list) = (blank, list + more)
  }

  /// The same without some.
  func without(_ names: String...) -> Fields { Fields(blank, list.filter { !names.contains($0.name) }) }

  /// The part that `object` describes; what it does not set is as in `base`.
  /// - Parameter idle: keys that have no effect here, which is noted.
  func read(_ object: JSONObject, over base: Owner? = nil, idle: [String] = []) throws -> Owner {
    var owner = base ?? blank
    try fill(&owner, object)
    try object.finish(idle: idle)
    return owner
  }

  /// Takes what `object` sets, which may have further keys.
  func fill(_ owner: inout Owner, _ object: JSONObject) throws {
    for field in list {
      if field.isRequired, !object.has(field.name) { throw object.problem("“\(field.name)” is missing") }
      try field.read(object, &owner)
    }
  }

  /// Takes what was typed.
  func fill(_ owner: inout Owner, _ settings: FilmSettings) throws(FilmError) {
    for field in list {
      if let key = field.typedName { try field.set(settings, key, &owner) }
    }
  }

  /// Takes the `value` of `key`, which was typed in `word`; `false` where there is no such key.
  func set(_ key: String, _ value: String, of word: String, _ owner: inout Owner) throws(FilmError) -> Bool {
    guard let field = list.first(where: { $0.typedName == key }) else { return false }
    try field.set(FilmSettings(word, key, value), key, &owner)
    return true
  }

  /// Checks the values that a program has set in the part at `place`.
  func check(_ owner: Owner, _ place: String) throws(FilmError) {
    for field in list { try field.check(owner, place) }
  }

  /// The keys on the command line.
  var typedNames: [String] { list.compactMap(\.typedName) }

  /// The same as the help has them.
  var help: String {
    list.compactMap { field in field.typedName.map { $0 + (field.hint.map { " (\($0))" } ?? "") } }.inWords
  }

  /// The keys in a film's file with their schemas.
  var properties: [String: JSONValue] {
    Dictionary(list.map { ($0.name, $0.schema) }) { $1 }
  }

  /// The schema of the part in a film's file.
  var schema: JSONValue {
    JSONSchema.form(properties, required: list.filter(\.isRequired).map(\.name), mayBeNull: true)
  }

  /// The keys in a film's file as the table of a page.
  var table: String {
    let rows = list.map { field in
      "| `\(field.name)` | \(field.sentence) | \(field.isRequired ? "required" : field.standard(blank)) |\n"
    }
    return "| key | value | default |\n| --- | --- | --- |\n" + rows.joined()
  }
}

/// A part of a film whose keys stand in one table.
protocol Described: Sendable {
  static var fields: Fields<Self> { get }
}

/// The keys on the command line, as its help has them.
package enum FilmKeys {
  package static let title = FilmTitle.fields.help
  package static let overlay = FilmOverlay.fields.help
  package static let captions = FilmCaptions.fields.help
  package static let music = FilmMusic.fields.help
}

extension JSONValue {
  /// It on a page: texts are code.
  fileprivate var marked: String { text.map { "`\"\($0)\"`" } ?? typed }
}

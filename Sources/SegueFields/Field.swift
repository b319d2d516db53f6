/// A named value of a part of a film: its name, property, kind with bounds and unit, default and description.
/// The readers, the checks, the schema, the help, the pages and the OTIO losses are derived from it.
package struct Field<Owner: Sendable>: Sendable {
  /// The key in a film file.
  package let name: String
  /// The key on the command line; `nil` if the command line does not have it.
  package private(set) var typedName: String?
  package private(set) var isRequired = false
  /// The condition on another key without which this field has no effect; `nil` for no condition.
  fileprivate private(set) var condition: Condition?
  /// The reason why the value has no effect in a context; `nil` if the value has an effect. In the note, the
  /// reason follows the words “has no effect”.
  fileprivate private(set) var idle: @Sendable (Owner, any Sendable) -> String? = { _, _ in nil }
  /// Whether OTIO can represent the field.
  package private(set) var isCarried = false
  /// The parts of the value that OTIO loses, in words that begin with “the”; `nil` if OTIO loses the whole
  /// field.
  package private(set) var parts: (@Sendable (Owner) -> [String])?
  /// A remark in brackets in the help.
  package private(set) var hint: String?
  package var schema: JSONValue { makeSchema() }
  private let makeSchema: @Sendable () -> JSONValue
  /// The description in the tables of keys on the pages.
  package let sentence: String
  /// The valid words of a choice; empty for other kinds.
  package let words: @Sendable () -> [String]
  package let standard: @Sendable (_ blank: Owner) -> String
  package let value: @Sendable (Owner) -> any Sendable
  /// The value as JSON for a film file; `nil` if its kind cannot be written.
  package let write: @Sendable (Owner) -> JSONValue?
  /// Reads the value from an object of a film file.
  package let read: @Sendable (JSONObject, inout Owner) throws -> Void
  /// Parses `value`, typed for `key` in the argument `word`.
  package let set:
    @Sendable (_ value: String, _ key: String, _ word: String, inout Owner) throws(Refusal) -> Void
  package let check: @Sendable (Owner) throws(Refusal) -> Void
  package let differs: @Sendable (Owner, Owner) -> Bool

  /// A field that reads and writes a property.
  /// - Parameters:
  ///   - standard: the default in words; `nil` means the property's value in a new owner.
  ///   - property: the property's name in errors, if it differs from the field's.
  package static func value<Value: Equatable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Owner, Value> & Sendable, _ kind: Kind<Value>,
    _ sentence: String, or standard: String? = nil, property: String? = nil
  ) -> Field {
    Field(
      name: name, typedName: kind.text == nil ? nil : name, makeSchema: { kind.schema },
      sentence: sentence + kind.json.documented, words: { kind.words },
      standard: { standard ?? kind.json.write($0[keyPath: place])?.marked ?? "none" },
      value: { $0[keyPath: place] }, write: { kind.json.write($0[keyPath: place]) },
      read: { object, owner in
        if let value = try kind.json.read(object, name) { owner[keyPath: place] = value }
      },
      set: { (text, key, word, owner) throws(Refusal) in
        guard let form = kind.text else { return }
        do throws(Refusal) {
          guard let value = try form.parse(text) else {
            let expected = "\(key) as \(form.expected), not “\(text)”" + form.suggestion(text)
            throw Refusal(.argument(word, of: name, expected: expected))
          }
          try kind.check(value)
          owner[keyPath: place] = value
        } catch { throw error.inside("\(key) of “\(word)”") }
      },
      check: { (owner) throws(Refusal) in
        do throws(Refusal) { try kind.check(owner[keyPath: place]) } catch {
          throw error.inside(".\(property ?? name)")
        }
      }, differs: { $0[keyPath: place] != $1[keyPath: place] })
  }

  package static func optional<Value: Equatable & Sendable>(
    _ name: String, _ place: WritableKeyPath<Owner, Value?> & Sendable, _ kind: Kind<Value>,
    _ sentence: String, or standard: String? = nil, property: String? = nil
  ) -> Field {
    value(name, place, kind.optional, sentence, or: standard, property: property)
  }

  package static func own(
    _ name: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue, _ sentence: String,
    or standard: String = "none",
    _ read: @escaping @Sendable (JSONObject, inout Owner) throws -> Void
  ) -> Field {
    Field(
      name: name, makeSchema: schema, sentence: sentence, words: { [] }, standard: { _ in standard },
      value: { _ in () }, write: { _ in nil }, read: read,
      set: { _, _, _, _ in }, check: { _ in }, differs: { _, _ in false })
  }

  /// Fields of the same owner inside a nested object.
  package static func group(_ name: String, _ fields: Fields<Owner>, _ sentence: String) -> Field {
    own(name, fields.schema, sentence, or: "") { object, owner in
      if let group = try object.object(name) { owner = try fields.read(group, over: owner) }
    }
  }

  private func with(_ change: (inout Field) -> Void) -> Field {
    var field = self
    change(&field)
    return field
  }

  /// Marks the field as required in a film file. On the command line its value precedes the keys.
  package var required: Field { inFile.with { $0.isRequired = true } }
  /// Removes the key from the command line.
  package var inFile: Field { with { $0.typedName = nil } }
  /// Limits the field's effect to objects whose value for `key` is one of `words`.
  package func only(_ key: String, _ words: String...) -> Field { with { $0.condition = .words(key, words) } }
  /// Limits the field's effect to objects without `key`.
  package func without(_ key: String) -> Field { with { $0.condition = .without(key) } }
  /// Adds a condition, for example on a probed input, without which the field has no effect. `reason` is the
  /// end of the notice.
  package func applies<Context: Sendable>(
    in _: Context.Type, where condition: @escaping @Sendable (Owner, Context) -> Bool,
    because reason: String
  ) -> Field {
    with { field in
      field.idle = { [idle] owner, context in
        if let context = context as? Context, !condition(owner, context) {
          reason
        } else {
          idle(owner, context)
        }
      }
    }
  }
  /// Adds a condition on the other fields.
  package func applies(where condition: @escaping @Sendable (Owner) -> Bool, because reason: String) -> Field
  {
    applies(in: Void.self, where: { owner, _ in condition(owner) }, because: reason)
  }
  /// Marks the field as representable in OTIO.
  package var carried: Field { with { $0.isCarried = true } }
  /// Sets the description of the parts that OTIO loses.
  package func lost(_ parts: @escaping @Sendable (Owner) -> [String]) -> Field { with { $0.parts = parts } }
  /// Sets another key for the command line.
  package func typed(_ name: String) -> Field { with { $0.typedName = name } }
  package func hint(_ hint: String) -> Field { with { $0.hint = hint } }
}

/// A condition on another key of the same object.
private enum Condition: Sendable {
  case words(String, [String])
  case without(String)

  func holds(in object: JSONObject) -> Bool {
    switch self {
    case .words(let key, let words): object.value(key)?.text.map(words.contains) ?? false
    case .without(let key): !object.has(key)
    }
  }

  func allows(_ word: String) -> Bool {
    if case .words(_, let words) = self { words.contains(word) } else { true }
  }
}

package struct Fields<Owner: Sendable>: Sendable {
  /// The owner with all fields at their defaults.
  package let blank: Owner
  /// The fields in the order in which they are documented and read.
  package var list: [Field<Owner>]

  /// - Parameter more: fields that follow those of `list`.
  package init(_ blank: Owner, _ list: [Field<Owner>], _ more: [Field<Owner>] = []) {
    self.blank = blank
    self.list = list + more
  }

  package func without(_ names: String...) -> Fields { without(names) }

  package func without(_ names: [String]) -> Fields {
    Fields(blank, list.filter { !names.contains($0.name) })
  }

  /// Reads the owner that `object` describes. Values that `object` does not set come from `base`.
  /// - Parameter idle: keys that have no effect here; each causes a note.
  package func read(_ object: JSONObject, over base: Owner? = nil, idle: [String] = []) throws -> Owner {
    var owner = base ?? blank
    var idle = idle
    for field in list {
      if let condition = field.condition, !condition.holds(in: object) {
        idle.append(field.name)
        continue
      }
      try object.reading(field.name) {
        if field.isRequired, !object.has(field.name) { throw object.problem("“\(field.name)” is missing") }
        try field.read(object, &owner)
      }
    }
    try object.finish(idle: idle)
    return owner
  }

  /// Refuses values out of their bounds. Readers check them, but a program can set any value.
  package func validate(_ owner: Owner) throws(Refusal) {
    for field in list { try field.check(owner) }
  }

  /// The notes about set fields that have no effect in `context` or because of other fields.
  package func notes(on owner: Owner, in context: any Sendable = ()) -> [Notice] {
    changed(owner).compactMap { field in
      field.idle(owner, context).map { Notice(.note, of: field.name, "\(field.name) has no effect\($0)") }
    }
  }

  /// The fields that differ from those of `base`; `nil` means the defaults.
  package func changed(_ owner: Owner, from base: Owner? = nil) -> [Field<Owner>] {
    list.filter { $0.differs(owner, base ?? blank) }
  }

  package var typedNames: [String] { list.compactMap(\.typedName) }

  /// The values of `owner` as `KEY=VALUE`, as typed on the command line.
  package func typed(_ owner: Owner) -> [String] {
    list.compactMap { field in
      guard let key = field.typedName, let value = field.write(owner) else { return nil }
      return "\(key)=\(value.typed)"
    }
  }

  /// The keys on the command line with their remarks.
  package var help: String {
    list.compactMap { field in field.typedName.map { $0 + (field.hint.map { " (\($0))" } ?? "") } }.inWords
  }

  /// The schemas of the keys in a film file.
  package var properties: [String: JSONValue] {
    Dictionary(list.map { ($0.name, $0.schema) }) { $1 }
  }

  package var schema: JSONValue {
    switch list.lazy.compactMap(\.condition).first {
    case nil: return form(list)
    case .words(let key, _):
      let words = list.first { $0.name == key }?.words() ?? []
      return JSONSchema.any(
        words.map { word in
          form(list.filter { $0.condition?.allows(word) ?? true }, [key: JSONSchema.words([word])])
        })
    case .without(let key):
      let null = JSONValue.object(["type": .text("null")])
      return JSONSchema.any(
        form(list, [key: null]), form(list.filter { $0.condition == nil }, required: [key]))
    }
  }

  /// The schema of an object with the fields `own`, in which the other fields have no effect.
  private func form(
    _ own: [Field<Owner>], _ changes: [String: JSONValue] = [:], required: [String] = []
  ) -> JSONValue {
    JSONSchema.form(
      Dictionary(own.map { ($0.name, $0.schema) }) { $1 }.merging(changes) { $1 },
      required: own.filter(\.isRequired).map(\.name) + required, mayBeNull: true, idle: list.map(\.name))
  }

  /// The keys in a film file as a Markdown table.
  package var table: String {
    let rows = list.map { field in
      "| `\(field.name)` | \(field.sentence) | \(field.isRequired ? "required" : field.standard(blank)) |\n"
    }
    return "| key | value | default |\n| --- | --- | --- |\n" + rows.joined()
  }
}

/// A value with a table of fields.
package protocol FieldOwner: Sendable {
  static var fields: Fields<Self> { get }
}

extension JSONValue {
  /// The value in Markdown; texts are code.
  fileprivate var marked: String { text.map { "`\"\($0)\"`" } ?? typed }
}

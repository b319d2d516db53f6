import SegueTransitions

/// The named fields of a fingerprint, in order. Each value adds the fields that affect frames.
///
/// The text depends on the values only: not on Swift's printing of structures, and not on properties
/// that are not added. A `nil` value adds nothing, so a new optional field does not change existing
/// fingerprints.
package struct FingerprintWriter {
  private var fields: [String] = []

  package init() {}

  /// The fields on one line.
  package var text: String { fields.joined(separator: " ") }

  /// Adds text in quotes, with line feeds escaped.
  package mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    set(name, "\"\(escaped)\"")
  }

  package mutating func add(_ name: String, _ value: Int?) {
    if let value { set(name, String(value)) }
  }

  /// Adds the bit pattern of a number.
  package mutating func add(_ name: String, _ value: Double?) {
    if let value { set(name, String(value.bitPattern, radix: 16)) }
  }

  package mutating func add(_ name: String, _ value: Bool?) {
    if let value { set(name, value ? "true" : "false") }
  }

  package mutating func add(_ name: String, _ value: Range<Int>) {
    set(name, "\(value.lowerBound)..<\(value.upperBound)")
  }

  package mutating func add(_ name: String, _ values: [Int]) {
    set(name, Self.list(values.map { String($0) }))
  }

  package mutating func add<Word: RawRepresentable<String>>(_ name: String, _ value: Word?) {
    if let value { set(name, value.rawValue) }
  }

  /// Adds the fields of a value, in parentheses.
  package mutating func add<Value: Fingerprinted>(_ name: String, _ value: Value?) {
    if let value { set(name, "(\(value.fingerprint))") }
  }

  package mutating func add<Value: Fingerprinted>(_ name: String, _ values: [Value]) {
    set(name, Self.list(values.map { "(\($0.fingerprint))" }))
  }

  /// Adds the type and the properties of a value. Of an object without a fingerprint, only the type is
  /// added. A transition's own fingerprint replaces its properties. Sets and dictionaries are sorted.
  package mutating func add(_ name: String, propertiesOf value: Any) {
    let mirror = Mirror(reflecting: value)
    if let value = value as? any Fingerprinted { return set(name, "(\(value.fingerprint))") }
    if let value = value as? String { return add(name, value) }
    if let text = (value as? any Transition)?.fingerprint {
      var writer = FingerprintWriter()
      writer.add("fingerprint", text)
      return set(name, "\(type(of: value))(\(writer.text))")
    }
    if mirror.children.isEmpty || mirror.displayStyle == .class { return set(name, "\(value)") }
    var writer = FingerprintWriter()
    for child in mirror.children { writer.add(child.label ?? "", propertiesOf: child.value) }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { writer.fields.sort() }
    set(name, "\(type(of: value))(\(writer.text))")
  }

  private mutating func set(_ name: String, _ text: String) { fields.append("\(name)=\(text)") }

  private static func list(_ values: [String]) -> String { "[\(values.joined(separator: " "))]" }
}

package protocol Fingerprinted {
  func add(to writer: inout FingerprintWriter)
}

extension Fingerprinted {
  /// The fields that affect frames, on one line.
  package var fingerprint: String {
    var writer = FingerprintWriter()
    add(to: &writer)
    return writer.text
  }
}

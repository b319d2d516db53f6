import SegueMath

/// The bounds of a number, with its unit. Checks, messages and schemas follow from them.
package struct Bounds: Sendable, Hashable {
  package let range: ClosedRange<Double>
  private let suffix: String
  /// Whether the lower bound is excluded.
  private let isAbove: Bool

  package init(_ range: ClosedRange<Double>, _ unit: String = "", isAbove: Bool = false) {
    self.range = range
    suffix = unit.isEmpty ? "" : " " + unit
    self.isAbove = isAbove
  }

  package init(_ range: ClosedRange<Int>) { self.init(Double(range.lowerBound)...Double(range.upperBound)) }

  package func contains(_ number: Double) -> Bool {
    range.contains(number) && (!isAbove || number > range.lowerBound)
  }

  /// The bounds in words, without the unit.
  package var words: String {
    let (minimum, maximum) = (range.lowerBound.typed, range.upperBound.typed)
    if !range.upperBound.isFinite { return (isAbove ? "above " : "at least ") + minimum }
    return isAbove ? "above \(minimum) and at most \(maximum)" : "\(minimum) to \(maximum)"
  }

  /// The bounds in words, with the unit.
  package var expected: String { words + suffix }

  /// `number` with the unit.
  package func text(_ number: Double) -> String { number.typed + suffix }

  package func check(_ number: Double) throws(Refusal) {
    if !contains(number) { throw Refusal(text(number), expected: expected) }
  }

  package var schema: JSONValue { schema(of: "number") }

  /// The schema of a value of JSON type `type` within the bounds.
  package func schema(of type: String) -> JSONValue {
    var values: [String: JSONValue] = ["type": .text(type)]
    values[isAbove ? "exclusiveMinimum" : "minimum"] = .number(range.lowerBound)
    if range.upperBound.isFinite { values["maximum"] = .number(range.upperBound) }
    return .object(values)
  }
}

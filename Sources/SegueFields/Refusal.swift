/// The reason why a value is refused, and the path of the invalid part.
package struct Refusal: Error {
  package enum Reason: Sendable {
    /// The value, and the accepted values in words.
    case value(String, expected: String)
    /// A word that cannot be parsed, the field with the error, and the expected form in words.
    case argument(String, of: String, expected: String)
    case error(any DescribedError)
  }

  /// The path of the part, such as `[2].x`; empty for the whole value.
  package private(set) var place = ""
  package let reason: Reason

  package init(_ reason: Reason) { self.reason = reason }

  package init(_ value: String, expected: String) { self.init(.value(value, expected: expected)) }

  /// The refusal with `place` before its path.
  package func inside(_ place: String) -> Refusal {
    var refusal = self
    refusal.place = place + refusal.place
    return refusal
  }
}

/// What is wrong with a parameter that was given to a transition.
public enum ParameterError: Error, Sendable, Hashable {
  /// The transition has no parameter of this name.
  case unknown(name: String, transition: String, known: [String])
  /// The text is no value of the parameter's type.
  case wrongType(name: String, value: String, expected: String)
  /// A number is outside of the parameter's bounds.
  case outOfBounds(name: String, value: Double, minimum: Double?, maximum: Double?)
  /// The parameter has no default and was not given.
  case missing(name: String, transition: String)
}

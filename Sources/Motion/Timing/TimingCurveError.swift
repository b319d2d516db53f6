/// What is wrong with a timing curve that came from outside.
///
/// **Thread-safety:** a value.
public enum TimingCurveError: Error, Sendable, Hashable {
  /// No curve has this name.
  case unknownName(String)
  /// Text where a curve's name and its arguments in one pair of parentheses were expected.
  case malformed(text: String)
  /// A curve with another number of arguments than it takes.
  case wrongArgumentCount(curve: String, found: Int, expected: [Int])
  /// An argument that is no finite decimal number; `position` counts from 1.
  case notANumber(token: String, curve: String, position: Int)
  /// A parameter outside of what it may be.
  case outOfRange(parameter: String, value: Double, allowed: AllowedRange)
  /// A spring whose settling takes longer than a day.
  case settlesTooLate(seconds: Double)

  /// What a parameter may be.
  public enum AllowedRange: Sendable, Hashable {
    /// Between two bounds, both included.
    case within(Double, Double)
    /// Above 0 and up to a bound, included.
    case positiveUpTo(Double)
    /// A whole number between two bounds, both included.
    case wholeNumber(Int, Int)
  }
}

extension TimingCurveError: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownName(let name):
      return "there is no timing curve “\(name)”; there are linear, ease, ease-in, ease-out, ease-in-out, "
        + "cubic-bezier(x1,y1,x2,y2), steps(n) and spring(…)"
    case .malformed(let text):
      return "“\(text)” is not a timing curve: expected a name, or a name with arguments in parentheses"
    case .wrongArgumentCount(let curve, let found, let expected):
      let counts = expected.map(String.init).joined(separator: " or ")
      return "\(curve) takes \(counts) arguments, not \(found)"
    case .notANumber(let token, let curve, let position):
      return "argument \(position) of \(curve), “\(token)”, is not a finite number"
    case .outOfRange(let parameter, let value, let allowed):
      return "\(parameter) is \(TimingCurve.text(value)), but must be \(allowed)"
    case .settlesTooLate(let seconds):
      return "the spring settles after \(TimingCurve.text(seconds)) s, later than a day"
    }
  }
}

extension TimingCurveError.AllowedRange: CustomStringConvertible {
  /// The range in words.
  public var description: String {
    switch self {
    case .within(let low, let high):
      return "between \(TimingCurve.text(low)) and \(TimingCurve.text(high))"
    case .positiveUpTo(let high): return "above 0 and at most \(TimingCurve.text(high))"
    case .wholeNumber(let low, let high): return "a whole number between \(low) and \(high)"
    }
  }
}

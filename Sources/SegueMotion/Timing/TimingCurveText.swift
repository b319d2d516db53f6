import SegueFields
import SegueMath

extension TimingCurve {
  /// Reads a curve such as `ease-in-out`, `steps(4)` or `spring(0.8)`, as on the command line.
  /// Spaces around names and numbers are ignored.
  ///
  /// - Throws: `SegueError` with the code `unknownName` or `invalidValue`, with the offending
  ///   token or value.
  public init(parsing text: String) throws(SegueError) {
    do { try self.init(text: text) } catch { throw SegueError(error) }
  }

  /// Reads a curve, as ``init(parsing:)``.
  package init(text: String) throws(TimingCurveError) {
    let trimmed = Self.trimmed(text[...])
    guard let open = trimmed.firstIndex(of: "(") else {
      guard let match = Self.named.first(where: { $0.name == trimmed }) else {
        if trimmed.isEmpty || trimmed.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "-" }) {
          throw .malformed(text: text)
        }
        if let count = Self.argumentCounts[String(trimmed)] {
          throw .wrongArgumentCount(curve: String(trimmed), found: 0, expected: count)
        }
        throw .unknownName(String(trimmed))
      }
      self = match.curve
      return
    }
    let name = String(Self.trimmed(trimmed[..<open]))
    let inside = trimmed[trimmed.index(after: open)...].dropLast()
    guard trimmed.last == ")", !name.isEmpty, !inside.contains("("), !inside.contains(")") else {
      throw .malformed(text: text)
    }
    if name == "linear" {
      try self.init(stops: inside)
    } else if name == "spring", inside.contains(":") {
      try self.init(perceptualSpring: inside)
    } else if name == "steps" {
      try self.init(steps: Self.arguments(inside))
    } else {
      try self.init(name: name, arguments: Self.numbers(inside, of: name))
    }
  }

  private static let argumentCounts = ["cubic-bezier": [4], "steps": [1, 2], "spring": [1, 2, 4]]

  private static func checkCount(_ found: Int, of name: String) throws(TimingCurveError) {
    guard let expected = argumentCounts[name] else {
      if named.contains(where: { $0.name == name }) {
        throw .wrongArgumentCount(curve: name, found: found, expected: [0])
      }
      throw .unknownName(name)
    }
    if !expected.contains(found) {
      throw .wrongArgumentCount(curve: name, found: found, expected: expected)
    }
  }

  private init(name: String, arguments: [Double]) throws(TimingCurveError) {
    try Self.checkCount(arguments.count, of: name)
    switch (name, arguments.count) {
    case ("cubic-bezier", _):
      self = .cubicBezier(x1: arguments[0], y1: arguments[1], x2: arguments[2], y2: arguments[3])
    case (_, 4):
      self = .spring(
        mass: arguments[0], stiffness: arguments[1], damping: arguments[2], initialVelocity: arguments[3])
    default:
      self = .spring(dampingRatio: arguments[0], initialVelocity: arguments.count == 2 ? arguments[1] : 0)
    }
    if let problem { throw problem }
  }

  /// Reads a number of steps and, optionally, the position of the jumps.
  private init(steps arguments: [String]) throws(TimingCurveError) {
    try Self.checkCount(arguments.count, of: "steps")
    guard let position = arguments.count == 1 ? StepPosition.end : StepPosition(named: arguments[1]) else {
      throw .unknownWord(arguments[1], curve: "steps", expected: StepPosition.names)
    }
    let number = try Self.number(arguments[0], of: "steps", at: 0)
    let range = position.minimumCount...Self.maximumStepCount
    guard let count = Int(exactly: number), range.contains(count) else {
      throw .outOfRange(
        parameter: "n", value: number,
        expected: "a whole number between \(range.lowerBound) and \(range.upperBound)")
    }
    self = .steps(count, position)
  }

  /// Reads the stops of CSS's `linear()`. Each is a number with up to two percentages before or after
  /// it.
  private init(stops text: Substring) throws(TimingCurveError) {
    let parts = Self.arguments(text)
    if let problem = TimingCurveError.outside(
      "linear's number of points", Double(parts.count), 2...Double(LinearPoints.maximumCount))
    {
      throw problem
    }
    var stops: [LinearPoints.Stop] = []
    for (index, part) in parts.enumerated() {
      var words = part.split { $0.isWhitespace }
      let output = words.isEmpty ? "" : words.remove(at: words[0].hasSuffix("%") ? words.count - 1 : 0)
      guard words.count < 3, words.allSatisfy({ $0.hasSuffix("%") }) else {
        throw .notANumber(token: part, curve: "linear", position: index + 1)
      }
      var stop: LinearPoints.Stop = (try Self.number(String(output), of: "linear", at: index), [])
      for word in words {
        stop.inputs.append(try Self.number(String(word.dropLast()), of: "linear", at: index))
      }
      stops.append(stop)
    }
    self.init(.points(LinearPoints(stops: stops)))
    if let problem { throw problem }
  }

  /// Reads SwiftUI's `duration:` and `bounce:`; either may be missing.
  private init(perceptualSpring text: Substring) throws(TimingCurveError) {
    var values: [String: Double] = [:]
    for (index, argument) in Self.arguments(text).enumerated() {
      let parts = argument.split(separator: ":", maxSplits: 1).map { String(Self.trimmed($0)) }
      guard parts.count == 2, ["duration", "bounce"].contains(parts[0]), values[parts[0]] == nil else {
        throw .malformed(text: "spring(\(text))")
      }
      values[parts[0]] = try Self.number(parts[1], of: "spring", at: index)
    }
    let duration = values["duration"] ?? 0.5
    let bounce = values["bounce"] ?? 0
    if let problem = TimingCurveError.outside("duration", duration, 0.01...3600)
      ?? .outside("bounce", bounce, -0.99...0.99)
    {
      throw problem
    }
    self = .spring(duration: duration, bounce: bounce)
    if let problem { throw problem }
  }

  private static func numbers(_ text: Substring, of curve: String) throws(TimingCurveError) -> [Double] {
    var numbers: [Double] = []
    for (index, token) in arguments(text).enumerated() {
      numbers.append(try number(token, of: curve, at: index))
    }
    return numbers
  }

  private static func arguments(_ text: Substring) -> [String] {
    if trimmed(text).isEmpty { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { String(trimmed($0)) }
  }

  private static func number(_ token: String, of curve: String, at index: Int) throws(TimingCurveError)
    -> Double
  {
    // Double also reads hexadecimal numbers, infinities and NaN.
    guard token.allSatisfy({ "0123456789+-.eE".contains($0) }), let number = Double(token), number.isFinite
    else { throw .notANumber(token: token, curve: curve, position: index + 1) }
    return number
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: { $0.isWhitespace })
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...end]
  }
}

extension TimingCurve: CustomStringConvertible {
  /// The curve in its shortest form on the command line; ``init(parsing:)`` reads the same curve
  /// from it.
  public var description: String {
    if let match = Self.named.first(where: { $0.curve == self }) { return match.name }
    switch form {
    case .linear: return "linear"
    case .cubicBezier(let b): return Self.call("cubic-bezier", b.x1, b.y1, b.x2, b.y2)
    case .points(let points): return points.text
    case .easing(let easing): return easing.name
    case .emphasized: return "emphasized"
    case .steps(let count, .end): return "steps(\(count))"
    case .steps(let count, let position): return "steps(\(count),\(position.rawValue))"
    case .fittedSpring(let s) where s.initialVelocity == 0: return Self.call("spring", s.dampingRatio)
    case .fittedSpring(let s): return Self.call("spring", s.dampingRatio, s.initialVelocity)
    case .physicalSpring(let s):
      return Self.call("spring", s.mass, s.stiffness, s.damping, s.initialVelocity)
    }
  }

  private static func call(_ name: String, _ arguments: Double...) -> String {
    name + "(" + arguments.map { $0.typed }.joined(separator: ",") + ")"
  }
}

/// An error in the text or the parameters of a timing curve.
package enum TimingCurveError: DescribedError {
  /// No curve has this name.
  case unknownName(String)
  /// The text is not a curve's name with arguments in one pair of parentheses.
  case malformed(text: String)
  /// The number of arguments is wrong; `expected` are the valid numbers.
  case wrongArgumentCount(curve: String, found: Int, expected: [Int])
  /// An argument is not a finite decimal number; `position` counts from 1.
  case notANumber(token: String, curve: String, position: Int)
  /// An argument is not one of the expected words.
  case unknownWord(String, curve: String, expected: [String])
  /// A parameter is outside of its range; `expected` describes the range.
  case outOfRange(parameter: String, value: Double, expected: String)
  /// The spring takes longer than a day to settle.
  case settlesTooLate(seconds: Double)
}

extension TimingCurveError {
  package var code: SegueError.Code { if case .unknownName = self { .unknownName } else { .invalidValue } }

  /// The error as one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .unknownName(let name):
      return "there is no timing curve “\(name)”; use a name such as ease-in-out or ease-out-back, "
        + "cubic-bezier(x1,y1,x2,y2), linear(…), steps(n) or spring(…)"
    case .malformed(let text):
      return "“\(text)” is not a timing curve: expected a name, or a name with arguments in parentheses"
    case .wrongArgumentCount(let curve, let found, let expected):
      let counts = expected.map(String.init).joined(separator: " or ")
      return "\(curve) takes \(counts) arguments, not \(found)"
    case .notANumber(let token, let curve, let position):
      return "argument \(position) of \(curve), “\(token)”, is not a finite number"
    case .unknownWord(let word, let curve, let expected):
      let words = expected.dropLast().joined(separator: ", ")
      return "“\(word)” is not a position of \(curve); use \(words) or \(expected.last ?? "")"
    case .outOfRange(let parameter, let value, let expected):
      return "\(parameter) is \(value.typed), but must be \(expected)"
    case .settlesTooLate(let seconds):
      return "the spring settles after \(seconds.typed) s; the limit is a day"
    }
  }
}

extension TimingCurveError {
  /// The error for a number that must be above 0 and at most `bound`.
  static func outOfRange(parameter: String, value: Double, upTo bound: Double) -> TimingCurveError {
    .outOfRange(
      parameter: parameter, value: value, expected: "above 0 and at most \(bound.typed)")
  }

  /// The error of a number that must be within `bounds`; `nil` if it is.
  static func outside(_ parameter: String, _ value: Double, _ bounds: ClosedRange<Double>)
    -> TimingCurveError?
  {
    if bounds.contains(value) { return nil }
    let (low, high) = (bounds.lowerBound.typed, bounds.upperBound.typed)
    return .outOfRange(parameter: parameter, value: value, expected: "between \(low) and \(high)")
  }
}

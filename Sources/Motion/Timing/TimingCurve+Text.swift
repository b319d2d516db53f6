extension TimingCurve {
  /// The curves that go by a name alone, in the order in which they are listed.
  public static let named: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut),
  ]

  /// The forms that take arguments, in the order in which they are listed.
  public static let forms = [
    "cubic-bezier(x1,y1,x2,y2)", "steps(n)", "spring(dampingRatio[,initialVelocity])",
    "spring(mass,stiffness,damping,initialVelocity)",
  ]

  /// The curve that `text` names: one of ``named`` or ``forms``. Spaces around names and numbers do not
  /// count.
  ///
  /// - Throws: what is wrong, with the token that is.
  public init(parsing text: String) throws(TimingCurveError) {
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
    try self.init(name: name, arguments: Self.numbers(inside, of: name))
  }

  private static let argumentCounts = ["cubic-bezier": [4], "steps": [1], "spring": [1, 2, 4]]

  private init(name: String, arguments: [Double]) throws(TimingCurveError) {
    guard let expected = Self.argumentCounts[name] else {
      if Self.named.contains(where: { $0.name == name }) {
        throw .wrongArgumentCount(curve: name, found: arguments.count, expected: [0])
      }
      throw .unknownName(name)
    }
    guard expected.contains(arguments.count) else {
      throw .wrongArgumentCount(curve: name, found: arguments.count, expected: expected)
    }
    switch (name, arguments.count) {
    case ("steps", _):
      guard let count = Int(exactly: arguments[0]), (1...Self.mostSteps).contains(count) else {
        throw .outOfRange(parameter: "n", value: arguments[0], allowed: .wholeNumber(1, Self.mostSteps))
      }
      self = .steps(count)
    case ("cubic-bezier", _):
      let (x1, y1, x2, y2) = (arguments[0], arguments[1], arguments[2], arguments[3])
      if let problem = CubicBezier.problem(x1: x1, y1: y1, x2: x2, y2: y2) { throw problem }
      self = .cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
    case (_, 4):
      let (m, k, c, v) = (arguments[0], arguments[1], arguments[2], arguments[3])
      if let problem = PhysicalSpring.problem(mass: m, stiffness: k, damping: c, initialVelocity: v) {
        throw problem
      }
      self = .spring(mass: m, stiffness: k, damping: c, initialVelocity: v)
    default:
      let (ratio, velocity) = (arguments[0], arguments.count == 2 ? arguments[1] : 0)
      if let problem = FittedSpring.problem(dampingRatio: ratio, initialVelocity: velocity) { throw problem }
      self = .spring(dampingRatio: ratio, initialVelocity: velocity)
    }
  }

  private static func numbers(_ text: Substring, of curve: String) throws(TimingCurveError) -> [Double] {
    if trimmed(text).isEmpty { return [] }
    var numbers: [Double] = []
    for (index, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      let token = String(trimmed(part))
      // Double also reads hexadecimal numbers, infinities and NaN.
      guard token.allSatisfy({ "0123456789+-.eE".contains($0) }), let number = Double(token), number.isFinite
      else { throw .notANumber(token: token, curve: curve, position: index + 1) }
      numbers.append(number)
    }
    return numbers
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...end]
  }
}

extension TimingCurve: CustomStringConvertible {
  /// The curve as the command line takes it, in its shortest form; ``init(parsing:)`` gives the same curve
  /// back.
  public var description: String {
    if let match = Self.named.first(where: { $0.curve == self }) { return match.name }
    switch self {
    case .linear: return "linear"
    case .cubicBezier(let b): return Self.call("cubic-bezier", b.x1, b.y1, b.x2, b.y2)
    case .steps(let count): return "steps(\(count))"
    case .fittedSpring(let s) where s.initialVelocity == 0: return Self.call("spring", s.dampingRatio)
    case .fittedSpring(let s): return Self.call("spring", s.dampingRatio, s.initialVelocity)
    case .physicalSpring(let s):
      return Self.call("spring", s.mass, s.stiffness, s.damping, s.initialVelocity)
    }
  }

  private static func call(_ name: String, _ arguments: Double...) -> String {
    name + "(" + arguments.map(text).joined(separator: ",") + ")"
  }

  /// A number in the fewest digits that give it back, without a fraction of 0.
  static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

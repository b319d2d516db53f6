import SegueMotion

/// A parser that turns tokens into an expression's steps, by precedence climbing.
struct ExpressionParser {
  /// The remaining tokens; the last one is `end`.
  var tokens: ArraySlice<FormulaToken>
  let text: String
  /// The names of variables, in addition to `pi`.
  let variables: [String]
  /// The name of the parameter whose value is parsed, for messages.
  let subject: String?
  private var steps: [Expression.Step] = []
  private var depth = 0

  /// The maximum depth of nested brackets, signs and powers.
  static let deepest = 64

  init(tokens: ArraySlice<FormulaToken>, text: String, variables: [String], subject: String? = nil) {
    self.tokens = tokens
    self.text = text
    self.variables = variables
    self.subject = subject
  }

  /// Parses an expression that consists of all tokens.
  mutating func wholeExpression() throws(FormulaError) -> Expression {
    let expression = try expression()
    if case .end = next.kind { return expression }
    throw error(.expected("an operator, such as * or +"))
  }

  /// Whether tokens remain.
  var hasMore: Bool { next.kind != .end }

  /// Parses two expressions with a colon between them.
  mutating func pair() throws(FormulaError) -> (Expression, Expression) {
    let first = try expression()
    guard take(":") != nil else { throw error(.expected("a colon and a value, as in 0.5:0.6")) }
    return (first, try expression())
  }

  /// Parses an expression up to the first token that cannot continue it.
  mutating func expression() throws(FormulaError) -> Expression {
    steps = []
    let range = try sum()
    return Expression(text: text, range: range, steps: steps)
  }

  // MARK: the grammar

  private mutating func sum() throws(FormulaError) -> Range<Int> {
    var range = try product()
    while let sign = take("+", "-") {
      range = range.lowerBound..<(try product()).upperBound
      steps.append(Expression.Step(operation: sign == "+" ? .add : .subtract, range: range))
    }
    return range
  }

  private mutating func product() throws(FormulaError) -> Range<Int> {
    var range = try signed()
    while let sign = take("*", "/") {
      range = range.lowerBound..<(try signed()).upperBound
      steps.append(Expression.Step(operation: sign == "*" ? .multiply : .divide, range: range))
    }
    return range
  }

  private mutating func signed() throws(FormulaError) -> Range<Int> {
    let start = next.range.lowerBound
    guard let sign = take("+", "-") else { return try power() }
    try enter()
    let range = start..<(try signed()).upperBound
    depth -= 1
    if sign == "-" { steps.append(Expression.Step(operation: .negate, range: range)) }
    return range
  }

  private mutating func power() throws(FormulaError) -> Range<Int> {
    let base = try operand()
    guard take("^") != nil else { return base }
    try enter()
    let range = base.lowerBound..<(try signed()).upperBound
    depth -= 1
    steps.append(Expression.Step(operation: .power, range: range))
    return range
  }

  private mutating func operand() throws(FormulaError) -> Range<Int> {
    let token = next
    switch token.kind {
    case .number(let number):
      tokens.removeFirst()
      steps.append(Expression.Step(operation: .number(number), range: token.range))
      guard case .unit(let unit) = next.kind else { return token.range }
      guard unit == "px" else { throw error(.unknownUnit(unit)) }
      let range = token.range.lowerBound..<next.range.upperBound
      tokens.removeFirst()
      steps.append(Expression.Step(operation: .pixels, range: range))
      return range
    case .name(let name):
      tokens.removeFirst()
      if take("(") != nil { return try call(name, at: token.range) }
      if name == "pi", !variables.contains(name) {
        steps.append(Expression.Step(operation: .number(.pi), range: token.range))
      } else if variables.contains(name) {
        steps.append(Expression.Step(operation: .variable(name), range: token.range))
      } else if ["nan", "inf"].contains(name) {
        throw error(.notFinite(name, of: subject), at: token.range)
      } else {
        throw error(.unknownName(name, .variable, known: variables + ["pi"]), at: token.range)
      }
      return token.range
    case .sign("("):
      tokens.removeFirst()
      try enter()
      _ = try sum()
      depth -= 1
      return token.range.lowerBound..<(try close())
    default:
      throw error(.expected("a value"))
    }
  }

  private mutating func call(_ name: String, at place: Range<Int>) throws(FormulaError) -> Range<Int> {
    try enter()
    defer { depth -= 1 }
    if name == "keys" { return try keys(from: place.lowerBound) }
    guard let function = ExpressionFunction(rawValue: name) else {
      let known = ExpressionFunction.allCases.map(\.rawValue) + ["keys"]
      throw error(.unknownName(name, .function, known: known), at: place)
    }
    var count = 0
    if next.kind != .sign(")") {
      repeat {
        _ = try sum()
        count += 1
      } while take(",") != nil
    }
    let range = place.lowerBound..<(try close())
    guard count >= function.minimum, count <= function.maximum ?? count else {
      throw error(
        .wrongArgumentCount(
          function: name, found: count, minimum: function.minimum, maximum: function.maximum),
        at: range)
    }
    steps.append(Expression.Step(operation: .call(function, count: count), range: range))
    return range
  }

  /// Parses the arguments of `keys(`: pairs, then an optional curve, which has no `:` outside of
  /// parentheses.
  private mutating func keys(from start: Int) throws(FormulaError) -> Range<Int> {
    var count = 0
    var curve = TimingCurve.linear
    repeat {
      if count > 0, let words = curveRange() {
        let bytes = Array(text.utf8)[words]
        do { curve = try TimingCurve(text: String(decoding: bytes, as: UTF8.self)) } catch {
          throw self.error(.curve(error), at: words)
        }
        tokens = tokens.drop { $0.range.lowerBound < words.upperBound }
        break
      }
      _ = try sum()
      guard take(":") != nil else { throw error(.expected("a colon and a value, as in 0.5:1")) }
      _ = try sum()
      count += 1
    } while take(",") != nil
    let range = start..<(try close())
    steps.append(Expression.Step(operation: .keys(count: count, curve), range: range))
    return range
  }

  /// The range of the argument that begins here, if it is the last argument of its call and contains no
  /// `:`.
  private func curveRange() -> Range<Int>? {
    var open = 0
    var end = next.range.lowerBound
    for token in tokens {
      switch token.kind {
      case .sign("("): open += 1
      case .sign(")"):
        if open == 0 { return end > next.range.lowerBound ? next.range.lowerBound..<end : nil }
        open -= 1
      case .sign(","), .sign(":"):
        if open == 0 { return nil }
      case .end: return nil
      default: break
      }
      end = token.range.upperBound
    }
    return nil
  }

  // MARK: words

  private var next: FormulaToken {
    tokens.first ?? FormulaToken(kind: .end, range: text.utf8.count..<text.utf8.count)
  }

  /// Consumes and returns the next token if it is one of these signs.
  private mutating func take(_ signs: Character...) -> Character? {
    guard case .sign(let sign) = next.kind, signs.contains(sign) else { return nil }
    tokens.removeFirst()
    return sign
  }

  /// Consumes a closing parenthesis and returns its end.
  private mutating func close() throws(FormulaError) -> Int {
    let end = next.range.upperBound
    guard take(")") != nil else { throw error(.expected("a closing parenthesis")) }
    return end
  }

  private mutating func enter() throws(FormulaError) {
    depth += 1
    if depth > Self.deepest { throw error(.tooDeep(limit: Self.deepest)) }
  }

  private func error(_ problem: FormulaError.Problem, at range: Range<Int>? = nil) -> FormulaError {
    FormulaError(problem, at: range ?? next.range, in: text)
  }
}

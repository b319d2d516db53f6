import SegueRendering
import SegueTransitions

/// A parameter's default in a comment or an initialiser. It is a literal, an expression such as `1.0 /
/// 2.0`, or a constructor of the parameter's type.
struct DefaultValue {
  /// A number for each component of the type; a Boolean is 0 or 1.
  var numbers: [Double]
  /// The text after the value, without separating punctuation.
  var remark: String

  /// Reads `= value remark` from the inside of a comment.
  /// - Returns: `nil` if it does not begin with `=`; `.some(nil)` if no value of `type` follows.
  static func inComment(
    _ text: ShaderText, _ range: Range<Int>, line: Int, type: ShaderValueType
  ) -> DefaultValue?? {
    let tokens = Tokenizer.prefix(of: text, in: range, line: line).filter(\.isCode)
    guard let first = tokens.first, text.matches(first, "="),
      text.bytes[range.lowerBound..<first.range.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    var reader = ValueReader(text: text, tokens: tokens[1...])
    guard let numbers = reader.value(of: type) else { return .some(nil) }
    let rest = text[reader.end..<range.upperBound]
    let remark = rest.drop { " \t;/.,-".contains($0) }.split(whereSeparator: \.isNewline).first ?? ""
    return DefaultValue(
      numbers: numbers, remark: String(remark.reversed().drop(while: \.isWhitespace).reversed()))
  }

  /// Reads a whole initialiser; `nil` if it is not a value of `type`.
  static func initializer(_ text: ShaderText, _ tokens: ArraySlice<Token>, type: ShaderValueType) -> [Double]?
  {
    var reader = ValueReader(text: text, tokens: tokens.filter(\.isCode)[...])
    guard let numbers = reader.value(of: type), reader.tokens.isEmpty else { return nil }
    return numbers
  }
}

/// Reads a value from the first tokens.
private struct ValueReader {
  let text: ShaderText
  var tokens: ArraySlice<Token>
  /// The end of the last token taken.
  var end = 0

  /// The numbers of a value of `type`.
  mutating func value(of type: ShaderValueType) -> [Double]? {
    guard let scalar = type.scalar else { return nil }
    if let first = tokens.first, first.kind == .word, text[first] == type.glsl {
      _ = take()
      guard take("("), let arguments = arguments(scalar) else { return nil }
      return spread(arguments, over: type)
    }
    guard case .scalar = type, let number = expression(scalar) else { return nil }
    return [number]
  }

  private mutating func arguments(_ scalar: ShaderValueType.Scalar) -> [Double]? {
    var numbers: [Double] = []
    while numbers.count < 17 {
      guard let number = expression(scalar) else { return nil }
      numbers.append(number)
      if take(")") { return numbers }
      guard take(",") else { return nil }
    }
    return nil
  }

  /// A single argument applies to every component, in a matrix to the diagonal, as in GLSL's
  /// constructors.
  private func spread(_ numbers: [Double], over type: ShaderValueType) -> [Double]? {
    let count = type.componentCount
    if numbers.count == count { return numbers }
    guard numbers.count == 1 else { return nil }
    if case .matrix(let side) = type {
      return (0..<count).map { $0 % (side + 1) == 0 ? numbers[0] : 0 }
    }
    return Array(repeating: numbers[0], count: count)
  }

  /// The operators of sums, then those of products.
  private static let operators = [["+", "-"], ["*", "/"]]

  /// A sum of products of literals and of such sums in brackets; stops before an operator without a
  /// right side.
  /// - Parameters:
  ///   - level: the operators, from 0.
  ///   - depth: the number of enclosing brackets.
  private mutating func expression(
    _ scalar: ShaderValueType.Scalar, level: Int = 0, depth: Int = 0
  ) -> Double? {
    guard level < 2 else { return literal(scalar, depth: depth) }
    guard var value = expression(scalar, level: level + 1, depth: depth) else { return nil }
    while scalar != .bool {
      let before = self
      guard let symbol = take().map({ text[$0] }), Self.operators[level].contains(symbol),
        let next = expression(scalar, level: level + 1, depth: depth)
      else {
        self = before
        break
      }
      switch symbol {
      case "+": value += next
      case "-": value -= next
      case "*": value *= next
      default: value = scalar == .int ? (value / next).rounded(.towardZero) : value / next
      }
      guard scalar == .int ? Int32(exactly: value) != nil : Float(value).isFinite else { return nil }
    }
    return value
  }

  private mutating func literal(_ scalar: ShaderValueType.Scalar, depth: Int) -> Double? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    if scalar != .bool, depth < 16, take("(") {
      let value = expression(scalar, depth: depth + 1)
      return take(")") ? value.map { isNegative ? -$0 : $0 } : nil
    }
    guard let token = take() else { return nil }
    switch token.kind {
    case .word:
      guard scalar == .bool, !isNegative else { return nil }
      return text.matches(token, "true") ? 1 : text.matches(token, "false") ? 0 : nil
    case .number:
      guard let number = ValueReader.number(text[token]) else { return nil }
      let value = isNegative ? -number : number
      switch scalar {
      case .float: return Float(value).isFinite ? value : nil
      case .int: return Int32(exactly: value).map(Double.init)
      case .bool: return value == 0 || value == 1 ? value : nil
      }
    case .symbol, .comment, .directive, .newline: return nil
    }
  }

  /// The value of a numeric literal, with or without a suffix.
  private static func number(_ literal: String) -> Double? {
    let isHex = literal.lowercased().hasPrefix("0x")
    let suffixes: Set<Character> = isHex ? ["u", "U"] : ["f", "F", "u", "U"]
    var digits = Substring(literal)
    if let last = digits.last, suffixes.contains(last) { digits = digits.dropLast() }
    if digits.hasSuffix(".") { digits += "0" }
    if digits.hasPrefix(".") { digits = "0" + digits }
    return Double(digits)
  }

  private mutating func take() -> Token? {
    guard let token = tokens.popFirst() else { return nil }
    end = token.range.upperBound
    return token
  }

  private mutating func take(_ symbol: StaticString) -> Bool {
    guard let token = tokens.first, text.matches(token, symbol) else { return false }
    _ = take()
    return true
  }
}

/// Checks that every bracket has its partner.
enum Brackets {
  /// - Throws: the first bracket without a partner. With `#if` each case has brackets of its own, and the compiler
  ///   is the one to tell.
  static func check(_ text: ShaderText, _ tokens: [Token], hasConditions: Bool) throws(Tokenizer.Failure) {
    if hasConditions { return }
    var open: [Token] = []
    for token in tokens where token.kind == .symbol {
      switch text.bytes[token.range.lowerBound] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(token)
      case UInt8(ascii: ")"): try close("(", token, text, &open)
      case UInt8(ascii: "]"): try close("[", token, text, &open)
      case UInt8(ascii: "}"): try close("{", token, text, &open)
      default: break
      }
    }
    if let left = open.last { throw failure(left, text) }
  }

  private static func close(
    _ partner: StaticString, _ token: Token, _ text: ShaderText, _ open: inout [Token]
  ) throws(Tokenizer.Failure) {
    guard let last = open.popLast() else { throw failure(token, text) }
    guard text.matches(last, partner) else { throw failure(last, text) }
  }

  private static func failure(_ token: Token, _ text: ShaderText) -> Tokenizer.Failure {
    Tokenizer.Failure(problem: .unbalancedBracket(text[token]), line: token.line)
  }
}

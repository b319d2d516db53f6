/// Checks that every bracket has its counterpart.
enum Brackets {
  /// - Throws: the first bracket without a counterpart. Files with `#if` are not checked: each
  ///   branch may have its own brackets, which only the compiler can match.
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

/// Finds loops that are syntactically endless: `while (true)` and `for (;;)` without a `break`,
/// `return` or `discard`. Some devices stop such a loop after thousands of iterations; on others it
/// hangs the display.
enum EndlessLoops {
  private static let heads: [[StaticString]] = [
    ["while", "(", "true", ")"], ["for", "(", ";", ";", ")"], ["for", "(", ";", "true", ";", ")"],
  ]

  /// Takes linear time in the number of tokens at any depth of nesting.
  /// - Throws: the first such loop.
  static func check(_ text: ShaderText, _ tokens: [Token]) throws(Tokenizer.Failure) {
    let code = tokens.filter { $0.isCode || $0.kind == .directive }
    let table = BlockTable(text, code)
    for index in code.indices where code[index].kind == .word {
      guard let body = bodyOfEndlessLoop(text, code, index, table) else { continue }
      if !table.hasExit(in: body) { throw Tokenizer.Failure(problem: .endlessLoop, line: code[index].line) }
    }
  }

  /// The repeated tokens of an endless loop at `index`; `nil` for other code.
  private static func bodyOfEndlessLoop(
    _ text: ShaderText, _ code: [Token], _ index: Int, _ table: BlockTable
  ) -> Range<Int>? {
    let head = heads.first { head in
      index + head.count < code.count
        && head.indices.allSatisfy { text.matches(code[index + $0], head[$0]) }
    }
    guard let head else { return nil }
    let start = index + head.count
    if text.matches(code[start], "{") {
      guard let end = table.closingBrace(of: start) else { return nil }
      return start..<(end + 1)
    }
    let end = table.semicolon(from: start) ?? code.count - 1
    // `do … while (true);` has its body before the condition.
    return end == start && text.matches(code[index], "while") ? nil : start..<(end + 1)
  }
}

/// The ends of blocks and statements, and the exits of loops, for every token. One pass finds them;
/// each query takes constant time.
struct BlockTable {
  private static let none = -1
  /// The index of the closing brace for each opening one.
  private var closings: [Int]
  /// The index of the first semicolon at or after each token.
  private var semicolons: [Int]
  /// For each token, the number of earlier tokens that may leave a loop. A directive counts, since
  /// it may contain any code.
  private var exitCounts: [Int]

  init(_ text: ShaderText, _ code: [Token]) {
    closings = Array(repeating: BlockTable.none, count: code.count)
    semicolons = closings
    exitCounts = [0]
    exitCounts.reserveCapacity(code.count + 1)
    var open: [Int] = []
    var unended = 0
    for (index, token) in code.enumerated() {
      if text.matches(token, "{") { open.append(index) }
      if text.matches(token, "}"), let opening = open.popLast() { closings[opening] = index }
      if text.matches(token, ";") {
        for place in unended...index { semicolons[place] = index }
        unended = index + 1
      }
      exitCounts.append(exitCounts[index] + (BlockTable.isExit(token, text) ? 1 : 0))
    }
  }

  /// The index of the brace that closes the one at `index`; `nil` if none does.
  func closingBrace(of index: Int) -> Int? { closings[index] == BlockTable.none ? nil : closings[index] }

  /// The index of the first semicolon at or after `index`; `nil` without one.
  func semicolon(from index: Int) -> Int? { semicolons[index] == BlockTable.none ? nil : semicolons[index] }

  /// Whether a token in `range` may leave a loop.
  func hasExit(in range: Range<Int>) -> Bool {
    exitCounts[range.upperBound] > exitCounts[range.lowerBound]
  }

  private static func isExit(_ token: Token, _ text: ShaderText) -> Bool {
    token.kind == .directive || text.matches(token, "break") || text.matches(token, "return")
      || text.matches(token, "discard")
  }
}

/// Finds loops that say themselves that they have no end: `while (true)` and `for (;;)` without a way out. What they
/// do on a device is anything from a cut after thousands of rounds to a hung display.
enum EndlessLoops {
  private static let waysOut: Set<String> = ["break", "return", "discard"]

  /// - Throws: the first such loop.
  static func check(_ text: ShaderText, _ tokens: [Token]) throws(Tokenizer.Failure) {
    let code = tokens.filter { $0.isCode || $0.kind == .directive }
    for index in code.indices where code[index].kind == .word {
      guard let body = bodyOfEndless(text, code, index) else { continue }
      let hasWayOut = code[body].contains { $0.kind == .directive || waysOut.contains(text[$0]) }
      if !hasWayOut { throw Tokenizer.Failure(problem: .endlessLoop, line: code[index].line) }
    }
  }

  /// The tokens that are repeated, where a loop that is always true begins at `index`.
  private static func bodyOfEndless(_ text: ShaderText, _ code: [Token], _ index: Int) -> Range<Int>? {
    let heads: [[String]] = [
      ["while", "(", "true", ")"], ["for", "(", ";", ";", ")"],
      ["for", "(", ";", "true", ";", ")"],
    ]
    let head = heads.first { head in
      index + head.count < code.count
        && head.indices.allSatisfy { offset in text[code[index + offset]] == head[offset] }
    }
    guard let head else { return nil }
    let start = index + head.count
    guard text.matches(code[start], "{") else {
      let end = code[start...].firstIndex { text.matches($0, ";") } ?? code.endIndex - 1
      // `do … while (true);` has its body before it.
      return end == start && head[0] == "while" ? nil : start..<(end + 1)
    }
    var depth = 0
    for position in start..<code.count {
      if text.matches(code[position], "{") { depth += 1 }
      if text.matches(code[position], "}") { depth -= 1 }
      if depth == 0 { return start..<(position + 1) }
    }
    return nil
  }
}

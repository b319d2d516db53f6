/// The `#define`s of a text, as far as it takes to tell whether an expression is constant.
///
/// **Thread-safety:** a value.
struct MacroTable {
  /// Words of the bodies, the macro's own arguments left out. A macro defined twice has the words of both.
  private(set) var bodies: [String: Set<String>] = [:]
  /// Whether there is an `#if` of any kind.
  private(set) var hasConditions = false

  init(_ text: ShaderText, _ tokens: [Token]) {
    for token in tokens where token.kind == .directive {
      let parts = Tokenizer.prefix(of: text, in: token.range, line: token.line).filter(\.isCode)
      guard parts.count > 1 else { continue }
      switch text[parts[1]] {
      case "define": if parts.count > 2 { define(text, parts) }
      case "if", "ifdef", "ifndef": hasConditions = true
      default: break
      }
    }
  }

  private mutating func define(_ text: ShaderText, _ parts: [Token]) {
    let name = text[parts[2]]
    var body = parts[3...]
    var arguments: Set<String> = []
    if let open = body.first, text.matches(open, "("), open.range.lowerBound == parts[2].range.upperBound {
      let end = body.firstIndex { text.matches($0, ")") } ?? body.endIndex
      arguments = Set(body[..<end].map { text[$0] })
      body = body[min(end + 1, body.endIndex)...]
    }
    let words = body.filter { $0.kind == .word }.map { text[$0] }.filter { !arguments.contains($0) }
    bodies[name, default: []].formUnion(words)
  }

  /// Longer chains of macros are not followed; none that people write comes near.
  private static let longestChain = 256

  /// Every word that `word` can come to; a word that is none where there are too many.
  func words(of word: String) -> Set<String> {
    var seen: Set<String> = []
    var waiting = [word]
    var result: Set<String> = []
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      if seen.count > MacroTable.longestChain { return [""] }
      if let body = bodies[next] { waiting += body } else { result.insert(next) }
    }
    return result
  }
}

/// The text of a filter chain, split into calls and arguments. Values are parsed later, since the
/// meaning of a word depends on its parameter.
///
/// `chain = call {space call}`, `call = name["(" [arg {"," arg}] ")"]`, `arg = [parameter "="] value`.
/// Names may have hyphens. A name may be the path of a `.glsl` file, quoted if it has spaces.
struct ChainSyntax: Sendable, Hashable {
  struct Call: Sendable, Hashable {
    var name: String
    /// The range of the name, as offsets of UTF-8 bytes.
    var nameRange: Range<Int>
    /// The range of the whole call.
    var range: Range<Int>
    var arguments: [Argument]
  }

  struct Argument: Sendable, Hashable {
    /// The name of the parameter; `nil` if the argument is unnamed.
    var name: String?
    var nameRange: Range<Int>
    /// The tokens of the value, at least one, followed by an `end`.
    var tokens: [FormulaToken]
    var range: Range<Int>
  }

  /// The maximum number of calls in a chain.
  static let maximumCalls = 64

  var text: String
  var calls: [Call]

  /// Splits `text`; a chain has at least one call.
  /// - Throws: `FormulaError`.
  init(parsing text: String) throws(FormulaError) {
    var reader = Reader(tokens: try FormulaToken.tokens(of: text)[...], text: text)
    var calls: [Call] = []
    repeat {
      calls.append(try reader.call())
      if calls.count > Self.maximumCalls {
        throw FormulaError(
          .tooManyCalls(limit: Self.maximumCalls), at: calls[Self.maximumCalls].range, in: text)
      }
    } while reader.next.kind != .end
    self.text = text
    self.calls = calls
  }

  private struct Reader {
    var tokens: ArraySlice<FormulaToken>
    let text: String

    var next: FormulaToken {
      tokens.first ?? FormulaToken(kind: .end, range: text.utf8.count..<text.utf8.count)
    }

    mutating func call() throws(FormulaError) -> Call {
      guard let (name, nameRange) = path() ?? hyphenated() else {
        throw FormulaError(.expected("the name of a filter"), at: next.range, in: text)
      }
      var call = Call(name: name, nameRange: nameRange, range: nameRange, arguments: [])
      guard next.kind == .sign("(") else {
        if next.kind == .sign(":") || next.kind == .sign("=") { throw bareValues(of: name) }
        return call
      }
      tokens.removeFirst()
      if next.kind != .sign(")") {
        while true {
          call.arguments.append(try argument())
          guard next.kind == .sign(",") else { break }
          tokens.removeFirst()
        }
      }
      guard next.kind == .sign(")") else {
        throw FormulaError(.expected("a closing parenthesis"), at: next.range, in: text)
      }
      call.range = nameRange.lowerBound..<next.range.upperBound
      tokens.removeFirst()
      return call
    }

    /// The error about values without parentheses, as other programs write them. It quotes the correct call.
    private func bareValues(of name: String) -> FormulaError {
      let values = text.utf8.dropFirst(next.range.upperBound).prefix { $0 != UInt8(ascii: " ") }
      let call = "\(name)(\(String(Substring(values)).replacing(":", with: ",")))"
      return FormulaError(.bareValues(call: call), at: next.range, in: text)
    }

    private mutating func argument() throws(FormulaError) -> Argument {
      var argument = Argument(
        name: nil, nameRange: next.range.lowerBound..<next.range.lowerBound, tokens: [], range: 0..<0)
      let start = tokens
      if let (name, range) = hyphenated(), next.kind == .sign("=") {
        tokens.removeFirst()
        (argument.name, argument.nameRange) = (name, range)
      } else {
        tokens = start
      }
      var open = 0
      while true {
        switch next.kind {
        case .end: break
        case .sign(","), .sign(")"):
          if open > 0 { fallthrough }
        default:
          if next.kind == .sign("(") { open += 1 }
          if next.kind == .sign(")") { open -= 1 }
          argument.tokens.append(next)
          tokens.removeFirst()
          continue
        }
        break
      }
      guard let first = argument.tokens.first, let last = argument.tokens.last else {
        throw FormulaError(.expected("a value"), at: next.range, in: text)
      }
      argument.range = first.range.lowerBound..<last.range.upperBound
      argument.tokens.append(FormulaToken(kind: .end, range: last.range.upperBound..<last.range.upperBound))
      return argument
    }

    /// Consumes the path of a shader.
    private mutating func path() -> (String, Range<Int>)? {
      guard case .text(let path) = next.kind, path.hasSuffix(".glsl") else { return nil }
      let range = next.range
      tokens.removeFirst()
      return (path, range)
    }

    /// Consumes names joined by hyphens, without spaces.
    private mutating func hyphenated() -> (String, Range<Int>)? {
      guard case .name(var word) = next.kind else { return nil }
      var range = next.range
      tokens.removeFirst()
      while tokens.count >= 2, next.kind == .sign("-"), next.range.lowerBound == range.upperBound {
        let after = tokens[tokens.startIndex + 1]
        guard after.range.lowerBound == next.range.upperBound else { break }
        guard case .name(let part) = after.kind else { break }
        word += "-" + part
        range = range.lowerBound..<after.range.upperBound
        tokens.removeFirst(2)
      }
      return (word, range)
    }
  }
}

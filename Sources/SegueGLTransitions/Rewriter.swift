/// Rewrites a transition to GLSL ES 3.00, token by token and line for line, so that a compiler's
/// line numbers are the author's.
///
/// - Comments become spaces; `#version`, `#extension`, `#line`, `precision …;` and precision
///   qualifiers are removed.
/// - Global initialisers that are not constant expressions move into functions that run before the
///   transition.
/// - Names that the language or the host reserves are replaced.
struct Rewriter {
  private let text: ShaderText
  private let tokens: [Token]
  private let macros: MacroTable
  /// Replacements by token index; other tokens are unchanged.
  private var replacements: [Int: String] = [:]
  private var userFunctions: Set<String> = []
  private var constants: Set<String> = []
  private var hoisted: [(declaration: Int, function: String)] = []

  init(_ text: ShaderText, _ tokens: [Token], _ declarations: [Declaration], _ macros: MacroTable) {
    self.text = text
    self.tokens = tokens
    self.macros = macros
    for case .function(let name) in declarations.map(\.kind) where Grammar.functions.contains(name) {
      userFunctions.insert(name)
    }
    for declaration in declarations { rewrite(declaration) }
    removePrecisions()
  }

  /// The text for the compiler.
  func rewrittenText() -> String {
    var result = ""
    result.reserveCapacity(text.bytes.count + 256)
    var position = 0
    for (index, token) in tokens.enumerated() {
      appendLayout(position..<token.range.lowerBound, to: &result)
      position = token.range.upperBound
      if let replacement = replacements[index] {
        result += replacement
        continue
      }
      switch token.kind {
      case .comment: appendLayout(token.range, to: &result)
      case .directive: result += rewrittenDirective(token)
      case .word: result += rename(text[token])
      case .number, .symbol, .newline: result += text[token]
      }
    }
    appendLayout(position..<text.bytes.count, to: &result)
    return result
  }

  /// The calls of the functions that set globals, in the `#if`s of their declarations.
  func setUp() -> String {
    var lines: [String] = []
    var waiting = hoisted[...]
    for (index, token) in tokens.enumerated() where !waiting.isEmpty || token.kind == .directive {
      if token.kind == .directive, isCondition(token) {
        lines.append(rewrittenDirective(token))
      } else if let next = waiting.first, next.declaration == index {
        lines.append("  \(next.function)();")
        waiting = waiting.dropFirst()
      }
    }
    return hoisted.isEmpty ? "" : lines.joined(separator: "\n")
  }

  /// The name of `word` in the rewritten text.
  func rename(_ word: String) -> String {
    if userFunctions.contains(word) { return "segue_user_" + word }
    if let name = Grammar.oldNames[word] { return name }
    if Grammar.reserved.contains(word) || word == "main" || word.hasPrefix("segue_") {
      return "segue_user_" + word.joinedUnderscores
    }
    let isPredefined = word.hasPrefix("__") && word.hasSuffix("__")
    return word.contains("__") && !isPredefined ? "segue_user_" + word.joinedUnderscores : word
  }

  // MARK: Declarations

  private mutating func rewrite(_ declaration: Declaration) {
    switch declaration.kind {
    case .uniforms(_, let variables): rewriteUniforms(variables, declaration.tokens)
    case .variables(let type, let isConstant, let variables):
      hoist(variables, type: type, isConstant: isConstant, declaration.tokens)
    case .structure(let name): if let name { constants.insert(name) }
    case .function, .other: break
    }
  }

  private mutating func rewriteUniforms(_ variables: [Declaration.Variable], _ range: ClosedRange<Int>) {
    if variables.allSatisfy({ ParameterParser.given.contains($0.name) }) { return blank(range) }
    for variable in variables {
      if let equals = variable.equals { blank(equals...(variable.end - 1)) }
    }
  }

  private mutating func hoist(
    _ variables: [Declaration.Variable], type: String, isConstant: Bool, _ range: ClosedRange<Int>
  ) {
    var assignments: [String] = []
    for variable in variables {
      guard let equals = variable.equals else { continue }
      if initializerIsConstant(variable) {
        if isConstant { constants.insert(variable.name) }
        continue
      }
      let value = variable.initializer.filter { tokens[$0].isCode }.map { written($0) }.joined(separator: " ")
      assignments.append("\(rename(variable.name)) = \(value);")
      blank(equals...(variable.end - 1))
    }
    guard !assignments.isEmpty else { return }
    if isConstant { removeConst(range) }
    let function = "segue_set_\(hoisted.count)"
    hoisted.append((range.lowerBound, function))
    replacements[range.upperBound] = "; void \(function)() { \(assignments.joined(separator: " ")) }"
  }

  private mutating func removeConst(_ range: ClosedRange<Int>) {
    for index in range where text.matches(tokens[index], "const") { replacements[index] = "" }
  }

  private func initializerIsConstant(_ variable: Declaration.Variable) -> Bool {
    var previous: Token?
    for index in variable.initializer where tokens[index].isCode {
      let token = tokens[index]
      defer { previous = token }
      guard token.kind == .word else { continue }
      if let previous, text.matches(previous, ".") { continue }
      guard macros.words(of: text[token]).allSatisfy(isConstant) else { return false }
    }
    return true
  }

  private func isConstant(_ word: String) -> Bool {
    if word == "true" || word == "false" || constants.contains(word) || Grammar.types.contains(word) {
      return true
    }
    return Grammar.constantFunctions.contains(word) && !userFunctions.contains(word)
  }

  // MARK: Tokens

  private func written(_ index: Int) -> String {
    tokens[index].kind == .word ? rename(text[tokens[index]]) : text[tokens[index]]
  }

  /// Removes the code tokens of a range; comments and line ends stay.
  private mutating func blank(_ range: ClosedRange<Int>) {
    for index in range where tokens[index].isCode { replacements[index] = "" }
  }

  private mutating func removePrecisions() {
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard tokens[index].kind == .word else { continue }
      if text.matches(tokens[index], "precision") {
        let end = tokens[index...].prefix(8).firstIndex { text.matches($0, ";") }
        blank(index...(end ?? index))
      } else if Grammar.precisions.contains(text[tokens[index]]) {
        replacements[index] = ""
      }
    }
  }

  // MARK: Directives

  private func word(of directive: Token) -> String {
    let parts = Tokenizer.prefix(of: text, in: directive.range, line: directive.line).filter(\.isCode)
    return parts.count > 1 ? text[parts[1]] : ""
  }

  private func isCondition(_ token: Token) -> Bool {
    ["if", "ifdef", "ifndef", "elif", "else", "endif"].contains(word(of: token))
  }

  /// The directive with renamed words; `#version`, `#extension` and `#line` become empty lines.
  private func rewrittenDirective(_ token: Token) -> String {
    if ["version", "extension", "line"].contains(word(of: token)) {
      return String(repeating: "\n", count: text.bytes[token.range].count { $0 == 0x0A })
    }
    var result = ""
    var position = token.range.lowerBound
    for part in Tokenizer.prefix(of: text, in: token.range, line: token.line) {
      result += text[position..<part.range.lowerBound]
      position = part.range.upperBound
      guard part.kind == .word else {
        result += text[part]
        continue
      }
      let isPrecision = Grammar.precisions.contains(text[part])
      result += isPrecision ? "" : rename(text[part])
    }
    return result + text[position..<token.range.upperBound]
  }

  /// Appends a space for the range's contents, and its line ends.
  private func appendLayout(_ range: Range<Int>, to result: inout String) {
    guard !range.isEmpty else { return }
    result += " "
    for byte in text.bytes[range] where byte == 0x0A { result += "\n" }
  }
}

extension String {
  /// The name with single underscores: the language reserves consecutive ones.
  fileprivate var joinedUnderscores: String {
    split(separator: "_", omittingEmptySubsequences: false).joined(separator: contains("__") ? "_0" : "_")
  }
}

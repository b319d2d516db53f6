/// Finds the declarations at the outermost level. It parses only the grammar that parameters and
/// hoisting need; the compiler parses everything else.
struct DeclarationParser {
  private let text: ShaderText
  private let tokens: [Token]
  private var position = 0

  init(_ text: ShaderText, _ tokens: [Token]) {
    self.text = text
    self.tokens = tokens
  }

  mutating func declarations() -> [Declaration] {
    var found: [Declaration] = []
    while let start = nextCode() {
      let declaration = self.declaration(from: start)
      found.append(declaration)
      position = declaration.tokens.upperBound + 1
    }
    return found
  }

  /// The next token that is neither layout nor directive.
  private mutating func nextCode() -> Int? {
    while position < tokens.count {
      if tokens[position].isCode { return position }
      position += 1
    }
    return nil
  }

  private func declaration(from start: Int) -> Declaration {
    var depth = 0
    var index = start
    var previous: Int?
    var isFunction = false
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .symbol {
        switch text.bytes[token.range.lowerBound] {
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "{"):
          if depth == 0, let previous, text.matches(tokens[previous], ")") { isFunction = true }
          depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
          depth = max(0, depth - 1)
          if depth == 0, isFunction || index == start, text.matches(token, "}") {
            return Declaration(kind: kind(start...index), tokens: start...index)
          }
        case UInt8(ascii: ";") where depth == 0:
          return Declaration(kind: kind(start...index), tokens: start...index)
        default: break
        }
      }
      if token.isCode { previous = index }
      index += 1
    }
    return Declaration(kind: .other, tokens: start...(tokens.count - 1))
  }

  private func kind(_ range: ClosedRange<Int>) -> Declaration.Kind {
    // Directives are skipped here and checked below; the tokens between them depend on the
    // preprocessor.
    let code = range.filter { tokens[$0].isCode }
    var index = 0
    var isUniform = false
    var isConstant = false
    while index < code.count, tokens[code[index]].kind == .word {
      let word = text[tokens[code[index]]]
      if word == "struct" { return structure(code) }
      if word == "uniform" {
        isUniform = true
      } else if word == "const" {
        isConstant = true
      } else {
        guard Grammar.precisions.contains(word) else { break }
      }
      index += 1
    }
    guard index < code.count, tokens[code[index]].kind == .word else { return .other }
    let type = text[tokens[code[index]]]
    index = skipArray(code, from: index + 1)
    guard index + 1 < code.count, tokens[code[index]].kind == .word else { return .other }
    if text.matches(tokens[code[index + 1]], "(") { return .function(name: text[tokens[code[index]]]) }
    guard !range.contains(where: { tokens[$0].kind == .directive }) else { return .other }
    guard let variables = variables(Array(code[index...])) else { return .other }
    return isUniform
      ? .uniforms(type: type, variables) : .variables(type: type, isConstant: isConstant, variables)
  }

  private func structure(_ code: [Int]) -> Declaration.Kind {
    let name = code.count > 1 && tokens[code[1]].kind == .word ? text[tokens[code[1]]] : nil
    return .structure(name: name)
  }

  /// The index after any number of `[…]`.
  private func skipArray(_ code: [Int], from start: Int) -> Int {
    var index = start
    while index < code.count, text.matches(tokens[code[index]], "[") {
      while index < code.count, !text.matches(tokens[code[index]], "]") { index += 1 }
      index += 1
    }
    return index
  }

  /// The variables of `name [n] = value, name = value;` in order; `nil` for other code.
  private func variables(_ code: [Int]) -> [Declaration.Variable]? {
    var found: [Declaration.Variable] = []
    var index = 0
    while index < code.count {
      guard tokens[code[index]].kind == .word else { return nil }
      let name = code[index]
      let afterArray = skipArray(code, from: index + 1)
      guard afterArray < code.count else { return nil }
      var variable = Declaration.Variable(
        name: text[tokens[name]], nameToken: name, isArray: afterArray > index + 1, initializer: 0..<0,
        equals: nil, end: code[afterArray])
      index = afterArray
      if text.matches(tokens[code[index]], "=") {
        variable.equals = code[index]
        let first = index + 1
        index = endOfValue(code, from: first)
        guard index < code.count, index > first else { return nil }
        variable.initializer = code[first]..<code[index]
        variable.end = code[index]
      }
      let closing = tokens[code[index]]
      guard text.matches(closing, ",") || text.matches(closing, ";") else { return nil }
      found.append(variable)
      index += 1
    }
    return found.isEmpty ? nil : found
  }

  /// The `,` or `;` that ends a value.
  private func endOfValue(_ code: [Int], from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < code.count {
      let token = tokens[code[index]]
      if token.kind == .symbol {
        switch text.bytes[token.range.lowerBound] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ","), UInt8(ascii: ";"): if depth <= 0 { return index }
        default: break
        }
      }
      index += 1
    }
    return index
  }
}

/// A declaration at the outermost level of a shader.
struct Declaration {
  enum Kind {
    /// A function or its prototype.
    case function(name: String)
    /// Variables, each with its own initialiser.
    case variables(type: String, isConstant: Bool, [Variable])
    case uniforms(type: String, [Variable])
    /// A structure, with or without variables.
    case structure(name: String?)
    case other
  }

  /// A name of a declaration. All indices are into the tokens.
  struct Variable {
    var name: String
    var nameToken: Int
    var isArray: Bool
    /// The tokens of the initialiser, without `=`; empty without one.
    var initializer: Range<Int>
    /// The index of `=`; `nil` without an initialiser.
    var equals: Int?
    /// The index of the `,` or `;` after the variable.
    var end: Int
  }

  var kind: Kind
  /// The tokens from the first one to the `;` or `}`.
  var tokens: ClosedRange<Int>
}

import SegueFields
import SegueImaging
import SegueMath
import SegueRendering
import SegueTransitions

/// A transition in the GL Transitions format: its parameters, and its program for GLSL ES 3.00.
/// **Source:** the format of gl-transitions.com: `vec4 transition(vec2 uv)` with parameters as commented uniforms.
package struct GLTransition: Sendable {
  /// The file's name without its extension.
  package let name: String
  /// The path of the file, for messages.
  package let path: String
  /// The author from the file, if any.
  package let author: String?
  /// The licence from the file, if any.
  package let license: String?
  /// The parameters, in the order of the file.
  package let parameters: [ShaderParameter]
  /// Problems that do not prevent drawing.
  package let warnings: [ShaderWarning]
  package let program: ShaderProgram
  private let uniformNames: [String: String]

  /// The maximum size of a file, in bytes.
  package static let sizeLimit = 1 << 20

  /// Reads a file in linear time and memory.
  /// - Parameters:
  ///   - text: the file's bytes; comments may be in any encoding, all other text is ASCII.
  ///   - name: the transition's name.
  ///   - path: the path of the text, for messages.
  /// - Throws: `ShaderFileError` with the first problem.
  package init(_ text: some Collection<UInt8>, name: String, path: String) throws(ShaderFileError) {
    try self.init(text, name: name, path: path, kind: .transition)
  }

  /// Reads a file that defines `vec4 transition(vec2)` or `vec4 filter(vec2)`.
  /// - Throws: `ShaderFileError` with the first problem.
  package init(
    _ text: some Collection<UInt8>, name: String, path: String, kind: ShaderProgram.Kind
  ) throws(ShaderFileError) {
    guard text.count <= GLTransition.sizeLimit else {
      throw ShaderFileError(name: path, problem: .tooLarge(limit: GLTransition.sizeLimit))
    }
    let text = ShaderText(text)
    do throws(Tokenizer.Failure) {
      let tokens = try Tokenizer.tokens(of: text)
      try EndlessLoops.check(text, tokens)
      let macros = MacroTable(text, tokens)
      try Brackets.check(text, tokens, hasConditions: macros.hasConditions)
      var parser = DeclarationParser(text, tokens)
      let declarations = parser.declarations()
      var parameters = ParameterParser(text, tokens, hasConditions: macros.hasConditions)
      for declaration in declarations {
        guard case .uniforms(let type, let variables) = declaration.kind else { continue }
        try parameters.add(type: type, variables, last: declaration.tokens.upperBound)
      }
      try GLTransition.checkEntryPoint(kind, text, tokens, declarations, macros)
      let rewriter = Rewriter(text, tokens, declarations, macros)
      let credits = Credits(text, tokens)
      (author, license) = (credits.author, credits.license)
      self.parameters = parameters.parameters
      warnings = parameters.warnings
      program = ShaderProgram(
        name: path, original: text.string, text: rewriter.rewrittenText(), setUp: rewriter.setUp(),
        kind: kind, entry: rewriter.rename(kind.rawValue))
      uniformNames = Dictionary(
        parameters.parameters.map { ($0.name, rewriter.rename($0.name)) },
        uniquingKeysWith: { first, _ in first })
    } catch {
      throw ShaderFileError(error, in: text, name: path)
    }
    self.name = name
    self.path = path
  }

  /// The name of a parameter's uniform in the program.
  func uniformName(of parameter: String) -> String { uniformNames[parameter] ?? parameter }

  /// Checks that the function of `kind` has the format's signature, unless a macro may define it.
  /// - Throws: the problem, with the line of a function of that name.
  private static func checkEntryPoint(
    _ kind: ShaderProgram.Kind, _ text: ShaderText, _ tokens: [Token], _ declarations: [Declaration],
    _ macros: MacroTable
  ) throws(Tokenizer.Failure) {
    let entry = kind.rawValue
    if macros.bodies.contains(where: { $0.key == entry || $0.value.contains(entry) }) { return }
    let idle = Grammar.precisions.union(["in", "const"])
    var other: Tokenizer.Failure?
    for declaration in declarations {
      guard case .function(entry) = declaration.kind,
        text.matches(tokens[declaration.tokens.upperBound], "}")
      else { continue }
      let head = tokens[declaration.tokens].prefix { !text.matches($0, ")") }.filter(\.isCode)
        .map { text[$0] }.filter { !idle.contains($0) }
      let isMatch = head.count <= 5 && head.starts(with: ["vec4", entry, "(", "vec2"])
      if isMatch || head.contains(where: { macros.bodies[$0] != nil }) { return }
      let found = head.joined(separator: " ").replacing(" (", with: "(").replacing("( ", with: "(") + ")"
      other = Tokenizer.Failure(
        problem: .otherEntryPoint(found, expected: "vec4 \(entry)(vec2 uv)"),
        line: tokens[declaration.tokens.lowerBound].line)
    }
    throw other ?? Tokenizer.Failure(problem: kind == .filter ? .missingFilter : .missingEntryPoint, line: 0)
  }
}

/// Author and licence of a shader, from its comments.
struct Credits {
  var author: String?
  var license: String?

  /// Reads the first `Author:` and the first `License:` at the start of a comment's line, in any
  /// case.
  init(_ text: ShaderText, _ tokens: [Token]) {
    for token in tokens where token.kind == .comment {
      if author != nil, license != nil { return }
      for line in text[token.inside(of: text)].split(whereSeparator: \.isNewline) {
        author = author ?? Credits.value(of: ["author"], in: line)
        license = license ?? Credits.value(of: ["license", "licence"], in: line)
      }
    }
  }

  private static func value(of keys: [String], in line: Substring) -> String? {
    let content = line.drop { $0.isWhitespace || $0 == "*" || $0 == "/" }
    guard let colon = content.firstIndex(of: ":"),
      keys.contains(trimmed(content[..<colon]).lowercased())
    else { return nil }
    let value = trimmed(content[content.index(after: colon)...])
    return value.isEmpty ? nil : value
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// An error for a text that is not a transition in the GL Transitions format.
package struct ShaderFileError: DescribedError {
  /// The kind of a problem.
  package enum Problem: Sendable, Hashable {
    /// The text has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// A character, by its code, that GLSL does not allow outside comments.
    case unknownCharacter(UInt8)
    /// `/*` without `*/`.
    case unterminatedComment
    /// A bracket without its counterpart.
    case unbalancedBracket(String)
    /// The text does not define `vec4 transition(vec2)`.
    case missingEntryPoint
    /// The text does not define `vec4 filter(vec2)`.
    case missingFilter
    /// The function `transition` or `filter` has another type or other parameters.
    case otherEntryPoint(String, expected: String)
    /// A loop whose condition is always true and that has no `break`, `return` or `discard`.
    case endlessLoop
    /// A parameter of a type outside of the format.
    case unknownParameterType(name: String, type: String)
    case arrayParameter(name: String)
    /// Two parameters of the same name.
    case repeatedParameter(name: String)
  }

  /// The shader's name in messages, for example its path.
  package var name: String
  /// The line of the problem, from 1; `nil` for the whole text.
  package var line: Int?
  /// The text of that line, at most 200 bytes; `nil` without a line.
  package var lineText: String?
  package var problem: Problem
}

extension ShaderFileError {
  fileprivate init(_ failure: Tokenizer.Failure, in text: ShaderText, name: String) {
    let lines = text.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let content = lines.indices.contains(failure.line - 1) ? lines[failure.line - 1].prefix(200) : nil
    self.init(
      name: name, line: failure.line > 0 ? failure.line : nil,
      lineText: content.map { String(decoding: $0, as: UTF8.self) }, problem: failure.problem)
  }
}

extension ShaderFileError {
  package var code: SegueError.Code { .invalidData }

  /// The problem and its place, in one sentence.
  package var sentence: String {
    let what =
      switch problem {
      case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB, the limit of a transition"
      case .unknownCharacter(let code):
        "the character with code \(code) is not allowed in GLSL; is this a shader?"
      case .unterminatedComment: "the comment /* has no closing */"
      case .unbalancedBracket(let bracket): "“\(bracket)” has no matching bracket"
      case .endlessLoop: "the loop never ends: it has no break, return or discard"
      case .missingFilter: "it does not define vec4 filter(vec2 uv)"
      case .missingEntryPoint: "it does not define vec4 transition(vec2 uv)"
      case .otherEntryPoint(let found, let expected): "\(found) must be \(expected)"
      case .unknownParameterType(let name, let type):
        "the parameter \(name) is a \(type), but must be float, int, bool, sampler2D, a vector or a square matrix"
      case .arrayParameter(let name): "the parameter \(name) is an array, which the format does not support"
      case .repeatedParameter(let name): "the parameter \(name) is declared twice"
      }
    return name + (line.map { ":\($0)" } ?? "") + ": " + what
  }
}

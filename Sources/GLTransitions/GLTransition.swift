import Transitions

/// A transition in the GL Transitions format, read and made ready for a compiler.
///
/// **Thread-safety:** immutable.
/// **Source:** the format of gl-transitions.com: `vec4 transition(vec2 uv)` with parameters as commented uniforms.
public struct GLTransition: Sendable {
  /// The file's name without its extension.
  public let name: String
  /// Where it was read from, for messages.
  public let path: String
  /// Who wrote it, as the file says.
  public let author: String?
  /// Its licence, as the file says.
  public let license: String?
  /// Its parameters, in the order of the file.
  public let parameters: [ShaderParameter]
  /// What is odd about it.
  public let warnings: [ShaderWarning]
  /// The program.
  public let program: ShaderProgram
  private let uniformNames: [String: String]

  /// The most bytes of a text.
  public static let sizeLimit = 1 << 20

  /// Reads a text. It takes time and memory in proportion to its length.
  /// - Parameters:
  ///   - text: the file's bytes; comments may be in any encoding, the rest is ASCII.
  ///   - name: the transition's name.
  ///   - path: where the text comes from, for messages.
  /// - Throws: `ShaderFileError`.
  public init(_ text: some Collection<UInt8>, name: String, path: String) throws(ShaderFileError) {
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
      guard GLTransition.hasEntryPoint(text, tokens, declarations, macros) else {
        throw Tokenizer.Failure(problem: .missingEntryPoint, line: 0)
      }
      let rewriter = Rewriter(text, tokens, declarations, macros)
      let credits = Credits(text, tokens)
      (author, license) = (credits.author, credits.license)
      self.parameters = parameters.parameters
      warnings = parameters.warnings
      program = ShaderProgram(
        name: path, original: text.string, text: rewriter.rewrittenText(), setUp: rewriter.setUp())
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

  /// Whether `transition` is defined, or a macro may do it.
  private static func hasEntryPoint(
    _ text: ShaderText, _ tokens: [Token], _ declarations: [Declaration], _ macros: MacroTable
  ) -> Bool {
    let isDefined = declarations.contains { declaration in
      guard case .function("transition") = declaration.kind else { return false }
      return text.matches(tokens[declaration.tokens.upperBound], "}")
    }
    return isDefined || macros.bodies.contains { $0.key == "transition" || $0.value.contains("transition") }
  }
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

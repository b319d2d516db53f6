import SegueRendering
import SegueTransitions

/// Reads parameters from `uniform` declarations and the comments beside them.
struct ParameterParser {
  let text: ShaderText
  let tokens: [Token]
  private(set) var parameters: [ShaderParameter] = []
  private(set) var warnings: [ShaderWarning] = []
  private var names: Set<String> = []
  /// Whether a parameter may be declared several times, in the branches of an `#if`.
  private let allowsRepetition: Bool

  /// The format's own uniforms, which a file may declare again.
  static let given: Set<String> = ["progress", "ratio"]

  init(_ text: ShaderText, _ tokens: [Token], hasConditions: Bool) {
    self.text = text
    self.tokens = tokens
    allowsRepetition = hasConditions
  }

  /// Adds the parameters of one declaration.
  /// - Throws: the first problem, with its line.
  mutating func add(
    type name: String, _ variables: [Declaration.Variable], last: Int
  ) throws(Tokenizer.Failure) {
    let trailing = comment(behind: last)
    for variable in variables where !ParameterParser.given.contains(variable.name) {
      let line = tokens[variable.nameToken].line
      guard let type = ShaderValueType(glsl: name) else {
        throw Tokenizer.Failure(problem: .unknownParameterType(name: variable.name, type: name), line: line)
      }
      if variable.isArray {
        throw Tokenizer.Failure(problem: .arrayParameter(name: variable.name), line: line)
      }
      guard names.insert(variable.name).inserted else {
        if allowsRepetition { continue }
        throw Tokenizer.Failure(problem: .repeatedParameter(name: variable.name), line: line)
      }
      add(variable, type, line: line, trailing: trailing)
    }
  }

  private mutating func add(
    _ variable: Declaration.Variable, _ type: ShaderValueType, line: Int, trailing: Token?
  ) {
    var parameter = ShaderParameter(
      name: variable.name, type: type, defaultNumbers: Array(repeating: 0, count: type.componentCount),
      remark: "", line: line)
    defer { parameters.append(parameter) }
    if type == .picture { return }
    if variable.equals != nil {
      let value = DefaultValue.initializer(text, tokens[variable.initializer], type: type)
      parameter.defaultNumbers = value ?? parameter.defaultNumbers
      if value == nil {
        warnings.append(.unreadableDefault(parameter: variable.name, type: type.glsl, line: line))
      }
      return
    }
    let own = ((variable.nameToken + 1)..<variable.end).map { tokens[$0] }.filter { $0.kind == .comment }
    let candidates = own + [comment(behind: variable.end)].compactMap(\.self) + [trailing].compactMap(\.self)
    for comment in candidates {
      guard let found = DefaultValue.inComment(text, comment.inside(of: text), line: comment.line, type: type)
      else { continue }
      if let value = found {
        (parameter.defaultNumbers, parameter.remark) = (value.numbers, value.remark)
      } else {
        warnings.append(.unreadableDefault(parameter: variable.name, type: type.glsl, line: line))
      }
      return
    }
    warnings.append(.missingDefault(parameter: variable.name, line: line))
  }

  /// The comment that follows a token on its line.
  private func comment(behind index: Int) -> Token? {
    guard index + 1 < tokens.count, tokens[index + 1].kind == .comment,
      tokens[index + 1].line == tokens[index].line
    else { return nil }
    return tokens[index + 1]
  }
}

/// A parameter of a GL Transition: a `uniform` with a default in a comment.
package struct ShaderParameter: Sendable, Hashable {
  package var name: String
  package var type: ShaderValueType
  /// The default's `type.componentCount` numbers, 0 without a default; empty for a picture.
  package var defaultNumbers: [Double]
  /// The remark after the default; empty without a remark.
  package var remark: String
  /// The line of the declaration, from 1.
  package var line: Int
}

/// A problem of a file that can still be drawn.
package enum ShaderWarning: Sendable, Hashable {
  /// A parameter has no default; it is zero.
  case missingDefault(parameter: String, line: Int)
  /// A parameter's default is not a value of its type; zero is used.
  case unreadableDefault(parameter: String, type: String, line: Int)

  /// The warning as a sentence.
  package var sentence: String {
    switch self {
    case .missingDefault(let parameter, let line):
      "line \(line): the parameter \(parameter) has no default; it is zero unless it is set"
    case .unreadableDefault(let parameter, let type, let line):
      "line \(line): the default of \(parameter) is not a valid \(type); it is zero unless it is set"
    }
  }
}

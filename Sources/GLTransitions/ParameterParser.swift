import Transitions

/// Reads the parameters out of `uniform` declarations and the comments beside them.
///
/// **Thread-safety:** a value.
struct ParameterParser {
  let text: ShaderText
  let tokens: [Token]
  private(set) var parameters: [ShaderParameter] = []
  private(set) var warnings: [ShaderWarning] = []
  private var names: Set<String> = []
  /// With `#if` there may be a declaration for each case.
  private let allowsRepetition: Bool

  /// Names that the format itself gives; a file that declares them again means the same.
  static let given: Set<String> = ["progress", "ratio"]

  init(_ text: ShaderText, _ tokens: [Token], hasConditions: Bool) {
    self.text = text
    self.tokens = tokens
    allowsRepetition = hasConditions
  }

  /// Takes in one declaration.
  /// - Throws: a problem with the line that it is on.
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

extension Token {
  /// A comment's text without its marks.
  func inside(of text: ShaderText) -> Range<Int> {
    let isBlock = text.bytes[range.lowerBound + 1] == UInt8(ascii: "*")
    return (range.lowerBound + 2)..<(range.upperBound - (isBlock ? 2 : 0))
  }
}

import SegueFields
import SegueImaging
import SegueRendering

/// A filter of a chain with its arguments, which may depend on progress.
struct FilterCall: Sendable {
  /// An argument before its evaluation.
  enum Argument: Sendable {
    case constant(FilterValues.Value)
    case expression(Expression)
    /// Alternating positions and values.
    case points([Expression])
    case path(String)
  }

  let filter: FilterDescription
  /// The range in the chain's text.
  let range: Range<Int>
  let text: String
  /// The arguments, one for each parameter of the filter.
  private(set) var arguments: [Argument]
  /// The contents of the files, by path.
  var files: [String: FilterFile] = [:]

  /// Reads the arguments of a call by the types of the filter's parameters.
  init(_ syntax: ChainSyntax.Call, of filter: FilterDescription, in text: String, variables: [String])
    throws(FormulaError)
  {
    self.filter = filter
    self.text = text
    range = syntax.range
    var given: [String: Argument] = [:]
    var unnamed = filter.parameters[...]
    for argument in syntax.arguments {
      let parameter: ParameterDescription
      if let name = argument.name {
        guard let named = filter.parameters.first(where: { $0.name == name }) else {
          let known = filter.parameters.map(\.name)
          throw FormulaError(
            .unknownName(name, .parameter(filter: filter.name), known: known), at: argument.nameRange,
            in: text)
        }
        parameter = named
      } else {
        guard let next = unnamed.popFirst() else {
          throw FormulaError(
            .tooManyArguments(filter: filter.name, parameters: filter.parameters.map(\.name)),
            at: argument.range,
            in: text)
        }
        parameter = next
      }
      guard given[parameter.name] == nil else {
        let place = argument.name == nil ? argument.range : argument.nameRange
        throw FormulaError(.repeatedParameter(parameter.name), at: place, in: text)
      }
      given[parameter.name] = try Self.read(
        argument, as: parameter, of: filter.name, in: text, variables: variables)
    }
    var arguments: [Argument] = []
    for parameter in filter.parameters {
      guard let argument = given[parameter.name] ?? parameter.defaultValue.flatMap(Self.standard) else {
        throw FormulaError(
          .missingParameter(filter: filter.name, parameter: parameter.name), at: syntax.range, in: text)
      }
      arguments.append(argument)
    }
    self.arguments = arguments
  }

  private static func standard(_ value: ParameterValue) -> Argument? {
    switch value {
    case .number(let number): .constant(.number(number))
    case .color(let color): .constant(.color(color))
    case .choice(let word): .constant(.choice(word))
    case .vector(let numbers): .constant(.points(numbers))
    case .texture(let path): .path(path)
    case .bool: nil
    }
  }

  private static func read(
    _ argument: ChainSyntax.Argument, as parameter: ParameterDescription, of filter: String, in text: String,
    variables: [String]
  ) throws(FormulaError) -> Argument {
    func wrongKind(_ expected: String) -> FormulaError {
      FormulaError(.wrongKind(parameter: parameter.name, expected: expected), at: argument.range, in: text)
    }
    let first = argument.tokens[0].kind
    let isAlone = argument.tokens.count == 2
    var parser = ExpressionParser(
      tokens: argument.tokens[...], text: text, variables: variables,
      subject: "\(filter)'s \(parameter.name)")
    switch parameter.type {
    case .color:
      guard case .color(let word) = first, isAlone, let color = RGBAColor(word) else {
        let word = String(decoding: Array(text.utf8)[argument.range], as: UTF8.self)
        throw wrongKind("a colour such as #ff8800" + NameSuggestion.words(forColor: word))
      }
      return .constant(.color(color))
    case .choice(let words):
      let word = String(decoding: Array(text.utf8)[argument.range], as: UTF8.self)
      guard words.contains(word) else {
        throw FormulaError(
          .unknownName(word, .choice(parameter: parameter.name), known: words), at: argument.range, in: text)
      }
      return .constant(.choice(word))
    case .texture:
      guard case .text(let path) = first, isAlone, !path.isEmpty else { throw wrongKind("a path in quotes") }
      return .path(path)
    case .points:
      var points: [Expression] = []
      while parser.hasMore {
        let (x, y) = try parser.pair()
        points += [x, y]
      }
      return .points(points)
    default:
      switch first {
      case .text, .color: throw wrongKind("a number")
      default: break
      }
      let expression = try parser.wholeExpression()
      if let pixels = expression.pixelsRange, !parameter.isLength {
        throw FormulaError(.pixelsForNoLength(parameter: parameter.name), at: pixels, in: text)
      }
      return .expression(expression)
    }
  }

  /// The paths of the call's files, with the parameters that name them.
  var paths: [(path: String, parameter: ParameterDescription)] {
    zip(arguments, filter.parameters).compactMap { argument, parameter in
      if case .path(let path) = argument, .texture(path: path) != ParameterValue.clouds {
        (path, parameter)
      } else {
        nil
      }
    }
  }

  func resolvingPaths(_ resolve: (String) -> String) -> FilterCall {
    var call = self
    call.arguments = arguments.map { if case .path(let path) = $0 { .path(resolve(path)) } else { $0 } }
    return call
  }

  /// The word of the choice called `name`, which does not depend on progress; `nil` if there is no such
  /// choice.
  func choice(_ name: String) -> String? {
    for (argument, parameter) in zip(arguments, filter.parameters) where parameter.name == name {
      if case .constant(.choice(let word)) = argument { return word }
    }
    return nil
  }

  /// Whether the filter is independent of progress.
  var isConstant: Bool { !uses(["p"]) }
  /// Whether the filter is independent of the frame's size.
  var isSizeIndependent: Bool { !uses(["w", "h"]) }

  private func uses(_ variables: Set<String>) -> Bool {
    arguments.contains {
      switch $0 {
      case .constant, .path: false
      case .expression(let expression): !expression.variables.isDisjoint(with: variables)
      case .points(let points): points.contains { !$0.variables.isDisjoint(with: variables) }
      }
    }
  }

  /// Evaluates every number and compares it with its bounds, with a tolerance of a billionth for
  /// rounding.
  /// - Throws: `FormulaError`.
  func check(in scope: [String: Double]) throws(FormulaError) {
    for (argument, parameter) in zip(arguments, filter.parameters) {
      switch argument {
      case .constant, .path: break
      case .expression(let expression):
        try check(try expression.value(in: scope), of: parameter, at: expression.range, in: scope)
      case .points(let points):
        var last = -Double.infinity
        for (index, point) in points.enumerated() {
          let value = try point.value(in: scope)
          try check(value, of: parameter, at: point.range, in: scope)
          guard index % 2 == 0 else { continue }
          guard value > last else {
            throw FormulaError(.pointsDoNotAscend(progress: scope["p"] ?? 0), at: point.range, in: text)
          }
          last = value
        }
      }
    }
  }

  private func check(
    _ value: Double, of parameter: ParameterDescription, at place: Range<Int>, in scope: [String: Double]
  ) throws(FormulaError) {
    let slack = 1e-9 * max(1, abs(value))
    if value < parameter.minimum.map({ $0 - slack }) ?? value
      || value > parameter.maximum.map({ $0 + slack }) ?? value
    {
      throw FormulaError(
        .outOfBounds(
          filter: filter.name, parameter: parameter.name, value: value, progress: scope["p"] ?? 0,
          minimum: parameter.minimum, maximum: parameter.maximum), at: range, in: text)
    }
  }

  /// The filtered recipe for a frame. Numbers are limited to their bounds. A number without a
  /// value, which a check reports, becomes the parameter's default.
  func recipe(of input: Recipe, in scope: [String: Double], size: ImageSize) -> Recipe {
    var values: [String: FilterValues.Value] = [:]
    for (argument, parameter) in zip(arguments, filter.parameters) {
      func number(_ expression: Expression) -> Double {
        var fallback = 0.0
        if case .number(let number)? = parameter.defaultValue { fallback = number }
        let value = (try? expression.value(in: scope)) ?? fallback
        return min(parameter.maximum ?? value, max(parameter.minimum ?? value, value))
      }
      switch argument {
      case .constant(let value): values[parameter.name] = value
      case .expression(let expression): values[parameter.name] = .number(number(expression))
      case .points(let points): values[parameter.name] = .points(points.map(number))
      case .path(let path): values[parameter.name] = .file(files[path])
      }
    }
    return filter.recipe(of: input, FilterValues(size: size, progress: scope["p"] ?? 0, values: values))
  }
}

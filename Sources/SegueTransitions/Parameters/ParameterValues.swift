import SegueImaging

/// The values of a transition's parameters: what was given, over the defaults.
///
/// The typed getters expect the name and type of a description that the values were made with; anything
/// else is a mistake of the programmer.
///
/// **Thread-safety:** a value.
public struct ParameterValues: Sendable {
  private var values: [String: ParameterValue] = [:]
  private var textures: [String: Snapshot] = [:]
  /// What is in the files that the transition needs besides.
  var files: [FilterChain.File: FilterFile] = [:]

  /// The values that `texts` gives to the parameters of `description`, and the defaults of the others.
  /// - Parameter textures: the pictures of texture parameters, by the parameter's name.
  /// - Throws: `ParameterError`.
  package init(
    _ texts: [(name: String, value: String)], for description: TransitionDescription,
    textures: [String: Snapshot] = [:]
  ) throws(ParameterError) {
    self.textures = textures
    for parameter in description.parameters { values[parameter.name] = parameter.defaultValue }
    for (name, text) in texts {
      guard let parameter = description.parameters.first(where: { $0.name == name }) else {
        throw .unknown(
          name: name, transition: description.name, known: description.parameters.map(\.name))
      }
      values[name] = try parameter.parse(text)
    }
    for parameter in description.parameters where values[parameter.name] == nil && !parameter.isOptional {
      throw .missing(name: parameter.name, transition: description.name)
    }
  }

  /// The paths of texture parameters, by name; drawn clouds are no file.
  package var texturePaths: [String: String] {
    values.compactMapValues { if case .texture(let path) = $0, $0 != .clouds { path } else { nil } }
  }

  /// The value of `name`, whatever its type.
  package subscript(name: String) -> ParameterValue? { values[name] }

  /// A number.
  public func number(_ name: String) -> Double {
    guard case .number(let value)? = values[name] else { preconditionFailure("no number named \(name)") }
    return value
  }

  /// A whole number.
  public func int(_ name: String) -> Int { Int(number(name)) }

  /// True or false.
  public func bool(_ name: String) -> Bool {
    guard case .bool(let value)? = values[name] else { preconditionFailure("no bool named \(name)") }
    return value
  }

  /// Two to four numbers.
  public func vector(_ name: String) -> [Double] {
    guard case .vector(let value)? = values[name] else { preconditionFailure("no vector named \(name)") }
    return value
  }

  /// A colour.
  public func color(_ name: String) -> RGBAColor {
    guard case .color(let value)? = values[name] else { preconditionFailure("no colour named \(name)") }
    return value
  }

  /// A word of a choice.
  public func choice(_ name: String) -> String {
    guard case .choice(let value)? = values[name] else { preconditionFailure("no choice named \(name)") }
    return value
  }

  /// The picture of a texture parameter, if it was loaded.
  public func texture(_ name: String) -> Snapshot? { textures[name] }
}

/// A value of a transition's parameter.
///
/// **Thread-safety:** a value.
public enum ParameterValue: Sendable, Hashable, CustomStringConvertible {
  /// A number; `int` parameters take a whole one.
  case number(Double)
  /// True or false.
  case bool(Bool)
  /// Two to four numbers.
  case vector([Double])
  /// A colour.
  case color(RGBAColor)
  /// One of a choice's words.
  case choice(String)
  /// Where a picture lies.
  case texture(path: String)

  /// The picture that a transition draws itself where it is given none: soft clouds in grey.
  package static let clouds = ParameterValue.texture(path: "clouds")

  /// The value as it would be typed on the command line.
  public var description: String {
    switch self {
    case .number(let value): ParameterValue.text(value)
    case .bool(let value): String(value)
    case .vector(let values): values.map(ParameterValue.text).joined(separator: ",")
    case .color(let color): color.description
    case .choice(let word): word
    case .texture(let path): path
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }
}

/// What is wrong with a parameter that was given to a transition.
public enum ParameterError: Error, Sendable, Hashable {
  /// The transition has no parameter of this name.
  case unknown(name: String, transition: String, known: [String])
  /// The text is no value of the parameter's type.
  case wrongType(name: String, value: String, expected: String)
  /// A number is outside of the parameter's bounds.
  case outOfBounds(name: String, value: Double, minimum: Double?, maximum: Double?)
  /// The parameter has no default and was not given.
  case missing(name: String, transition: String)
}

extension ParameterError: DescribedError {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .unknown(let name, let transition, let known):
      known.isEmpty
        ? "\(transition) has no parameters, so not “\(name)” either"
        : "\(transition) has no parameter “\(name)”; it has \(known.joined(separator: ", "))"
    case .wrongType(let name, let value, let expected):
      "the parameter \(name) is “\(value)”, but must be \(expected)"
    case .outOfBounds(let name, let value, let minimum, let maximum):
      "the parameter \(name) is \(value), but must be "
        + [minimum.map { "at least \($0)" }, maximum.map { "at most \($0)" }].compactMap(\.self)
        .joined(separator: " and ")
    case .missing(let name, let transition): "\(transition) needs the parameter \(name)"
    }
  }
}

extension ParameterValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A word of a choice, or what else is typed as one word.
  public init(stringLiteral value: String) { self = .choice(value) }
  /// Two to four numbers.
  public init(arrayLiteral values: Double...) { self = .vector(values) }
}

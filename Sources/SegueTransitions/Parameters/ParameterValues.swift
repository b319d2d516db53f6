import SegueFields
import SegueImaging
import SegueMath
import Synchronization

/// The values of a transition's parameters: the given values, and the defaults of other parameters.
///
/// The typed getters expect the name and the type of a declared parameter. For any other name or type
/// they return 0, false, no numbers, black, or an empty word.
/// ``TransitionDescription/transition(_:textures:)`` then throws.
public struct ParameterValues: Sendable {
  /// The error of the first read of an undeclared parameter.
  private final class FirstMistake: Sendable {
    let first = Mutex<ParameterError?>(nil)
  }

  private let mistakes = FirstMistake()
  private var values: [String: ParameterValue] = [:]
  private var textures: [String: Snapshot] = [:]
  /// The contents of the other files that the transition needs.
  var files: [FilterChain.File: FilterFile] = [:]

  /// The values that `texts` represent; see `init(values:for:textures:)`.
  package init(
    _ texts: [(name: String, value: String)], for description: TransitionDescription,
    textures: [String: Snapshot] = [:]
  ) throws(ParameterError) {
    try self.init(values: texts.map { ($0.name, .choice($0.value)) }, for: description, textures: textures)
  }

  /// The given values for the parameters of `description`, and the defaults of other parameters.
  /// - Parameter textures: the pictures of texture parameters, by the parameter's name.
  /// - Throws: `ParameterError`.
  package init(
    values given: [(name: String, value: ParameterValue)], for description: TransitionDescription,
    textures: [String: Snapshot] = [:]
  ) throws(ParameterError) {
    self.textures = textures
    for parameter in description.parameters {
      let known = values.updateValue(.bool(false), forKey: parameter.name)
      if known != nil {
        throw .invalidDescription(name: parameter.name, reason: "two parameters have this name")
      }
      values[parameter.name] = try parameter.checkedDefault()
    }
    for (name, value) in given {
      guard let parameter = description.parameters.first(where: { $0.name == name }) else {
        throw .unknown(
          name: name, transition: description.name, known: description.parameters.map(\.name))
      }
      values[name] = try parameter.check(value)
    }
    for parameter in description.parameters where values[parameter.name] == nil && !parameter.isOptional {
      throw .missing(name: parameter.name, transition: description.name)
    }
  }

  /// The paths of texture parameters, by name, without `clouds`, the built-in picture.
  package var texturePaths: [String: String] {
    values.compactMapValues { if case .texture(let path) = $0, $0 != .clouds { path } else { nil } }
  }

  /// The value of `name`, of any type.
  package subscript(name: String) -> ParameterValue? { values[name] }

  /// The number of the `float` or `int` parameter called `name`.
  public func number(_ name: String) -> Double {
    if case .number(let value)? = values[name] { return value }
    return missing(name, "a number", 0)
  }

  /// The number of the parameter called `name` as a whole number: a fraction is cut off.
  public func int(_ name: String) -> Int { Int(limiting: number(name)) }

  /// The value of the `bool` parameter called `name`.
  public func bool(_ name: String) -> Bool {
    if case .bool(let value)? = values[name] { return value }
    return missing(name, "true or false", false)
  }

  /// The components of the vector or matrix called `name`. Those of a matrix are ordered by column.
  public func vector(_ name: String) -> [Double] {
    if case .vector(let value)? = values[name] { return value }
    return missing(name, "numbers", [])
  }

  /// The colour of the `color` parameter called `name`.
  public func color(_ name: String) -> RGBAColor {
    if case .color(let value)? = values[name] { return value }
    return missing(name, "a colour", .black)
  }

  /// The word of the `choice` parameter called `name`.
  public func choice(_ name: String) -> String {
    if case .choice(let value)? = values[name] { return value }
    return missing(name, "a word", "")
  }

  /// Records that an undeclared `name` was read.
  private func missing<Value>(_ name: String, _ kind: String, _ instead: Value) -> Value {
    mistakes.first.withLock { $0 = $0 ?? .undeclared(name: name, kind: kind) }
    return instead
  }

  /// Throws `ParameterError.undeclared` for the first undeclared name that was read.
  func check() throws(ParameterError) {
    if let error = mistakes.first.withLock({ $0 }) { throw error }
  }

  /// The picture of the `texture` parameter called `name`; `nil` if none was loaded.
  public func texture(_ name: String) -> Snapshot? { textures[name] }
}

/// A value of a parameter of a transition or a filter.
public enum ParameterValue: Sendable, Hashable, CustomStringConvertible {
  /// A number; `int` parameters require a whole number.
  case number(Double)
  /// A Boolean, for `bool` parameters.
  case bool(Bool)
  /// The components of a vector or a matrix, or the points of a curve, alternately position and
  /// value.
  case vector([Double])
  /// A colour, for `color` parameters.
  case color(RGBAColor)
  /// A word of a choice, or another value as text.
  case choice(String)
  /// A picture, by the path of its file.
  case texture(path: String)

  /// The picture that a transition draws by default: soft clouds in grey.
  package static let clouds = ParameterValue.texture(path: "clouds")

  /// The value as typed on the command line.
  public var description: String {
    switch self {
    case .number(let value): value.typed
    case .bool(let value): String(value)
    case .vector(let values): values.map(\.typed).joined(separator: ",")
    case .color(let color): color.description
    case .choice(let word): word
    case .texture(let path): path
    }
  }
}

/// An error in the value or the description of a parameter.
package enum ParameterError: DescribedError {
  /// The transition has no parameter `name`; `known` are the names of its parameters.
  case unknown(name: String, transition: String, known: [String])
  /// The text is not a value of the parameter's type; `expected` describes the valid values.
  case wrongType(name: String, value: String, expected: String)
  /// A number is outside of the parameter's bounds; `nil` means no bound.
  case outOfBounds(name: String, value: Double, minimum: Double?, maximum: Double?)
  /// The parameter has no default and was not given.
  case missing(name: String, transition: String)
  /// The description of the parameter allows no value, for `reason`.
  case invalidDescription(name: String, reason: String)
  /// The transition reads a parameter, or a kind of value, that its description lacks.
  case undeclared(name: String, kind: String)
}

extension ParameterError {
  package var code: SegueError.Code { if case .unknown = self { .unknownName } else { .invalidValue } }

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .unknown(let name, let transition, let known):
      known.isEmpty
        ? "\(transition) has no parameters; remove “\(name)”"
        : "\(transition) has no parameter “\(name)”"
          + NameSuggestion.words(for: name, in: known, else: "; it has \(known.joined(separator: ", "))")
    case .wrongType(let name, let value, let expected):
      "the parameter \(name) is “\(value)”, but must be \(expected)"
    case .outOfBounds(let name, let value, let minimum, let maximum):
      "the parameter \(name) is \(value.typed), but must be " + boundsText(minimum, maximum)
    case .missing(let name, let transition): "\(transition) needs the parameter \(name)"
    case .invalidDescription(let name, let reason):
      "the description of the parameter \(name) is invalid: \(reason)"
    case .undeclared(let name, let kind):
      "the transition reads \(kind) called “\(name)”, which its description does not declare"
    }
  }
}

extension ParameterValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// A number, for `int` and `float` parameters.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number, for `float` parameters.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A Boolean, for `bool` parameters.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A word of a choice, or another value that is typed as one word.
  public init(stringLiteral value: String) { self = .choice(value) }
  /// The components of a vector or a matrix, or the points of a curve.
  public init(arrayLiteral values: Double...) { self = .vector(values) }
}

import Imaging
import MediaIO
import Motion
import Transitions

/// A transition as `segue list --json` prints it.
///
/// **Thread-safety:** a value.
public struct TransitionListing: Sendable, Encodable {
  private let description: TransitionDescription
  private let transition: (any Transition)?

  /// Lists `description`; its duration and curve are those without parameters.
  public init(_ description: TransitionDescription) {
    self.description = description
    let needed = description.parameters.filter { $0.defaultValue == nil && !$0.isOptional }
    transition = try? description.transition(needed.map { ($0.name, "-") })
  }

  /// One line: the name, what it looks like, and the parameters' names.
  public var line: String {
    let name = description.name.padding(to: 20)
    let parameters = description.parameters.map(\.name).joined(separator: ", ")
    return name + description.summary + (parameters.isEmpty ? "" : " [\(parameters)]")
  }

  /// One line for each parameter: name, type, default, what it does.
  public var parameterLines: [String] {
    description.parameters.map { parameter in
      let value = parameter.defaultValue.map { " = \($0)" } ?? ""
      return (parameter.name + " " + parameter.type.name + value).padding(to: 34) + parameter.summary
    }
  }

  private enum Key: String, CodingKey {
    case name, summary, source, kind, author, license, duration, timing, renderers, parameters
  }

  /// Writes every key, with null where there is nothing to say.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(description.name, forKey: .name)
    try container.encode(description.summary, forKey: .summary)
    try container.encode(description.source, forKey: .source)
    try container.encode(description.kind.rawValue, forKey: .kind)
    try container.encodeIfPresent(description.author, forKey: .author)
    try container.encodeIfPresent(description.license, forKey: .license)
    try container.encode(transition?.duration, forKey: .duration)
    try container.encode(transition?.timing.description, forKey: .timing)
    try container.encode(description.kind == .glsl ? ["gpu"] : ["cpu", "gpu"], forKey: .renderers)
    try container.encode(description.parameters.map(ParameterListing.init), forKey: .parameters)
  }
}

/// A parameter as `segue list --json` prints it.
struct ParameterListing: Encodable {
  let description: ParameterDescription

  init(_ description: ParameterDescription) {
    self.description = description
  }

  private enum Key: String, CodingKey {
    case name, type, `default`, minimum, maximum, unit, summary, choices
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(description.name, forKey: .name)
    try container.encode(description.type.name, forKey: .type)
    try container.encode(description.minimum, forKey: .minimum)
    try container.encode(description.maximum, forKey: .maximum)
    try container.encode(description.unit, forKey: .unit)
    try container.encode(description.summary, forKey: .summary)
    if case .choice(let words) = description.type { try container.encode(words, forKey: .choices) }
    switch description.defaultValue {
    case .number(let value): try container.encode(value, forKey: .default)
    case .bool(let value): try container.encode(value, forKey: .default)
    case .vector(let values): try container.encode(values, forKey: .default)
    case .color, .choice, .texture:
      try container.encode(description.defaultValue?.description, forKey: .default)
    case nil: try container.encodeNil(forKey: .default)
    }
  }
}

extension String {
  /// The text with spaces behind it up to `width` characters.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}

/// One of ffmpeg's names as `segue list --aliases xfade` prints it.
///
/// **Thread-safety:** a value.
public struct AliasListing: Sendable, Encodable {
  private let alias: XfadeAlias

  /// Lists `alias`.
  public init(_ alias: XfadeAlias) { self.alias = alias }

  /// One line: the name for `-t`, and what it stands for.
  public var line: String {
    let parameters = alias.parameters.map { " -p \($0.name)=\($0.value)" }.joined()
    return (XfadeAlias.prefix + alias.name).padding(to: 20) + "-t " + alias.transition + parameters
  }

  private enum Key: String, CodingKey {
    case name, transition, parameters
  }

  /// Writes the name, the transition's and the parameters as they are typed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(XfadeAlias.prefix + alias.name, forKey: .name)
    try container.encode(alias.transition, forKey: .transition)
    try container.encode(
      Dictionary(alias.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }), forKey: .parameters)
  }
}

/// A timing curve as `segue list curves` prints it.
///
/// **Thread-safety:** a value.
public struct CurveListing: Sendable, Encodable {
  /// The curve's name, or its form with arguments.
  public let name: String
  /// The same curve written out; `nil` for a form, which is many curves.
  public let definition: String?

  /// The named curves, then the forms that take arguments.
  public static let all: [CurveListing] =
    TimingCurve.named.map { CurveListing(name: $0.name, definition: definition(of: $0.curve)) }
    + TimingCurve.forms.map { CurveListing(name: $0, definition: nil) }

  /// One line.
  public var line: String { definition.map { name.padding(to: 20) + $0 } ?? name }

  private static func definition(of curve: TimingCurve) -> String? {
    guard case .cubicBezier(let bezier) = curve else { return nil }
    return "cubic-bezier(\(bezier.x1),\(bezier.y1),\(bezier.x2),\(bezier.y2))"
  }
}

/// An output format as `segue list formats` prints it.
///
/// **Thread-safety:** a value.
public struct FormatListing: Sendable, Encodable {
  /// The name that `--format` takes.
  public let name: String
  /// The extensions that mean it.
  public let extensions: [String]
  /// What it is.
  public let summary: String
  /// Whether transparency is kept.
  public let alpha: Bool
  /// Whether ffmpeg makes it.
  public let encoder: Bool

  /// Lists `format`.
  public init(_ format: OutputFormat) {
    name = format.rawValue
    extensions = format.extensions
    summary = format.summary
    alpha = format.keepsAlpha
    encoder = format.needsEncoder
  }

  /// One line.
  public var line: String { name.padding(to: 14) + summary }
}

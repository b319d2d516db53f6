/// The kind of value that a transition's parameter takes.
///
/// **Thread-safety:** a value.
public enum ParameterType: Sendable, Hashable {
  /// A number.
  case float
  /// A whole number.
  case int
  /// True or false.
  case bool
  /// Two numbers.
  case vec2
  /// Three numbers.
  case vec3
  /// Four numbers.
  case vec4
  /// A colour, `#rrggbb` or `#rrggbbaa`.
  case color
  /// One of these words.
  case choice([String])
  /// A picture, given as a path.
  case texture

  /// The name of the type in listings.
  public var name: String {
    switch self {
    case .float: "float"
    case .int: "int"
    case .bool: "bool"
    case .vec2: "vec2"
    case .vec3: "vec3"
    case .vec4: "vec4"
    case .color: "color"
    case .choice: "choice"
    case .texture: "texture"
    }
  }

  /// How many numbers a value has; `nil` where it has none.
  public var numberCount: Int? {
    switch self {
    case .float, .int: 1
    case .vec2: 2
    case .vec3: 3
    case .vec4: 4
    case .bool, .color, .choice, .texture: nil
    }
  }
}

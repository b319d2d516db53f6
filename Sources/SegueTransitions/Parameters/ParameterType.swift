/// The kind of value that a transition's parameter takes.
public enum ParameterType: Sendable, Hashable {
  /// A finite number, with or without a fraction.
  case float
  /// A whole number of at most 32 bits, signed.
  case int
  /// A Boolean: true or false; as text also 1 and 0, yes and no, on and off.
  case bool
  /// A vector of two numbers, `0.5,0.5`.
  case vec2
  /// A vector of three numbers, `1,0,0.5`.
  case vec3
  /// A vector of four numbers, `1,0,0.5,1`.
  case vec4
  /// A vector of two to four whole numbers of at most 32 bits.
  case ivec(Int)
  /// A vector of two to four Booleans: 0 and 1, or true and false.
  case bvec(Int)
  /// The columns of a square matrix with a side of two to four, one after the other.
  case mat(Int)
  /// A colour, `#rrggbb` or `#rrggbbaa`.
  case color
  /// A word of this list, which has at least one word.
  case choice([String])
  /// A picture, given as the path of its file.
  case texture
  /// The points of a curve: positions and values, `0:0 0.5:0.6 1:1`.
  case points

  /// The name of the type in listings.
  package var name: String {
    switch self {
    case .float: "float"
    case .int: "int"
    case .bool: "bool"
    case .vec2: "vec2"
    case .vec3: "vec3"
    case .vec4: "vec4"
    case .ivec(let count): "ivec\(count)"
    case .bvec(let count): "bvec\(count)"
    case .mat(let side): "mat\(side)"
    case .color: "color"
    case .choice: "choice"
    case .texture: "texture"
    case .points: "points"
    }
  }

  /// The number of components of a numeric value; `nil` for other types.
  package var numberCount: Int? {
    switch self {
    case .float, .int: 1
    case .vec2: 2
    case .vec3: 3
    case .vec4: 4
    case .ivec(let count), .bvec(let count): count
    case .mat(let side): side * side
    case .bool, .color, .choice, .texture, .points: nil
    }
  }

  /// Whether the type rejects fractions.
  var takesWholeNumbers: Bool {
    switch self {
    case .int, .ivec: true
    default: false
    }
  }
}

/// The type of a value that a user's shader takes from outside: GLSL's scalars, vectors, matrices and pictures.
///
/// **Thread-safety:** a value. **Source:** The OpenGL ES Shading Language 3.00, section 4.1.
public enum ShaderValueType: Sendable, Hashable {
  /// What a scalar or each part of a vector is.
  public enum Scalar: String, Sendable, Hashable {
    /// 32-bit floating point.
    case float
    /// 32-bit signed.
    case int
    /// True or false.
    case bool
  }

  /// `float`, `int` or `bool`.
  case scalar(Scalar)
  /// `vec2` … `vec4`, `ivec2` … `ivec4`, `bvec2` … `bvec4`.
  case vector(Scalar, count: Int)
  /// `mat2` … `mat4`: columns, one after the other.
  case matrix(Int)
  /// `sampler2D`.
  case picture

  /// The type that GLSL calls `name`; `nil` where a parameter cannot have it.
  public init?(glsl name: String) {
    switch name {
    case "float": self = .scalar(.float)
    case "int": self = .scalar(.int)
    case "bool": self = .scalar(.bool)
    case "sampler2D": self = .picture
    default:
      guard let digit = name.utf8.last, (50...52).contains(digit) else { return nil }
      let count = Int(digit) - 48
      switch name.dropLast() {
      case "vec": self = .vector(.float, count: count)
      case "ivec": self = .vector(.int, count: count)
      case "bvec": self = .vector(.bool, count: count)
      case "mat": self = .matrix(count)
      default: return nil
      }
    }
  }

  /// GLSL's name.
  public var glsl: String {
    switch self {
    case .scalar(let scalar): scalar.rawValue
    case .vector(.float, let count): "vec\(count)"
    case .vector(.int, let count): "ivec\(count)"
    case .vector(.bool, let count): "bvec\(count)"
    case .matrix(let side): "mat\(side)"
    case .picture: "sampler2D"
    }
  }

  /// How many numbers a value has; 0 for a picture.
  public var componentCount: Int {
    switch self {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let side): side * side
    case .picture: 0
    }
  }

  /// What its numbers are; `nil` for a picture.
  public var scalar: Scalar? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _): scalar
    case .matrix: .float
    case .picture: nil
    }
  }
}

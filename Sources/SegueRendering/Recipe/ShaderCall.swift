import SegueImaging

/// A use of a user's shader in a recipe: the program with its inputs.
package struct ShaderCall: Sendable, Hashable {
  /// The program that runs for each pixel.
  package var program: ShaderProgram
  /// The value of `progress` in the shader, 0…1.
  package var progress: Double
  /// The numbers and pictures of the uniforms.
  package var uniforms: [ShaderUniform]
  /// The picture of `getFromColor`.
  package var from: Recipe
  /// The picture of `getToColor`.
  package var to: Recipe

  /// A call of `program`.
  package init(
    _ program: ShaderProgram, progress: Double, uniforms: [ShaderUniform] = [],
    from: Recipe = .snapshot(.from), to: Recipe = .snapshot(.to)
  ) {
    self.program = program
    self.progress = progress
    self.uniforms = uniforms
    self.from = from
    self.to = to
  }
}

/// The value of a uniform of a user's shader.
package struct ShaderUniform: Sendable, Hashable {
  /// The name in the program's text.
  package var name: String
  package var value: Value

  /// Numbers or a picture.
  package enum Value: Sendable, Hashable {
    /// `type.componentCount` numbers; a bool is 0 or 1.
    case numbers([Double], ShaderValueType)
    /// A picture in its own size, which the shader sees with its bottom row at y = 0.
    case picture(Snapshot)
  }

  /// The uniform `name` with `value`.
  package init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

/// A user's shader, ready for a compiler, as a recipe's shader node uses it.
///
/// Two programs with the same name and text are the same program.
package final class ShaderProgram: Sendable, Hashable {
  /// The name in messages, for example its path.
  package let name: String
  /// The text as its author wrote it, for messages.
  package let original: String
  /// The text for the compiler: GLSL ES 3.00 that defines `entry`, line for line the original.
  package let text: String
  /// Statements that run before the shader and set the globals with non-constant values. Each line has
  /// one function call or directive.
  package let setUp: String
  /// The purpose of the program.
  package let kind: Kind
  /// The name of the shader's function, `vec4 (vec2)`, in `text`.
  package let entry: String
  private let digest: Int

  /// The purpose of a program.
  package enum Kind: String, Sendable, Hashable {
    /// A transition between two pictures.
    case transition
    /// A filter of one picture.
    case filter
  }

  /// A program with a rewritten text.
  package init(
    name: String, original: String, text: String, setUp: String, kind: Kind = .transition,
    entry: String = Kind.transition.rawValue
  ) {
    self.kind = kind
    self.entry = entry
    self.name = name
    self.original = original
    self.text = text
    self.setUp = setUp
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(text)
    hasher.combine(kind)
    digest = hasher.finalize()
  }

  /// Line `number` of the original, from 1; `nil` beyond its end.
  package func line(_ number: Int) -> String? {
    let lines = original.split(omittingEmptySubsequences: false) { $0.isNewline }
    return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
  }

  package static func == (a: ShaderProgram, b: ShaderProgram) -> Bool {
    a === b || (a.digest == b.digest && a.kind == b.kind && a.name == b.name && a.text == b.text)
  }

  /// Hashes the text's digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The type of an input of a user's shader: GLSL's scalars, vectors, matrices and pictures.
///
/// **Source:** The OpenGL ES Shading Language 3.00, section 4.1.
package enum ShaderValueType: Sendable, Hashable {
  /// The type of a scalar or of a vector's components.
  package enum Scalar: String, Sendable, Hashable {
    /// A 32-bit floating-point number.
    case float
    /// A signed 32-bit integer.
    case int
    /// A Boolean.
    case bool
  }

  /// `float`, `int` or `bool`.
  case scalar(Scalar)
  /// `vec2` … `vec4`, `ivec2` … `ivec4`, `bvec2` … `bvec4`.
  case vector(Scalar, count: Int)
  /// `mat2` … `mat4`, in column-major order.
  case matrix(Int)
  /// `sampler2D`.
  case picture

  /// The type that GLSL calls `name`; `nil` for types that a parameter cannot have.
  package init?(glsl name: String) {
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

  /// The type's name in GLSL.
  package var glsl: String {
    switch self {
    case .scalar(let scalar): scalar.rawValue
    case .vector(.float, let count): "vec\(count)"
    case .vector(.int, let count): "ivec\(count)"
    case .vector(.bool, let count): "bvec\(count)"
    case .matrix(let side): "mat\(side)"
    case .picture: "sampler2D"
    }
  }

  /// The number of components; 0 for a picture.
  package var componentCount: Int {
    switch self {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let side): side * side
    case .picture: 0
    }
  }

  /// The type of the components; `nil` for a picture.
  package var scalar: Scalar? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _): scalar
    case .matrix: .float
    case .picture: nil
    }
  }
}

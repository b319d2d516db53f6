import Imaging

/// One use of a user's shader in a recipe: the program with everything that it is given.
///
/// **Thread-safety:** a value.
public struct ShaderCall: Sendable, Hashable {
  /// What runs for each pixel.
  public var program: ShaderProgram
  /// What the shader sees as `progress`, 0…1.
  public var progress: Double
  /// The numbers and pictures of its uniforms.
  public var uniforms: [ShaderUniform]
  /// What `getFromColor` looks at.
  public var from: Recipe
  /// What `getToColor` looks at.
  public var to: Recipe

  /// A call of `program`.
  public init(
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

/// The value of one uniform of a user's shader.
///
/// **Thread-safety:** a value.
public struct ShaderUniform: Sendable, Hashable {
  /// Its name in the program's text.
  public var name: String
  /// What it is.
  public var value: Value

  /// Numbers or a picture.
  public enum Value: Sendable, Hashable {
    /// `type.componentCount` numbers; of a bool, 0 or 1.
    case numbers([Double], ShaderValueType)
    /// A picture in its own size, which the shader sees with its bottom row at y = 0.
    case picture(Snapshot)
  }

  /// The uniform `name` with `value`.
  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

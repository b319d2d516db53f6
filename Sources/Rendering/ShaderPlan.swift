import Transitions

/// A user's shader over two plans.
///
/// The shader sees both pictures through bilinear filtering, clamped at their edges, with the bottom row at
/// y = 0. Its result is straight alpha: each channel is clamped to 0…1 (NaN is 0), times 255, rounded to
/// nearest; a pixel without alpha is (0, 0, 0, 0).
///
/// **Thread-safety:** a value.
public struct ShaderPlan: Sendable, Hashable {
  /// What runs for each pixel.
  public var program: ShaderProgram
  /// What it sees as `progress`.
  public var progress: Float
  /// The values of its uniforms.
  public var uniforms: [ShaderUniform]
  /// What `getFromColor` looks at.
  public var from: Plan
  /// What `getToColor` looks at.
  public var to: Plan
}

extension Plan {
  /// Whether a user's shader is anywhere in it.
  public var hasShader: Bool { shaderName != nil }

  /// The name of the first user's shader in it; `nil` where there is none.
  public var shaderName: String? {
    switch self {
    case .snapshot, .color: nil
    case .shader(let plan): plan.program.name
    case .sample(let input, _), .average(let input, _), .grayscale(let input): input.shaderName
    case .mix(let a, let b, _), .matte(let a, let b, _), .nearest(let a, let b, _):
      a.shaderName ?? b.shaderName
    case .stack(let layers, _): layers.lazy.compactMap(\.input.shaderName).first
    }
  }
}

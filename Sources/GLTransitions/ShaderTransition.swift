import Imaging
import Motion
import Transitions

/// A GL Transition with its parameters set.
///
/// Its first and last frames are its own, not the snapshots: whether they are equal is the author's promise.
///
/// **Thread-safety:** a value.
public struct ShaderTransition: Transition {
  /// The program.
  public let program: ShaderProgram
  /// The values of its parameters.
  public let uniforms: [ShaderUniform]

  /// One second.
  public var duration: Double { 1 }
  /// Linear: these transitions shape their own progress.
  public var timing: TimingCurve { .linear }
  /// False.
  public var endsAreExact: Bool { false }

  /// The shader over both snapshots; progress is clamped to 0…1.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    .shader(ShaderCall(program, progress: min(1, max(0, progress)), uniforms: uniforms))
  }

  /// Sets the parameters of `file`; pictures that are missing are made up.
  init(_ file: GLTransition, _ values: ParameterValues) {
    program = file.program
    uniforms = file.parameters.map { parameter in
      let value: ShaderUniform.Value =
        parameter.type == .picture
        ? .picture(values.texture(parameter.name) ?? DefaultPicture.picture(for: parameter.name))
        : .numbers(values[parameter.name]?.numbers ?? parameter.defaultNumbers, parameter.type)
      return ShaderUniform(name: file.uniformName(of: parameter.name), value: value)
    }
  }
}

extension GLTransition {
  /// The transition as the catalogue describes its own.
  public var description: TransitionDescription {
    let credits = [author.map { "by \($0)" }, license].compactMap(\.self).joined(separator: ", ")
    return TransitionDescription(
      name: name, summary: "A GL Transition\(credits.isEmpty ? "" : " " + credits).", source: path,
      parameters: parameters.map(\.description), kind: .glsl, author: author, license: license
    ) { ShaderTransition(self, $0) }
  }
}

extension ShaderParameter {
  fileprivate var description: ParameterDescription {
    let isPicture = type == .picture
    return ParameterDescription(
      name: name, type: type.parameterType, default: isPicture ? nil : defaultValue,
      summary: isPicture && remark.isEmpty
        ? "A picture; one that suits is made up when none is given." : remark,
      isOptional: isPicture)
  }

  private var defaultValue: ParameterValue {
    switch type {
    case .scalar(.bool): .bool(defaultNumbers[0] != 0)
    case .scalar: .number(defaultNumbers[0])
    case .vector, .matrix, .picture: .vector(defaultNumbers)
    }
  }
}

extension ShaderValueType {
  /// The kind of parameter on the command line.
  fileprivate var parameterType: ParameterType {
    switch self {
    case .scalar(.float): .float
    case .scalar(.int): .int
    case .scalar(.bool): .bool
    case .vector(.float, 2): .vec2
    case .vector(.float, 3): .vec3
    case .vector(.float, _): .vec4
    case .vector(.int, let count): .ivec(count)
    case .vector(.bool, let count): .bvec(count)
    case .matrix(let side): .mat(side)
    case .picture: .texture
    }
  }
}

extension ParameterValue {
  /// Its numbers; a truth is 0 or 1.
  fileprivate var numbers: [Double] {
    switch self {
    case .number(let value): [value]
    case .bool(let value): [value ? 1 : 0]
    case .vector(let values): values
    case .color, .choice, .texture: []
    }
  }
}

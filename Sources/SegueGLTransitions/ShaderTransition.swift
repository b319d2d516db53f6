import SegueImaging
import SegueMotion
import SegueRendering
import SegueTransitions

/// A GL Transition with values for its parameters.
///
/// The shader also draws the first and last frames: whether they equal the snapshots depends on its
/// author.
package struct ShaderTransition: Transition {
  package let program: ShaderProgram
  /// The values of the shader's parameters.
  package let uniforms: [ShaderUniform]

  package var endsAreExact: Bool { false }

  /// The shader over both snapshots; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    .shader(ShaderCall(program, progress: min(1, max(0, progress)), uniforms: uniforms))
  }

  /// Sets the parameters of `file`. A picture parameter without a value gets a `DefaultPicture`.
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
  /// The transition as an entry of the catalogue.
  package var description: TransitionDescription {
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
    var description = ParameterDescription(
      name: name, type: type.parameterType, default: isPicture ? nil : defaultValue,
      summary: isPicture && remark.isEmpty
        ? "A picture; by default a suitable one is generated." : remark)
    description.isOptional = isPicture
    return description
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
  /// The type of the parameter on the command line.
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
  /// The numbers of the value; a Boolean is 0 or 1.
  fileprivate var numbers: [Double] {
    switch self {
    case .number(let value): [value]
    case .bool(let value): [value ? 1 : 0]
    case .vector(let values): values
    case .color, .choice, .texture: []
    }
  }
}

/// Default pictures of `sampler2D` parameters.
enum DefaultPicture {
  private static let side = 512

  /// A default picture for a parameter called `name`. A displacement gets smooth bumps around middle grey.
  /// Other pictures have the distance from the centre as grey, so a luma transition becomes an iris.
  static func picture(for name: String) -> Snapshot {
    name.lowercased().contains("displac") ? displacement : luma
  }

  private static let luma = gray { x, y in
    let (dx, dy) = (2 * x - 1, 2 * y - 1)
    // Neither black nor white, so that `step(progress, grey)` shows a single picture only at 0 and
    // at 1.
    return 0.01 + 0.98 * ((dx * dx + dy * dy) / 2).squareRoot()
  }

  private static let displacement = gray { x, y in
    0.5 + 0.4 * wave(3 * x + y) * wave(2 * y - x)
  }

  /// A smooth wave of period 1 between −1 and 1, made of parabolas.
  private static func wave(_ turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    let half = part < 0.5 ? part * 2 : part * 2 - 1
    return (part < 0.5 ? 4 : -4) * half * (1 - half)
  }

  /// A grey picture of values of 0…1 at positions of 0…1.
  private static func gray(_ value: (Double, Double) -> Double) -> Snapshot {
    let buffer = PixelBuffer(size: ImageSize(width: side, height: side))
    for y in 0..<side {
      for x in 0..<side {
        let place = ((Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side))
        let grey = UInt8((min(1, max(0, value(place.0, place.1))) * 255).rounded())
        buffer[x, y] = RGBAColor(red: grey, green: grey, blue: grey)
      }
    }
    return Snapshot(buffer)
  }
}

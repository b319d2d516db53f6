import SegueImaging
import SegueRendering
import SegueTransitions

/// A user-defined filter: a shader that defines `vec4 filter(vec2 uv)`, in the GL Transitions
/// format, and reads its picture with `getColor(uv)`.
extension GLTransition {
  /// The filter as an entry of the catalogue, called `name` in a chain.
  ///
  /// Uniforms are its parameters: numbers, Booleans as `true` and `false`, two numbers as `x:y`,
  /// three or four as a colour, pictures as paths. Integer vectors and matrices keep their
  /// defaults.
  package func filter(named name: String) -> FilterDescription {
    FilterDescription(
      name, "A user-defined filter\(author.map { ", by \($0)" } ?? "").", source: path,
      parameters.compactMap(\.ofFilter), needsOpenGL: true
    ) { input, values in
      let uniforms = parameters.map { parameter in
        ShaderUniform(name: uniformName(of: parameter.name), value: parameter.value(in: values))
      }
      let call = ShaderCall(
        program, progress: min(1, max(0, values.progress)), uniforms: uniforms, from: input,
        to: .color(.transparent))
      return .shader(call)
    }
  }
}

extension ShaderParameter {
  /// The parameter in a chain; `nil` for types that a chain does not support.
  fileprivate var ofFilter: ParameterDescription? {
    let kind: (type: ParameterType, defaultValue: ParameterValue)? =
      switch type {
      case .scalar(.bool): (.choice(["true", "false"]), .choice(String(defaultNumbers[0] != 0)))
      case .scalar(.int): (.int, .number(defaultNumbers[0]))
      case .scalar(.float): (.float, .number(defaultNumbers[0]))
      case .vector(.float, 2): (.points, .vector(defaultNumbers))
      case .vector(.float, _): (.color, .color(defaultColor))
      case .picture: (.texture, .clouds)
      case .vector, .matrix: nil
      }
    return kind.map {
      ParameterDescription(name: name, type: $0.type, default: $0.defaultValue, summary: remark)
    }
  }

  private var defaultColor: RGBAColor {
    let bytes = defaultNumbers.map { UInt8((min(1, max(0, $0)) * 255).rounded()) }
    return RGBAColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
  }

  fileprivate func value(in values: FilterValues) -> ShaderUniform.Value {
    switch type {
    case .picture:
      guard case .picture(let picture)? = values.file(name) else {
        return .picture(DefaultPicture.picture(for: name))
      }
      return .picture(picture)
    case .scalar(.bool): return .numbers([values.choice(name) == "true" ? 1 : 0], type)
    case .scalar(.int): return .numbers([Double(values.int(name))], type)
    case .scalar(.float): return .numbers([values[name]], type)
    case .vector(.float, 2):
      return .numbers(values.points(name).first.map { [$0.x, $0.y] } ?? defaultNumbers, type)
    case .vector(.float, let count):
      let color = values.color(name)
      // The default may not be one of the 256 levels of a colour.
      if color == defaultColor { return .numbers(defaultNumbers, type) }
      let parts = [color.red, color.green, color.blue, color.alpha].map { Double($0) / 255 }
      return .numbers(Array(parts.prefix(count)), type)
    case .vector, .matrix: return .numbers(defaultNumbers, type)
    }
  }
}

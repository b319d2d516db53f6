extension Recipe {
  /// The recipes that it is made from, in their order; empty for a leaf.
  public var inputs: [Recipe] {
    switch self {
    case .snapshot, .color: []
    case .pixellate(let input, _), .average(let input, _), .grayscale(let input): [input]
    case .mix(let a, let b, _), .matte(let a, let b, _), .nearest(let a, let b, _): [a, b]
    case .stack(let layers, _): layers.map(\.recipe)
    case .shader(let call): [call.from, call.to]
    }
  }

  /// Whether a user's shader is anywhere in it.
  public var hasShader: Bool {
    if case .shader = self { return true }
    return inputs.contains(where: \.hasShader)
  }
}

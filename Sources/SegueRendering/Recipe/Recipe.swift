import SegueImaging

/// One of the two pictures that a transition goes between.
public enum SnapshotRole: String, Sendable, Hashable {
  /// The outgoing picture.
  case from
  /// The incoming picture.
  case to
}

/// How one frame is made: a small tree of values that says which picture, which filter, placed where and
/// mixed how. It knows no renderer; every renderer makes the same bytes of it.
///
/// Each node stands for a whole picture of the frame's size, RGBA8 with straight alpha, rounded to nearest.
/// Colour is blended premultiplied, in the encoded (sRGB) values.
///
/// **Thread-safety:** a value.
public indirect enum Recipe: Sendable, Hashable {
  /// The outgoing or the incoming picture as it is.
  case snapshot(SnapshotRole)
  /// A picture of any size that is the same in every frame. Directly under a layer its pixels are placed by the
  /// layer's transform; anywhere else it is stretched to the frame.
  case picture(Snapshot)
  /// One colour everywhere.
  case color(RGBAColor)
  /// Cells of one colour: cell width is `width` × the frame's width, cells are square in pixels, anchored
  /// at the top-left corner and take the bilinear sample at their centre, clamped to the edge. A width of
  /// one pixel or less is the identity. **Source:** GPUImage's pixellate filter.
  case pixellate(Recipe, width: Double)
  /// `first · (1 − amount) + second · amount`; amount is clamped to 0…1.
  case mix(Recipe, Recipe, amount: Double)
  /// `second` where the matte has been passed, `first` elsewhere.
  case matte(Recipe, Recipe, Matte)
  /// Pictures placed over one another, the first at the bottom, over one colour.
  case stack([RecipeLayer], background: RGBAColor)
  /// The weighted average of a picture seen through several maps: blurs.
  case average(Recipe, [AverageTap])
  /// One of the nodes of `NodeKind.all` over as many recipes as it takes.
  case node(Node, [Recipe])
  /// A user's shader over two recipes. Its result counts as straight alpha, clamped to 0…1. Only renderers with
  /// OpenGL draw it, and drivers differ in the last bits.
  case shader(ShaderCall)
}

// MARK: Walking through a recipe

extension Recipe {
  /// The recipes that it is made from, in their order; empty for a leaf.
  package var inputs: [Recipe] {
    switch self {
    case .snapshot, .picture, .color: []
    case .pixellate(let input, _), .average(let input, _): [input]
    case .mix(let a, let b, _), .matte(let a, let b, _): [a, b]
    case .stack(let layers, _): layers.map(\.recipe)
    case .node(_, let inputs): inputs
    case .shader(let call): [call.from, call.to]
    }
  }

  /// The same node over other inputs; there are as many as `inputs` has.
  package func replacingInputs(_ inputs: [Recipe]) -> Recipe {
    precondition(inputs.count == self.inputs.count, "a node keeps the number of its inputs")
    switch self {
    case .snapshot, .picture, .color: return self
    case .pixellate(_, let width): return .pixellate(inputs[0], width: width)
    case .average(_, let taps): return .average(inputs[0], taps)
    case .mix(_, _, let amount): return .mix(inputs[0], inputs[1], amount: amount)
    case .matte(_, _, let matte): return .matte(inputs[0], inputs[1], matte)
    case .node(let node, _): return .node(node, inputs)
    case .stack(let layers, let background):
      let placed = zip(layers, inputs).map { layer, input in
        var layer = layer
        layer.recipe = input
        return layer
      }
      return .stack(placed, background: background)
    case .shader(var call):
      (call.from, call.to) = (inputs[0], inputs[1])
      return .shader(call)
    }
  }

  /// The recipe with `replacement` put in the place of the outgoing and the incoming picture.
  package func replacingSnapshots(with replacement: (SnapshotRole) -> Recipe) -> Recipe {
    if case .snapshot(let role) = self { return replacement(role) }
    let inputs = self.inputs
    return inputs.isEmpty ? self : replacingInputs(inputs.map { $0.replacingSnapshots(with: replacement) })
  }

  /// The same recipe with the snapshots' parts exchanged.
  package func exchangingSnapshots() -> Recipe {
    replacingSnapshots { .snapshot($0 == .from ? .to : .from) }
  }

  /// Whether a user's shader is anywhere in it.
  package var hasShader: Bool {
    if case .shader = self { return true }
    return inputs.contains(where: \.hasShader)
  }

  /// Whether the result is certain to be opaque everywhere.
  /// - Parameter snapshotsAreOpaque: whether every pixel of the outgoing and the incoming picture has full alpha.
  package func isOpaque(snapshotsAreOpaque: Bool) -> Bool {
    func inputsAreOpaque() -> Bool {
      inputs.allSatisfy { $0.isOpaque(snapshotsAreOpaque: snapshotsAreOpaque) }
    }
    return switch self {
    case .snapshot: snapshotsAreOpaque
    case .picture(let snapshot): snapshot.isOpaque
    case .color(let color): color.isOpaque
    case .pixellate, .average, .mix, .matte: inputsAreOpaque()
    case .node(let node, _): node.keepsOpacity && inputsAreOpaque()
    case .shader: false
    case .stack(let layers, let background):
      background.isOpaque
        || layers.contains { $0.fillsFrame && $0.recipe.isOpaque(snapshotsAreOpaque: snapshotsAreOpaque) }
    }
  }

  /// The recipe over one colour. A stack takes the colour as its ground; what is opaque anyway stays as it is.
  /// - Parameter snapshotsAreOpaque: whether every pixel of the outgoing and the incoming picture has full alpha.
  package func over(_ background: RGBAColor, snapshotsAreOpaque: Bool) -> Recipe {
    if background.alpha == 0 || isOpaque(snapshotsAreOpaque: snapshotsAreOpaque) { return self }
    if case .stack(let layers, .transparent) = self { return .stack(layers, background: background) }
    return .stack([RecipeLayer(self)], background: background)
  }
}

extension RecipeLayer {
  /// Whether it lies over every pixel of the frame as it is.
  fileprivate var fillsFrame: Bool {
    if case .picture = recipe { return false }
    return transform == .identity && source == nil && clip == nil && opacity >= 1
  }
}

import SegueImaging

/// The role of a picture in a transition.
public enum SnapshotRole: String, Sendable, Hashable {
  /// The outgoing picture, shown at progress 0.
  case from
  /// The incoming picture, shown at progress 1.
  case to
}

/// The recipe of one frame: a small graph of pictures, filters, placements and mixes. It is
/// independent of renderers; every renderer draws it with the same bytes.
///
/// Each node stands for a whole picture of the frame's size with straight alpha, rounded to nearest, in
/// 8 bits per channel or in 16. Colour is blended premultiplied, in the encoded (sRGB) values. A recipe
/// with several uses in another recipe is drawn once per frame.
///
/// At most 1,000 nodes are nested, and a frame has at most 16,384 nodes and layers. Drawing a
/// larger recipe throws an error with the code `invalidValue`.
public struct Recipe: Sendable, Hashable {
  /// The operation of a recipe's node, and its inputs.
  package enum Content: Sendable, Hashable {
    /// See ``Recipe/snapshot(_:)``.
    case snapshot(SnapshotRole)
    /// See ``Recipe/picture(_:)``.
    case picture(Snapshot)
    /// See ``Recipe/color(_:)``.
    case color(RGBAColor)
    /// See ``Recipe/pixellate(_:width:)``.
    case pixellate(Recipe, width: Double)
    /// See ``Recipe/mix(_:_:amount:)``.
    case mix(Recipe, Recipe, amount: Double)
    /// See ``Recipe/matte(_:_:_:)``.
    case matte(Recipe, Recipe, Matte)
    /// See ``Recipe/stack(_:background:)``.
    case stack([RecipeLayer], background: RGBAColor)
    /// See ``Recipe/average(_:_:)``.
    case average(Recipe, [AverageTap])
    /// A node of `NodeKind.all` over its input recipes.
    case node(Node, [Recipe])
    /// A user's shader over two recipes.
    case shader(ShaderCall)
  }

  package let node: SharedNode<Content>

  /// The operation of the topmost node.
  package var content: Content { node.content }

  /// The maximum depth of nested nodes.
  package static let maximumLevels = 1000
  /// The maximum number of nodes in a frame, each counted once, plus the layers of every stack.
  package static let maximumParts = 16384

  private init(_ content: Content) {
    let inputs = content.inputs
    let depth = 1 + inputs.reduce(0) { max($0, $1.depth) }
    // The inputs of a node that is too deep are dropped, so that walking and freeing the graph fit
    // the call stack.
    let isTooDeep = depth > Recipe.maximumLevels
    node = SharedNode(
      isTooDeep ? .color(.transparent) : content, depth: depth,
      tally: isTooDeep ? 1 : inputs.reduce(1) { $0 + $1.node.tally },
      traits: isTooDeep ? [] : content.traits)
  }

  /// - Throws: `RenderError.recipeTooDeep` or `.recipeTooLarge` beyond ``maximumLevels`` or
  ///   ``maximumParts``.
  package func check() throws(RenderError) {
    guard depth <= Recipe.maximumLevels else {
      throw .recipeTooDeep(levels: depth, maximum: Recipe.maximumLevels)
    }
    // A layer has a recipe of at least one node.
    if node.tally * 2 <= Recipe.maximumParts { return }
    let count = parts.reduce(0) { count, part in
      if case .stack(let layers, _) = part.content { count + 1 + layers.count } else { count + 1 }
    }
    guard count <= Recipe.maximumParts else {
      throw .recipeTooLarge(parts: count, maximum: Recipe.maximumParts)
    }
  }

  /// Whether both recipes have the same structure and values.
  public static func == (a: Recipe, b: Recipe) -> Bool { isEqual(a, b) }
  /// Hashes the structure and the values, in constant time.
  public func hash(into hasher: inout Hasher) { hasher.combine(node.digest) }
}

// MARK: Nodes

extension Recipe {
  /// The outgoing or the incoming picture, unchanged.
  public static func snapshot(_ role: SnapshotRole) -> Recipe { Recipe(.snapshot(role)) }

  /// A picture of any size that is the same in every frame. Directly under a layer its pixels are
  /// placed by the layer's transform; elsewhere it is stretched to the frame.
  public static func picture(_ snapshot: Snapshot) -> Recipe { Recipe(.picture(snapshot)) }

  /// A frame of one colour, sRGB-encoded with straight alpha.
  public static func color(_ color: RGBAColor) -> Recipe { Recipe(.color(color)) }

  /// `input` in square cells of one colour, anchored at the top left corner. A cell takes the
  /// bilinear sample at its centre, clamped to the edge.
  /// - Parameter width: the side of a cell as a fraction of the frame's width. A cell of one pixel or
  ///   less leaves the picture unchanged.
  ///
  /// **Source:** GPUImage's pixellate filter.
  public static func pixellate(_ input: Recipe, width: Double) -> Recipe {
    Recipe(.pixellate(input, width: width))
  }

  /// `first · (1 − amount) + second · amount`, premultiplied. The amount is clamped to 0…1; NaN is
  /// 0.
  public static func mix(_ first: Recipe, _ second: Recipe, amount: Double) -> Recipe {
    Recipe(.mix(first, second, amount: amount))
  }

  /// `second` at pixels that the matte has passed, `first` at the others, mixed at a soft edge.
  public static func matte(_ first: Recipe, _ second: Recipe, _ matte: Matte) -> Recipe {
    Recipe(.matte(first, second, matte))
  }

  /// Layers placed over one another, the first at the bottom, over a background of one colour.
  public static func stack(_ layers: [RecipeLayer], background: RGBAColor) -> Recipe {
    Recipe(.stack(layers, background: background))
  }

  /// The weighted average of a picture sampled through several maps, for blurs.
  package static func average(_ input: Recipe, _ taps: [AverageTap]) -> Recipe {
    Recipe(.average(input, taps))
  }

  /// A node of `NodeKind.all` over its input recipes.
  package static func node(_ node: Node, _ inputs: [Recipe]) -> Recipe { Recipe(.node(node, inputs)) }

  /// A user's shader over two recipes. Its result counts as straight alpha, clamped to 0…1. Only
  /// renderers with OpenGL draw it, and drivers differ in the last bits.
  package static func shader(_ call: ShaderCall) -> Recipe { Recipe(.shader(call)) }
}

// MARK: Walking through a recipe

extension Recipe.Content {
  fileprivate var inputs: [Recipe] {
    switch self {
    case .snapshot, .picture, .color: []
    case .pixellate(let input, _), .average(let input, _): [input]
    case .mix(let a, let b, _), .matte(let a, let b, _): [a, b]
    case .stack(let layers, _): layers.map(\.recipe)
    case .node(_, let inputs): inputs
    case .shader(let call): [call.from, call.to]
    }
  }

  /// The traits of the node with its inputs.
  fileprivate var traits: NodeTraits {
    let opaque: NodeTraits = [.isOpaque, .isOpaqueOverOpaque]
    let all = inputs.reduce(opaque) { $0.intersection($1.node.traits) }
    let own: NodeTraits =
      switch self {
      case .snapshot: .isOpaqueOverOpaque
      case .picture(let snapshot): snapshot.isOpaque ? opaque : []
      case .color(let color): color.isOpaque ? opaque : []
      case .pixellate, .average, .mix, .matte: all
      case .node(let node, _): node.keepsOpacity(.eight) ? all : []
      case .shader: .hasShader
      case .stack(let layers, let background): layers.traits(over: background)
      }
    return inputs.reduce(own) { $0.union($1.node.traits.intersection(.hasShader)) }
  }
}

extension Recipe: NodeGraph {
  /// Every node of the recipe, once each; inputs precede the nodes that use them, and the recipe
  /// itself is last.
  package var parts: [Recipe] { walk(through: { $0.inputs }).parts }

  /// The recipe's nodes, except `known` nodes and nodes that only `known` nodes use.
  package func parts(leavingOut known: [Recipe]) -> [Recipe] {
    walk(leavingOut: known, through: { $0.inputs }).parts
  }

  /// The inputs, in order; empty for a leaf.
  package var inputs: [Recipe] { content.inputs }

  /// A copy of the node with other inputs. The number of inputs must not change.
  package func replacingInputs(_ inputs: [Recipe]) -> Recipe {
    precondition(inputs.count == self.inputs.count, "the number of inputs must not change")
    switch content {
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

  package func replacingSnapshots(with replacement: (SnapshotRole) -> Recipe) -> Recipe {
    map { if case .snapshot(let role) = $0.content { replacement(role) } else { $0 } }
  }

  package func exchangingSnapshots() -> Recipe {
    replacingSnapshots { .snapshot($0 == .from ? .to : .from) }
  }

  /// A copy in which no layer replaces the layers below.
  package func withoutReplacing() -> Recipe {
    map { part in
      guard case .stack(var layers, let background) = part.content, layers.contains(where: \.replaces)
      else { return part }
      for index in layers.indices { layers[index].replaces = false }
      return .stack(layers, background: background)
    }
  }

  /// Whether the result is certainly opaque everywhere.
  /// - Parameter snapshotsAreOpaque: whether every pixel of the outgoing and the incoming picture has
  ///   full alpha.
  package func isOpaque(snapshotsAreOpaque: Bool) -> Bool {
    node.traits.contains(snapshotsAreOpaque ? .isOpaqueOverOpaque : .isOpaque)
  }

  /// The recipe over one colour. A stack takes the colour as its background, unless a layer would
  /// replace it; an opaque recipe is returned unchanged.
  /// - Parameter snapshotsAreOpaque: whether every pixel of the outgoing and the incoming picture has
  ///   full alpha.
  package func over(_ background: RGBAColor, snapshotsAreOpaque: Bool) -> Recipe {
    if background.alpha == 0 || isOpaque(snapshotsAreOpaque: snapshotsAreOpaque) { return self }
    if case .stack(let layers, .transparent) = content, !layers.contains(where: \.replaces) {
      return .stack(layers, background: background)
    }
    return .stack([RecipeLayer(self)], background: background)
  }
}

extension [RecipeLayer] {
  /// Whether the layers over a colour are opaque: a layer fills the frame, and none replaces it with a
  /// translucent picture.
  fileprivate func traits(over background: RGBAColor) -> NodeTraits {
    let opaque: NodeTraits = [.isOpaque, .isOpaqueOverOpaque]
    return reduce(background.isOpaque ? opaque : []) { below, layer in
      let own = layer.recipe.node.traits.intersection(opaque)
      return layer.replaces ? below.intersection(own) : layer.fillsFrame ? below.union(own) : below
    }
  }
}

extension RecipeLayer {
  /// Whether the layer covers every pixel of the frame without a change of position.
  fileprivate var fillsFrame: Bool {
    if case .picture = recipe.content { return false }
    return transform == .identity && source == nil && clip == nil && outline == nil && opacity >= 1
  }
}

import SegueImaging

/// A recipe lowered to integers for one frame size. All floating-point arithmetic is done beforehand.
/// Renderers only look up tables and follow `PixelArithmetic`, so all of them make the same bytes.
///
/// Each node stands for a whole picture of the frame's size, except for a picture under a map,
/// which has its own size.
package struct Plan: NodeGraph {
  /// The operation of a plan's node, and its inputs.
  package enum Content: Sendable, Hashable {
    /// A picture, unchanged. It has the frame's size, or is the direct input of a layer with a map.
    case picture(Snapshot)
    /// A uniform colour.
    case color(RGBAColor)
    /// `PixelArithmetic.mix`; weight 1…32767.
    case mix(Plan, Plan, weight: Int32)
    /// `PixelArithmetic.mix`, weighted at each pixel by `PixelArithmetic.matteWeight`.
    case matte(Plan, Plan, MattePlan)
    /// A picture looked up through tables, covering the whole frame.
    case sample(Plan, SampleMap)
    /// Layers over a background colour, from the first to the last. Each is composited by
    /// `PixelArithmetic.over`, or by `mix` if it replaces the layers below.
    case stack([PlannedLayer], background: RGBAColor)
    /// `PixelArithmetic.weighted` over samples of one picture; the weights sum to 65536.
    case average(Plan, [PlannedTap])
    /// A registered node, with its own specification.
    case node(NodePlan)
    /// A user's shader, in the driver's floating-point arithmetic. It is the only node that some
    /// renderers cannot draw.
    case shader(ShaderPlan)
  }

  package let node: SharedNode<Content>

  /// A node over existing plans.
  package init(_ content: Content) {
    let inputs = content.inputs
    node = SharedNode(
      content, depth: 1 + inputs.reduce(0) { max($0, $1.depth) },
      tally: inputs.reduce(1) { $0 + $1.node.tally },
      traits: inputs.reduce(content.traits) { $0.union($1.node.traits) })
  }

  /// The operation of the topmost node.
  package var content: Content { node.content }

  /// Whether both plans have the same structure and numbers.
  package static func == (a: Plan, b: Plan) -> Bool { isEqual(a, b) }
}

/// A registered node with its numbers.
package struct NodePlan: Sendable, Hashable {
  /// The kind of the computation.
  package var kind: NodeKind
  /// The parameters and tables as integers.
  package var numbers: NumberTable
  /// Whether opaque inputs give an opaque picture.
  package var keepsOpacity: Bool
  /// The operands, one or two.
  package var inputs: [Plan]
}

/// A user's shader over two plans.
///
/// The shader sees both pictures through bilinear filtering, clamped at their edges, with the
/// bottom row at y = 0. Its result is straight alpha: each channel is clamped to 0…1 (NaN is 0),
/// times 255 or 65535, rounded to nearest. A pixel without alpha is (0, 0, 0, 0).
package struct ShaderPlan: Sendable, Hashable {
  /// The program that runs for each pixel.
  package var program: ShaderProgram
  /// The value of `progress` in the shader.
  package var progress: Float
  /// The values of the shader's uniforms.
  package var uniforms: [ShaderUniform]
  /// The picture of `getFromColor`.
  package var from: Plan
  /// The picture of `getToColor`.
  package var to: Plan
}

extension Plan.Content {
  fileprivate var inputs: [Plan] {
    switch self {
    case .picture, .color: []
    case .sample(let input, _), .average(let input, _): [input]
    case .mix(let a, let b, _), .matte(let a, let b, _): [a, b]
    case .stack(let layers, _): layers.map(\.input)
    case .node(let node): node.inputs
    case .shader(let plan): [plan.from, plan.to]
    }
  }

  /// The traits of the node alone.
  fileprivate var traits: NodeTraits {
    switch self {
    case .shader: .hasShader
    case .node(let node): if case .counted = node.kind.shape { .isCounting } else { [] }
    default: []
    }
  }

  /// The kind of the node without its numbers.
  fileprivate var kind: String {
    switch self {
    case .picture: "picture"
    case .color: "color"
    case .mix: "mix"
    case .matte: "matte"
    case .sample(_, let map): map.isSeparable ? "cells" : "sample"
    case .stack(let layers, _):
      "stack" + layers.map(\.kind).joined()
    case .average: "average"
    case .node(let node): node.kind.name
    case .shader(let plan): "shader:" + plan.program.name
    }
  }
}

extension Plan {
  /// Every node of the plan, once each; inputs precede the nodes that use them, and the plan itself
  /// is last.
  package var parts: [Plan] { walk(through: { $0.inputs }).parts }

  /// Every node of the plan, in the order of `parts`, with their numbers.
  package var numberedParts: (parts: [Plan], numbers: NodeNumbers) { walk(through: { $0.inputs }) }

  /// The inputs, in order; empty for a leaf.
  package var inputs: [Plan] { content.inputs }

  /// A copy of the node with other inputs. The number of inputs must not change.
  package func replacingInputs(_ inputs: [Plan]) -> Plan {
    precondition(inputs.count == self.inputs.count, "the number of inputs must not change")
    switch content {
    case .picture, .color: return self
    case .sample(_, let map): return Plan(.sample(inputs[0], map))
    case .average(_, let taps): return Plan(.average(inputs[0], taps))
    case .mix(_, _, let weight): return Plan(.mix(inputs[0], inputs[1], weight: weight))
    case .matte(_, _, let matte): return Plan(.matte(inputs[0], inputs[1], matte))
    case .stack(var layers, let background):
      for index in layers.indices { layers[index].input = inputs[index] }
      return Plan(.stack(layers, background: background))
    case .node(var node):
      node.inputs = inputs
      return Plan(.node(node))
    case .shader(var plan):
      (plan.from, plan.to) = (inputs[0], inputs[1])
      return Plan(.shader(plan))
    }
  }

  /// The name of the plan's first user shader, if any.
  package var shaderName: String? {
    guard hasShader else { return nil }
    return parts.lazy.compactMap { if case .shader(let plan) = $0.content { plan.program.name } else { nil } }
      .first
  }

  /// The kinds of the plan's nodes and their connections, without numbers. Two plans of one shape
  /// run the same code on a renderer.
  package var shape: String {
    var places: [ObjectIdentifier: Int] = [:]
    return parts.enumerated().map { place, part in
      places[part.identity] = place
      let inputs = part.inputs.map { "\(places[$0.identity] ?? 0)" }
      return inputs.isEmpty
        ? part.content.kind : part.content.kind + "(" + inputs.joined(separator: ",") + ")"
    }.joined(separator: ";")
  }
}

/// The sampled position in a picture of each pixel of the frame.
///
/// The pixel in column x, row y samples at `(ux[x] + uy[y], vx[x] + vy[y])`, in texels from the middle
/// of the top-left texel, 20.12 fixed point. With `level` L > 0 the sample is taken from the picture
/// halved L times: a coordinate c becomes `((c + 2048) >> L) − 2048` and the domain's bounds are shifted
/// right by L (the last texel of the domain is `(x1 − 1) >> L`). The texel to the left is `c >> 12`, the
/// fraction `((c & 4095) + 8) >> 4`; both neighbours are clamped to the domain. With `levelWeight` w > 0
/// a second sample is taken at level L + 1, and `PixelArithmetic.mix` mixes both samples with weight w.
package struct SampleMap: Sendable, Hashable {
  /// The horizontal texel coordinate of each column.
  package var ux: [Int32]
  /// The horizontal texel coordinate of each row, added to `ux`; empty if it is always 0.
  package var uy: [Int32]
  /// The vertical texel coordinate of each column, added to `vy`; empty if it is always 0.
  package var vx: [Int32]
  /// The vertical texel coordinate of each row.
  package var vy: [Int32]
  /// The texels that may be read, at level 0.
  package var domain: PixelRect
  /// The sharper of the two sampled levels.
  package var level: Int
  /// The weight of the level after `level`, 0…32767.
  package var levelWeight: Int32

  /// Whether the map is separable: u depends on the column alone, v on the row alone.
  @inlinable package var isSeparable: Bool { uy.isEmpty && vx.isEmpty }

  /// Hashes the ends of the tables, a cheap way to distinguish maps.
  package func hash(into hasher: inout Hasher) {
    for table in [ux, uy, vx, vy] {
      hasher.combine(table.first)
      hasher.combine(table.last)
    }
    hasher.combine(domain)
    hasher.combine(level)
    hasher.combine(levelWeight)
  }
}

/// The coverage of each pixel by a placed picture, for edges without steps.
///
/// The horizontal distance from the picture's left edge, in output pixels (20.12), at column x, row y is
/// `dux[x] + duy[y]`, the vertical distance from its top edge `dvx[x] + dvy[y]`. Coverage is the product
/// `(PixelArithmetic.coverage(du, width) · PixelArithmetic.coverage(dv, height)) >> 12`, 0…4096.
package struct CoverageMap: Sendable, Hashable {
  /// The distance of each column from the left edge.
  package var dux: [Int32]
  /// A term for each row, to be added to `dux`; empty if all are 0.
  package var duy: [Int32]
  /// The distance of each column from the top edge, added to `dvy`; empty if it is always 0.
  package var dvx: [Int32]
  /// The distance of each row from the top edge.
  package var dvy: [Int32]
  /// The distance between the left and the right edge.
  package var width: Int32
  /// The distance between the top and the bottom edge.
  package var height: Int32

  /// Hashes the ends of the tables, a cheap way to distinguish coverages.
  package func hash(into hasher: inout Hasher) {
    for table in [dux, duy, dvx, dvy] {
      hasher.combine(table.first)
      hasher.combine(table.last)
    }
    hasher.combine(width)
    hasher.combine(height)
  }
}

/// A layer of a stack.
///
/// The weight at a pixel is `opacity`, or with a coverage `(coverage · opacity + 2048) >> 12`. An
/// outline changes this weight to `(weight · outline + 2048) >> 12`.
package struct PlannedLayer: Sendable, Hashable {
  /// The picture of the layer.
  package var input: Plan
  /// The map of sampled positions; `nil` if every pixel samples its own position.
  package var map: SampleMap?
  /// The coverage with soft edges; `nil` if the whole of `bounds` is covered.
  package var coverage: CoverageMap?
  /// The opacity, 1…32768.
  package var opacity: Int32
  /// The pixels of the frame that the layer can touch; never empty.
  package var bounds: PixelRect
  /// The part of the frame that shows the layer; `nil` if all of it does.
  package var outline: OutlineMap?
  /// Whether the layer is mixed with the layers below by its weight, instead of being composited over
  /// them.
  package var replaces = false

  /// A code for the optional properties that are set.
  fileprivate var kind: String {
    (map == nil ? "." : coverage == nil ? "m" : "c") + (outline == nil ? "" : "r") + (replaces ? "=" : "")
  }
}

/// A term of an average.
package struct PlannedTap: Sendable, Hashable {
  /// The map of sampled positions.
  package var map: SampleMap
  /// The weight in 1/65536.
  package var weight: UInt32
}

/// A matte with its thresholds: see `PixelArithmetic.matteWeight`.
package struct MattePlan: Sendable, Hashable {
  /// The order in which pixels change. Renderers rasterise it once per frame size.
  package var field: MatteField
  /// The field's value below which pixels have begun to change.
  package var threshold: Int32
  /// The width of the soft edge, at least 1.
  package var span: Int32
  /// 2³¹ / span, rounded down.
  package var reciprocal: UInt32
  /// The curve of the soft edge from one picture to the other.
  package var edge = MatteEdge.linear
}

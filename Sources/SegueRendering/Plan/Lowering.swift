import SegueImaging
import Synchronization

/// The lowering of one frame's recipe to a plan: roles become pictures, real numbers become integers.
/// Each node is lowered once, and equal lowered nodes become one.
struct Lowering {
  let size: ImageSize
  let depth: PixelDepth
  /// The encoding of the frame; pictures and colours are converted to it.
  let color: ColorEncoding
  private let outgoing: Snapshot
  private let incoming: Snapshot
  /// The plans of the already lowered nodes.
  private var plans: [Plan?] = []
  private var numbers = NodeNumbers()
  private var table = NodeTable<Plan>()

  init(
    size: ImageSize, depth: PixelDepth, color: ColorEncoding = .sdr, outgoing: Snapshot, incoming: Snapshot
  ) {
    self.size = size
    self.depth = depth
    self.color = color
    self.outgoing = outgoing
    self.incoming = incoming
  }

  mutating func plan(_ recipe: Recipe) -> Plan {
    let walk = recipe.walk(through: needed)
    (numbers, plans) = (walk.numbers, Array(repeating: nil, count: walk.numbers.count))
    for part in walk.parts {
      let plan = lowered(part)
      if let number = numbers[part.identity] { plans[number] = plan }
    }
    return plan(of: recipe)
  }

  /// The plan of `recipe`, which is already lowered.
  func plan(of recipe: Recipe) -> Plan {
    guard let number = numbers[recipe.identity], let plan = plans[number] else {
      preconditionFailure("the recipe has not been lowered")
    }
    return plan
  }

  /// The input that equals the node, if any.
  private func shown(_ recipe: Recipe) -> Recipe? {
    switch recipe.content {
    case .mix(let first, let second, let amount):
      let weight = fixedWeight(amount)
      return weight == 0 ? first : weight == PixelArithmetic.one ? second : nil
    case .matte(let first, let second, let matte):
      return matte.progress <= 0 ? first : matte.progress >= 1 ? second : nil
    default: return nil
    }
  }

  /// The inputs that a node's plan needs.
  private func needed(_ recipe: Recipe) -> [Recipe] {
    if let shown = shown(recipe) { return [shown] }
    guard case .stack = recipe.content else { return recipe.inputs }
    // A picture directly under a layer keeps its own size, so it is lowered with the layer.
    return recipe.inputs.filter { if case .picture = $0.content { false } else { true } }
  }

  private mutating func lowered(_ recipe: Recipe) -> Plan {
    if let shown = shown(recipe) { return plan(of: shown) }
    switch recipe.content {
    case .snapshot(let role): return picture(role == .from ? outgoing : incoming)
    case .picture(let snapshot): return stretched(snapshot)
    case .color(let color): return plane(of: color)
    case .pixellate(let input, let width):
      let input = plan(of: input)
      return SampleMap.pixellate(width: width, size: size).map { made(.sample(input, $0)) } ?? input
    case .mix(let first, let second, let amount):
      return made(.mix(plan(of: first), plan(of: second), weight: fixedWeight(amount)))
    case .matte(let first, let second, let matte):
      return made(.matte(plan(of: first), plan(of: second), MattePlan(matte)))
    case .stack(let layers, let background):
      let placed = layers.compactMap { plannedLayer($0) }
      if placed.isEmpty { return plane(of: background) }
      guard let ground = encodedBackground(background) else {
        return made(.stack(placed, background: background))
      }
      return made(.stack([ground] + placed, background: .transparent))
    case .average(let input, let taps):
      return made(.average(plan(of: input), plannedTaps(taps, size: size)))
    case .node(let node, let inputs):
      precondition(
        inputs.count == node.kind.inputCount, "\(node.kind.name) takes \(node.kind.inputCount) inputs")
      let node = node.kind == .light ? lit(node) : node
      guard let numbers = LoweredNodes.numbers(of: node, size, depth) else { return plan(of: inputs[0]) }
      return made(
        .node(
          NodePlan(
            kind: node.kind, numbers: numbers, keepsOpacity: node.keepsOpacity(depth),
            inputs: inputs.map { plan(of: $0) })))
    case .shader(let call):
      let progress = call.progress > 0 ? Float(min(1, call.progress)) : 0
      return made(
        .shader(
          ShaderPlan(
            program: call.program, progress: progress, uniforms: call.uniforms, from: plan(of: call.from),
            to: plan(of: call.to))))
    }
  }

  /// The unique node with `content`, whose inputs belong to this plan.
  mutating func made(_ content: Plan.Content) -> Plan { table.unique(Plan(content)) }

  /// The light node with the transfer function of the frame's encoding.
  private func lit(_ node: Node) -> Node {
    guard color.isHDR else { return node }
    return Node(.light, node.values, table: color == .hlg ? Light.hlg : Light.pq)
  }

  /// A picture in the frame's encoding.
  mutating func picture(_ snapshot: Snapshot) -> Plan { made(.picture(snapshot.encoded(as: color))) }

  /// A uniform colour. Colours are SDR; in another encoding, which 8 bits cannot hold, they
  /// become pictures.
  private mutating func plane(of color: RGBAColor) -> Plan {
    encodedBackground(color)?.input ?? made(.color(color))
  }

  /// The layer of a colour that the frame's encoding changes; `nil` if the encoding does not change the
  /// colour.
  private mutating func encodedBackground(_ color: RGBAColor) -> PlannedLayer? {
    let isBlack = color.red == 0 && color.green == 0 && color.blue == 0
    guard self.color.isHDR, !isBlack else { return nil }
    return PlannedLayer(
      input: picture(ColorPictures.picture(of: color, size)), map: nil, coverage: nil,
      opacity: PixelArithmetic.one, bounds: PixelRect(size))
  }

  /// A picture of another size, stretched to the frame's.
  private mutating func stretched(_ snapshot: Snapshot) -> Plan {
    let picture = picture(snapshot)
    if snapshot.size == size { return picture }
    let scale = AffineMap.scale(
      x: Double(size.width) / Double(snapshot.size.width),
      y: Double(size.height) / Double(snapshot.size.height))
    guard
      let map = SampleMap.affine(scale, domain: PixelRect(snapshot.size), around: PixelRect(size), size: size)
    else { return made(.color(.transparent)) }
    let layer = PlannedLayer(
      input: picture, map: map, coverage: nil, opacity: PixelArithmetic.one, bounds: PixelRect(size))
    return made(.stack([layer], background: .transparent))
  }
}

/// The most recent pictures of one colour, so that equal colours in two frames share an object.
private enum ColorPictures {
  private static let cache = Mutex<[(color: RGBAColor, picture: Snapshot)]>([])
  private static let limit = 8

  static func picture(of color: RGBAColor, _ size: ImageSize) -> Snapshot {
    cache.withLock { pictures in
      if let known = pictures.first(where: { $0.color == color && $0.picture.size == size }) {
        return known.picture
      }
      let picture = Snapshot(PixelBuffer(size: size, color: color))
      if pictures.count == limit { pictures.removeFirst() }
      pictures.append((color, picture))
      return picture
    }
  }
}

/// An amount of 0…1 as a weight of 0…32768; amounts outside are clamped, NaN is 0.
func fixedWeight(_ amount: Double) -> Int32 {
  amount > 0 ? Int32((min(1, amount) * 32768).rounded()) : 0
}

extension MattePlan {
  init(_ matte: Matte) {
    field = matte.field
    let softness = matte.softness > 0 ? min(1, matte.softness) : 0
    span = max(1, Int32((softness * 65535).rounded()))
    let progress = matte.progress > 0 ? min(1, matte.progress) : 0
    threshold = Int32((progress * Double(65535 + span)).rounded())
    reciprocal = UInt32((Int64(1) << 31) / Int64(span))
    edge = matte.edge
  }
}

/// Taps with integer weights that sum to exactly 65536. A small rounding error is added to the largest
/// weight. A larger error is distributed in steps of 1, from the largest weight to the smallest.
private func plannedTaps(_ taps: [AverageTap], size: ImageSize) -> [PlannedTap] {
  let total = taps.reduce(0) { $1.weight > 0 && $1.weight.isFinite ? $0 + $1.weight : $0 }
  var planned: [PlannedTap] = []
  for tap in taps where tap.weight > 0 && tap.weight.isFinite && total.isFinite {
    let whole = PixelRect(size)
    guard
      let map = SampleMap.affine(
        tap.transform, domain: whole, around: whole, size: size, footprint: tap.footprint)
    else { continue }
    planned.append(PlannedTap(map: map, weight: UInt32((tap.weight / total * 65536).rounded())))
  }
  let order = planned.indices.sorted { planned[$0].weight > planned[$1].weight }
  guard let largest = planned.indices.max(by: { planned[$0].weight < planned[$1].weight }) else {
    return [PlannedTap(map: .identity(size), weight: 65536)]
  }
  var rest = 65536 - planned.reduce(0) { $0 + Int($1.weight) }
  if abs(rest) * 16 <= Int(planned[largest].weight) {
    planned[largest].weight = UInt32(Int(planned[largest].weight) + rest)
    return planned
  }
  while rest != 0 {
    let step = rest.signum()
    for index in order where rest != 0 && (step > 0 || planned[index].weight > 0) {
      planned[index].weight = UInt32(Int(planned[index].weight) + step)
      rest -= step
    }
  }
  return planned
}

/// The most recently lowered nodes, so that constant values are lowered once.
private enum LoweredNodes {
  private struct Entry {
    let node: Node
    let size: ImageSize
    let depth: PixelDepth
    let numbers: NumberTable?

    /// Whether `other` has the same numbers; tables are compared only in `depth`.
    func isOf(_ other: Node, _ size: ImageSize, _ depth: PixelDepth) -> Bool {
      self.size == size && self.depth == depth && node.kind == other.kind && node.values == other.values
        && node.table?[depth] == other.table?[depth]
    }
  }

  private static let cache = Mutex<[Entry]>([])
  private static let limit = 32

  static func numbers(of node: Node, _ size: ImageSize, _ depth: PixelDepth) -> NumberTable? {
    let known = cache.withLock { entries in entries.first { $0.isOf(node, size, depth) } }
    if let known { return known.numbers }
    let entry = Entry(
      node: node, size: size, depth: depth, numbers: node.kind.lower(node, size, depth))
    cache.withLock {
      if $0.count == limit { $0.removeFirst() }
      $0.append(entry)
    }
    return entry.numbers
  }
}

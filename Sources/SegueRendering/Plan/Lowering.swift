import SegueImaging
import Synchronization

/// Turns one frame's recipe into a plan: roles become pictures, real numbers become integers.
///
/// **Thread-safety:** a value.
struct Lowering {
  let size: ImageSize
  let outgoing: Snapshot
  let incoming: Snapshot

  func plan(_ recipe: Recipe) -> Plan {
    switch recipe {
    case .snapshot(let role): return .picture(role == .from ? outgoing : incoming)
    case .picture(let snapshot): return stretched(snapshot)
    case .color(let color): return .color(color)
    case .pixellate(let input, let width):
      guard let map = SampleMap.pixellate(width: width, size: size) else { return plan(input) }
      return .sample(plan(input), map)
    case .mix(let first, let second, let amount):
      let weight = fixedWeight(amount)
      if weight == 0 { return plan(first) }
      if weight == PixelArithmetic.one { return plan(second) }
      return .mix(plan(first), plan(second), weight: weight)
    case .matte(let first, let second, let matte):
      if matte.progress <= 0 { return plan(first) }
      if matte.progress >= 1 { return plan(second) }
      return .matte(plan(first), plan(second), MattePlan(matte))
    case .stack(let layers, let background):
      let placed = layers.compactMap(placedPlan)
      return placed.isEmpty ? .color(background) : .stack(placed, background: background)
    case .average(let input, let taps):
      return .average(plan(input), plannedTaps(taps, size: size))
    case .node(let node, let inputs):
      precondition(
        inputs.count == node.kind.inputCount, "\(node.kind.name) takes \(node.kind.inputCount) inputs")
      guard let numbers = LoweredNodes.numbers(of: node, size) else { return plan(inputs[0]) }
      return .node(
        NodePlan(
          kind: node.kind, numbers: numbers, keepsOpacity: node.keepsOpacity, inputs: inputs.map { plan($0) })
      )
    case .shader(let call):
      let progress = call.progress > 0 ? Float(min(1, call.progress)) : 0
      return .shader(
        ShaderPlan(
          program: call.program, progress: progress, uniforms: call.uniforms, from: plan(call.from),
          to: plan(call.to)))
    }
  }

  /// A picture of another size, brought to the frame's.
  private func stretched(_ snapshot: Snapshot) -> Plan {
    if snapshot.size == size { return .picture(snapshot) }
    let scale = AffineMap.scale(
      x: Double(size.width) / Double(snapshot.size.width),
      y: Double(size.height) / Double(snapshot.size.height))
    guard
      let map = SampleMap.affine(scale, domain: PixelRect(snapshot.size), around: PixelRect(size), size: size)
    else { return .color(.transparent) }
    return .stack(
      [
        PlacedPlan(
          input: .picture(snapshot), map: map, coverage: nil, opacity: PixelArithmetic.one,
          bounds: PixelRect(size))
      ], background: .transparent)
  }
}

/// An amount of 0…1 as a weight of 0…32768; what is outside is clamped, NaN is 0.
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

/// Shares of 65536 that sum to it exactly. What rounding leaves over goes to the largest as long as it is a small
/// part of it; else each tap in turn, from the largest on, takes one.
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

/// The numbers that nodes were lowered to last: where a value stays from frame to frame they are made once.
private enum LoweredNodes {
  private struct Entry {
    let node: Node
    let size: ImageSize
    let numbers: NumberTable?
  }

  private static let kept = Mutex<[Entry]>([])
  private static let most = 32

  static func numbers(of node: Node, _ size: ImageSize) -> NumberTable? {
    let known = kept.withLock { entries in entries.first { $0.size == size && $0.node == node } }
    if let known { return known.numbers }
    let entry = Entry(node: node, size: size, numbers: node.kind.lower(node, size))
    kept.withLock {
      if $0.count == most { $0.removeFirst() }
      $0.append(entry)
    }
    return entry.numbers
  }
}

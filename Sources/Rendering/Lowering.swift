import Imaging
import Transitions

extension Recipe {
  /// Lowers the recipe to integers for frames of `size`. The same recipe and size give the same plan
  /// wherever it is done.
  public func plan(for size: ImageSize) -> Plan {
    switch self {
    case .snapshot(let role): return .snapshot(role)
    case .color(let color): return .color(color)
    case .pixellate(let input, let width):
      let inner = input.plan(for: size)
      guard let map = SampleMap.pixellate(width: width, size: size) else { return inner }
      return .sample(inner, map)
    case .mix(let first, let second, let amount):
      let weight = fixedWeight(amount)
      if weight == 0 { return first.plan(for: size) }
      if weight == PixelArithmetic.one { return second.plan(for: size) }
      return .mix(first.plan(for: size), second.plan(for: size), weight: weight)
    case .matte(let first, let second, let matte):
      if matte.progress <= 0 { return first.plan(for: size) }
      if matte.progress >= 1 { return second.plan(for: size) }
      return .matte(first.plan(for: size), second.plan(for: size), MattePlan(matte))
    case .stack(let layers, let background):
      let placed = layers.compactMap { $0.placedPlan(for: size) }
      return placed.isEmpty ? .color(background) : .stack(placed, background: background)
    case .average(let input, let taps):
      return .average(input.plan(for: size), plannedTaps(taps, size: size))
    case .grayscale(let input): return .grayscale(input.plan(for: size))
    case .nearest(let first, let second, let distance):
      guard distance >= 0 else { return second.plan(for: size) }
      let limit = (distance * distance * 65025).rounded()
      guard limit < Double(PixelArithmetic.farthest) else { return first.plan(for: size) }
      return .nearest(first.plan(for: size), second.plan(for: size), limit: Int32(limit))
    case .shader(let call):
      let progress = call.progress > 0 ? Float(min(1, call.progress)) : 0
      return .shader(
        ShaderPlan(
          program: call.program, progress: progress, uniforms: call.uniforms,
          from: call.from.plan(for: size), to: call.to.plan(for: size)))
    }
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
  }
}

/// Shares of 65536 that sum to it exactly: what rounding leaves over goes to the largest.
private func plannedTaps(_ taps: [Tap], size: ImageSize) -> [PlannedTap] {
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
  guard let largest = planned.indices.max(by: { planned[$0].weight < planned[$1].weight }) else {
    return [PlannedTap(map: .identity(size), weight: 65536)]
  }
  let sum = planned.reduce(0) { $0 + Int($1.weight) }
  planned[largest].weight = UInt32(Int(planned[largest].weight) + 65536 - sum)
  return planned
}

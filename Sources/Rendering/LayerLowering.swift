import Imaging
import Transitions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Layer {
  /// The layer in integers; `nil` where nothing of it can be seen.
  func placedPlan(for size: ImageSize) -> PlacedPlan? {
    let weight = fixedWeight(opacity)
    let whole = PixelRect(size)
    let part = (source ?? whole).intersection(whole)
    let window = (clip ?? whole).intersection(whole)
    guard weight > 0, !part.isEmpty, !window.isEmpty else { return nil }
    let input = recipe.plan(for: size)
    if transform == .identity {
      let bounds = part.intersection(window)
      guard !bounds.isEmpty else { return nil }
      return PlacedPlan(input: input, map: nil, coverage: nil, opacity: weight, bounds: bounds)
    }
    let bounds = outline(of: part).intersection(window)
    guard !bounds.isEmpty,
      let map = SampleMap.affine(transform, domain: part, around: bounds, size: size),
      let coverage = CoverageMap(transform, of: part, around: bounds, size: size)
    else { return nil }
    return PlacedPlan(input: input, map: map, coverage: coverage, opacity: weight, bounds: bounds)
  }

  /// The pixels that the placed part can touch, with its soft edges.
  private func outline(of part: PixelRect) -> PixelRect {
    let corners = [(part.x0, part.y0), (part.x1, part.y0), (part.x0, part.y1), (part.x1, part.y1)]
      .map { transform.apply(x: Double($0.0), y: Double($0.1)) }
    func limit(_ value: Double) -> Int { Int(max(-1_000_000, min(1_000_000, value))) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      (left + right + top + bottom).isFinite
    else { return PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) }
    return PixelRect(
      x0: limit((left - 0.5).rounded(.down)), y0: limit((top - 0.5).rounded(.down)),
      x1: limit((right + 0.5).rounded(.up)), y1: limit((bottom + 0.5).rounded(.up)))
  }
}

extension CoverageMap {
  /// The distances from the edges of `part` placed by `transform`; `nil` where it is flattened.
  init?(_ transform: AffineTransform, of part: PixelRect, around bounds: PixelRect, size: ImageSize) {
    guard let inverse = transform.inverse else { return nil }
    // Output pixels per texel, measured across the edges.
    let across = 1 / hypot(inverse.a, inverse.c)
    let down = 1 / hypot(inverse.b, inverse.d)
    let x0 = (Double(bounds.x0 + bounds.x1) / 2).rounded(.down) + 0.5
    let y0 = (Double(bounds.y0 + bounds.y1) / 2).rounded(.down) + 0.5
    let anchor = inverse.apply(x: x0, y: y0)
    dux = table(
      size.width, slope: inverse.a * across, zero: x0, offset: (anchor.x - Double(part.x0)) * across)
    duy = inverse.c == 0 ? [] : table(size.height, slope: inverse.c * across, zero: y0, offset: 0)
    dvx = inverse.b == 0 ? [] : table(size.width, slope: inverse.b * down, zero: x0, offset: 0)
    dvy = table(
      size.height, slope: inverse.d * down, zero: y0, offset: (anchor.y - Double(part.y0)) * down)
    width = fixed(Double(part.width) * across)
    height = fixed(Double(part.height) * down)
  }
}

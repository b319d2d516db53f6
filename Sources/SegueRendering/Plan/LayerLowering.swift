import SegueImaging
import SegueMath

extension Lowering {
  /// The layer in integers; `nil` if it is invisible.
  mutating func plannedLayer(_ layer: RecipeLayer) -> PlannedLayer? {
    var layer = layer
    var outline: OutlineMap?
    if let rectangle = layer.outline {
      guard let map = OutlineMap(rectangle, size) else { return nil }
      layer.clip = (layer.clip ?? PixelRect(size)).intersection(map.bounds)
      outline = map
    }
    var placed = placedLayer(layer)
    placed?.outline = outline
    placed?.replaces = layer.replaces
    return placed
  }

  /// The layer in integers, without its outline; `nil` if it is invisible.
  private mutating func placedLayer(_ layer: RecipeLayer) -> PlannedLayer? {
    let weight = fixedWeight(layer.opacity)
    let frame = PixelRect(size)
    // A picture directly under a layer keeps its own size.
    var (whole, input) = (frame, Plan?.none)
    if case .picture(let snapshot) = layer.recipe.content {
      (whole, input) = (PixelRect(snapshot.size), picture(snapshot))
    }
    let part = (layer.source ?? whole).intersection(whole)
    let window = (layer.clip ?? frame).intersection(frame)
    guard weight > 0, !part.isEmpty, !window.isEmpty else { return nil }
    let transform = layer.transform
    if transform == .identity, whole == frame {
      let bounds = part.intersection(window)
      guard !bounds.isEmpty else { return nil }
      return PlannedLayer(
        input: input ?? plan(of: layer.recipe), map: nil, coverage: nil, opacity: weight, bounds: bounds)
    }
    let bounds = transform.outline(of: part).intersection(window)
    guard !bounds.isEmpty,
      let map = SampleMap.affine(transform, domain: part, around: bounds, size: size),
      let coverage = CoverageMap(transform, of: part, around: bounds, size: size)
    else { return nil }
    // Coinciding edges of picture and outline would be softened twice, so only the outline softens them.
    let isOutlined = layer.outline.map { transform.places(part, around: $0) } ?? false
    return PlannedLayer(
      input: input ?? plan(of: layer.recipe), map: map, coverage: isOutlined ? nil : coverage,
      opacity: weight, bounds: bounds)
  }
}

extension AffineMap {
  /// Whether the placed part is not rotated and contains `rectangle`, whose edges may be those of the part.
  fileprivate func places(_ part: PixelRect, around rectangle: RoundedRectangle) -> Bool {
    guard b == 0, c == 0 else { return false }
    let (first, last) = (
      apply(x: Double(part.x0), y: Double(part.y0)), apply(x: Double(part.x1), y: Double(part.y1))
    )
    func contains(_ one: Double, _ other: Double, _ start: Double, _ length: Double) -> Bool {
      let slack = 1e-6
      return min(one, other) <= start + slack && max(one, other) >= start + length - slack
    }
    return contains(first.x, last.x, rectangle.x, rectangle.width)
      && contains(first.y, last.y, rectangle.y, rectangle.height)
  }

  /// The pixels that the placed part can touch, including its soft edges.
  fileprivate func outline(of part: PixelRect) -> PixelRect {
    let corners = [(part.x0, part.y0), (part.x1, part.y0), (part.x0, part.y1), (part.x1, part.y1)]
      .map { apply(x: Double($0.0), y: Double($0.1)) }
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
  /// The distances from the edges of `part` placed by `transform`; `nil` if the transform flattens
  /// it.
  init?(_ transform: AffineMap, of part: PixelRect, around bounds: PixelRect, size: ImageSize) {
    guard let inverse = transform.inverse else { return nil }
    // Output pixels per texel, measured across the edges.
    let across = 1 / StableMath.hypot(inverse.a, inverse.c)
    let down = 1 / StableMath.hypot(inverse.b, inverse.d)
    let x0 = (Double(bounds.x0 + bounds.x1) / 2).rounded(.down) + 0.5
    let y0 = (Double(bounds.y0 + bounds.y1) / 2).rounded(.down) + 0.5
    let anchor = inverse.apply(x: x0, y: y0)
    let u = Edges(distance: (anchor.x - Double(part.x0)) * across, extent: Double(part.width) * across)
    let v = Edges(distance: (anchor.y - Double(part.y0)) * down, extent: Double(part.height) * down)
    dux = table(size.width, slope: inverse.a * across, zero: x0, offset: u.distance)
    duy = inverse.c == 0 ? [] : table(size.height, slope: inverse.c * across, zero: y0, offset: 0)
    dvx = inverse.b == 0 ? [] : table(size.width, slope: inverse.b * down, zero: x0, offset: 0)
    dvy = table(size.height, slope: inverse.d * down, zero: y0, offset: v.distance)
    width = fixed(u.extent)
    height = fixed(v.extent)
  }

  /// Two parallel edges, in output pixels: the anchor's distance from the first, and the extent from the
  /// first to the second. Edges beyond the range of fixed point are moved nearer by whole pixels. This
  /// is invisible, since a frame has at most 16384 pixels per side: edges further away than `reach` are
  /// outside of it.
  private struct Edges {
    static let reach = 32768.0
    var distance: Double
    var extent: Double

    init(distance: Double, extent: Double) {
      self.distance = distance
      self.extent = extent
      let excess = (extent - 2 * Edges.reach).rounded(.down)
      guard excess > 0, excess.isFinite else { return }
      self.extent -= excess
      if extent - distance <= Edges.reach {
        self.distance -= excess
      } else if distance > Edges.reach {
        self.distance = Edges.reach
      }
    }
  }
}

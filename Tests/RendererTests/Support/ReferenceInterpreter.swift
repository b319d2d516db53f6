import Imaging
import Rendering
import Transitions

/// Draws plans slowly: node by node, whole pictures, straight from what `Plan` and `PixelArithmetic` say.
/// Every renderer is held to its bytes.
struct ReferenceInterpreter {
  /// A picture, row by row from the top.
  struct Image: Equatable {
    let size: ImageSize
    var pixels: [Color]

    init(size: ImageSize, _ color: (Int, Int) -> Color) {
      self.size = size
      pixels = (0..<size.area).map { color($0 % size.width, $0 / size.width) }
    }

    subscript(x: Int, y: Int) -> Color { pixels[y * size.width + x] }
  }

  let scene: Scene

  /// The bytes of a frame in the scene's format.
  func bytes(_ plan: Plan) -> [UInt8] {
    let image = image(plan)
    switch scene.format {
    case .rgba8: return image.pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    case .yuv420p:
      let half = ImageSize(width: scene.size.width / 2, height: scene.size.height / 2)
      let chroma = (0..<half.area).map { index in
        let (x, y) = (index % half.width * 2, index / half.width * 2)
        return PixelArithmetic.chroma(image[x, y], image[x + 1, y], image[x, y + 1], image[x + 1, y + 1])
      }
      return image.pixels.map(PixelArithmetic.luma) + chroma.map(\.cb) + chroma.map(\.cr)
    }
  }

  func image(_ plan: Plan) -> Image {
    let size = scene.size
    switch plan {
    case .snapshot(let role): return Image(size: size) { scene[role][$0, $1] }
    case .color(let color): return Image(size: size) { _, _ in color }
    case .mix(let a, let b, let weight):
      let (first, second) = (image(a), image(b))
      return Image(size: size) { PixelArithmetic.mix(first[$0, $1], second[$0, $1], weight: weight) }
    case .matte(let a, let b, let matte):
      let (first, second, field) = (image(a), image(b), matte.field.rasterize(size))
      return Image(size: size) { x, y in
        let weight = PixelArithmetic.matteWeight(field: field[y * size.width + x], matte: matte)
        return PixelArithmetic.mix(first[x, y], second[x, y], weight: weight)
      }
    case .sample(let input, let map):
      let levels = levels(of: image(input), upTo: map.lastLevel)
      return Image(size: size) { sample(levels, map, $0, $1) }
    case .stack(let layers, let background): return stack(layers, background)
    case .average(let input, let taps):
      let levels = levels(of: image(input), upTo: taps.map(\.map.lastLevel).max() ?? 0)
      return Image(size: size) { x, y in
        PixelArithmetic.weighted(taps.map { (sample(levels, $0.map, x, y), $0.weight) })
      }
    }
  }

  private func stack(_ layers: [PlacedPlan], _ background: Color) -> Image {
    var result = Image(size: scene.size) { _, _ in background }
    var inputs: [Plan: Image] = [:]
    for layer in layers {
      let input = inputs[layer.input] ?? image(layer.input)
      inputs[layer.input] = input
      let levels = levels(of: input, upTo: layer.map?.lastLevel ?? 0)
      for y in layer.bounds.y0..<layer.bounds.y1 {
        for x in layer.bounds.x0..<layer.bounds.x1 {
          let color = layer.map.map { sample(levels, $0, x, y) } ?? input[x, y]
          let index = y * scene.size.width + x
          result.pixels[index] = PixelArithmetic.over(
            result.pixels[index], color, weight: weight(layer, x, y))
        }
      }
    }
    return result
  }

  private func weight(_ layer: PlacedPlan, _ x: Int, _ y: Int) -> Int32 {
    guard let map = layer.coverage else { return layer.opacity }
    let across = PixelArithmetic.coverage(distance: sum(map.dux, x, map.duy, y), extent: map.width)
    let down = PixelArithmetic.coverage(distance: sum(map.dvx, x, map.dvy, y), extent: map.height)
    return (((across * down) >> 12) * layer.opacity + 2048) >> 12
  }

  private func sum(_ columns: [Int32], _ x: Int, _ rows: [Int32], _ y: Int) -> Int32 {
    (columns.isEmpty ? 0 : columns[x]) + (rows.isEmpty ? 0 : rows[y])
  }

  private func sample(_ levels: [Image], _ map: SampleMap, _ x: Int, _ y: Int) -> Color {
    let (u, v) = (sum(map.ux, x, map.uy, y), sum(map.vx, x, map.vy, y))
    let sharp = bilinear(levels[map.level], map.domain, map.level, u, v)
    guard map.levelWeight > 0 else { return sharp }
    let coarse = bilinear(levels[map.level + 1], map.domain, map.level + 1, u, v)
    return PixelArithmetic.mix(sharp, coarse, weight: map.levelWeight)
  }

  private func bilinear(_ image: Image, _ domain: PixelRect, _ level: Int, _ u: Int32, _ v: Int32) -> Color {
    func look(_ coordinate: Int32, _ start: Int, _ end: Int) -> (low: Int, high: Int, fraction: Int32) {
      let c = Int(((coordinate + 2048) >> Int32(level)) - 2048)
      let (first, last) = (start >> level, (end - 1) >> level)
      func clamped(_ texel: Int) -> Int { max(first, min(last, texel)) }
      return (clamped(c >> 12), clamped((c >> 12) + 1), Int32(((c & 4095) + 8) >> 4))
    }
    let (x, y) = (look(u, domain.x0, domain.x1), look(v, domain.y0, domain.y1))
    return PixelArithmetic.bilinear(
      image[x.low, y.low], image[x.high, y.low], image[x.low, y.high], image[x.high, y.high],
      fx: x.fraction, fy: y.fraction)
  }

  /// The picture and its coarser levels: sides are halved and rounded up, the last texel is repeated.
  private func levels(of image: Image, upTo last: Int) -> [Image] {
    var levels = [image]
    for _ in 0..<last {
      let below = levels[levels.count - 1]
      let size = ImageSize(width: (below.size.width + 1) / 2, height: (below.size.height + 1) / 2)
      levels.append(
        Image(size: size) { x, y in
          let (x0, y0) = (2 * x, 2 * y)
          let (x1, y1) = (min(x0 + 1, below.size.width - 1), min(y0 + 1, below.size.height - 1))
          return PixelArithmetic.average(below[x0, y0], below[x1, y0], below[x0, y1], below[x1, y1])
        })
    }
    return levels
  }
}

extension SampleMap {
  /// The coarsest level that is read.
  fileprivate var lastLevel: Int { levelWeight > 0 ? level + 1 : level }
}

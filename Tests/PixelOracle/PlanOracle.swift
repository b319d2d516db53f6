import SegueImaging
import SegueRendering
import SegueTransitions

/// Draws a plan node by node as whole pictures, pixel by pixel, following only the documentation of
/// `Plan` and the functions of `PixelArithmetic`. A renderer's frames have to be equal.
package struct PlanOracle {
  /// A picture as colours, row by row.
  package struct Picture: Equatable {
    package var size: ImageSize
    package var pixels: [DeepColor]

    package subscript(x: Int, y: Int) -> DeepColor { pixels[y * size.width + x] }

    package init(size: ImageSize, pixels: [DeepColor]) {
      self.size = size
      self.pixels = pixels
    }

    /// A picture of RGBA with straight alpha, rows packed.
    package init(size: ImageSize, bytes: [UInt8], depth: PixelDepth = .eight) {
      self.size = size
      let values: [Int] =
        switch depth {
        case .eight: bytes.map(Int.init)
        case .sixteen:
          stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        }
      pixels = stride(from: 0, to: values.count, by: 4).map {
        DeepColor(
          red: values[$0], green: values[$0 + 1], blue: values[$0 + 2], alpha: values[$0 + 3], depth: depth)
      }
    }

    /// RGBA with straight alpha, rows packed, lower bytes first.
    package var bytes: [UInt8] {
      pixels.flatMap { color -> [UInt8] in
        let values: [Int] = [color.red, color.green, color.blue, color.alpha]
        return values.flatMap { value -> [UInt8] in
          color.depth == .eight ? [UInt8(value)] : [UInt8(value & 255), UInt8(value >> 8)]
        }
      }
    }
  }

  private let size: ImageSize
  private let format: PixelFormat
  /// The pictures of the snapshots that the plans draw.
  private let snapshots: [ObjectIdentifier: Picture]

  /// An oracle of frames in `format`, as large as `from`.
  package init(from: Snapshot, to: Snapshot, format: PixelFormat) {
    size = from.size
    self.format = format
    let pairs = [from, to].map { (ObjectIdentifier($0), Self.picture($0, format.depth)) }
    snapshots = Dictionary(pairs) { $1 }
  }

  private var depth: PixelDepth { format.depth }

  private static func picture(_ snapshot: Snapshot, _ depth: PixelDepth) -> Picture {
    let stored = Picture(size: snapshot.size, bytes: snapshot.rgba, depth: snapshot.depth)
    guard depth == .sixteen, snapshot.depth == .eight else { return stored }
    // 255 becomes 65535.
    return Picture(size: stored.size, pixels: stored.pixels.map { DeepColor($0.bytes, .sixteen) })
  }

  /// The bytes of the frame in the frames' format.
  package func bytes(_ plan: Plan) -> [UInt8] { bytes(of: picture(plan)) }

  /// The bytes of `picture` in the frames' format.
  package func bytes(of picture: Picture) -> [UInt8] {
    switch format {
    case .rgba8, .rgba16: picture.bytes
    case .yuv420p: planes(picture)
    case .yuv420p10, .yuv420p10HLG, .yuv420p10PQ: deepPlanes(picture)
    }
  }

  private func deepPlanes(_ picture: Picture) -> [UInt8] {
    let planes = DeepPlanes.of(format.planeColor ?? .sdr)
    let (width, height) = (size.width, size.height)
    var values = picture.pixels.map(planes.luma)
    var (cb, cr): ([UInt16], [UInt16]) = ([], [])
    for y in stride(from: 0, to: height, by: 2) {
      for x in stride(from: 0, to: width, by: 2) {
        let chroma = planes.chroma([
          picture[x, y], picture[x + 1, y], picture[x, y + 1], picture[x + 1, y + 1],
        ])
        cb.append(chroma.cb)
        cr.append(chroma.cr)
      }
    }
    values += cb + cr
    return values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  /// The picture of `plan`. Parts with several uses are computed once.
  package func picture(_ plan: Plan) -> Picture {
    var (pictures, last) = ([ObjectIdentifier: Picture](), Picture(size: size, pixels: []))
    for part in plan.parts {
      last = picture(part) { input in pictures[input.identity] ?? last }
      pictures[part.identity] = last
    }
    return last
  }

  /// The picture of one node; `picture` returns the picture of an input.
  private func picture(_ plan: Plan, _ picture: (Plan) -> Picture) -> Picture {
    switch plan.content {
    case .picture(let snapshot):
      return snapshots[ObjectIdentifier(snapshot)] ?? Self.picture(snapshot, depth)
    case .color(let color):
      return each { _, _ in DeepColor(color, depth) }
    case .mix(let a, let b, let weight):
      let (first, second) = (picture(a), picture(b))
      return each { x, y in PixelArithmetic.mix(first[x, y], second[x, y], weight: weight) }
    case .matte(let a, let b, let matte):
      let (first, second) = (picture(a), picture(b))
      let field = matte.field.rasterize(size)
      return each { x, y in
        let weight = PixelArithmetic.matteWeight(field: field[y * size.width + x], matte: matte)
        return PixelArithmetic.mix(first[x, y], second[x, y], weight: weight)
      }
    case .sample(let input, let map):
      let levels = levels(of: picture(input), for: map)
      return each { x, y in sample(levels, map, x, y) }
    case .stack(let layers, let background):
      return stack(layers, DeepColor(background, depth), picture)
    case .average(let input, let taps):
      let picture = picture(input)
      let seen = taps.map { tap in
        let levels = levels(of: picture, for: tap.map)
        return each { x, y in sample(levels, tap.map, x, y) }
      }
      return each { x, y in
        PixelArithmetic.weighted(zip(seen, taps).map { ($0[x, y], $1.weight) })
      }
    case .node(let node): return self.node(node, node.inputs.map(picture))
    case .shader: preconditionFailure("no arithmetic is specified for users' shaders")
    }
  }

  // MARK: Registered nodes, by their own specification

  private func node(_ node: NodePlan, _ inputs: [Picture]) -> Picture {
    let numbers = node.numbers.values
    switch node.kind.shape {
    case .pointwise(let shape):
      return each { x, y in shape.pixel(inputs[0][x, y], inputs[inputs.count - 1][x, y], x, y, numbers) }
    case .window(let shape):
      let (width, height) = (size.width, size.height)
      return each { x, y in
        shape.pixel(
          { dx, dy in inputs[0][max(0, min(width - 1, x + dx)), max(0, min(height - 1, y + dy))] }, numbers)
      }
    case .counted(let shape):
      let sums = Histogram(inputs[1].bytes, count: inputs[1].pixels.count, depth: depth)
      let (table, count) = (shape.table(sums, numbers).values, depth.maximum + 1)
      return each { x, y in
        let color = inputs[0][x, y]
        return color.alpha == 0
          ? color.cleared
          : color.with(
            red: Int(table[color.red]), green: Int(table[count + color.green]),
            blue: Int(table[2 * count + color.blue]))
      }
    case .gaussian:
      return Picture(
        size: size,
        pixels: Gaussian.picture(size, numbers: numbers) { inputs[0][$0, $1] })
    case .map(let shape):
      var map = SampleMap.identity(size)
      return each { x, y in
        let (u, v, coverage) = shape.place(x, y, numbers)
        (map.ux[x], map.vy[y]) = (u, v)
        let color = sample(inputs[0], map, level: 0, x, y)
        if coverage == 4096 { return color }
        return color.with(alpha: (color.alpha * Int(coverage) + 2048) >> 12)
      }
    }
  }

  private func each(_ color: (Int, Int) -> DeepColor) -> Picture {
    var pixels: [DeepColor] = []
    for y in 0..<size.height {
      for x in 0..<size.width { pixels.append(color(x, y)) }
    }
    return Picture(size: size, pixels: pixels)
  }

  // MARK: Layers

  private func stack(
    _ layers: [PlannedLayer], _ background: DeepColor, _ picture: (Plan) -> Picture
  ) -> Picture {
    var result = each { _, _ in background }
    for layer in layers {
      let input = picture(layer.input)
      let levels = layer.map.map { self.levels(of: input, for: $0) } ?? []
      for y in layer.bounds.y0..<layer.bounds.y1 {
        for x in layer.bounds.x0..<layer.bounds.x1 {
          let source = layer.map.map { sample(levels, $0, x, y) } ?? input[x, y]
          let below = result[x, y]
          let weight = weight(of: layer, x, y)
          result.pixels[y * size.width + x] =
            layer.replaces
            ? PixelArithmetic.mix(below, source, weight: weight)
            : PixelArithmetic.over(below, source, weight: weight)
        }
      }
    }
    return result
  }

  private func weight(of layer: PlannedLayer, _ x: Int, _ y: Int) -> Int32 {
    let weight = placedWeight(of: layer, x, y)
    guard let outline = layer.outline else { return weight }
    let coverage = PixelArithmetic.coverage(
      across: outline.across[x], down: outline.down[y],
      distance: outline.acrossArc[x] + outline.downArc[y])
    return (weight * coverage + 2048) >> 12
  }

  private func placedWeight(of layer: PlannedLayer, _ x: Int, _ y: Int) -> Int32 {
    guard let map = layer.coverage else { return layer.opacity }
    let du = map.dux[x] + (map.duy.isEmpty ? 0 : map.duy[y])
    let dv = (map.dvx.isEmpty ? 0 : map.dvx[x]) + map.dvy[y]
    let across = PixelArithmetic.coverage(distance: du, extent: map.width)
    let down = PixelArithmetic.coverage(distance: dv, extent: map.height)
    return (((across * down) >> 12) * layer.opacity + 2048) >> 12
  }

  // MARK: Samples

  private func sample(_ levels: [Picture], _ map: SampleMap, _ x: Int, _ y: Int) -> DeepColor {
    let sharp = sample(levels[map.level], map, level: Int32(map.level), x, y)
    if map.levelWeight == 0 { return sharp }
    let coarse = sample(levels[map.level + 1], map, level: Int32(map.level + 1), x, y)
    return PixelArithmetic.mix(sharp, coarse, weight: map.levelWeight)
  }

  private func sample(_ picture: Picture, _ map: SampleMap, level: Int32, _ x: Int, _ y: Int) -> DeepColor {
    let u0 = map.ux[x] + (map.uy.isEmpty ? 0 : map.uy[y])
    let v0 = (map.vx.isEmpty ? 0 : map.vx[x]) + map.vy[y]
    let (u, v) = (((u0 + 2048) >> level) - 2048, ((v0 + 2048) >> level) - 2048)
    func column(_ c: Int32) -> Int {
      max(map.domain.x0 >> Int(level), min((map.domain.x1 - 1) >> Int(level), Int(c)))
    }
    func row(_ c: Int32) -> Int {
      max(map.domain.y0 >> Int(level), min((map.domain.y1 - 1) >> Int(level), Int(c)))
    }
    let (left, right) = (column(u >> 12), column((u >> 12) + 1))
    let (top, bottom) = (row(v >> 12), row((v >> 12) + 1))
    return PixelArithmetic.bilinear(
      picture[left, top], picture[right, top], picture[left, bottom], picture[right, bottom],
      fx: ((u & 4095) + 8) >> 4, fy: ((v & 4095) + 8) >> 4)
  }

  private func levels(of picture: Picture, for map: SampleMap) -> [Picture] {
    var levels = [picture]
    while levels.count <= map.level + (map.levelWeight > 0 ? 1 : 0) {
      levels.append(halved(levels[levels.count - 1]))
    }
    return levels
  }

  private func halved(_ p: Picture) -> Picture {
    let size = ImageSize(width: (p.size.width + 1) / 2, height: (p.size.height + 1) / 2)
    var pixels: [DeepColor] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (right, bottom) = (min(2 * x + 1, p.size.width - 1), min(2 * y + 1, p.size.height - 1))
        pixels.append(
          PixelArithmetic.average(p[2 * x, 2 * y], p[right, 2 * y], p[2 * x, bottom], p[right, bottom]))
      }
    }
    return Picture(size: size, pixels: pixels)
  }

  // MARK: 4:2:0

  private func planes(_ p: Picture) -> [UInt8] {
    let luma = p.pixels.map { PixelArithmetic.luma($0.bytes) }
    var (cb, cr): ([UInt8], [UInt8]) = ([], [])
    for y in stride(from: 0, to: p.size.height, by: 2) {
      for x in stride(from: 0, to: p.size.width, by: 2) {
        let chroma = PixelArithmetic.chroma(
          p[x, y].bytes, p[x + 1, y].bytes, p[x, y + 1].bytes, p[x + 1, y + 1].bytes)
        cb.append(chroma.cb)
        cr.append(chroma.cr)
      }
    }
    return luma + cb + cr
  }
}

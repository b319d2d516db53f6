import SegueImaging
import SegueRendering
import SegueShaders

/// Registered nodes: a pass each, by the shape of the node.
extension PlanPainter {
  func node(_ node: NodePlan) throws(RenderError) -> MipTexture {
    switch node.kind.shape {
    case .pointwise(let shape): try pointwise(shape, node)
    case .window(let shape): try window(shape, node)
    case .map(let shape): try map(shape, node)
    case .gaussian: try gaussian(node)
    case .counted(let shape):
      try self.node(node.toned(shape, by: counts(of: node.inputs[1])))
    }
  }

  private func pointwise(_ kind: PointwiseShape, _ node: NodePlan) throws(RenderError) -> MipTexture {
    var sources: [Source] = []
    for input in node.inputs { sources.append(try source(operand(input))) }
    var shape = ProgramShape(.nodePointwise)
    shape.define("INPUTS", sources.count)
    for (number, source) in sources.enumerated() { source.describe(in: &shape, number: number) }
    shape.add(.numbers)
    shape.add(kind.shader)
    let (place, target) = (try place(of: node.numbers), try pool.take(size))
    try record(shape, into: target) { draw in
      for (number, source) in sources.enumerated() { source.bind(to: &draw, number: number) }
      draw.bind(place)
    }
    return MipTexture(target, isOpaque: node.keepsOpacity && sources.allSatisfy(\.isOpaque))
  }

  private func window(_ kind: WindowShape, _ node: NodePlan) throws(RenderError) -> MipTexture {
    let input = try picture(node.inputs[0])
    var shape = ProgramShape(.nodeWindowMain)
    shape.define("OPAQUE", input.isOpaque)
    for file in [ShaderFile.numbers, .nodeWindow, kind.shader] { shape.add(file) }
    let (place, target) = (try place(of: node.numbers), try pool.take(size))
    try record(shape, into: target) { draw in
      draw.bind(input.texture, as: "picture")
      draw.program.set("last", input.texture.width - 1, input.texture.height - 1)
      draw.bind(place)
    }
    return MipTexture(target, isOpaque: node.keepsOpacity && input.isOpaque)
  }

  private func map(_ kind: MapShape, _ node: NodePlan) throws(RenderError) -> MipTexture {
    let input = try picture(node.inputs[0])
    var shape = ProgramShape(.nodeMap)
    shape.define("OPAQUE", input.isOpaque)
    shape.add(.numbers)
    shape.add(kind.shader)
    let (place, target) = (try place(of: node.numbers), try pool.take(size))
    try record(shape, into: target) { draw in
      draw.bind(input.texture, as: "picture")
      draw.program.set("domain", [0, 0, input.texture.width, input.texture.height])
      draw.bind(place)
    }
    return MipTexture(target, isOpaque: node.keepsOpacity && input.isOpaque)
  }
}

extension PassBinding {
  /// Tells the program where the node's numbers are.
  mutating func bind(_ place: PlanPainter.NumberPlace) {
    switch place {
    case .frameTables(let first, let perRow):
      bindTables(as: "numbers")
      program.set("numbersFirst", first)
      program.set("numbersPerRow", perRow)
    case .texture(let texture):
      bind(texture, as: "numbers")
      program.set("numbersFirst", 0)
      program.set("numbersPerRow", texture.width)
    }
  }
}

/// One axis of a separable map, looked up beforehand: see `source_separable.glsl`.
struct AxisLookUp {
  private let level: Int
  private let first: Int32
  private let last: Int32

  init(level: Int, from start: Int, to end: Int) {
    self.level = level
    first = Int32(start >> level)
    last = Int32((end - 1) >> level)
  }

  /// Texel << 10 | step to the next texel << 9 | fraction.
  func callAsFunction(_ coordinate: Int32) -> Int32 {
    let c = ((coordinate + 2048) >> Int32(level)) - 2048
    var texel = c >> 12
    var fraction = ((c & 4095) + 8) >> 4
    if fraction == 256 { (texel, fraction) = (texel + 1, 0) }
    let low = max(first, min(last, texel))
    let high = max(first, min(last, texel + 1))
    return low << 10 | (fraction == 0 ? 0 : high - low) << 9 | fraction
  }
}

extension SampleMap {
  /// Entries of a separable map for `columns` and `rows` of its tables: (sharper level, coarser level, full
  /// coverage, -).
  func lookUps(columns: [Int32], rows: [Int32]) -> (columns: [TableEntry], rows: [TableEntry]) {
    func entries(_ values: [Int32], _ start: Int, _ end: Int) -> [TableEntry] {
      let sharp = AxisLookUp(level: level, from: start, to: end)
      let coarse = AxisLookUp(level: levelWeight > 0 ? level + 1 : level, from: start, to: end)
      return values.map { TableEntry(x: sharp($0), y: coarse($0), z: 4096) }
    }
    return (entries(columns, domain.x0, domain.x1), entries(rows, domain.y0, domain.y1))
  }

  /// Entries of any map: (u, v, distance across, distance down), to be added.
  func sums(_ coverage: CoverageMap? = nil) -> (columns: [TableEntry], rows: [TableEntry]) {
    func entries(_ count: Int, _ tables: [[Int32]]) -> [TableEntry] {
      func value(_ table: [Int32], _ index: Int) -> Int32 { table.isEmpty ? 0 : table[index] }
      return (0..<count).map {
        TableEntry(
          x: value(tables[0], $0), y: value(tables[1], $0), z: value(tables[2], $0), w: value(tables[3], $0))
      }
    }
    return (
      entries(ux.count, [ux, vx, coverage?.dux ?? [], coverage?.dvx ?? []]),
      entries(vy.count, [uy, vy, coverage?.duy ?? [], coverage?.dvy ?? []])
    )
  }
}

extension [TableEntry] {
  /// Whether no look-up within `range` has a fraction.
  func isExact(in range: Range<Int>) -> Bool { self[range].allSatisfy { $0.x & 511 == 0 } }

  /// Exact look-ups as plain texels.
  var texels: [TableEntry] { map { TableEntry(x: $0.x >> 10, z: $0.z) } }
}

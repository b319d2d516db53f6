import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// Passes whose pixels read only sources: copies, mixes, mattes, coarser levels.
extension PlanPainter {
  /// The source that a pass at full size reads for an operand.
  func source(_ operand: Operand) throws(RenderError) -> Source {
    switch operand {
    case .color(let color): return .color(color)
    case .picture(let picture): return .texel(picture, x: 0, y: 0)
    case .cells(let grid):
      let table = tables.add(
        grid.columns.indices.map { TableEntry(x: $0) }, grid.rows.indices.map { TableEntry(x: $0) })
      return .nearest(grid.picture.texture, table: table, isOpaque: grid.picture.isOpaque)
    case .sampled(let picture, let map):
      try makeLevels(of: picture, for: map)
      if map.isSeparable {
        let table = tables.add(map.axes(map.ux.indices, map.vy.indices), AxisTable.lookUp)
        return .separable(picture, map, table: table)
      }
      let entries = map.sums()
      return .affine(picture, map, table: tables.add(entries.columns, entries.rows))
    }
  }

  func solid(_ color: DeepColor) throws(RenderError) -> MipTexture {
    let target = try pool.take(size)
    record { _ in
      target.bindAsTarget()
      PlanPainter.clear(to: color)
    }
    return MipTexture(target, isOpaque: color.isOpaque)
  }

  /// Sets all pixels of the bound target to `color`.
  static func clear(to color: DeepColor) {
    limit(to: nil)
    let channels = [color.red, color.green, color.blue, color.alpha]
    switch color.depth {
    case .eight: glClearBufferfv(GLenum(GL_COLOR), 0, channels.map { (GLfloat($0) + 0.125) / 255 })
    case .sixteen: glClearBufferuiv(GLenum(GL_COLOR), 0, channels.map { GLuint($0) })
    }
  }

  /// Draws `source` into the first `extent` pixels of a new picture.
  func copy(_ source: Source, at extent: ImageSize) throws(RenderError) -> MipTexture {
    let target = try pool.take(size)
    var shape = ProgramShape(.copy)
    source.describe(in: &shape, number: 0)
    try record(shape, into: target, extent: extent) { source.bind(to: &$0, number: 0) }
    return MipTexture(target, isOpaque: source.isOpaque)
  }

  func mix(_ a: Source, _ b: Source, weight: Int32, at extent: ImageSize) throws(RenderError) -> MipTexture {
    let target = try pool.take(size)
    var shape = ProgramShape(.mix)
    shape.define("MATTE", false)
    shape.define("TEXELS", a.isOpaqueTexel && b.isOpaqueTexel)
    a.describe(in: &shape, number: 0)
    b.describe(in: &shape, number: 1)
    try record(shape, into: target, extent: extent) { draw in
      a.bind(to: &draw, number: 0)
      b.bind(to: &draw, number: 1)
      draw.program.set("weight", Int(weight))
    }
    return MipTexture(target, isOpaque: a.isOpaque && b.isOpaque)
  }

  func matte(_ first: Operand, _ second: Operand, _ matte: MattePlan) throws(RenderError) -> MipTexture {
    let (a, b) = (try source(first), try source(second))
    let field = try matteTexture(matte.field)
    let target = try pool.take(size)
    var shape = ProgramShape(.mix)
    shape.define("MATTE", true)
    shape.define("SMOOTH_EDGE", matte.edge == .smooth)
    shape.define("TEXELS", a.isOpaqueTexel && b.isOpaqueTexel)
    a.describe(in: &shape, number: 0)
    b.describe(in: &shape, number: 1)
    try record(shape, into: target) { draw in
      a.bind(to: &draw, number: 0)
      b.bind(to: &draw, number: 1)
      draw.bind(field, as: "field")
      draw.program.set("edge", Int(matte.threshold), Int(matte.span))
      draw.program.set("reciprocal", unsigned: matte.reciprocal)
    }
    return MipTexture(target, isOpaque: a.isOpaque && b.isOpaque)
  }

  /// Makes the coarser levels of `picture` that `map` reads.
  func makeLevels(of picture: MipTexture, for map: SampleMap) throws(RenderError) {
    try makeLevels(of: picture, upTo: map.levelWeight > 0 ? map.level + 1 : map.level)
  }

  private func makeLevels(of picture: MipTexture, upTo last: Int) throws(RenderError) {
    if picture.coarser.count < last { willMakeLevels(of: picture) }
    while picture.coarser.count < last {
      let below = picture.level(picture.coarser.count)
      let half = ImageSize(width: (below.width + 1) / 2, height: (below.height + 1) / 2)
      let target = try levelTexture(half, of: picture)
      picture.coarser.append(target)
      try record(ProgramShape(.halve), into: target) { draw in
        draw.bind(below, as: "picture")
        draw.program.set("last", below.width - 1, below.height - 1)
      }
    }
  }

  /// The texture for a smaller copy of `picture`. If the picture is kept between frames, so is the
  /// texture. Otherwise both return to the pool after the frame.
  func levelTexture(_ size: ImageSize, of picture: MipTexture) throws(RenderError) -> GLTexture {
    picture.isKept
      ? try GLTexture(width: size.width, height: size.height, format: .picture(depth)) : try pool.take(size)
  }
}

/// Averages of one picture sampled through several maps.
extension PlanPainter {
  func average(_ input: MipTexture, _ taps: [PlannedTap]) throws(RenderError) -> MipTexture {
    struct Level: Hashable {
      var sharp: Int
      var isMixed: Bool
    }
    // The integer sum does not depend on the order, so the taps of a level are drawn together.
    let groups = Dictionary(grouping: taps) { Level(sharp: $0.map.level, isMixed: $0.map.levelWeight > 0) }
      .sorted { ($0.key.sharp, $0.key.isMixed ? 1 : 0) < ($1.key.sharp, $1.key.isMixed ? 1 : 0) }
    guard groups.count <= 7 else {
      throw .unsupported(
        "an average samples \(groups.count) combinations of mipmap levels; this renderer supports 7")
    }
    var records: [TableEntry] = []
    var ranges: [(level: Level, range: Range<Int>)] = []
    var shape = ProgramShape(.average)
    shape.define("GROUPS", groups.count)
    shape.add(.records)
    for (number, (level, members)) in groups.enumerated() {
      let start = records.count / 2
      for tap in members {
        try makeLevels(of: input, for: tap.map)
        records += record(tap)
      }
      ranges.append((level, start..<records.count / 2))
      shape.define("OPAQUE_\(number)", input.isOpaque)
      shape.define("LEVELS_\(number)", level.isMixed ? 2 : 1)
      shape.add(.taps, number: number)
    }
    let (first, width, target) = (tables.add(records), tables.width, try pool.take(size))
    try record(shape, into: target) { draw in
      draw.program.set("records", first)
      draw.program.set("recordsPerRow", width)
      for (number, (level, range)) in ranges.enumerated() {
        draw.bind(input.level(level.sharp), as: "picture_\(number)")
        if level.isMixed { draw.bind(input.level(level.sharp + 1), as: "coarse_\(number)") }
        draw.program.set("taps_\(number)", range.lowerBound, range.upperBound)
      }
    }
    return MipTexture(target, isOpaque: input.isOpaque)
  }

  private func record(_ tap: PlannedTap) -> [TableEntry] {
    let (entries, map) = (tap.map.sums(), tap.map)
    let table = tables.add(entries.columns, entries.rows)
    return [
      TableEntry(x: Int32(tap.weight), y: Int32(map.level), z: map.levelWeight, w: Int32(table)),
      TableEntry(
        x: Int32(map.domain.x0), y: Int32(map.domain.y0), z: Int32(map.domain.x1), w: Int32(map.domain.y1)),
    ]
  }
}

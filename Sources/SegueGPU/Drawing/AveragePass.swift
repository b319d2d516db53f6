import SegueImaging
import SegueRendering
import SegueShaders

/// Averages of one picture seen through several maps.
extension PlanPainter {
  func average(_ input: MipTexture, _ taps: [PlannedTap]) throws(RenderError) -> MipTexture {
    struct Level: Hashable {
      var sharp: Int
      var isMixed: Bool
    }
    // The sum is of integers: the order does not matter, so the taps of a level go together.
    let groups = Dictionary(grouping: taps) { Level(sharp: $0.map.level, isMixed: $0.map.levelWeight > 0) }
      .sorted { ($0.key.sharp, $0.key.isMixed ? 1 : 0) < ($1.key.sharp, $1.key.isMixed ? 1 : 0) }
    guard groups.count <= 7 else {
      throw .unsupported("an average looks at \(groups.count) pairs of levels, this renderer can 7")
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

import SegueRendering

/// An axis of a separable map, for a range of a frame's columns (or rows).
struct AxisTable {
  /// The columns with entries.
  let range: Range<Int>
  private let coordinates: [Int32]
  private let sharp: AxisLookUp
  private let coarse: AxisLookUp
  private let edges: AxisEdges?

  /// - Parameters:
  ///   - coordinates: the coordinates of every column of the frame, in 20.12.
  ///   - start: the first texel of the map's domain.
  ///   - end: the end of the domain, the texel after its last.
  ///   - edges: the edges; `nil` if none are within `range`.
  init(
    _ coordinates: [Int32], in range: Range<Int>, of map: SampleMap, from start: Int, to end: Int,
    edges: AxisEdges? = nil
  ) {
    self.coordinates = coordinates
    self.range = range
    self.edges = edges
    sharp = AxisLookUp(level: map.level, from: start, to: end)
    coarse = AxisLookUp(level: map.levelWeight > 0 ? map.level + 1 : map.level, from: start, to: end)
  }

  /// Whether each column shows exactly one texel of the sharper level.
  var isExact: Bool { range.allSatisfy { sharp(coordinates[$0]) & 511 == 0 } }

  /// The shift of all columns of an exact axis in texels; `nil` if it differs between columns.
  var shift: Int? {
    guard let first = range.first else { return nil }
    let shift = texel(first) - first
    return range.allSatisfy { texel($0) == $0 + shift } ? shift : nil
  }

  private func texel(_ column: Int) -> Int { Int(sharp(coordinates[column]) >> 10) }

  /// The entry (sharper level, coarser level, coverage, -) of a column: see
  /// `source_separable.glsl`.
  func lookUp(_ column: Int) -> TableEntry {
    let coordinate = coordinates[column]
    return TableEntry(x: sharp(coordinate), y: coarse(coordinate), z: edges?.coverage(column) ?? 4096)
  }

  /// The entry (texel, -, coverage, -) of a column of an exact axis: see `source_nearest.glsl`.
  func nearest(_ column: Int) -> TableEntry {
    TableEntry(x: Int32(texel(column)), z: edges?.coverage(column) ?? 4096)
  }
}

/// Two edges across an axis.
struct AxisEdges {
  /// The distance of every column's middle from the first edge, in 20.12.
  let distances: [Int32]
  /// The distance of the second edge from the first.
  let extent: Int32

  /// The covered part of a column between the edges, 0…4096.
  func coverage(_ column: Int) -> Int32 {
    PixelArithmetic.coverage(distance: distances[column], extent: extent)
  }

  /// Whether a column of `range` is not fully between the edges.
  func crossesEdge(_ range: Range<Int>) -> Bool { range.contains { coverage($0) != 4096 } }
}

/// Converts coordinates of a map to texel positions on one level.
struct AxisLookUp {
  private let level: Int32
  private let first: Int32
  private let last: Int32

  init(level: Int, from start: Int, to end: Int) {
    self.level = Int32(level)
    first = Int32(start >> level)
    last = Int32((end - 1) >> level)
  }

  /// The packed position: texel << 10 | step to the next texel << 9 | fraction.
  func callAsFunction(_ coordinate: Int32) -> Int32 {
    let c = ((coordinate + 2048) >> level) - 2048
    var texel = c >> 12
    var fraction = ((c & 4095) + 8) >> 4
    if fraction == 256 { (texel, fraction) = (texel + 1, 0) }
    let low = max(first, min(last, texel))
    let high = max(first, min(last, texel + 1))
    return low << 10 | (fraction == 0 ? 0 : high - low) << 9 | fraction
  }
}

extension SampleMap {
  /// The tables of a separable map for parts of its columns and rows.
  func axes(
    _ columns: Range<Int>, _ rows: Range<Int>, across: AxisEdges? = nil, down: AxisEdges? = nil
  ) -> (columns: AxisTable, rows: AxisTable) {
    (
      AxisTable(ux, in: columns, of: self, from: domain.x0, to: domain.x1, edges: across),
      AxisTable(vy, in: rows, of: self, from: domain.y0, to: domain.y1, edges: down)
    )
  }

  /// The entries (u, v, distance across, distance down) of any map. A pixel uses the sum of its
  /// column's and its row's entry.
  func sums(_ coverage: CoverageMap? = nil) -> (columns: [TableEntry], rows: [TableEntry]) {
    func entries(
      _ count: Int, _ u: [Int32], _ v: [Int32], _ across: [Int32], _ down: [Int32]
    ) -> [TableEntry] {
      func value(_ table: [Int32], _ index: Int) -> Int32 { table.isEmpty ? 0 : table[index] }
      return (0..<count).map {
        TableEntry(x: value(u, $0), y: value(v, $0), z: value(across, $0), w: value(down, $0))
      }
    }
    return (
      entries(ux.count, ux, vx, coverage?.dux ?? [], coverage?.dvx ?? []),
      entries(vy.count, uy, vy, coverage?.duy ?? [], coverage?.dvy ?? [])
    )
  }
}

import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture shifted along one direction. The shift of each pixel depends on its position along
  /// another direction, as in page curls and strips. The result is transparent outside of the
  /// picture.
  ///
  /// The five values are the direction (x, y) of positions, the position of the table's first entry
  /// in pixels, and the direction of the shift, with a length of at most 1.
  ///
  /// The table has one entry per pixel: a shift in pixels, 20.12, up to 16384 pixels, and a
  /// coverage of 0…4096. The end entries apply beyond the table.
  ///
  /// The numbers are the frame's width and height, the shift's direction in 2.14, the number of entries,
  /// and three unused numbers. The contributions of each column and of each row to the position in 20.12
  /// follow, then the table's pairs.
  static let bend: NodeKind = .map(
    "bend", isCovering: true, kernel: segue_bend, shader: PackageResources.bend_glsl,
    lower: { node, size, depth in
      guard let pairs = node.table?[depth].values, pairs.count >= 4 else { return nil }
      let v = node.values
      func direction(_ value: Double) -> Int32 { Int32((max(-1, min(1, value)) * 16384).rounded()) }
      var numbers: [Int32] = [Int32(size.width), Int32(size.height), direction(v[3]), direction(v[4])]
      numbers += [Int32(pairs.count / 2), 0, 0, 0]
      numbers += (0..<size.width).map { fixed((Double($0) + 0.5) * v[0] - v[2]) }
      numbers += (0..<size.height).map { fixed((Double($0) + 0.5) * v[1]) }
      return NumberTable(numbers + pairs)
    },
    samples: {
      let curl = Bend.table(count: 40) { (Double($0) * 0.7 - 9, $0 < 30 ? 1 : 0) }
      let strips = Bend.table(count: 64) { (Double($0 / 9) * 5, 1) }
      let far = Bend.table(count: 2) { ($0 == 0 ? -20000 : 20000, 0.3) }
      return [
        Node(.bend, [0.6, 0.8, 3.3, -0.6, -0.8], table: curl), Node(.bend, [0, 1, 0.5, 1, 0], table: strips),
        Node(.bend, [1, 0, -4, 0.2, -1], table: strips), Node(.bend, [1, 0, 9, 1, 0], table: far),
      ]
    },
    place: { x, y, numbers in
      let (width, height, count) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[4]))
      let place = Int(numbers[8 + x]) + Int(numbers[8 + width + y])
      let s = max(0, min((count - 1) * 4096, place))
      let entry = min(s >> 12, count - 2)
      let share = (s - entry * 4096) >> 4
      let first = 8 + width + height + entry * 2
      let (w0, w1) = (Int(numbers[first]), Int(numbers[first + 2]))
      let (c0, c1) = (Int(numbers[first + 1]), Int(numbers[first + 3]))
      let way = w0 + (((w1 - w0) >> 5) * share) >> 3
      let seen = c0 + ((c1 - c0) * share) >> 8
      func shifted(_ index: Int, _ factor: Int32) -> Int {
        index << 12 + (Int(factor) * (way >> 12)) >> 2 + (Int(factor) * (way & 4095)) >> 14
      }
      /// The share of a texel's width inside the picture.
      func within(_ place: Int, _ extent: Int) -> Int {
        (max(0, min(4096, place + 4096)) * max(0, min(4096, extent << 12 - place))) >> 12
      }
      let (u, v) = (shifted(x, numbers[2]), shifted(y, numbers[3]))
      let coverage = ((within(u, width) * within(v, height)) >> 12 * seen) >> 12
      return (Int32(u), Int32(v), Int32(coverage))
    })
}

/// Tables for the bend node.
package enum Bend {
  /// A table of `count` entries, 2 or more, one per pixel: a shift in pixels and a coverage of 0…1.
  package static func table(count: Int, _ entry: (Int) -> (shift: Double, coverage: Double)) -> DepthTable {
    let table = NumberTable(
      (0..<max(2, count)).flatMap { index -> [Int32] in
        let (shift, coverage) = entry(index)
        return [
          Int32((max(-16384, min(16384, shift)) * 4096).rounded()),
          Int32((max(0, min(1, coverage)) * 4096).rounded()),
        ]
      })
    return DepthTable(table)
  }
}

extension Recipe {
  /// `input` shifted along the direction `by`. `Bend.table` has each pixel's shift for its position
  /// along the direction `along`. The table's first entry is for the position `start`, in pixels from
  /// the frame's corner.
  package static func bent(
    _ input: Recipe, along: (x: Double, y: Double), from start: Double, by: (x: Double, y: Double),
    _ table: DepthTable
  ) -> Recipe {
    .node(Node(.bend, [along.x, along.y, start, by.x, by.y], table: table), [input])
  }
}

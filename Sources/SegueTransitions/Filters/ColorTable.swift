import SegueRendering

/// A colour table: a curve for each channel, a cube, or curves followed by a cube.
///
/// **Thread-safety:** immutable; compared by identity, because a cube is large.
package final class ColorTable: Sendable, Hashable {
  /// The curves of a one-dimensional table, one for each channel, over a range of inputs.
  package struct Curves: Sendable, Hashable {
    /// The values of red, green and blue for each row, 0…1; at least two rows.
    package var values: [Float]
    /// The input of the first row, for each channel.
    package var low: [Double]
    /// The input of the last row, for each channel.
    package var high: [Double]

    /// The number of rows.
    package var count: Int { values.count / 3 }

    /// The value of channel 0, 1 or 2 at an input: linear between rows, constant beyond them.
    package func value(_ channel: Int, at input: Double) -> Double {
      let share = (input - low[channel]) / (high[channel] - low[channel])
      let position = min(1, max(0, share)) * Double(count - 1)
      let row = min(count - 2, Int(position))
      let (a, b) = (Double(values[row * 3 + channel]), Double(values[row * 3 + 3 + channel]))
      return a + (b - a) * (position - Double(row))
    }
  }

  /// Colours on a grid of inputs.
  package struct Cube: Sendable, Hashable {
    /// The number of grid points per side, 2…256.
    package var side: Int
    /// Three values per point in 8.8 fixed point (65280 is 1), −8…8. The input red changes fastest, then
    /// green, then blue.
    package var values: [Int32]
    /// The input of the first grid point, for each channel.
    package var low: [Double]
    /// The input of the last grid point, for each channel.
    package var high: [Double]
  }

  /// The title in the file, if any.
  package let title: String?
  /// The cube for drawing; `nil` for tables without one.
  package let numbers: DepthTable?
  /// The curves as bytes, for tables without a cube.
  package let toneTable: ToneTable?
  /// The curves, applied before the cube; `nil` for a cube alone.
  package let curves: Curves?
  /// The cube; `nil` for curves alone.
  package let cube: Cube?

  /// A table of curves, of a cube, or of both.
  package init(title: String? = nil, curves: Curves?, cube: Cube?) {
    precondition(curves != nil || cube != nil, "a table needs curves or a cube")
    self.title = title
    self.curves = curves
    self.cube = cube
    toneTable = cube == nil ? curves.map(Self.toneTable) : nil
    numbers = cube.map { cube in
      let drawn = Self.drawn(cube)
      return SegueRendering.Cube.table(side: drawn.side, values: drawn.values) { channel, value in
        Self.place(channel, value, in: cube, after: curves)
      }
    }
  }

  /// A cube of `side` grid points per side, 2…256, over inputs of 0…1.
  /// - Parameter values: three per point, 8.8 fixed point (0…65280), red fastest.
  package convenience init(title: String? = nil, side: Int, values: [Int32]) {
    precondition(side >= 2, "a cube needs at least two grid points per side")
    precondition(values.count == side * side * side * 3, "a cube needs three values per grid point")
    self.init(
      title: title, curves: nil, cube: Cube(side: side, values: values, low: [0, 0, 0], high: [1, 1, 1]))
  }

  /// Whether both tables are the same object.
  package static func == (a: ColorTable, b: ColorTable) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The maximum number of grid points per side for drawing; larger cubes are resampled.
  package static let largestDrawnSide = 65

  private static func toneTable(_ curves: Curves) -> ToneTable {
    ToneTable { curves.value($0, at: $1) }
  }

  /// The cube to draw instead of a large one.
  static func drawn(_ cube: Cube) -> Cube {
    cube.side > largestDrawnSide ? cube.resampled(to: largestDrawnSide) : cube
  }

  /// The position of a channel's value in a cube, 0…1 from its first point to its last; values may
  /// be outside.
  static func place(_ channel: Int, _ value: Double, in cube: Cube, after curves: Curves?) -> Double {
    let shaped = curves?.value(channel, at: value) ?? value
    return (shaped - cube.low[channel]) / (cube.high[channel] - cube.low[channel])
  }
}

extension ColorTable.Cube {
  /// The cube resampled to a coarser grid, interpolated between eight neighbours.
  func resampled(to side: Int) -> ColorTable.Cube {
    let old = self.side
    let scale = Double(old - 1) / Double(side - 1)
    let places = (0..<side).map { index -> (Int, Double) in
      let position = Double(index) * scale
      let cell = min(old - 2, Int(position))
      return (cell, position - Double(cell))
    }
    var result: [Int32] = []
    result.reserveCapacity(side * side * side * 3)
    for (b, fb) in places {
      for (g, fg) in places {
        for (r, fr) in places {
          for channel in 0..<3 {
            var sum = 0.0
            for corner in 0..<8 {
              let (dr, dg, db) = (corner & 1, corner >> 1 & 1, corner >> 2)
              let weight = (dr == 1 ? fr : 1 - fr) * (dg == 1 ? fg : 1 - fg) * (db == 1 ? fb : 1 - fb)
              let index = (((b + db) * old + g + dg) * old + r + dr) * 3 + channel
              sum += weight * Double(values[index])
            }
            result.append(Int32(sum.rounded()))
          }
        }
      }
    }
    return ColorTable.Cube(side: side, values: result, low: low, high: high)
  }
}

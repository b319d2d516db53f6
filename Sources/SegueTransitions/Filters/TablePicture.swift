import SegueImaging

/// A reader of colour tables in pictures. GPUImage's lookup has 512×512 pixels: 8×8 tiles of 64×64, a
/// tile for each value of blue. A Hald image is a square with a side of level³, which has all colours of
/// a cube with a side of level².
///
/// Alpha is ignored.
///
/// **Source:** GPUImage's lookup filter; Eskil Steenberg, Hald CLUT.
package enum TablePicture {
  /// The layout of the colours in the picture.
  package enum Layout: String, Sendable, Hashable, CaseIterable {
    /// The layout that the picture's size implies.
    case auto
    /// GPUImage's lookup picture: 8×8 tiles of 64×64.
    case lookup
    /// A Hald CLUT of any level: the cube's colours row by row, red fastest.
    case hald
  }

  /// The cube in a picture.
  /// - Parameter name: the picture's name in errors.
  /// - Throws: `ColorTableError`.
  package static func table(_ picture: Snapshot, layout: Layout, name: String) throws(ColorTableError)
    -> ColorTable
  {
    let (width, height) = (picture.size.width, picture.size.height)
    let level = (2...16).first { $0 * $0 * $0 == width && width == height }
    let isLookup = width == 512 && height == 512
    if layout == .auto && isLookup && level != nil {
      throw ColorTableError(name: name, problem: .ambiguousLayout)
    }
    if isLookup, layout != .hald {
      return cube(of: picture, side: 64) { r, g, b in (b % 8 * 64 + r, b / 8 * 64 + g) }
    }
    guard let level, layout != .lookup else {
      throw ColorTableError(name: name, problem: .noLayout(width: width, height: height))
    }
    let side = level * level
    return cube(of: picture, side: side) { r, g, b in
      let index = (b * side + g) * side + r
      return (index % width, index / width)
    }
  }

  private static func cube(
    of picture: Snapshot, side: Int, place: (Int, Int, Int) -> (Int, Int)
  ) -> ColorTable {
    var values: [Int32] = []
    values.reserveCapacity(side * side * side * 3)
    for b in 0..<side {
      for g in 0..<side {
        for r in 0..<side {
          let (x, y) = place(r, g, b)
          let color = picture.deep(x, y)
          for value in [color.red, color.green, color.blue] {
            // White is 255 in 8.8 fixed point.
            let isByte = color.depth == .eight
            values.append(Int32(isByte ? value << 8 : (value * 65280 + 32767) / 65535))
          }
        }
      }
    }
    return ColorTable(
      curves: nil, cube: ColorTable.Cube(side: side, values: values, low: [0, 0, 0], high: [1, 1, 1]))
  }
}

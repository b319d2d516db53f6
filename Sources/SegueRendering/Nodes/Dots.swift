import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Polka dots, halftones or cross-hatching in square cells. The dots' radius or the number of strokes
  /// depends on the colour. Alpha is kept.
  ///
  /// The first of three values is the kind: 0 for dots of the colour on black, 1 for black dots on
  /// white, 2 for black strokes on white. The second is the side of a cell in pixels. The third is
  /// the radius as a fraction of the side, or the width of a stroke.
  ///
  /// The table begins with the kind, the frame's width, the side of a pixel or the width of a
  /// stroke, and the slope of a dot's edge (8 fraction bits). The radius or the number of strokes
  /// for each grey value follows. The positions of all columns and all rows in their cells are last.
  /// The frame's width is in pixels. Other lengths are in 1/65536 of a cell's side.
  ///
  /// **Source:** GPUImage's polka dot, halftone and crosshatch.
  static let dots: NodeKind = .pointwise(
    "dots", kernel: (segue_dots, segue_dots_16), shader: PackageResources.dots_glsl, usesPlace: true,
    lower: { node, size, depth in
      let (kind, cell, share) = (node.values[0], node.values[1], node.values[2])
      guard cell >= 1 else { return nil }
      let radii = (0...depth.maximum).map { index -> Int32 in
        let brightness = Double(index) / Double(depth.maximum)
        switch kind {
        case 0: return Int32((share * 65536).rounded())
        case 1: return brightness < 1 ? Int32((0.5 * (1 - brightness) * 65536).rounded()) : -65536
        default:
          let strokes = [1, 0.75, 0.5, 0.3].filter { brightness < $0 }
          return Int32(strokes.count)
        }
      }
      // Strokes are measured from the corner of a cell, dots from its middle.
      let middle = kind == 2 ? 0.0 : 0.5
      func places(_ count: Int) -> [Int32] {
        (0..<count).map { index in
          let place = (Double(index) + 0.5) / cell
          return Int32(((place - place.rounded(.down) - middle) * 65536).rounded(.down))
        }
      }
      let pixel = kind == 2 ? Int32((share * 65536).rounded()) : Int32((65536 / cell).rounded(.up))
      return NumberTable(
        [Int32(kind), Int32(size.width), pixel, Int32((128 * min(cell, 16384)).rounded())] + radii
          + places(size.width)
          + places(size.height))
    },
    samples: {
      [[0, 7.3, 0.45], [1, 5, 0], [2, 9.5, 0.2], [1, 1, 0], [0, 40, 0.3], [0, 0.5, 0.3]].map {
        Node(.dots, $0)
      }
    },
    pixel: { color, _, x, y, numbers in
      guard color.alpha > 0 else { return color.cleared }
      let columns = 5 + color.maximum
      let (across, down) = (Int(numbers[columns + x]), Int(numbers[columns + Int(numbers[1]) + y]))
      let (radius, pixel) = (Int(numbers[4 + color.grey]), Int(numbers[2]))
      if numbers[0] == 2 {
        let ways = [across + down, across - down, across + down + 32768, across - down + 32768]
        let isStroke = ways.prefix(radius).contains { $0 & 65535 <= pixel }
        let value = isStroke ? 0 : color.maximum
        return color.with(red: value, green: value, blue: value)
      }
      let distance = Int(Double(across * across + down * down).squareRoot())
      let inside = max(-pixel, min(pixel, radius - distance))
      let weight = max(0, min(32768, 16384 + (inside * Int(numbers[3])) >> 8))
      func channel(_ value: Int) -> Int {
        let (dot, ground) = numbers[0] == 0 ? (value, 0) : (0, color.maximum)
        return (dot * weight + ground * (32768 - weight) + 16384) >> 15
      }
      return color.with(red: channel(color.red), green: channel(color.green), blue: channel(color.blue))
    })
}

extension Recipe {
  /// The patterns of `Recipe.dots`.
  package enum Dots: Int, Sendable, Hashable {
    /// Dots of the colour on black.
    case polka
    /// Black dots on white, larger in dark areas.
    case halftone
    /// Black strokes on white, denser in dark areas.
    case strokes
  }

  /// Dots or strokes in cells of `cell` pixels, from the colours of `input`; `share` is the radius of a
  /// dot, or the width of a stroke, as a fraction of the cell.
  package static func dots(_ input: Recipe, _ kind: Dots, cell: Double, share: Double = 0) -> Recipe {
    .node(Node(.dots, [Double(kind.rawValue), cell, share]), [input])
  }
}

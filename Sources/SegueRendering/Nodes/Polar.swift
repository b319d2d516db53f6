import CSegueKernels
import SegueImaging
import SegueMath

extension NodeKind {
  /// Cells of one colour between circles and rays about a point. A pixel samples the point on its
  /// sector's first ray, 0.03 outside of its ring's inner edge.
  ///
  /// The four values are the point as fractions of the frame, the depth of a ring in halves of the
  /// frame's width and height, and the angle of a sector in radians.
  ///
  /// The numbers are, in this order:
  /// - the frame's width and height, and the point in 20.12;
  /// - a ring's depth in 1/2²⁴, a sector's angle in 1/2²⁰ of a turn, and the offset that makes angles
  ///   positive;
  /// - the number of rings, of sectors, and three unused numbers;
  /// - 1026 arctangents of 0…1;
  /// - the columns' and rows' distances from the point (16384 is 1);
  /// - for each ring its radius in columns and in rows, 20.12;
  /// - for each sector a cosine and a sine in 2.14.
  ///
  /// **Source:** GPUImage's polar pixellate filter.
  static let polar: NodeKind = .map(
    "polar", kernel: segue_polar, shader: PackageResources.polar_glsl,
    lower: { node, size, _ in
      let (width, height) = (Double(size.width), Double(size.height))
      let (x, y) = (node.values[0], node.values[1])
      // Cells smaller than a pixel leave the picture unchanged.
      let pixel = 2 / max(width, height)
      guard node.values[2] >= pixel, node.values[3] > 0 else { return nil }
      let (depth, angle) = (min(4, node.values[2]), max(pixel, min(.pi, node.values[3])))
      let ring = Int((depth * 16_777_216).rounded())
      let sector = Int((angle / (2 * .pi) * 1_048_576).rounded())
      let turned = (524_288 + sector - 1) / sector * sector
      let (rings, sectors) = (56_569 * 1024 / ring + 1, (524_288 + turned) / sector + 1)
      func distances(_ count: Int, _ middle: Double) -> [Int32] {
        (0..<count).map {
          let place = (Double($0) + 0.5) / Double(count) - middle
          return Int32(max(-40000, min(40000, place * 2 * 16384)).rounded())
        }
      }
      func unit(_ value: Double) -> Int32 { Int32((value * 16384).rounded()) }
      var numbers = [size.width, size.height, 0, 0, ring, sector, turned, rings, sectors, 0, 0, 0].map {
        Int32($0)
      }
      (numbers[2], numbers[3]) = (fixed(x * width - 0.5), fixed(y * height - 0.5))
      let arcs = (0..<1026).map {
        Int32((StableMath.atan2(Double($0), 1024) / (2 * .pi) * 1_048_576).rounded())
      }
      let reaches = (0..<rings).flatMap { index -> [Int32] in
        let r = min(4, Double(index) * depth + 0.03)
        return [fixed(min(32000, r * width / 2)), fixed(min(32000, r * height / 2))]
      }
      let ways = (0..<sectors).flatMap { index -> [Int32] in
        let phi = Double(index * sector - turned) / 1_048_576 * 2 * .pi
        return [unit(StableMath.cos(phi)), unit(StableMath.sin(phi))]
      }
      numbers += arcs
      numbers += distances(size.width, x)
      numbers += distances(size.height, y)
      numbers += reaches
      return NumberTable(numbers + ways)
    },
    samples: {
      [[0.5, 0.5, 0.2, 0.3], [0.1, 0.9, 0.5, 1], [0.5, 0.4, 0, 0.1], [0.3, 0.3, 0.07, 4]].map {
        Node(.polar, $0)
      }
    },
    place: { x, y, numbers in
      let (width, height) = (Int(numbers[0]), Int(numbers[1]))
      let columns = 12 + 1026
      let (dx, dy) = (Int(numbers[columns + x]), Int(numbers[columns + width + y]))
      let r = Int(Double(dx * dx + dy * dy).squareRoot())
      let (ax, ay) = (abs(dx), abs(dy))
      let t = max(ax, ay) > 0 ? (min(ax, ay) << 15) / max(ax, ay) : 0
      let (low, high) = (Int(numbers[12 + t >> 5]), Int(numbers[13 + t >> 5]))
      var angle = low + ((high - low) * (t & 31) + 16) >> 5
      if ay > ax { angle = 262_144 - angle }
      if dx < 0 { angle = 524_288 - angle }
      if dy < 0 { angle = -angle }
      let ring = min((r << 10) / Int(numbers[4]), Int(numbers[7]) - 1)
      let sector = min((angle + Int(numbers[6])) / Int(numbers[5]), Int(numbers[8]) - 1)
      let reaches = columns + width + height
      let ways = reaches + 2 * Int(numbers[7])
      func seen(_ axis: Int) -> Int32 {
        let (factor, way) = (Int(numbers[ways + sector * 2 + axis]), Int(numbers[reaches + ring * 2 + axis]))
        return Int32(Int(numbers[2 + axis]) + (factor * (way >> 12)) >> 2 + (factor * (way & 4095)) >> 14)
      }
      return (seen(0), seen(1), 4096)
    })
}

extension Recipe {
  /// `input` in cells between circles and rays about (`x`, `y`), in fractions of the frame. A ring's
  /// `depth` is in halves of the frame's width and height, a sector's `angle` in radians.
  package static func polarCells(_ input: Recipe, x: Double, y: Double, depth: Double, angle: Double)
    -> Recipe
  {
    .node(Node(.polar, [x, y, depth, angle]), [input])
  }
}

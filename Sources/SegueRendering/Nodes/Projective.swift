import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture, or a rectangle of a picture, on a plane in space. A pixel's coverage is the product of
  /// four fractions: for each edge, the fraction of the pixel on its inner side.
  ///
  /// The thirteen values are the nine numbers of the map from the frame's pixels to the picture's, row
  /// by row, and the edges of the visible rectangle: left, top, right and bottom, in the picture's
  /// pixels. An infinite value means that there is no edge.
  ///
  /// The numbers are the frame's width and height, two unused numbers, and the terms of seven sums. Each
  /// sum has a term for each column and one for each row. The sums are the numerators of both
  /// coordinates, their denominator, and the distances from the four edges in the frame's pixels, 20.12.
  /// A coordinate is truncated to 8 fraction bits. It is 0 unless the numerator and the denominator are
  /// above 0.
  static let projective: NodeKind = .map(
    "projective", isCovering: true, kernel: segue_projective, shader: PackageResources.projective_glsl,
    lower: { node, size, _ in
      let map = ProjectiveMap(Array(node.values.prefix(9)))
      let edges = Array(node.values.suffix(4))
      let (width, height) = (Double(size.width), Double(size.height))
      if map.isIdentity, edges[0] <= 0, edges[1] <= 0, edges[2] >= width, edges[3] >= height { return nil }
      let m = map.values
      // The numerator as (factor of the column, factor of the row, offset), for texel coordinates from
      // the middle of the first texel.
      func numerator(_ row: Int) -> [Double] {
        (0..<3).map { (column: Int) -> Double in m[3 * row + column] - 0.5 * m[6 + column] }
      }
      let (across, down) = (numerator(0), numerator(1))
      let depth = (0..<3).map { m[6 + $0] }
      func maximum(_ line: [Double]) -> Double { abs(line[0]) * width + abs(line[1]) * height + abs(line[2]) }
      let (nearest, largest) = (max(maximum(depth), 1e-9), max(maximum(across), maximum(down), 1e-9))
      let scale = min(4_194_304 / nearest, 268_435_456 / largest)
      func edge(_ row: Int, _ place: Double, _ sign: Double) -> [Double] {
        guard place.isFinite else { return [0, 0, 1e6] }
        let line = (0..<3).map { sign * (m[row * 3 + $0] - place * m[6 + $0]) }
        let length = (line[0] * line[0] + line[1] * line[1]).squareRoot()
        return line.map { (value: Double) -> Double in
          if length > 0 { return value * 4096 / length }
          return value > 0 ? 1e6 : -1e6
        }
      }
      let sums =
        [across, down, depth].map { $0.map { $0 * scale } } + [
          edge(0, edges[0], 1), edge(1, edges[1], 1), edge(0, edges[2], -1), edge(1, edges[3], -1),
        ]
      func limited(_ value: Double) -> Int32 {
        Int32(max(-536_870_912, min(536_870_912, value.isFinite ? value.rounded() : 0)))
      }
      var numbers = [Int32(size.width), Int32(size.height), 0, 0]
      numbers.reserveCapacity(4 + 7 * (size.width + size.height))
      for sum in sums {
        for x in 0..<size.width { numbers.append(limited(sum[0] * (Double(x) + 0.5))) }
        for y in 0..<size.height { numbers.append(limited(sum[1] * (Double(y) + 0.5) + sum[2])) }
      }
      return NumberTable(numbers)
    },
    samples: {
      [
        [1, 0.1, -3, 0.05, 0.9, 2, 0.004, -0.002, 1, 0, 0, 37, 23],
        [1.3, -0.4, 6, 0.5, 1.2, -9, -0.03, 0.02, 1, 2.5, 1.5, 20, 18],
        [0.6, 0, 3, 0, 0.7, 1, 0, 0.06, 0.4, -.infinity, 0, .infinity, 30],
        [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1e4, 1e4], [40, 0, -700, 0, 1, 0, 0.01, 0, 1, 0, 0, 37, 23],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9],
      ].map { Node(.projective, $0) }
    },
    place: { x, y, numbers in
      let (width, height) = (Int(numbers[0]), Int(numbers[1]))
      func sum(_ index: Int) -> Int {
        let first = 4 + index * (width + height)
        return Int(numbers[first + x]) + Int(numbers[first + width + y])
      }
      let depth = sum(2)
      func coordinate(_ numerator: Int) -> Int32 {
        numerator > 0 && depth > 0 ? Int32(min(numerator * 256 / depth, 8_388_608) << 4) : 0
      }
      var coverage = 4096
      for edge in 3...6 { coverage = (coverage * max(0, min(4096, sum(edge) + 2048))) >> 12 }
      return (coordinate(sum(0)), coordinate(sum(1)), depth > 0 ? Int32(coverage) : 0)
    })
}

/// A map of the plane that keeps straight lines straight: a camera's view of a flat picture.
///
/// (x, y) goes to ((v₀x + v₁y + v₂) / d, (v₃x + v₄y + v₅) / d) with d = v₆x + v₇y + v₈. Pixels, y
/// pointing down.
///
/// **Source:** Hartley, Zisserman: Multiple View Geometry, 2.3.
package struct ProjectiveMap: Sendable, Hashable {
  /// The map's nine numbers, row by row.
  package var values: [Double]

  /// A map from its nine numbers, row by row.
  package init(_ values: [Double]) {
    precondition(values.count == 9, "a projective map needs nine numbers")
    self.values = values
  }

  /// The map of a picture's plane in space, seen from in front of the frame. The frame is at a
  /// depth of 0; nearer points have a negative depth.
  /// - Parameters:
  ///   - origin: the picture's top-left corner, in pixels from `centre`; the third number is the
  ///     depth.
  ///   - across: the step in space from a column of the picture to the next.
  ///   - down: the step from a row to the next.
  ///   - distance: the distance of the eye from the frame, in pixels, above 0.
  ///   - centre: the point of the frame that the eye looks at.
  package init(
    origin: SIMD3<Double>, across: SIMD3<Double>, down: SIMD3<Double>, distance: Double,
    centre: (x: Double, y: Double)
  ) {
    let steps = [across, down, origin]
    func row(_ axis: Int, _ middle: Double) -> [Double] {
      steps.enumerated().map { index, step in
        distance * step[axis] + middle * (step.z + (index == 2 ? distance : 0))
      }
    }
    self.init(
      row(0, centre.x) + row(1, centre.y) + [across.z, down.z, origin.z + distance])
  }

  /// Whether no point moves by more than a thousandth of a pixel in any frame.
  var isIdentity: Bool {
    let m = values
    guard m[8] != 0 else { return false }
    let near = [1, 0, 0, 0, 1, 0, 0, 0, 1].map(Double.init)
    let tolerances = [1e-9, 1e-9, 1e-4, 1e-9, 1e-9, 1e-4, 1e-13, 1e-13, 1e-9]
    return (0..<9).allSatisfy { abs(m[$0] / m[8] - near[$0]) < tolerances[$0] }
  }

  /// The inverse map; `nil` if this one flattens the plane or is not finite.
  package var inverse: ProjectiveMap? {
    let m = values
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    let adjugate = [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
      -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
      minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ]
    let determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6]
    let size = m.reduce(0) { max($0, abs($1)) }
    guard determinant.isFinite, size.isFinite, abs(determinant) > 1e-12 * size else { return nil }
    return ProjectiveMap(adjugate.map { $0 / determinant })
  }
}

extension Recipe {
  /// `input` placed by `map`, which maps its pixels to the frame's. The surroundings are transparent.
  /// - Parameters:
  ///   - columns: the visible columns, in pixels of `input`; an infinite bound means no edge.
  ///   - rows: the visible rows, in pixels of `input`; an infinite bound means no edge.
  package static func projected(
    _ input: Recipe, by map: ProjectiveMap, columns: ClosedRange<Double>, rows: ClosedRange<Double>
  ) -> Recipe {
    guard let inverse = map.inverse else { return .color(.transparent) }
    return .node(
      Node(
        .projective,
        inverse.values + [columns.lowerBound, rows.lowerBound, columns.upperBound, rows.upperBound]),
      [input])
  }
}

import SegueMath

/// A 3 × 4 matrix that maps red, green, blue and 1 to red, green and blue; colours are 0…1.
///
/// **Source:** GPUImage's filters of the names below.
package struct ColorMatrix: Sendable, Hashable {
  /// The rows for red, green and blue: three factors, then an offset.
  package var rows: [[Double]]

  /// BT.709's luma, as the grey of `Recipe.grayscale`.
  package static let luma = [0.2126, 0.7152, 0.0722]

  /// The matrix that leaves every colour unchanged.
  package static let identity = ColorMatrix(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])

  /// The matrix for (1 − `amount`)·c + `amount`·(this matrix of c).
  package func mixed(_ amount: Double) -> ColorMatrix {
    ColorMatrix(
      rows: zip(rows, Self.identity.rows).map { own, same in
        zip(own, same).map { $0 * amount + $1 * (1 - amount) }
      })
  }

  /// A matrix that changes the saturation: 0 is grey, 1 unchanged, above 1 more colourful.
  package static func saturation(_ amount: Double) -> ColorMatrix {
    ColorMatrix(rows: [luma + [0], luma + [0], luma + [0]]).mixed(1 - amount)
  }

  /// The matrix of a sepia tone, the brown of old prints.
  package static let sepia = ColorMatrix(rows: [
    [0.3588, 0.7044, 0.1368, 0], [0.299, 0.587, 0.114, 0], [0.2392, 0.4696, 0.0912, 0],
  ])

  /// A matrix that rotates hues by `degrees` in the plane of I and Q.
  package static func hue(_ degrees: Double) -> ColorMatrix {
    let toYIQ = [[0.299, 0.587, 0.114], [0.595716, -0.274453, -0.321263], [0.211456, -0.522591, 0.31135]]
    let (c, s) = (StableMath.cos(degrees * .pi / 180), StableMath.sin(degrees * .pi / 180))
    let turned = [
      toYIQ[0], zip(toYIQ[1], toYIQ[2]).map { $0 * c + $1 * s },
      zip(toYIQ[1], toYIQ[2]).map { $1 * c - $0 * s },
    ]
    let back = inverse(toYIQ)
    return ColorMatrix(
      rows: back.map { row in
        (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * turned[$1][column] } } + [0]
      })
  }

  /// A 3×3 matrix inverted by Cramer's rule.
  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ r: Int, _ c: Int) -> Double {
      let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3)
      return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
    return (0..<3).map { r in (0..<3).map { c in minor(c, r) / determinant } }
  }

  /// The twelve numbers in 16.16 fixed point for colours 0…255. Factors are clamped to ±16, offsets to
  /// ±16 · 255. The three factors of a row are rounded so that their sum is the rounded sum: greys thus
  /// get no tint.
  package var fixedPoint: [Int32] {
    rows.flatMap { row -> [Int32] in
      let exact = row.prefix(3).map { min(16, max(-16, $0)) * 65536 }
      var whole = exact.map { Int32($0.rounded()) }
      let missing = Int32(exact.reduce(0, +).rounded()) - whole.reduce(0, +)
      for _ in 0..<abs(missing) {
        // The factor with the largest rounding error in the opposite direction.
        let sign = missing > 0 ? 1.0 : -1.0
        let gaps = (0..<3).map { (exact[$0] - Double(whole[$0])) * sign }
        if let worst = gaps.indices.max(by: { gaps[$0] < gaps[$1] }) { whole[worst] += Int32(sign) }
      }
      return whole + [Int32((min(16, max(-16, row[3])) * 255 * 65536).rounded())]
    }
  }
}

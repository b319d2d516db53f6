import Testing

@testable import SegueTransitions

@Suite("Tone tables") struct ToneTableTests {
  @Test("a tone table of neutral values is the identity")
  func identities() {
    let tables: [ToneTable] = [
      .brightness(0), .exposure(0), .contrast(1), .gamma(1), .scale(red: 1, green: 1, blue: 1), .invert(0),
      .opacity(1),
      .levels(low: 0, gamma: 1, high: 1, lowOut: 0, highOut: 1), .haze(0),
      .whiteBalance(temperature: 5000, tint: 0),
      .curve([(0, 0), (0.3, 0.3), (1, 1)]), .posterize(255), .falseColor([0, 0, 0], [1, 1, 1]),
    ]
    for table in tables { #expect(table == .identity) }
  }

  @Test("each table equals its formula, clamped and rounded")
  func formulas() {
    let levels = ToneTable.levels(low: 0.2, gamma: 2, high: 0.7, lowOut: 0.1, highOut: 0.9)
    let cases: [(ToneTable, (Double) -> Double)] = [
      (.brightness(0.25), { $0 + 0.25 }), (.exposure(-1), { $0 / 2 }),
      (.contrast(2), { ($0 - 0.5) * 2 + 0.5 }),
      (.gamma(2), { $0 * $0 }), (.invert(1), { 1 - $0 }), (.invert(0.5), { _ in 0.5 }),
      (.haze(0.2), { ($0 - 0.2) / 0.8 }),
      (.threshold(0.5), { $0 < 0.5 ? 0 : 1 }),
      (levels, { 0.1 + 0.8 * min(1, max(0, ($0 - 0.2) / 0.5)).squareRoot() }),
      (.falseColor([0.5, 0.5, 0.5], [0, 0, 0]), { 0.5 - 0.5 * $0 }),
    ]
    for (table, formula) in cases {
      let expected = (0...255).map { (x: Int) -> UInt8 in
        UInt8((min(1, max(0, formula(Double(x) / 255))) * 255).rounded())
      }
      #expect(table == ToneTable(red: expected, green: expected, blue: expected))
    }
    #expect(Set(ToneTable.posterize(4).red) == [0, 64, 128, 191, 255])
    #expect(
      ToneTable.levels(low: 0.5, gamma: 1, high: 0.5, lowOut: 0, highOut: 1).red[127...128] == [0, 255])
    let faded = ToneTable.opacity(0.5)
    #expect(faded.red == ToneTable.identity.red)
    #expect(faded.alpha[255] == 128 && faded.alpha[100] == 50 && faded.alpha[0] == 0)
  }

  @Test("white balance depends on temperature and tint")
  func whiteBalance() {
    let warm = ToneTable.whiteBalance(temperature: 7000, tint: 0)
    #expect(warm.blue[128] < 128 && warm.red[128] > 128)
    // 128 + 0.05226·1.105·255 = 142.7
    #expect(ToneTable.whiteBalance(temperature: 5000, tint: -100).green[128] == 143)
  }

  @Test("the natural spline passes through its points")
  func spline() {
    let spline = NaturalSpline([(0, 0), (1, 1), (2, 0)])
    // The closed form: S(x) = 1.5x − 0.5x³ on the first stretch.
    for x in [0.0, 0.25, 0.5, 1] {
      let closed = 1.5 * x - 0.5 * x * x * x
      #expect(abs(spline.value(at: x) - closed) < 1e-15)
    }
    #expect(abs(spline.value(at: 1.5) - spline.value(at: 0.5)) < 1e-15)
    #expect(spline.value(at: -1) == 0 && spline.value(at: 3) == 0)
    let line = NaturalSpline([(0, 0.1), (0.25, 0.3), (0.5, 0.5), (0.75, 0.7)])
    for x in [0.1, 0.3, 0.6] { #expect(abs(line.value(at: x) - (0.1 + 0.8 * x)) < 1e-15) }
    let red = ToneTable.curve([(0, 1), (1, 0)], channels: [0])
    #expect(red.red == ToneTable.invert(1).red && red.green == ToneTable.identity.green)
  }
}

@Suite("Colour matrices") struct ColorMatrixTests {
  /// The matrix applied to a colour.
  func drawn(_ matrix: ColorMatrix, _ color: [Int]) -> [Int] {
    let m = matrix.fixedPoint.map(Int.init)
    return (0..<3).map { row in
      let sum = (0..<3).reduce(m[row * 4 + 3]) { $0 + m[row * 4 + $1] * color[$1] }
      return min(255, max(0, (sum + 32768) >> 16))
    }
  }

  @Test("a colour matrix of neutral values is the identity")
  func identities() {
    for matrix in [ColorMatrix.saturation(1), .hue(0), .sepia.mixed(0), .hue(360)] {
      #expect(matrix.fixedPoint == ColorMatrix.identity.fixedPoint)
    }
  }

  @Test("greys stay grey")
  func greys() {
    for matrix in [ColorMatrix.saturation(0), .saturation(0.3), .saturation(2), .hue(90), .hue(217)] {
      for byte in [0, 1, 100, 200, 255] { #expect(drawn(matrix, [byte, byte, byte]) == [byte, byte, byte]) }
    }
    #expect(Array(ColorMatrix.saturation(0).fixedPoint.prefix(4)) == [13933, 46871, 4732, 0])
  }

  @Test("each matrix equals its formula")
  func formulas() {
    let sepia = drawn(.sepia, [100, 50, 200])
    #expect(sepia == [98, 82, 66])  // 35.88 + 35.22 + 27.36, 29.9 + 29.35 + 22.8, 23.92 + 23.48 + 18.24
    // A rotation and its inverse restore every colour.
    let (turn, back) = (ColorMatrix.hue(90).rows, ColorMatrix.hue(-90).rows)
    for row in 0..<3 {
      for column in 0..<3 {
        let sum = (0..<3).reduce(0) { $0 + back[row][$1] * turn[$1][column] }
        #expect(abs(sum - (row == column ? 1 : 0)) < 1e-12)
      }
    }
    let added = ColorMatrix(rows: [[1, 0, 0, 0.5], [0, 1, 0, -1], [0, 0, 0.5, 0]])
    #expect(drawn(added, [100, 50, 201]) == [228, 0, 101])
    #expect(ColorMatrix(rows: [[99, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]).fixedPoint[0] == 16 << 16)
  }
}

@Suite("Tables by luma") struct LumaTableTests {
  @Test("a luma table of neutral values is the identity")
  func identities() {
    let tables = [
      LumaTable.highlightsShadows(shadows: 0, highlights: 1), .monochrome([0.6, 0.45, 0.3], amount: 0),
      .luminanceRange(0),
    ]
    for table in tables {
      #expect(table.slopes.allSatisfy { abs($0 - 1) < 1e-12 } && table.offsets.allSatisfy { $0 == 0 })
    }
  }

  @Test("each luma table equals its formula")
  func formulas() {
    let solar = LumaTable.solarize(0.5)
    #expect(solar.slopes[100] == -1 && solar.offsets[100] == 1 && solar.slopes[200] == 1)
    let mono = LumaTable.monochrome([0.6, 0.45, 0.3], amount: 1)
    #expect(mono.slopes[77] == 0 && abs(mono.offsets[51] - 0.24) < 1e-15)
    #expect(abs(mono.offsets[512 + 204] - 0.72) < 1e-15)
    #expect(abs(LumaTable.luminanceRange(0.6).offsets[51] - 0.18) < 1e-15)
    let lifted = LumaTable.highlightsShadows(shadows: 1, highlights: 1)
    let l = 51.0 / 255
    let lift = (l.squareRoot() - 0.76 * l) / l
    #expect(abs(lifted.slopes[51] - lift) < 1e-12)
    let dimmed = LumaTable.highlightsShadows(shadows: 0, highlights: 0)
    let (bright, rest) = (204.0 / 255, 51.0 / 255)
    let drop = (1 - (rest.squareRoot() - 0.8 * rest)) / bright
    #expect(abs(dimmed.slopes[204] - drop) < 1e-12)
  }
}

extension LumaTable {
  /// The slopes for 8 bits: 256 for each channel.
  fileprivate var slopes: [Double] { lines(.eight).map(\.slope) }
  /// The offsets for 8 bits.
  fileprivate var offsets: [Double] { lines(.eight).map(\.offset) }
}

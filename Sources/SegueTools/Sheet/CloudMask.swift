import Imaging

/// A grey picture of soft clouds, for transitions that need a picture when none is given.
enum CloudMask {
  /// Clouds over the whole range of greys: four octaves of smooth noise.
  /// **Source:** value noise, as in Ebert et al., Texturing and Modeling.
  static func snapshot(_ size: ImageSize) -> Snapshot {
    let picture = PixelBuffer(size: size)
    let unit = 3.2 / Double(max(size.width, size.height))
    let values = (0..<size.area).map { index in
      clouds(Double(index % size.width) * unit, Double(index / size.width) * unit)
    }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    for (index, value) in values.enumerated() {
      let grey = UInt8((255 * (value - low) / max(high - low, 1e-9)).rounded())
      picture[index % size.width, index / size.width] = Color(red: grey, green: grey, blue: grey)
    }
    return Snapshot(picture)
  }

  private static func clouds(_ x: Double, _ y: Double) -> Double {
    (0..<4).reduce(0) { sum, octave in
      let frequency = Double(1 << octave)
      return sum + noise(x * frequency, y * frequency, seed: octave) / frequency
    }
  }

  /// Random heights at whole numbers, joined smoothly.
  private static func noise(_ x: Double, _ y: Double, seed: Int) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    let (u, v) = (smooth(x - left), smooth(y - top))
    func height(_ dx: Int, _ dy: Int) -> Double { random(Int(left) + dx, Int(top) + dy, seed) }
    let upper = height(0, 0) * (1 - u) + height(1, 0) * u
    let lower = height(0, 1) * (1 - u) + height(1, 1) * u
    return upper * (1 - v) + lower * v
  }

  private static func random(_ x: Int, _ y: Int, _ seed: Int) -> Double {
    var bits = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791)
    bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    bits = (bits ^ (bits >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return Double((bits ^ (bits >> 33)) >> 11) / 9_007_199_254_740_992
  }
}

import Imaging

/// The pictures of a bench that was given none: smooth light, edges and a grain, as photographs have them, and the
/// same ones every time.
enum BenchPictures {
  /// The outgoing picture.
  static func from(_ size: ImageSize) -> Snapshot { picture(size, seed: 1, warmth: 40) }
  /// The incoming picture.
  static func to(_ size: ImageSize) -> Snapshot { picture(size, seed: 2, warmth: 200) }

  private static func picture(_ size: ImageSize, seed: UInt32, warmth: Int) -> Snapshot {
    // Nobody else has it.
    nonisolated(unsafe) let buffer = PixelBuffer(size: size)
    var grain = seed &* 0x9E37_79B9
    for y in 0..<size.height {
      let row = buffer.row(y)
      let fall = y * 200 / size.height
      for x in 0..<size.width {
        // A linear congruential generator's upper bits are noise enough. Source: Numerical Recipes, section 7.1.
        grain = grain &* 1_664_525 &+ 1_013_904_223
        let noise = Int(grain >> 28)
        let light = x * 120 / size.width
        let edge = (x / 97 + y / 61) & 3 == 0 ? 40 : 0
        row[x * 4] = UInt8(min(255, light + edge + noise + warmth / 4))
        row[x * 4 + 1] = UInt8(min(255, fall / 2 + edge + noise))
        row[x * 4 + 2] = UInt8(min(255, fall + noise + (200 - warmth) / 4))
        row[x * 4 + 3] = 255
      }
    }
    return Snapshot(buffer)
  }
}

/// Two pictures to try a transition on: each tells left from right and top from bottom, and has edges.
enum TestPicture {
  /// Warm, with a light disc at the upper left.
  static func from(_ size: ImageSize) -> Snapshot {
    picture(size, discX: 0.3, discY: 0.35) { x, y in (0.95 - 0.3 * y, 0.35 + 0.4 * x, 0.2 + 0.2 * y) }
  }

  /// Cool, with a light disc at the lower right.
  static func to(_ size: ImageSize) -> Snapshot {
    picture(size, discX: 0.7, discY: 0.65) { x, y in (0.1 + 0.25 * x, 0.3 + 0.3 * y, 0.85 - 0.35 * x) }
  }

  private static func picture(
    _ size: ImageSize, discX: Double, discY: Double,
    ground: (_ x: Double, _ y: Double) -> (Double, Double, Double)
  ) -> Snapshot {
    let buffer = PixelBuffer(size: size)
    for y in 0..<size.height {
      let row = buffer.row(y)
      for x in 0..<size.width {
        let (u, v) = ((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        let (dx, dy) = ((u - discX) * size.aspectRatio, v - discY)
        let isDisc = dx * dx + dy * dy < 0.03
        let isDark = (Int(u * 16) + Int(v * 9)) % 2 == 0
        let (r, g, b) = ground(u, v)
        for (channel, value) in [r, g, b].enumerated() {
          let level = isDisc ? 0.95 : isDark ? value * 0.88 : value
          row[4 * x + channel] = UInt8((min(1, max(0, level)) * 255).rounded())
        }
        row[4 * x + 3] = 255
      }
    }
    return Snapshot(buffer)
  }
}

/// A grey picture of soft clouds, for transitions that need a picture when none is given.
package enum CloudMask {
  /// Clouds over the whole range of greys: four octaves of smooth noise.
  /// **Source:** value noise, as in Ebert et al., Texturing and Modeling.
  package static func snapshot(_ size: ImageSize) -> Snapshot {
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

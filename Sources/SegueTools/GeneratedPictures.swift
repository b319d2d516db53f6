import SegueImaging
import SegueRendering

/// The default pictures of a bench: smooth light, edges and grain, as in photographs, and always
/// the same.
enum BenchPictures {
  static func from(_ size: ImageSize) -> Snapshot { picture(size, seed: 1, warmth: 40) }
  static func to(_ size: ImageSize) -> Snapshot { picture(size, seed: 2, warmth: 200) }

  private static func picture(_ size: ImageSize, seed: UInt32, warmth: Int) -> Snapshot {
    Snapshot.drawn(size) { fill($0, seed: seed, warmth: warmth) }
  }

  private static func fill(_ buffer: PixelBuffer, seed: UInt32, warmth: Int) {
    let size = buffer.size
    var grain = seed &* 0x9E37_79B9
    for y in 0..<size.height {
      let fall = y * 200 / size.height
      for x in 0..<size.width {
        // The upper bits of a linear congruential generator are sufficient noise. Source: Numerical
        // Recipes, section 7.1.
        grain = grain &* 1_664_525 &+ 1_013_904_223
        let noise = Int(grain >> 28)
        let light = x * 120 / size.width
        let edge = (x / 97 + y / 61) & 3 == 0 ? 40 : 0
        buffer[x, y] = RGBAColor(
          red: UInt8(min(255, light + edge + noise + warmth / 4)),
          green: UInt8(min(255, fall / 2 + edge + noise)),
          blue: UInt8(min(255, fall + noise + (200 - warmth) / 4)))
      }
    }
  }
}

/// Two test pictures for transitions: each has edges and distinguishes left from right and top from
/// bottom.
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
      for x in 0..<size.width {
        let (u, v) = ((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        let (dx, dy) = ((u - discX) * size.aspectRatio, v - discY)
        let isDisc = dx * dx + dy * dy < 0.03
        let isDark = (Int(u * 16) + Int(v * 9)) % 2 == 0
        let (r, g, b) = ground(u, v)
        func level(_ value: Double) -> UInt8 {
          UInt8((min(1, max(0, isDisc ? 0.95 : isDark ? value * 0.88 : value)) * 255).rounded())
        }
        buffer[x, y] = RGBAColor(red: level(r), green: level(g), blue: level(b))
      }
    }
    return Snapshot(buffer)
  }
}

/// A grey picture of soft clouds, the default for transitions that need a picture.
package enum CloudMask {
  /// The clouds of `MatteField.clouds` in grey.
  package static func snapshot(_ size: ImageSize) -> Snapshot {
    let picture = PixelBuffer(size: size)
    for (index, value) in MatteField.clouds.rasterize(size).enumerated() {
      let grey = UInt8(value >> 8)
      picture[index % size.width, index / size.width] = RGBAColor(red: grey, green: grey, blue: grey)
    }
    return Snapshot(picture)
  }
}

import SegueImaging
import SegueMath

extension SampleMap {
  /// The map of a frame of `size` in which every pixel samples its own position.
  package static func identity(_ size: ImageSize) -> SampleMap {
    SampleMap(
      ux: (0..<size.width).map { Int32($0) << 12 }, uy: [], vx: [],
      vy: (0..<size.height).map { Int32($0) << 12 }, domain: PixelRect(size), level: 0, levelWeight: 0)
  }

  /// The cells of a pixellated picture; `nil` if a cell is at most a pixel.
  static func pixellate(width: Double, size: ImageSize) -> SampleMap? {
    let cell = width * Double(size.width)
    guard cell > 1 else { return nil }
    func centres(_ count: Int) -> [Int32] {
      var (last, centre) = (-1, Int32(0))
      return (0..<count).map { index in
        let number = Int((Double(index) + 0.5) / cell)
        if number != last { (last, centre) = (number, fixed((Double(number) + 0.5) * cell - 0.5)) }
        return centre
      }
    }
    return SampleMap(
      ux: centres(size.width), uy: [], vx: [], vy: centres(size.height), domain: PixelRect(size), level: 0,
      levelWeight: 0)
  }

  /// The map of a picture placed by `transform`; `nil` if the transform flattens it. `bounds` are
  /// the pixels where the map is used and its tables are most exact. `footprint` is the minimum
  /// area that a sample averages, as the side of a square in texels.
  static func affine(
    _ transform: AffineMap, domain: PixelRect, around bounds: PixelRect, size: ImageSize,
    footprint: Double = 1
  ) -> SampleMap? {
    guard let inverse = transform.inverse else { return nil }
    let (level, weight) = levels(inverse, footprint: footprint)
    // The tables are anchored in the middle of `bounds`, so that both terms of a sum are small there.
    let x0 = (Double(bounds.x0 + bounds.x1) / 2).rounded(.down) + 0.5
    let y0 = (Double(bounds.y0 + bounds.y1) / 2).rounded(.down) + 0.5
    let anchor = inverse.apply(x: x0, y: y0)
    return SampleMap(
      ux: table(size.width, slope: inverse.a, zero: x0, offset: anchor.x - 0.5),
      uy: inverse.c == 0 ? [] : table(size.height, slope: inverse.c, zero: y0, offset: 0),
      vx: inverse.b == 0 ? [] : table(size.width, slope: inverse.b, zero: x0, offset: 0),
      vy: table(size.height, slope: inverse.d, zero: y0, offset: anchor.y - 0.5),
      domain: domain, level: level, levelWeight: weight)
  }

  /// The levels for a map with these steps per pixel: log₂ of the longer step, 0 for an
  /// enlargement.
  private static func levels(_ inverse: AffineMap, footprint: Double) -> (level: Int, weight: Int32) {
    let step = max(StableMath.hypot(inverse.a, inverse.b), StableMath.hypot(inverse.c, inverse.d), footprint)
    // A step this close to a texel is a rotation or a shift, which rounding must not blur.
    guard step > 1.0001 else { return (0, 0) }
    let lambda = min(StableMath.log2(step), 13)
    let level = Int(lambda)
    let weight = Int32(((lambda - Double(level)) * 32768).rounded())
    return weight == 32768 ? (level + 1, 0) : (level, weight)
  }
}

/// `slope · (i + ½ − zero) + offset` for each index, as 20.12.
func table(_ count: Int, slope: Double, zero: Double, offset: Double) -> [Int32] {
  (0..<count).map { fixed(slope * (Double($0) + 0.5 - zero) + offset) }
}

/// `value` in 20.12 fixed point, rounded to nearest, clamped so that the sum of two values fits 32 bits.
func fixed(_ value: Double) -> Int32 {
  let scaled = max(-536_870_912, min(536_870_912, value * 4096))
  // Rounds halves away from 0, as `rounded()` does, without a call. The addend is just less than a
  // half, so that values just below a half are not rounded up.
  return Int32(scaled + (scaled < 0 ? -0.5.nextDown : 0.5.nextDown))
}

import SegueImaging
import SegueMath

extension MatteField {
  /// A random order: the pixels' values are distributed evenly. Equal seeds give equal orders.
  ///
  /// **Source:** the finaliser of SplitMix64 (Steele, Lea, Flood, 2014); seed 0 is the sine hash of
  /// ffmpeg's xfade `dissolve`.
  package static func noise(seed: Int) -> MatteField {
    MatteField(identifier: "noise(\(seed))") { x, y, _ in
      if seed == 0 { return sineHash(x.rounded(.down), y.rounded(.down)) }
      return unitHash(
        UInt64(bitPattern: Int64(x)), UInt64(bitPattern: Int64(y)), UInt64(bitPattern: Int64(seed)))
    }
  }

  /// Soft clouds: four octaves of smooth noise. Most of the frame changes around the middle of the
  /// run.
  /// **Source:** value noise, as in Ebert et al., Texturing and Modeling.
  package static let clouds = MatteField(identifier: "clouds") { x, y, size in
    let unit = 3.2 / Double(max(size.width, size.height))
    let sum = (0..<4).reduce(0.0) { sum, octave in
      let frequency = Double(1 << octave)
      return sum + smoothNoise(x * unit * frequency, y * unit * frequency, seed: octave) / frequency
    }
    // The octaves sum to at most 1.875, mostly near the middle, so they are stretched to the whole
    // range.
    return min(1, max(0, (sum / 1.875 - 0.5) * 1.8 + 0.5))
  }

  /// Light that spreads from a point, in fractions of the frame. Rays are ahead of the light between
  /// them, by up to `depth` (0…1) of the distance.
  package static func rays(centerX: Double, centerY: Double, depth: Double) -> MatteField {
    MatteField(identifier: "rays(\(centerX), \(centerY), \(depth))") { x, y, size in
      let (w, h) = (Double(size.width), Double(size.height))
      let (dx, dy) = (x - centerX * w, y - centerY * h)
      let farthest = StableMath.hypot(max(centerX, 1 - centerX) * w, max(centerY, 1 - centerY) * h)
      let distance = StableMath.hypot(dx, dy) / farthest
      guard distance > 0 else { return 0 }
      // Noise on a circle has no seam; near the point the rays merge.
      let (across, down) = (dx / (distance * farthest), dy / (distance * farthest))
      let fine = smoothNoise(across * 12 + 50, down * 12 + 50, seed: 7)
      let coarse = smoothNoise(across * 4 + 50, down * 4 + 50, seed: 8)
      return distance * (1 - depth * (0.6 * fine + 0.4 * coarse))
    }
  }

  /// Holes in a square lattice about a point, in fractions of the frame. At the point they are `radius`
  /// frame widths apart. At a distance of `compression` frame widths they are twice as large and rotated
  /// by `angle` radians. **Source:** Core Image's mod transition.
  package static func holes(
    centerX: Double, centerY: Double, angle: Double, radius: Double, compression: Double
  ) -> MatteField {
    MatteField(identifier: "holes(\(centerX), \(centerY), \(angle), \(radius), \(compression))") {
      x, y, size in
      let unit = Double(size.width)
      let (dx, dy) = (x / unit - centerX, (y - centerY * Double(size.height)) / unit)
      let distance = StableMath.hypot(dx, dy)
      // The scale 1 / (1 + distance / compression), integrated from the middle.
      let inner = compression * StableMath.log(1 + distance / compression)
      let turned = StableMath.atan2(dy, dx) + angle * inner / compression
      let (column, row) = (inner * StableMath.cos(turned) / radius, inner * StableMath.sin(turned) / radius)
      return 0.5 - 0.25 * (StableMath.cos(2 * .pi * column) + StableMath.cos(2 * .pi * row))
    }
  }

  /// Perlin's gradient noise with `scale` peaks across and down the frame, from 0 to 1.
  /// **Source:** Perlin: Improving noise, 2002; gradients as in Gustavson and McEwan, Efficient
  /// computational noise in GLSL, 2012, which GPUImage uses.
  package static func perlin(scale: Double) -> MatteField {
    MatteField(identifier: "perlin(\(scale))") { x, y, size in
      (gradientNoise(x / Double(size.width) * scale, y / Double(size.height) * scale) + 1) / 2
    }
  }

  /// The light that a sphere at (`x`, `y`) adds, 0…1. The position is in fractions of the frame, the
  /// radius in frame widths.
  /// **Source:** GPUImage's glass sphere filter.
  package static func sphereLight(x: Double, y: Double, radius: Double) -> MatteField {
    MatteField(identifier: "sphereLight(\(x), \(y), \(radius))") { column, row, size in
      let unit = radius * Double(size.width)
      let (nx, ny) = ((column - x * Double(size.width)) / unit, (row - y * Double(size.height)) / unit)
      let square = nx * nx + ny * ny
      guard square < 1 else { return 0 }
      let nz = (1 - square).squareRoot()
      let rim = 2.5 * (1 - nz.squareRoot().squareRoot())
      let facing = max(0, (-0.5 * nx + 0.5 * ny + nz) / 1.5.squareRoot())
      let (f2, f4) = (facing * facing, facing * facing * facing * facing)
      return rim + 0.8 * f4 * f4 * f4 * f2 * facing
    }
  }
}

/// Perlin's noise in the plane, about −1 to 1: slopes at whole numbers, interpolated smoothly.
private func gradientNoise(_ x: Double, _ y: Double) -> Double {
  let (left, top) = (x.rounded(.down), y.rounded(.down))
  func permuted(_ n: Double) -> Double { ((n * 34 + 1) * n).truncatingRemainder(dividingBy: 289) }
  func wrapped(_ n: Double) -> Double { n - (n / 289).rounded(.down) * 289 }
  func slope(_ dx: Double, _ dy: Double) -> Double {
    let hash = permuted(permuted(wrapped(left + dx)) + wrapped(top + dy)) / 41
    var gx = 2 * (hash - hash.rounded(.down)) - 1
    let gy = abs(gx) - 0.5
    gx -= (gx + 0.5).rounded(.down)
    // An estimate of 1 / √(gx² + gy²) near 0.7.
    let norm = 1.79284291400159 - 0.85373472095314 * (gx * gx + gy * gy)
    return norm * (gx * (x - left - dx) + gy * (y - top - dy))
  }
  func smooth(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
  let (u, v) = (smooth(x - left), smooth(y - top))
  let upper = slope(0, 0) + (slope(1, 0) - slope(0, 0)) * u
  let lower = slope(0, 1) + (slope(1, 1) - slope(0, 1)) * u
  return 2.3 * (upper + (lower - upper) * v)
}

/// Random heights at whole numbers, interpolated smoothly.
private func smoothNoise(_ x: Double, _ y: Double, seed: Int) -> Double {
  let (left, top) = (x.rounded(.down), y.rounded(.down))
  func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
  let (u, v) = (smooth(x - left), smooth(y - top))
  func height(_ dx: Int, _ dy: Int) -> Double {
    unitHash(
      UInt64(bitPattern: Int64(left) + Int64(dx)), UInt64(bitPattern: Int64(top) + Int64(dy)), UInt64(seed))
  }
  let upper = height(0, 0) * (1 - u) + height(1, 0) * u
  let lower = height(0, 1) * (1 - u) + height(1, 1) * u
  return upper * (1 - v) + lower * v
}

/// A pseudorandom number from 0 to 1 for two whole numbers, in single precision. **Source:** the
/// sine hash of shaders, with the constants of ffmpeg's xfade.
func sineHash(_ x: Double, _ y: Double) -> Double {
  let large = Float(StableMath.sin(Double(Float(x) * 12.9898 + Float(y) * 78.233))) * 43758.545
  return Double(large - large.rounded(.down))
}

/// A pseudorandom number from 0 to 1, exclusive, for the arguments.
/// **Source:** the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014).
package func unitHash(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> Double {
  var z = a &* 0x9E37_79B9_7F4A_7C15 &+ b &* 0xC2B2_AE3D_27D4_EB4F &+ c &* 0x1656_67B1_9E37_79F9
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  z ^= z >> 31
  return Double(z >> 11) / 9_007_199_254_740_992
}

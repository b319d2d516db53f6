import SegueMath

/// The encoding of the colour values of pictures, frames and video.
public enum ColorEncoding: String, Sendable, Hashable, CaseIterable {
  /// Standard dynamic range: sRGB's primaries and white, display light with a gamma of 2.4; BT.709
  /// in video.
  case sdr
  /// Hybrid log-gamma with BT.2020's primaries, for displays of 1,000 cd/m².
  ///
  /// **Source:** ITU-R BT.2100-2, table 5.
  case hlg
  /// Perceptual quantizer with BT.2020's primaries.
  ///
  /// During drawing, values are display light with a gamma of 2.4, relative to 10,000 cd/m². Mixes
  /// are then visually even. All 1,024 codes of 10 bits survive.
  ///
  /// **Source:** ITU-R BT.2100-2, table 4.
  case pq

  /// Whether the dynamic range is high.
  package var isHDR: Bool { self != .sdr }

  /// The shares of red and of blue in luma. Source: ITU-R BT.709-6, BT.2020-2.
  package var lumaCoefficients: (red: Double, blue: Double) {
    self == .sdr ? (0.2126, 0.0722) : (0.2627, 0.0593)
  }
}

/// The transfer functions of high dynamic range.
package enum TransferFunction {
  /// The gamma of display light in SDR, and in PQ during drawing.
  package static let gamma = 2.4
  /// The light of SDR white in HDR, in cd/m². Source: ITU-R BT.2408.
  package static let sdrWhite = 203.0
  /// The maximum light of HLG, in cd/m².
  package static let hlgPeak = 1000.0
  /// The maximum light of PQ, in cd/m².
  package static let pqPeak = 10_000.0
  /// The gamma from scene light to display light with a peak of ``hlgPeak``.
  package static let systemGamma = 1.2

  private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)

  /// The light, as a fraction of ``pqPeak``, of a PQ value, 0…1.
  package static func light(ofPQ value: Double) -> Double {
    let power = StableMath.pow(max(0, value), 1 / m2)
    return StableMath.pow(max(0, power - c1) / (c2 - c3 * power), 1 / m1)
  }

  /// The PQ value, 0…1, of light as a fraction of ``pqPeak``.
  package static func pq(ofLight light: Double) -> Double {
    let power = StableMath.pow(max(0, light), m1)
    return StableMath.pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  private static let a = 0.17883277
  private static let (b, c) = (1 - 4 * a, 0.5 - a * StableMath.log(4 * a))

  /// The scene light, 0…1, of an HLG value, 0…1.
  package static func scene(ofHLG value: Double) -> Double {
    value <= 0.5 ? value * value / 3 : (StableMath.exp((value - c) / a) + b) / 12
  }

  /// The HLG value, 0…1, of scene light, 0…1.
  package static func hlg(ofScene light: Double) -> Double {
    light <= 1.0 / 12 ? (3 * max(0, light)).squareRoot() : a * StableMath.log(12 * light - b) + c
  }

  /// Tables from PQ values to 16-bit drawing values and back, of 65536 values each. Any thread may
  /// read them.
  package static let fromPQ = table { StableMath.pow(light(ofPQ: $0), 1 / gamma) }
  package static let toPQ = table { pq(ofLight: StableMath.pow($0, gamma)) }

  /// Maps the colours of `source` through a table; alpha is kept. `source` and `target` may be the
  /// same memory.
  package static func map(
    _ source: UnsafeBufferPointer<SIMD4<UInt16>>, through table: [UInt16],
    into target: UnsafeMutableBufferPointer<SIMD4<UInt16>>
  ) {
    table.withUnsafeBufferPointer { table in
      for index in source.indices {
        let pixel = source[index]
        target[index] = SIMD4(table[Int(pixel.x)], table[Int(pixel.y)], table[Int(pixel.z)], pixel.w)
      }
    }
  }

  private static func table(_ value: (Double) -> Double) -> [UInt16] {
    (0...65535).map { UInt16(PixelDepth.sixteen.channel(value(Double($0) / 65535))) }
  }
}

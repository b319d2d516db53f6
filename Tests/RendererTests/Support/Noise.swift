import SegueImaging
import SegueRendering
import SegueTransitions

/// Numbers that look random and are the same in every run.
///
/// **Thread-safety:** a value. **Source:** Sebastiano Vigna's SplitMix64.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Pictures of noise, the hardest to draw right.
enum Noise {
  /// Every pixel on its own. With alpha, a quarter is transparent with a hidden colour, a quarter opaque.
  static func snapshot(_ size: ImageSize, seed: UInt64, isOpaque: Bool) -> Snapshot {
    var random = SplitMix64(seed)
    let buffer = PixelBuffer(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { buffer[x, y] = color(&random, isOpaque: isOpaque) }
    }
    return Snapshot(buffer)
  }

  /// One random colour.
  static func color(_ random: inout SplitMix64, isOpaque: Bool) -> RGBAColor {
    let bits = random.next()
    func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
    let alphas: [UInt8] = [0, 255, byte(40), byte(40)]
    return RGBAColor(
      red: byte(0), green: byte(8), blue: byte(16),
      alpha: isOpaque ? 255 : alphas[Int(byte(32) & 3)])
  }

  /// A field of slanted waves.
  static let field = MatteField(identifier: "waves") { x, y, size in
    (x * 37.3 + y * 91.7).truncatingRemainder(dividingBy: 97) / 97
  }
}

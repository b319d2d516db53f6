import Imaging
import Rendering

/// Pictures of noise, the same in every run.
enum NoisePictures {
  /// SplitMix64. **Source:** Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Noise in every channel; a third of the translucent pixels is wholly transparent or wholly opaque.
  static func snapshot(_ size: ImageSize, seed: UInt64, isOpaque: Bool) -> Snapshot {
    var generator = Generator(state: seed)
    let buffer = PixelBuffer(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let bits = generator.next()
        let alphas: [UInt8] = [0, 255, UInt8(bits >> 24 & 255), UInt8(bits >> 32 & 255), 1, 254]
        buffer[x, y] = Color(
          red: UInt8(bits & 255), green: UInt8(bits >> 8 & 255), blue: UInt8(bits >> 16 & 255),
          alpha: isOpaque ? 255 : alphas[Int((bits >> 40) % 6)])
      }
    }
    return Snapshot(buffer)
  }

  static func scene(_ size: ImageSize, isOpaque: Bool, format: PixelFormat = .rgba8) -> Scene {
    Scene(
      from: snapshot(size, seed: 1, isOpaque: isOpaque), to: snapshot(size, seed: 2, isOpaque: isOpaque),
      format: format)
  }
}

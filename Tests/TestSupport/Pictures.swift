import SegueImaging

extension Snapshot {
  /// A picture from a function of the pixel.
  package convenience init(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> RGBAColor
  ) {
    let buffer = PixelBuffer(size: ImageSize(width: width, height: height))
    for y in 0..<height { for x in 0..<width { buffer[x, y] = color(x, y) } }
    self.init(buffer)
  }
}

/// Pseudorandom numbers, the same in every run.
///
/// **Thread-safety:** a value. **Source:** Sebastiano Vigna's SplitMix64 (Steele, Lea and Flood, 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

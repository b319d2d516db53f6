import Imaging

/// The pictures of a bench that was given none: smooth light, edges and a grain, as photographs have them, and the
/// same ones every time.
enum BenchPictures {
  /// The picture that leaves.
  static func from(_ size: ImageSize) -> Snapshot { picture(size, seed: 1, warmth: 40) }
  /// The picture that comes.
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

import Imaging

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

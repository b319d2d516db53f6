import Imaging

/// Pictures for `sampler2D` parameters that are not given.
enum DefaultPicture {
  private static let side = 512

  /// A picture that suits a parameter called `name`: smooth bumps around middle grey for a displacement, else the
  /// distance from the middle as grey, which makes a luma transition an iris.
  static func picture(for name: String) -> Snapshot {
    name.lowercased().contains("displac") ? displacement : luma
  }

  private static let luma = gray { x, y in
    let (dx, dy) = (2 * x - 1, 2 * y - 1)
    // Never quite black or white: `step(progress, grey)` is then done at 0 and at 1.
    return 0.01 + 0.98 * ((dx * dx + dy * dy) / 2).squareRoot()
  }

  private static let displacement = gray { x, y in
    0.5 + 0.4 * wave(3 * x + y) * wave(2 * y - x)
  }

  /// A smooth wave of period 1 between −1 and 1, made of parabolas.
  private static func wave(_ turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    let half = part < 0.5 ? part * 2 : part * 2 - 1
    return (part < 0.5 ? 4 : -4) * half * (1 - half)
  }

  /// A grey picture from values of 0…1 at places of 0…1.
  private static func gray(_ value: (Double, Double) -> Double) -> Snapshot {
    let buffer = PixelBuffer(size: ImageSize(width: side, height: side))
    for y in 0..<side {
      let row = buffer.row(y)
      for x in 0..<side {
        let place = ((Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side))
        let grey = UInt8((min(1, max(0, value(place.0, place.1))) * 255).rounded())
        (row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3]) = (grey, grey, grey, 255)
      }
    }
    return Snapshot(buffer)
  }
}

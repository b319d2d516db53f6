import SegueImaging
import SegueMath

extension NodeKind {
  /// A wide Gaussian: the picture is halved a few times, averaged along rows and columns, and enlarged
  /// again. Edge pixels are repeated infinitely. Values differ from the exact Gaussian by at most 3 of
  /// 255.
  ///
  /// The only value is sigma in pixels, at least `Gaussian.minimum`. The numbers are the number of
  /// halvings, the average's radius in texels, two unused numbers, and the weights (in 1/65536) of
  /// texels at the distances 0, 1, 2 ….
  static let gaussian: NodeKind = .init(
    name: "gaussian", inputCount: 1, shape: .gaussian, keepsOpacity: { _, _ in true },
    lower: { node, _, _ in Gaussian.numbers(sigma: node.values[0]) },
    samples: { [3, 3.7, 6, 11.9, 27, 64, 900, 65536].map { Node(.gaussian, [$0]) } })
}

/// The arithmetic of a wide Gaussian, along one axis.
///
/// Level 0 is the picture, whose edge pixels are repeated infinitely. Texel i of the next level is the
/// average of texels 2i − 1 … 2i + 2, with weights 1, 3, 3, 1. The average at level L is enlarged by the
/// quadratic B-spline: pixel x is in texel x >> L and takes that texel and its neighbours.
package enum Gaussian {
  /// The minimum sigma, in pixels.
  package static let minimum = 3.0
  /// The maximum sigma, in pixels. A larger sigma has no visible effect.
  private static let maximum = 65536.0
  /// The maximum number of halvings. With more, `enlarging` would exceed 32 bits.
  private static let maximumHalvings = 11

  /// The stored texels of a level; the ends repeat beyond them.
  package struct Span: Sendable, Hashable {
    /// The first texel.
    package var first: Int
    /// The number of texels.
    package var count: Int

    /// A span of all `count` pixels of a row or column.
    package init(_ count: Int) {
      first = 0
      self.count = count
    }

    /// The texels of the next level: the picture's texels and, at each end, one that averages only the
    /// repeated edge.
    package var halved: Span {
      var next = self
      let last = (first + count + 1) >> 1
      next.first = (first - 2) >> 1
      next.count = last - next.first + 1
      return next
    }

    /// The span after `halvings`.
    package func halved(_ halvings: Int) -> Span { (0..<halvings).reduce(self) { span, _ in span.halved } }
  }

  /// The weights of the previous texel, of the texel that contains the pixel, and of the next texel.
  /// They sum to 256.
  /// - Parameter phase: the pixel's position in its texel, 0 ..< 2^`halvings`.
  @inlinable package static func enlarging(phase: Int, halvings: Int) -> (before: Int, own: Int, after: Int) {
    let (whole, middle) = (2 << halvings, 2 * phase + 1)
    func share(_ distance: Int) -> Int {
      ((distance * distance) << 7 + 1 << (2 * halvings + 1)) >> (2 * halvings + 2)
    }
    let (before, after) = (share(whole - middle), share(middle))
    return (before, 256 - before - after, after)
  }

  /// The numbers of the node.
  static func numbers(sigma: Double) -> NumberTable? {
    guard sigma >= minimum else { return nil }
    let sigma = min(sigma, maximum)
    var halvings = 1
    while halvings < maximumHalvings, sigma >= 1.5 * Double(2 << halvings) { halvings += 1 }
    // Halving and enlarging also blur: each adds its variance.
    let texel = Double(1 << halvings)
    let halving = (texel * texel - 1) / 4
    let enlarging = texel * texel / 4
    let variance = (sigma * sigma - halving - enlarging) / (texel * texel)
    let reach = Int((3 * variance.squareRoot()).rounded(.up))
    let weights = (0...reach).map { StableMath.exp(-Double($0 * $0) / (2 * variance)) }
    let total = weights.reduce(0) { $0 + 2 * $1 } - weights[0]
    var shares = weights.map { Int32(($0 / total * 65536).rounded()) }
    shares[0] += 65536 - (shares.reduce(0) { $0 + 2 * $1 } - shares[0])
    return NumberTable([Int32(halvings), Int32(reach), 0, 0] + shares)
  }
}

// MARK: The specification

extension Gaussian {
  /// The blurred picture of `size`, row by row from the top. `at` returns a pixel of the source.
  package static func picture(
    _ size: ImageSize, numbers: [Int32], at: (_ x: Int, _ y: Int) -> DeepColor
  ) -> [DeepColor] {
    let (halvings, reach) = (Int(numbers[0]), Int(numbers[1]))
    var level = Level(columns: Span(size.width), rows: Span(size.height)) { at($0, $1) }
    let halving: [(offset: Int, share: UInt32)] = [(-1, 1), (0, 3), (1, 3), (2, 1)]
    for _ in 0..<halvings {
      let below = level
      level = Level(columns: below.columns.halved, rows: below.rows.halved) { x, y in
        PixelArithmetic.weighted(
          halving.flatMap { down in
            halving.map { across in
              (below[2 * x + across.offset, 2 * y + down.offset], across.share * down.share * 1024)
            }
          })
      }
    }
    func share(_ distance: Int) -> UInt32 { UInt32(numbers[4 + abs(distance)]) }
    let sharp = level
    let across = Level(columns: sharp.columns, rows: sharp.rows) { x, y in
      PixelArithmetic.weighted((-reach...reach).map { (sharp[x + $0, y], share($0)) })
    }
    let both = Level(columns: sharp.columns, rows: sharp.rows) { x, y in
      PixelArithmetic.weighted((-reach...reach).map { (across[x, y + $0], share($0)) })
    }
    func taps(_ position: Int) -> [(texel: Int, share: Int)] {
      let (texel, phase) = (position >> halvings, position & (1 << halvings - 1))
      let shares = enlarging(phase: phase, halvings: halvings)
      return [(texel - 1, shares.before), (texel, shares.own), (texel + 1, shares.after)]
    }
    return (0..<size.area).map { index in
      PixelArithmetic.weighted(
        taps(index / size.width).flatMap { down in
          taps(index % size.width).map { across in
            (both[across.texel, down.texel], UInt32(across.share * down.share))
          }
        })
    }
  }

  /// A level of the specification; its edge texels repeat.
  private struct Level {
    let columns: Span
    let rows: Span
    private var colors: [DeepColor] = []

    init(columns: Span, rows: Span, _ color: (_ x: Int, _ y: Int) -> DeepColor) {
      self.columns = columns
      self.rows = rows
      for y in 0..<rows.count {
        for x in 0..<columns.count { colors.append(color(columns.first + x, rows.first + y)) }
      }
    }

    subscript(x: Int, y: Int) -> DeepColor {
      let column = max(0, min(columns.count - 1, x - columns.first))
      return colors[max(0, min(rows.count - 1, y - rows.first)) * columns.count + column]
    }
  }
}

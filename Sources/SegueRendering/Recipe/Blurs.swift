import SegueImaging
import SegueMath

extension Recipe {
  /// The maximum sigma in pixels; a larger sigma has no visible effect.
  private static let widestBlur = 65536.0

  /// The recipe blurred by a Gaussian of `sigma` pixels, with its edges repeated. A sigma below 0.2, or
  /// NaN, changes nothing. A sigma above 65536 has the same effect as 65536.
  ///
  /// Values differ from the exact Gaussian by at most 3 of 255. The cost depends little on sigma.
  public func gaussianBlurred(sigma: Double) -> Recipe {
    guard sigma >= 0.2 else { return self }
    if sigma >= Gaussian.minimum { return .node(Node(.gaussian, [sigma]), [self]) }
    let reach = Int((3 * sigma).rounded(.up))
    func taps(_ map: (Double) -> AffineMap) -> [AverageTap] {
      (-reach...reach).map { index in
        let offset = Double(index)
        return AverageTap(map(offset), weight: StableMath.exp(-offset * offset / (2 * sigma * sigma)))
      }
    }
    return .average(
      .average(self, taps { .translation(x: $0, y: 0) }), taps { .translation(x: 0, y: $0) })
  }

  /// The recipe with a horizontal box blur of `width` pixels.
  package func smearedAcross(width: Double) -> Recipe {
    guard width > 1 else { return self }
    return averaged(over: -width / 2...width / 2) { .translation(x: $0, y: 0) }
  }

  /// The recipe averaged along a path, without gaps. Positions on the path are in pixels: a step of 1
  /// moves every pixel by at most 1. Long paths take two or three averages: the first averages adjacent
  /// samples, and each further one averages the results of the previous one. Edge pixels of each
  /// averaged picture are repeated.
  /// - Parameters:
  ///   - share: the cumulative weight up to a position; linear by default.
  ///   - map: the map of a sample at a position; the identity at 0. The map at a followed by the map at
  ///     b must be the map at a + b, so that nested samples stay on the path.
  package func averaged(
    over path: ClosedRange<Double>, share: ((Double) -> Double)? = nil, map: (Double) -> AffineMap
  ) -> Recipe {
    let (low, high) = (max(path.lowerBound, -Self.widestBlur), min(path.upperBound, Self.widestBlur))
    let length = high - low
    guard length > 1 else { return self }
    // Every average but the last has the same, odd number of samples. The last one has more, since
    // it does not cut the groups at its ends.
    let averages = length <= 24 ? 1 : length <= 576 ? 2 : 3
    let count = 2 * Int((StableMath.pow(length, 1 / Double(averages)) * 0.75 + 1) / 2) - 1
    var (recipe, spacing) = (self, 1.0)
    for _ in 1..<averages {
      recipe = .average(
        recipe, (-(count / 2)...count / 2).map { AverageTap(map(Double($0) * spacing), weight: 1) })
      spacing *= Double(count)
    }
    let share = share ?? { ($0 - low) / length }
    let (first, last) = (Int((low / spacing).rounded()), Int((high / spacing).rounded()))
    return .average(
      recipe,
      (first...last).map { index in
        let middle = Double(index) * spacing
        let (start, end) = (max(low, middle - spacing / 2), min(high, middle + spacing / 2))
        return AverageTap(map(middle), weight: share(end) - share(start))
      })
  }

  /// The recipe with a zoom blur about the point (`x`, `y`), in pixels: the average over scales from
  /// 1 to 1 + `strength`.
  package func zoomBlurred(strength: Double, x: Double, y: Double) -> Recipe {
    guard strength > 0.001 else { return self }
    let count = 8
    let whole = StableMath.log(1 + strength)
    func taps(_ span: Double) -> [AverageTap] {
      (0..<count).map { index in
        let scale = StableMath.exp(span * Double(index) / Double(count))
        return AverageTap(AffineMap.scale(x: scale, y: scale).about(x: x, y: y), weight: 1)
      }
    }
    return .average(.average(self, taps(whole / Double(count))), taps(whole))
  }
}

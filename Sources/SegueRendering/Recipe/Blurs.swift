import SegueImaging
import SegueMath

extension Recipe {
  /// The maximum sigma in pixels; larger ones look the same.
  private static let widestBlur = 65536.0

  /// The recipe blurred by a Gaussian of `sigma` pixels, with its edges repeated. A sigma below
  /// 0.2, and NaN, is sharp; one above 65536 looks the same as 65536.
  ///
  /// Values are within 3 of 255 of the Gaussian in real arithmetic. The cost depends little on
  /// sigma.
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

  /// The recipe smeared along the rows over `width` pixels, evenly.
  package func smearedAcross(width: Double) -> Recipe {
    guard width > 1 else { return self }
    return averaged(over: -width / 2...width / 2) { .translation(x: $0, y: 0) }
  }

  /// The recipe averaged along a path, without gaps. Places on the path are in pixels: a step of 1
  /// moves every pixel by at most 1. Long paths take two or three averages, of adjacent samples
  /// first and then of samples further apart; `map` is that of a group, so that nested samples stay
  /// on the path. The picture's edge repeats, or with several averages the edge of the first
  /// average.
  /// - Parameters:
  ///   - share: the cumulated weight up to a place; even by default.
  ///   - map: the map of a sample at a place; the identity at 0.
  package func averaged(
    over path: ClosedRange<Double>, share: ((Double) -> Double)? = nil, map: (Double) -> AffineMap
  ) -> Recipe {
    let (low, high) = (max(path.lowerBound, -Self.widestBlur), min(path.upperBound, Self.widestBlur))
    let length = high - low
    guard length > 1 else { return self }
    // The same number of samples in each average, odd in all but the last, which has more: its ends
    // are whole groups.
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

  /// The recipe smeared toward or away from the point (`x`, `y`), in pixels: seen at scales from 1 to
  /// 1 + `strength`, evenly.
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

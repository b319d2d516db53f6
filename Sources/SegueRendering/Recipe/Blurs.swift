import Glibc
import SegueImaging

extension Recipe {
  /// Wider than any picture, in pixels; what is wider looks the same.
  private static let widestBlur = 65536.0

  /// The recipe blurred by a Gaussian of `sigma` pixels, first along the rows, then along the columns. Where
  /// it is wide, the looks are taken further apart, each at the area around it. A sigma below .2 is sharp.
  public func gaussianBlurred(sigma: Double) -> Recipe {
    guard sigma >= 0.2 else { return self }
    let sigma = min(sigma, Self.widestBlur)
    let spacing = exp2(max(0, log2(sigma / 1.5)).rounded(.down))
    let reach = Int((2.5 * sigma / spacing).rounded(.up))
    func taps(_ map: (Double) -> AffineMap, footprint: Double) -> [AverageTap] {
      (-reach...reach).map { index in
        let offset = Double(index) * spacing
        return AverageTap(
          map(offset), weight: exp(-offset * offset / (2 * sigma * sigma)), footprint: footprint)
      }
    }
    let across = Recipe.average(self, taps({ .translation(x: $0, y: 0) }, footprint: spacing))
    return .average(across, taps({ .translation(x: 0, y: $0) }, footprint: 1))
  }

  /// The recipe smeared along the rows over `width` pixels, evenly.
  package func smearedAcross(width: Double) -> Recipe {
    guard width >= 1 else { return self }
    let width = min(width, Self.widestBlur)
    let count = max(2, min(24, Int(width.squareRoot().rounded(.up))))
    func taps(_ spacing: Double) -> [AverageTap] {
      (0..<count).map { index in
        let offset = ((Double(index) - Double(count - 1) / 2) * spacing).rounded()
        return AverageTap(.translation(x: offset, y: 0), weight: 1)
      }
    }
    let fine = width / Double(count * count)
    return .average(.average(self, taps(max(1, fine))), taps(width / Double(count)))
  }

  /// The recipe smeared toward or away from the point (`x`, `y`), in pixels: seen at scales from 1 to
  /// 1 + `strength`, evenly.
  package func zoomBlurred(strength: Double, x: Double, y: Double) -> Recipe {
    guard strength > 0.001 else { return self }
    let count = 8
    let whole = log(1 + strength)
    func taps(_ span: Double) -> [AverageTap] {
      (0..<count).map { index in
        let scale = exp(span * Double(index) / Double(count))
        return AverageTap(AffineMap.scale(x: scale, y: scale).about(x: x, y: y), weight: 1)
      }
    }
    return .average(.average(self, taps(whole / Double(count))), taps(whole))
  }
}

/// A model of an animation's bytes: their logarithm is linear in the logarithms of the shares that a
/// reduction keeps. Encodes correct the slopes by Bayesian linear regression.
struct SizeModel {
  /// The logarithms of the shares of bytes per pixel, of frames, and of pixels per frame.
  typealias Shares = SIMD3<Double>

  /// The slopes. The slope of frames is below 1, since fewer frames differ more from each other.
  private var slopes = Shares(1, 0.9, 1)
  /// The rows of the covariance matrix of the slopes.
  private var covariance = [Shares(0.25, 0, 0), Shares(0, 0.01, 0), Shares(0, 0, 0.04)]

  private static let lowest = Shares(0.4, 0.2, 0.2)
  private static let highest = Shares(2.5, 1.5, 1.5)
  /// The variance of measured logarithms around the model.
  private static let noise = 0.0004

  /// The predicted change of the logarithm of bytes by a change of shares.
  func change(_ shares: Shares) -> Double { Self.dot(slopes, shares) }

  /// The standard deviation of the predicted change.
  func deviation(_ shares: Shares) -> Double {
    max(0, Self.dot(spread(shares), shares)).squareRoot()
  }

  /// Corrects the slopes by the `measured` change of the logarithm of bytes.
  mutating func correct(_ shares: Shares, measured: Double) {
    let product = spread(shares)
    let gain = product / (Self.dot(product, shares) + Self.noise)
    let corrected = slopes + gain * (measured - change(shares))
    slopes = corrected.clamped(lowerBound: Self.lowest, upperBound: Self.highest)
    for row in covariance.indices { covariance[row] -= gain[row] * product }
  }

  /// The product of the covariance matrix and `shares`.
  private func spread(_ shares: Shares) -> Shares {
    Shares(
      Self.dot(covariance[0], shares), Self.dot(covariance[1], shares), Self.dot(covariance[2], shares))
  }

  private static func dot(_ a: Shares, _ b: Shares) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
}

/// Elementary functions out of additions, multiplications, divisions and square roots alone, so that they give
/// the same bits on every machine: what a C library gives differs between its versions.
///
/// Errors are below 10⁻¹⁴, relative to the result, for arguments that a picture has a use for.
///
/// **Source:** argument reductions as in fdlibm (Sun Microsystems, 1993), Taylor series.
package enum StableMath {
  private static let ln2High = 6.93147180369123816490e-01
  private static let ln2Low = 1.90821492927058770002e-10

  /// e to the power of `x`; infinity above 709.8, 0 below −745.
  package static func exp(_ x: Double) -> Double {
    guard x.isFinite else { return x == -.infinity ? 0 : x }
    if x > 709.78 { return .infinity }
    if x < -745 { return 0 }
    let n = (x / ln2High).rounded()
    let r = (x - n * ln2High) - n * ln2Low
    var sum = 1.0
    for k in stride(from: 17, through: 1, by: -1) { sum = 1 + sum * r / Double(k) }
    // In two steps: the power alone may be too small or too large for a number.
    let half = (n / 2).rounded(.down)
    return sum * powerOfTwo(Int(half)) * powerOfTwo(Int(n - half))
  }

  /// The natural logarithm of `x`; NaN below 0, −infinity at 0.
  package static func log(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    var (m, e) = (x.significand, Double(x.exponent))
    if m > 1.4142135623730951 { (m, e) = (m / 2, e + 1) }
    let s = (m - 1) / (m + 1)
    let square = s * s
    var sum = 0.0
    for k in stride(from: 23, through: 1, by: -2) { sum = sum * square + 1 / Double(k) }
    return e * ln2High + (e * ln2Low + 2 * s * sum)
  }

  /// `base` to the power of `exponent`, exact where products of small whole numbers are; NaN for a negative
  /// base and an exponent that is not whole.
  package static func pow(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    if exponent == 0.5 { return base.squareRoot() }
    if exponent == exponent.rounded(), abs(exponent) <= 64 {
      var (result, square, rest) = (1.0, base, Int(abs(exponent)))
      while rest > 0 {
        if rest & 1 == 1 { result *= square }
        square *= square
        rest >>= 1
      }
      return exponent < 0 ? 1 / result : result
    }
    if base == 0 { return exponent > 0 ? 0 : .infinity }
    if base < 0 {
      guard exponent == exponent.rounded() else { return .nan }
      let isOdd = exponent.truncatingRemainder(dividingBy: 2) != 0
      let size = exp(exponent * log(-base))
      return isOdd ? -size : size
    }
    return exp(exponent * log(base))
  }

  /// The sine of `x` in radians; NaN beyond ±10⁹.
  package static func sin(_ x: Double) -> Double {
    guard let (quarter, r) = reduced(x) else { return .nan }
    switch quarter {
    case 0: return sineSeries(r)
    case 1: return cosineSeries(r)
    case 2: return -sineSeries(r)
    default: return -cosineSeries(r)
    }
  }

  /// The cosine of `x` in radians; NaN beyond ±10⁹.
  package static func cos(_ x: Double) -> Double {
    guard let (quarter, r) = reduced(x) else { return .nan }
    switch quarter {
    case 0: return cosineSeries(r)
    case 1: return -sineSeries(r)
    case 2: return -cosineSeries(r)
    default: return sineSeries(r)
    }
  }

  /// The angle of the point (`x`, `y`) in radians, −π…π; 0 at the origin.
  package static func atan2(_ y: Double, _ x: Double) -> Double {
    if x == 0 && y == 0 { return 0 }
    let (ax, ay) = (abs(x), abs(y))
    let first = ax >= ay ? atan(ay / ax) : .pi / 2 - atan(ax / ay)
    let upper = x < 0 ? .pi - first : first
    return y < 0 ? -upper : upper
  }

  /// The arctangent of 0…1: halved twice, then its series.
  private static func atan(_ t: Double) -> Double {
    let half = t / (1 + (1 + t * t).squareRoot())
    let quarter = half / (1 + (1 + half * half).squareRoot())
    let square = quarter * quarter
    var sum = 0.0
    for k in stride(from: 25, through: 1, by: -2) { sum = 1 / Double(k) - sum * square }
    return 4 * quarter * sum
  }

  /// The nearest quarter of a turn, and what is left over, −π/4…π/4.
  private static func reduced(_ x: Double) -> (quarter: Int, rest: Double)? {
    guard abs(x) <= 1e9 else { return nil }
    let n = (x / (.pi / 2)).rounded()
    let rest =
      ((x - n * 1.57079632673412561417e+00) - n * 6.07710050630396597660e-11) - n * 2.02226624879595063154e-21
    return (Int(n) & 3, rest)
  }

  private static func sineSeries(_ r: Double) -> Double {
    var sum = 1.0
    for k in stride(from: 18, through: 2, by: -2) { sum = 1 - sum * r * r / Double(k * (k + 1)) }
    return r * sum
  }

  private static func cosineSeries(_ r: Double) -> Double {
    var sum = 1.0
    for k in stride(from: 19, through: 1, by: -2) { sum = 1 - sum * r * r / Double(k * (k + 1)) }
    return sum
  }

  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }
}

/// Elementary functions made only of additions, multiplications, divisions and square roots in a
/// fixed order, so that they give the same bits on every machine. The results of C libraries differ
/// between libraries, their versions, and processors with and without fused multiply-add.
///
/// Errors are below 10⁻¹⁵ of the result. The errors of `pow` grow with the size of the logarithm, to
/// 10⁻¹³ at the ends of the range.
///
/// **Source:** fdlibm (Sun Microsystems, 1993), for argument reductions and minimax polynomials. `expm1`
/// and `log1p`: W. Kahan, as in N. Higham, Accuracy and Stability of Numerical Algorithms, 2002,
/// sections 1.14.1 and 2.
package enum StableMath {
  private static let ln2High = 6.93147180369123816490e-01
  private static let ln2Low = 1.90821492927058770002e-10
  private static let inverseLn2 = 1.44269504088896338700

  /// e to the power of `x`; infinity above 709.78, 0 below −745.
  package static func exp(_ x: Double) -> Double {
    guard x.isFinite else { return x == -.infinity ? 0 : x }
    if x > 709.78 { return .infinity }
    if x < -745 { return 0 }
    let n = (x * inverseLn2).rounded(.toNearestOrEven)
    let (high, low) = (x - n * ln2High, n * ln2Low)
    let r = high - low
    let square = r * r
    var p = 4.13813679705723846039e-08
    p = p * square - 1.65339022054652515390e-06
    p = p * square + 6.61375632143793436117e-05
    p = p * square - 2.77777777770155933842e-03
    p = p * square + 1.66666666666666019037e-01
    let c = r - square * p
    let value = 1 - ((low - (r * c) / (2 - c)) - high)
    // Two multiplications, since 2ⁿ alone may overflow or underflow.
    let half = (n / 2).rounded(.down)
    return value * powerOfTwo(Int(half)) * powerOfTwo(Int(n - half))
  }

  /// `exp(x)` − 1, accurate to the last digits even near 0.
  package static func expm1(_ x: Double) -> Double {
    let power = exp(x)
    if power == 1 { return x }
    if power == .infinity || power - 1 == -1 { return power - 1 }
    return (power - 1) * (x / log(power))
  }

  /// The natural logarithm of `x`; NaN below 0, −infinity at 0.
  package static func log(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    let (m, e) = split(x)
    let (f, rest) = logarithm(m)
    return e == 0 ? f - rest : e * ln2High - ((rest - e * ln2Low) - f)
  }

  /// The logarithm of 1 + `x`, accurate to the last digits even near 0; NaN below −1, −infinity at −1.
  package static func log1p(_ x: Double) -> Double {
    let sum = 1 + x
    if sum == 1 || !(sum > 0 && sum.isFinite) { return sum == 1 ? x : log(sum) }
    return log(sum) * (x / (sum - 1))
  }

  /// The logarithm of `x` to the base 2, exact for powers of 2; NaN below 0, −infinity at 0.
  package static func log2(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return log(x) }
    let (m, e) = split(x)
    let (f, rest) = logarithm(m)
    return e + (f - rest) * inverseLn2
  }

  /// The logarithm of `x` to the base 10; NaN below 0, −infinity at 0.
  package static func log10(_ x: Double) -> Double { log(x) / 2.302585092994045684 }

  /// `base` to the power of `exponent`; NaN for a negative base with a fractional exponent. Powers of
  /// small whole numbers with whole exponents are exact.
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

  /// The distance of (`x`, `y`) from the origin, without intermediate overflow.
  package static func hypot(_ x: Double, _ y: Double) -> Double {
    let largest = max(abs(x), abs(y))
    if largest < 1e150 && largest > 1e-140 || !largest.isNormal { return (x * x + y * y).squareRoot() }
    // Scaling by a power of two does not round.
    let unit = powerOfTwo(Int(largest.exponent))
    let (sx, sy) = (x / unit, y / unit)
    return (sx * sx + sy * sy).squareRoot() * unit
  }

  /// The factor m of √½…√2 and the exponent e for which `x` is m · 2ᵉ.
  private static func split(_ x: Double) -> (m: Double, e: Double) {
    let (m, e) = (x.significand, Double(x.exponent))
    return m > 1.4142135623730951 ? (m / 2, e + 1) : (m, e)
  }

  /// The logarithm of `m`, √½…√2, as the difference f − rest.
  private static func logarithm(_ m: Double) -> (f: Double, rest: Double) {
    let f = m - 1
    let s = f / (2 + f)
    let square = s * s
    var p = 1.479819860511658591e-01
    p = p * square + 1.531383769920937332e-01
    p = p * square + 1.818357216161805012e-01
    p = p * square + 2.222219843214978396e-01
    p = p * square + 2.857142874366239149e-01
    p = p * square + 3.999999999940941908e-01
    p = p * square + 6.666666666666735130e-01
    let half = 0.5 * f * f
    return (f, half - s * (half + square * p))
  }

  /// 2 to the power of `exponent`, −1022…1023.
  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(exponent + 1023) << 52)
  }
}

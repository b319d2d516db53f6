extension StableMath {
  /// The sine of `x`, an angle in radians; NaN if `x` is infinite.
  package static func sin(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (quarter, r, tail) = reduced(x)
    switch quarter {
    case 0: return sine(r, tail)
    case 1: return cosine(r, tail)
    case 2: return -sine(r, tail)
    default: return -cosine(r, tail)
    }
  }

  /// The cosine of `x`, an angle in radians; NaN if `x` is infinite.
  package static func cos(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (quarter, r, tail) = reduced(x)
    switch quarter {
    case 0: return cosine(r, tail)
    case 1: return -sine(r, tail)
    case 2: return -cosine(r, tail)
    default: return sine(r, tail)
    }
  }

  /// The angle of the point (`x`, `y`) in radians, −π…π; 0 at the origin.
  package static func atan2(_ y: Double, _ x: Double) -> Double {
    if x == 0 && y == 0 { return 0 }
    let (ax, ay) = (abs(x), abs(y))
    let first = ax >= ay ? atan(ay / ax) : .pi / 2 - (atan(ax / ay) - halfPiRest)
    let upper = x < 0 ? .pi - (first - 2 * halfPiRest) : first
    return y < 0 ? -upper : upper
  }

  /// The arcsine of `x` in radians, −π/2…π/2; NaN if `x` is outside of −1…1.
  package static func asin(_ x: Double) -> Double { atan2(x, ((1 - x) * (1 + x)).squareRoot()) }

  /// The difference between π/2 and `.pi / 2`.
  private static let halfPiRest = 6.12323399573676603587e-17

  /// The arctangent of `t` in 0…1, computed from the arctangent of the nearest of 0, ½ and 1.
  private static func atan(_ t: Double) -> Double {
    if t < 0.4375 { return t - t * arctangentRest(t) }
    let isMiddle = t < 0.6875
    let x = isMiddle ? (2 * t - 1) / (2 + t) : (t - 1) / (t + 1)
    let (high, low) =
      isMiddle
      ? (4.63647609000806093515e-01, 2.26987774529616870924e-17)
      : (7.85398163397448278999e-01, 3.06161699786838301793e-17)
    return high - ((x * arctangentRest(x) - low) - x)
  }

  /// 1 − arctan(`x`) / `x` for |x| < 7/16.
  private static func arctangentRest(_ x: Double) -> Double {
    let square = x * x
    let fourth = square * square
    var odd = 1.62858201153657823623e-02
    odd = odd * fourth + 4.97687799461593236017e-02
    odd = odd * fourth + 6.66107313738753120669e-02
    odd = odd * fourth + 9.09088713343650656196e-02
    odd = odd * fourth + 1.42857142725034663711e-01
    odd = odd * fourth + 3.33333333333329318027e-01
    var even = 3.65315727442169155270e-02
    even = even * fourth + 5.83357013379057348645e-02
    even = even * fourth + 7.69187620504482999495e-02
    even = even * fourth + 1.11111104054623557880e-01
    even = even * fourth + 1.99999999998764832476e-01
    return square * odd - fourth * even
  }

  /// The nearest multiple of π/2 in quarter turns, modulo 4. The remainder is in −π/4…π/4 and has its
  /// rounding error beside it.
  private static func reduced(_ x: Double) -> (quarter: Int, rest: Double, tail: Double) {
    if abs(x) <= 0.785398163397448279 { return (0, x, 0) }
    // Beyond this limit the last bit of `x` exceeds the error that `.pi` adds over all turns.
    let x = abs(x) < 1.6e6 ? x : x.remainder(dividingBy: 2 * .pi)
    let n = (x * 6.36619772367581382433e-01).rounded(.toNearestOrEven)
    // π/2 as a sum of three numbers; the products of `n` with the first two are exact.
    let first = x - n * 1.57079632673412561417e+00
    let second = n * 6.07710050630396597660e-11
    let left = first - second
    let third = n * 2.02226624879595063154e-21 - ((first - left) - second)
    let rest = left - third
    return (Int(n) & 3, rest, (left - rest) - third)
  }

  private static func sine(_ r: Double, _ tail: Double) -> Double {
    let square = r * r
    let cube = square * r
    var p = 1.58969099521155010221e-10
    p = p * square - 2.50507602534068634195e-08
    p = p * square + 2.75573137070700676789e-06
    p = p * square - 1.98412698298579493134e-04
    p = p * square + 8.33333333332248946124e-03
    return r - ((square * (0.5 * tail - cube * p) - tail) + cube * 1.66666666666666324348e-01)
  }

  private static func cosine(_ r: Double, _ tail: Double) -> Double {
    let square = r * r
    var p = -1.13596475577881948265e-11
    p = p * square + 2.08757232129817482790e-09
    p = p * square - 2.75573143513906633035e-07
    p = p * square + 2.48015872894767294178e-05
    p = p * square - 1.38888888888741095749e-03
    p = p * square + 4.16666666666666019037e-02
    let half = 0.5 * square
    let whole = 1 - half
    return whole + (((1 - whole) - half) + (square * square * p - r * tail))
  }
}

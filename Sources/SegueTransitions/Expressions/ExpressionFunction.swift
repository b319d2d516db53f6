import SegueMath

/// The functions of expressions, by the names and meanings that GLSL gives them.
package enum ExpressionFunction: String, Sendable, Hashable, CaseIterable {
  /// The minimum of two or more values.
  case min
  /// The maximum of two or more values.
  case max
  /// `clamp(x, low, high)`: x limited to low…high.
  case clamp
  /// `mix(a, b, t)`: a·(1 − t) + b·t.
  case mix
  /// `step(edge, x)`: 0 below the edge, else 1.
  case step
  /// `smoothstep(low, high, x)`: 3t² − 2t³ of the clamped position t between the edges.
  case smoothstep
  /// The absolute value.
  case abs
  /// The greatest whole number that is at most x.
  case floor
  /// `mod(x, y)`: x − y·floor(x / y).
  case mod
  /// The square root of x.
  case sqrt
  /// `pow(x, y)`: x to the power of y, as `x ^ y`.
  case pow
  /// e to the power of x.
  case exp
  /// The sine of x, in radians.
  case sin
  /// The cosine of x, in radians.
  case cos

  /// The minimum number of arguments.
  var minimum: Int {
    switch self {
    case .clamp, .mix, .smoothstep: 3
    case .min, .max, .step, .mod, .pow: 2
    case .abs, .floor, .sqrt, .exp, .sin, .cos: 1
    }
  }

  /// The maximum number of arguments; `nil` for no limit.
  var maximum: Int? { self == .min || self == .max ? nil : minimum }

  /// The value for valid arguments; not finite outside of the function's domain.
  func value(_ x: ArraySlice<Double>) -> Double {
    let i = x.startIndex
    switch self {
    case .min: return x.dropFirst().reduce(x[i]) { Swift.min($0, $1) }
    case .max: return x.dropFirst().reduce(x[i]) { Swift.max($0, $1) }
    case .clamp: return Swift.min(Swift.max(x[i], x[i + 1]), x[i + 2])
    case .mix: return x[i] * (1 - x[i + 2]) + x[i + 1] * x[i + 2]
    case .step: return x[i + 1] < x[i] ? 0 : 1
    case .smoothstep:
      let t = Swift.min(1, Swift.max(0, (x[i + 2] - x[i]) / (x[i + 1] - x[i])))
      return t * t * (3 - 2 * t)
    case .abs: return Swift.abs(x[i])
    case .floor: return x[i].rounded(.down)
    case .mod: return x[i] - x[i + 1] * (x[i] / x[i + 1]).rounded(.down)
    case .sqrt: return x[i].squareRoot()
    case .pow: return StableMath.pow(x[i], x[i + 1])
    case .exp: return StableMath.exp(x[i])
    // The sine of the rounded `pi` would be 1e-16 instead of 0.
    case .sin: return (StableMath.sin(x[i]) * 0x1p50).rounded() / 0x1p50
    case .cos: return (StableMath.cos(x[i]) * 0x1p50).rounded() / 0x1p50
    }
  }

  /// Whether the function divides by zero for these arguments.
  func dividesByZero(_ x: ArraySlice<Double>) -> Bool {
    let i = x.startIndex
    switch self {
    case .smoothstep: return x[i] == x[i + 1]
    case .mod: return x[i + 1] == 0
    case .pow: return x[i] == 0 && x[i + 1] < 0
    default: return false
    }
  }
}

import SegueImaging
import SegueMath

/// A map of each value of each channel: a function, and its values as four tables of 256 bytes.
///
/// Two tables with the same bytes are equal.
package struct ToneTable: Sendable, Hashable {
  /// The 256 outputs for red.
  package let red: [UInt8]
  /// The 256 outputs for green.
  package let green: [UInt8]
  /// The 256 outputs for blue.
  package let blue: [UInt8]
  /// The 256 outputs for alpha.
  package let alpha: [UInt8]
  /// The function of a channel (3 is alpha) and a value, 0…1; results are not clamped.
  private let function: @Sendable (_ channel: Int, _ value: Double) -> Double
  /// Whether red, green and blue share one function.
  private let isEven: Bool

  /// A table of these values, 256 each.
  package init(red: [UInt8], green: [UInt8], blue: [UInt8], alpha: [UInt8]? = nil) {
    let all = [red, green, blue, alpha ?? (0...255).map { UInt8($0) }]
    self.red = all[0]
    self.green = all[1]
    self.blue = all[2]
    self.alpha = all[3]
    function = { Double(all[$0][Int(($1 * 255).rounded())]) / 255 }
    isEven = false
  }

  /// Maps red, green and blue by one function from 0…1 to 0…1. Results are clamped and rounded.
  package init(_ function: @escaping @Sendable (Double) -> Double) {
    self.init(isEven: true) { (channel: Int, value: Double) in channel == 3 ? value : function(value) }
  }

  /// Maps each channel by the function for its number: 0 red, 1 green, 2 blue.
  package init(channels function: @escaping @Sendable (_ channel: Int, _ value: Double) -> Double) {
    self.init(isEven: false) { (channel: Int, value: Double) in
      channel == 3 ? value : function(channel, value)
    }
  }

  /// Maps every channel, including alpha, by the function for its number. If `isEven`, green and blue
  /// share red's function.
  private init(isEven: Bool, _ function: @escaping @Sendable (Int, Double) -> Double) {
    self.isEven = isEven
    self.function = function
    let tables = Self.values(.eight, isEven, function).map { $0.map { UInt8(truncatingIfNeeded: $0) } }
    (red, green, blue, alpha) = (tables[0], tables[1], tables[2], tables[3])
  }

  /// The table that leaves every colour unchanged.
  package static let identity = ToneTable { $0 }

  /// Whether the tables have equal bytes.
  package static func == (a: ToneTable, b: ToneTable) -> Bool {
    a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    for table in [red, green, blue, alpha] { hasher.combine(table) }
  }

  /// The output for `value` (0…1) of a channel at a depth; channel 3 is alpha.
  func value(_ depth: PixelDepth, _ channel: Int, _ value: Double) -> Int {
    depth.channel(function(channel, value))
  }

  /// The outputs of each channel at a depth.
  func values(_ depth: PixelDepth) -> [[Int32]] { Self.values(depth, isEven, function) }

  /// The outputs of `function` for all values of a depth, with halves rounded up; NaN is 0.
  private static func values(
    _ depth: PixelDepth, _ isEven: Bool, _ function: (Int, Double) -> Double
  ) -> [[Int32]] {
    func table(_ channel: Int) -> [Int32] {
      (0...depth.maximum).map { Int32(depth.channel(function(channel, Double($0) / Double(depth.maximum)))) }
    }
    let red = table(0)
    return isEven ? [red, red, red, table(3)] : [red, table(1), table(2), table(3)]
  }
}

// The filters of single channels; colours are 0…1. **Source:** GPUImage's filters of these names.
extension ToneTable {
  /// The map to c + `amount`.
  package static func brightness(_ amount: Double) -> ToneTable { ToneTable { $0 + amount } }

  /// The map to c · 2^`stops`.
  package static func exposure(_ stops: Double) -> ToneTable {
    let factor = StableMath.pow(2, stops)
    return ToneTable { $0 * factor }
  }

  /// The map to (c − ½) · `amount` + ½.
  package static func contrast(_ amount: Double) -> ToneTable { ToneTable { ($0 - 0.5) * amount + 0.5 } }

  /// The map to c to the power of `exponent`; an exponent above 1 darkens.
  package static func gamma(_ exponent: Double) -> ToneTable { ToneTable { StableMath.pow($0, exponent) } }

  /// The map that multiplies each channel by its own factor.
  package static func scale(red: Double, green: Double, blue: Double) -> ToneTable {
    ToneTable { [red, green, blue][$0] * $1 }
  }

  /// The map to (1 − `amount`)·c + `amount`·(1 − c).
  package static func invert(_ amount: Double) -> ToneTable {
    ToneTable { $0 * (1 - amount) + (1 - $0) * amount }
  }

  /// The map that multiplies alpha by `amount`.
  package static func opacity(_ amount: Double) -> ToneTable {
    ToneTable(isEven: true) { $0 == 3 ? $1 * amount : $1 }
  }

  /// The map of `low`…`high` to `lowOut`…`highOut`, with the power 1 / `gamma` between. If `high` is not
  /// above `low`, values of `high` and above are white.
  package static func levels(low: Double, gamma: Double, high: Double, lowOut: Double, highOut: Double)
    -> ToneTable
  {
    ToneTable { value in
      let share = high > low ? min(1, max(0, (value - low) / (high - low))) : value >= high ? 1 : 0
      return lowOut + (highOut - lowOut) * StableMath.pow(share, 1 / gamma)
    }
  }

  /// The map to `steps` + 1 evenly spaced levels.
  package static func posterize(_ steps: Double) -> ToneTable {
    ToneTable { ($0 * steps + 0.5).rounded(.down) / steps }
  }

  /// A map of greys: white from `limit`, black below.
  package static func threshold(_ limit: Double) -> ToneTable { ToneTable { $0 >= limit ? 1 : 0 } }

  /// A map of greys to colours, from `first` for black to `second` for white. Components are 0…1.
  package static func falseColor(_ first: [Double], _ second: [Double]) -> ToneTable {
    ToneTable { first[$0] + (second[$0] - first[$0]) * $1 }
  }

  /// The map to (c − `distance`) / (1 − `distance`), which removes haze.
  package static func haze(_ distance: Double) -> ToneTable { ToneTable { ($0 - distance) / (1 - distance) } }

  /// A map to warmer or colder colours, relative to 5000 kelvin. A tint of −200…200 shifts them from
  /// green to magenta.
  ///
  /// **Source:** GPUImage's white balance, with its matrices as published.
  package static func whiteBalance(temperature: Double, tint: Double) -> ToneTable {
    let shift = [1, -1.105, 1.702].map { $0 * tint / 100 * 0.05226 }
    let warm = [0.93, 0.54, 0]
    let amount = (temperature - 5000) * (temperature < 5000 ? 0.0004 : 0.00006)
    return ToneTable { channel, value in
      let c = min(1, max(0, value + shift[channel]))
      let overlay = c < 0.5 ? 2 * c * warm[channel] : 1 - 2 * (1 - c) * (1 - warm[channel])
      return c + (overlay - c) * amount
    }
  }

  /// A smooth curve through points with ascending positions, on the named channels; constant beyond
  /// the points.
  ///
  /// **Source:** the natural cubic spline, whose second derivative is 0 at both ends.
  package static func curve(_ points: [(x: Double, y: Double)], channels: Set<Int> = [0, 1, 2]) -> ToneTable {
    let spline = NaturalSpline(points)
    return ToneTable { channels.contains($0) ? spline.value(at: $1) : $1 }
  }
}

/// The natural cubic spline through points with ascending positions.
struct NaturalSpline {
  private let points: [(x: Double, y: Double)]
  /// The second derivative at each point.
  private var bends: [Double]

  init(_ points: [(x: Double, y: Double)]) {
    self.points = points
    bends = Array(repeating: 0, count: points.count)
    guard points.count > 2 else { return }
    // The tridiagonal system of the inner points, by Thomas's algorithm.
    var upper = Array(repeating: 0.0, count: points.count)
    for i in 1..<(points.count - 1) {
      let before = points[i].x - points[i - 1].x
      let after = points[i + 1].x - points[i].x
      let slopes = (points[i + 1].y - points[i].y) / after - (points[i].y - points[i - 1].y) / before
      let pivot = 2 * (before + after) - before * upper[i - 1]
      upper[i] = after / pivot
      bends[i] = (6 * slopes - before * bends[i - 1]) / pivot
    }
    for i in stride(from: points.count - 2, through: 1, by: -1) { bends[i] -= upper[i] * bends[i + 1] }
  }

  /// The value at `x`; beyond the points, the value of the first or the last point.
  func value(at x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if x <= first.x { return first.y }
    if x >= last.x { return last.y }
    let i = points.firstIndex { $0.x > x } ?? points.count - 1
    let width = points[i].x - points[i - 1].x
    let a = (points[i].x - x) / width
    let b = 1 - a
    let bend = (a * a * a - a) * bends[i - 1] + (b * b * b - b) * bends[i]
    return a * points[i - 1].y + b * points[i].y + bend * width * width / 6
  }
}

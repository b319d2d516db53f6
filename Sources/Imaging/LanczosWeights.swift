#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The weights that make each pixel of a resampled line out of the pixels of a line.
///
/// The filter is the Lanczos kernel of three lobes, widened by the scale when the line gets shorter, so that
/// nothing aliases. Weights of pixels beyond the ends of the line are left out and the others sum to 1, so that
/// edges are as bright as the middle.
///
/// **Source:** C. Duchon, "Lanczos Filtering in One and Two Dimensions", 1979; half-pixel centres as in
/// K. Turkowski, "Filters for Common Resampling Tasks", 1990.
///
/// **Thread-safety:** a value.
struct LanczosWeights: Sendable {
  /// The first source pixel of each output pixel.
  private(set) var first: [Int] = []
  /// How many source pixels each output pixel has.
  private(set) var count: [Int] = []
  /// Where each output pixel's weights begin in `weights`.
  private(set) var offset: [Int] = []
  /// All weights, one output pixel after the other.
  private(set) var weights: [Float] = []

  /// The weights from `start ..< start + length` of a line of `sourceLength` pixels to `outputLength` pixels.
  init(sourceLength: Int, start: Double, length: Double, outputLength: Int) {
    let scale = length / Double(outputLength)
    let stretch = max(1, scale)
    let support = 3 * stretch
    for index in 0..<outputLength {
      let center = start + (Double(index) + 0.5) * scale
      let low = max(0, Int((center - support).rounded(.down)))
      let high = min(sourceLength, Int((center + support).rounded(.up)))
      append(center: center, stretch: stretch, low: min(low, sourceLength - 1), high: max(high, low + 1))
    }
  }

  private mutating func append(center: Double, stretch: Double, low: Int, high: Int) {
    var values = (low..<high).map { Self.kernel((Double($0) + 0.5 - center) / stretch) }
    // Ends without weight only cost time.
    var begin = low
    while values.count > 1, values[values.count - 1] == 0 { values.removeLast() }
    while values.count > 1, values[0] == 0 {
      values.removeFirst()
      begin += 1
    }
    let sum = values.reduce(0, +)
    first.append(begin)
    count.append(values.count)
    offset.append(weights.count)
    weights.append(contentsOf: values.map { Float($0 / sum) })
  }

  /// sinc(x) · sinc(x / 3) for |x| < 3, else 0.
  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    // Whole numbers are zeros of the sinc; a rounded π would leave a trace.
    if abs(x) >= 3 || x == x.rounded() { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}

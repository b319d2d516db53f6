import Foundation

/// A span of numbers drawn along a span of pixels, with ticks at round numbers.
///
/// **Thread-safety:** a value.
struct PlotAxis: Sendable {
  /// What is drawn: ticks lie within it.
  let range: ClosedRange<Double>
  /// From one tick to the next.
  let step: Double
  /// Where the range's ends are, in pixels; downwards for an upright axis.
  let pixels: (start: Double, end: Double)

  /// An axis over `range`. With `isWidened` its ends become round numbers as well.
  init(_ range: ClosedRange<Double>, ticks: Int, pixels: (start: Double, end: Double), isWidened: Bool) {
    let step = PlotAxis.roundStep((range.upperBound - range.lowerBound) / Double(ticks))
    self.step = step
    self.pixels = pixels
    guard isWidened else {
      self.range = range
      return
    }
    let low = (range.lowerBound / step + 1e-9).rounded(.down) * step
    let high = (range.upperBound / step - 1e-9).rounded(.up) * step
    self.range = low...high
  }

  /// Where `value` is, in pixels.
  func position(_ value: Double) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return pixels.start + (pixels.end - pixels.start) * share
  }

  /// The round numbers within the range.
  var ticks: [Double] {
    let first = Int((range.lowerBound / step - 1e-6).rounded(.up))
    let last = Int((range.upperBound / step + 1e-6).rounded(.down))
    return (first...max(first, last)).map { Double($0) * step }
  }

  /// The least of 1, 2, 2.5 and 5 times a power of ten that is not below `least`.
  static func roundStep(_ least: Double) -> Double {
    roundUp(least, among: [1, 2, 2.5, 5, 10])
  }

  /// The least of `factors` times a power of ten that is not below `least`, above 0.
  static func roundUp(_ least: Double, among factors: [Double]) -> Double {
    let power = pow(10, log10(max(least, 1e-12)).rounded(.down))
    return (factors.first { $0 * power >= least * (1 - 1e-9) } ?? 10) * power
  }
}

import FoundationEssentials
import Glibc
import SegueRun
import SegueSystem

/// The marks of a plot, in painting order.
struct PlotDrawing {
  private let size: (width: Double, height: Double)
  private var marks: [String] = []

  init(size: (width: Double, height: Double)) {
    self.size = size
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: PlotStyle) {
    path([(x1, y1), (x2, y2)], style)
  }

  mutating func path(_ points: [(x: Double, y: Double)], _ style: PlotStyle) {
    marks.append("<path class='\(style.rawValue)' fill='none' \(style.attributes) d='\(Self.data(points))'/>")
  }

  /// The area between a line and the height `base`.
  mutating func area(_ points: [(x: Double, y: Double)], base: Double) {
    guard let first = points.first, let last = points.last else { return }
    let outline = [(x: first.x, y: base)] + points + [(x: last.x, y: base)]
    let style = PlotStyle.area
    marks.append("<path class='\(style.rawValue)' \(style.attributes) d='\(Self.data(outline))Z'/>")
  }

  /// A small unfilled circle.
  mutating func dot(_ x: Double, _ y: Double, _ style: PlotStyle) {
    marks.append(
      "<circle class='\(style.rawValue)' stroke='\(style.light)' stroke-width='2' fill='none' "
        + "cx='\(Self.number(x))' cy='\(Self.number(y))' r='4'/>")
  }

  mutating func text(_ text: String, _ x: Double, _ y: Double, _ style: PlotStyle, anchor: String) {
    marks.append(
      "<text class='\(style.rawValue)' \(style.attributes) text-anchor='\(anchor)' "
        + "x='\(Self.number(x))' y='\(Self.number(y))'>\(text)</text>")
  }

  /// The SVG file; `label` is the text alternative for screen readers.
  func document(label: String) -> String {
    let (width, height) = (DecimalText.text(size.width), DecimalText.text(size.height))
    let rules = PlotStyle.allCases.map(\.darkRule).joined()
    let head = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(width) \(height)' width='\(width)' \
      height='\(height)' role='img' aria-label='\(label)' \
      font-family='system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif'>
      <style>@media (prefers-color-scheme: dark){\(rules)}</style>
      <rect class='paper' \(PlotStyle.paper.attributes) width='\(width)' height='\(height)' rx='10'/>

      """
    return head + marks.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func data(_ points: [(x: Double, y: Double)]) -> String {
    points.enumerated().map { index, point in
      (index == 0 ? "M" : "L") + number(point.x) + " " + number(point.y)
    }.joined()
  }

  private static func number(_ value: Double) -> String { DecimalText.text(value, 2) }
}

/// The style of a part of a plot. Its attributes have the light scheme's colours, which every viewer
/// supports. Its rules replace them if the dark scheme is preferred.
enum PlotStyle: String, CaseIterable {
  case paper, grid, axis, marker, value, velocity, area, overshoot, title, label, note, faint

  /// Attributes in the light scheme's colours.
  var attributes: String {
    switch self {
    case .paper: "fill='\(light)'"
    case .grid, .axis: "stroke='\(light)' stroke-width='1'"
    case .marker: "stroke='\(light)' stroke-width='1' stroke-dasharray='3 4'"
    case .value, .overshoot:
      "stroke='\(light)' stroke-width='2.5' stroke-linejoin='round' stroke-linecap='round'"
    case .velocity: "stroke='\(light)' stroke-width='1.5' stroke-linejoin='round' opacity='0.75'"
    case .area: "fill='\(light)' opacity='0.1'"
    case .title: "fill='\(light)' font-size='17' font-weight='600'"
    case .note:
      "fill='\(light)' font-size='12' stroke='\(Self.paper.light)' stroke-width='5' "
        + "stroke-linejoin='round' paint-order='stroke'"
    case .label, .faint: "fill='\(light)' font-size='12'"
    }
  }

  var darkRule: String {
    let halo = self == .note ? ";stroke:\(Self.paper.dark)" : ""
    return ".\(rawValue){\(isFilled ? "fill" : "stroke"):\(dark)\(halo)}"
  }

  /// The colour in the light scheme.
  var light: String { colors.light }
  private var dark: String { colors.dark }

  private var isFilled: Bool {
    switch self {
    case .paper, .area, .title, .label, .note, .faint: true
    default: false
    }
  }

  private var colors: (light: String, dark: String) {
    switch self {
    case .paper: ("#ffffff", "#14171c")
    case .grid: ("#eceff3", "#232831")
    case .axis: ("#c3cad4", "#454d5a")
    case .marker: ("#8a94a3", "#7d8796")
    case .value: ("#2f6fed", "#6ea0ff")
    case .velocity, .area, .faint: ("#c9672b", "#f0a068")
    case .overshoot: ("#2f6fed", "#6ea0ff")
    case .title: ("#1d2330", "#eef1f6")
    case .label, .note: ("#5a6473", "#a7b0be")
    }
  }
}

/// A range of numbers mapped to a range of pixels, with ticks at round numbers.
struct PlotAxis: Sendable {
  /// The drawn range, which contains all ticks.
  let range: ClosedRange<Double>
  /// The distance between ticks.
  let step: Double
  /// The ends of the range in pixels; from the bottom up for a vertical axis.
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

  /// The position of `value` in pixels.
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

  /// The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `minimum`.
  static func roundStep(_ minimum: Double) -> Double {
    roundUp(minimum, among: [1, 2, 2.5, 5, 10])
  }

  /// The smallest of `factors` times a power of ten that is at least `minimum`, above 0.
  static func roundUp(_ minimum: Double, among factors: [Double]) -> Double {
    let power = pow(10, log10(max(minimum, 1e-12)).rounded(.down))
    return (factors.first { $0 * power >= minimum * (1 - 1e-9) } ?? 10) * power
  }
}

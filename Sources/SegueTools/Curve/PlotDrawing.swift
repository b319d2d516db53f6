import Segue

/// The marks of a plot, put down in the order in which they cover each other.
///
/// **Thread-safety:** a value.
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

  /// A small ring that is empty inside.
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

  /// The file; `label` says what it shows to those who cannot see it.
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

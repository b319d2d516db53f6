import Foundation
import Imaging

/// Writes small labels into pictures, with soft edges.
///
/// **Thread-safety:** a value.
struct StrokeFont: Sendable {
  /// Pixels for one unit of the glyphs; small letters are ten units high.
  let scale: Double
  /// Width of the pen, in pixels.
  var pen: Double { max(1.1, scale * 1.9) }

  private static let spacing = 3.6
  private static let space = 6.0

  private struct Segment {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    /// Distance of a point from the segment, in pixels.
    func distance(x: Double, y: Double) -> Double {
      let (dx, dy) = (x2 - x1, y2 - y1)
      let length = dx * dx + dy * dy
      let share = length > 0 ? min(1, max(0, ((x - x1) * dx + (y - y1) * dy) / length)) : 0
      return hypot(x - x1 - share * dx, y - y1 - share * dy)
    }
  }

  /// How wide `text` is, in pixels.
  func width(of text: String) -> Double {
    let glyphs = text.map { StrokeGlyph.alphabet[$0]?.width ?? Self.space }
    return (glyphs.reduce(0, +) + Double(max(0, glyphs.count - 1)) * Self.spacing) * scale
  }

  /// Writes `text` in `color` from `x` on, its baseline at `y`, both in pixels from the top left. What lies
  /// outside of the picture is left out.
  func draw(_ text: String, x: Double, y: Double, color: Color, in picture: PixelBuffer) {
    var left = x
    for character in text {
      guard let glyph = StrokeGlyph.alphabet[character] else {
        left += (Self.space + Self.spacing) * scale
        continue
      }
      let start = left
      fill(glyph.strokes.flatMap { segments(of: $0, x: start, y: y) }, color: color, in: picture)
      left += (glyph.width + Self.spacing) * scale
    }
  }

  private func segments(of stroke: StrokeGlyph.Stroke, x: Double, y: Double) -> [Segment] {
    let points: [(x: Double, y: Double)] =
      switch stroke {
      case .line(let points): points
      case .arc(let cx, let cy, let rx, let ry, let from, let to):
        (0...24).map { step in
          let angle = (from + (to - from) * Double(step) / 24) * .pi / 180
          return (cx + rx * cos(angle), cy + ry * sin(angle))
        }
      }
    let placed = points.map { (x: x + $0.x * scale, y: y - $0.y * scale) }
    return zip(placed, placed.dropFirst() + placed.suffix(1)).map { start, end in
      Segment(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
    }
  }

  private func fill(_ segments: [Segment], color: Color, in picture: PixelBuffer) {
    let reach = pen / 2 + 1
    guard let left = segments.map({ min($0.x1, $0.x2) }).min(),
      let right = segments.map({ max($0.x1, $0.x2) }).max(),
      let top = segments.map({ min($0.y1, $0.y2) }).min(),
      let bottom = segments.map({ max($0.y1, $0.y2) }).max()
    else { return }
    let columns = max(0, Int(left - reach))..<max(0, min(picture.size.width, Int(right + reach) + 1))
    let rows = max(0, Int(top - reach))..<max(0, min(picture.size.height, Int(bottom + reach) + 1))
    for row in rows {
      for column in columns {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let distance = segments.reduce(Double.infinity) { min($0, $1.distance(x: x, y: y)) }
        let ink = min(1, max(0, pen / 2 + 0.5 - distance))
        if ink > 0 { picture[column, row] = mixed(picture[column, row], color, ink) }
      }
    }
  }

  private func mixed(_ below: Color, _ ink: Color, _ amount: Double) -> Color {
    let (a, b) = (Double(below.alpha) * (1 - amount), Double(ink.alpha) * amount)
    guard a + b > 0 else { return .transparent }
    func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
      UInt8(((Double(x) * a + Double(y) * b) / (a + b)).rounded())
    }
    return Color(
      red: channel(below.red, ink.red), green: channel(below.green, ink.green),
      blue: channel(below.blue, ink.blue), alpha: UInt8((a + b).rounded()))
  }
}

/// A letter drawn with a pen of even width.
///
/// Units: the baseline is at y = 0, small letters reach y = 10, tall ones 15, tails −5; x grows from the
/// letter's left edge.
///
/// **Thread-safety:** a value.
struct StrokeGlyph: Sendable {
  /// One movement of the pen.
  enum Stroke: Sendable {
    /// Straight from point to point; a single point is a dot.
    case line([(x: Double, y: Double)])
    /// Part of an ellipse, degrees counted from the right, upwards first.
    case arc(x: Double, y: Double, rx: Double, ry: Double, from: Double, to: Double)
  }

  /// From its left to its right edge, without the space around it.
  let width: Double
  /// The movements of the pen.
  let strokes: [Stroke]

  init(_ width: Double, _ strokes: [Stroke]) {
    self.width = width
    self.strokes = strokes
  }
}

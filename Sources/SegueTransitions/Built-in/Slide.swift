import SegueImaging
import SegueMotion
import SegueRendering

/// Rows of the outgoing picture slide out one after the other, and rows of the incoming one slide
/// in behind them, each on its own spring.
///
/// The transition lasts until the last row is at rest. Another duration stretches every delay and
/// spring alike. Row edges are whole pixel rows, which avoids seams.
///
/// **Source:** "UIViewController transition animation" (ARSSlideTransition): initial velocity .8, .6 s,
/// .05 s from row to row, incoming rows from .15 s. The article's spring has a damping ratio of .8,
/// which overshoots; the rows' edge pixels are then stretched over the gap. The default here is 1.
struct Slide: Transition {
  /// The direction of the rows: push to the left, pop to the right.
  var operation: TransitionOperation
  /// The number of rows that each picture is cut into.
  var rows: Int
  /// The seconds before the first outgoing row moves.
  var initialDelay: Double
  private let spring: TimingFunction

  /// The seconds that one row takes.
  static let rowDuration = 0.6
  /// The seconds from one row to the next.
  static let stagger = 0.05
  /// The seconds before the first incoming row moves.
  static let incomingDelay = 0.15

  /// A slide of `rows` rows, at least 1, each on a spring with a damping ratio of `damping`.
  init(
    operation: TransitionOperation = .push, rows: Int = 8, initialDelay: Double = 0, damping: Double = 1
  ) {
    precondition(rows > 0, "the number of rows must be at least 1")
    self.operation = operation
    self.rows = rows
    self.initialDelay = initialDelay
    spring = TimingCurve.spring(dampingRatio: damping, initialVelocity: 0.8).function(over: Slide.rowDuration)
  }

  /// The seconds until the last row is at rest.
  var duration: Double {
    max(initialDelay, Slide.incomingDelay) + Double(rows - 1) * Slide.stagger + Slide.rowDuration
  }
  /// The default curve, linear: each row has its own spring.
  var timing: TimingCurve { .linear }

  /// All outgoing rows, and all incoming rows above them.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let time = progress * duration
    let way = operation.isForward ? -context.width : context.width
    var layers: [RecipeLayer] = []
    for row in 0..<rows {
      let part = Slide.part(row, of: rows, size: context.containerSize)
      let delay = Double(row) * Slide.stagger
      let gone = position(at: time - initialDelay - delay)
      layers.append(Slide.row(.from, part: part, offset: way * gone))
    }
    for row in 0..<rows {
      let part = Slide.part(row, of: rows, size: context.containerSize)
      let delay = Double(row) * Slide.stagger
      let come = position(at: time - Slide.incomingDelay - delay)
      if come > 1 { layers.append(.stretchedEdge(.to, of: part, x: way * (come - 1), y: 0)) }
      layers.append(Slide.row(.to, part: part, offset: way * (come - 1)))
    }
    return .stack(layers, background: .transparent)
  }

  /// The position of a row `time` seconds after its delay: 0 before it moves, 1 at rest.
  private func position(at time: Double) -> Double { spring.progress(at: time) }

  private static func part(_ row: Int, of rows: Int, size: ImageSize) -> PixelRect {
    PixelRect(x0: 0, y0: row * size.height / rows, x1: size.width, y1: (row + 1) * size.height / rows)
  }

  private static func row(_ role: SnapshotRole, part: PixelRect, offset: Double) -> RecipeLayer {
    RecipeLayer(.snapshot(role), source: part, transform: .translation(x: offset, y: 0))
  }

  static let description = TransitionDescription(
    name: "slide", summary: "Rows slide out and in one after the other, each on its own spring.",
    source: "UIViewController transition animation (ARSSlideTransition)",
    parameters: [
      .choice("operation", ["push", "pop"], "Push slides to the left, pop to the right."),
      .whole("rows", 8, 1...256, "Number of rows of each picture."),
      .number("delay", 0, 0...60, unit: "seconds", "Time before the first outgoing row moves."),
      .number(
        "damping", 1, 0.1...1,
        "Damping ratio of the rows' springs; below 1 they overshoot, and their edges are stretched."),
    ]
  ) {
    Slide(
      operation: $0.choice("operation") == "pop" ? .pop : .push, rows: $0.int("rows"),
      initialDelay: $0.number("delay"), damping: $0.number("damping"))
  }
}

extension Catalogue {
  static let slides = [Slide.description]
}

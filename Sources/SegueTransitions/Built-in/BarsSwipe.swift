import Glibc
import SegueMotion
import SegueRendering

/// The outgoing picture is cut into bars, which slide off one after the other.
///
/// **Thread-safety:** a value. **Source:** Core Image's bars swipe transition.
package struct BarsSwipe: Transition {
  /// Where the bars slide: 0 to the right, 90 downwards.
  package var degrees: Double
  /// Width of a bar as a fraction of the frame's width, above 0.
  package var width: Double
  /// How much later a bar starts than the one before, as a share of a bar's own time.
  package var offset: Double

  /// Bars that slide towards `degrees`.
  package init(degrees: Double = 180, width: Double = 0.06, offset: Double = 0.15) {
    (self.degrees, self.width, self.offset) = (degrees, width, offset)
  }

  /// One second.
  package var duration: Double { 1 }
  /// Ease-in.
  package var timing: TimingCurve { .easeIn }

  /// The bars over the incoming picture; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let angle = degrees * .pi / 180
    let travel = (x: cos(angle), y: sin(angle))
    // Across the bars, counted from the corner that it leads away from.
    let across = (x: -travel.y, y: travel.x)
    let start = min(0, across.x) * context.width + min(0, across.y) * context.height
    let extent = abs(across.x) * context.width + abs(across.y) * context.height
    let way = abs(travel.x) * context.width + abs(travel.y) * context.height
    let bar = max(1, (width * context.width).rounded())
    // An angle of half a turn is not quite one: less than half a pixel is no bar.
    let count = max(1, ((extent - 0.5) / bar).rounded(.up))
    let time = progress * (1 + (count - 1) * offset)
    let table = Bend.table(count: Int(extent.rounded(.up)) + 1) { place in
      let index = (Double(place) / bar).rounded(.down)
      return (-way * min(1, max(0, time - min(index, count - 1) * offset)), 1)
    }
    // The table's first entry is for the middle of the first pixel.
    let bars = Recipe.bent(.snapshot(.from), along: across, from: start + 0.5, by: travel, table)
    return .stack([RecipeLayer(.snapshot(.to)), RecipeLayer(bars)], background: .transparent)
  }

  static let description = TransitionDescription(
    name: "bars-swipe", summary: "Bars of the outgoing picture slide off one after the other.",
    source: "Core Image's bars swipe",
    parameters: [
      ParameterDescription(
        name: "angle", type: .float, default: .number(180), minimum: -360, maximum: 360, unit: "degrees",
        summary: "Where the bars slide: 0 to the right, 90 downwards."),
      ParameterDescription(
        name: "width", type: .float, default: .number(0.06), minimum: 0.001, maximum: 1,
        unit: "fraction of the frame's width", summary: "Width of a bar."),
      ParameterDescription(
        name: "offset", type: .float, default: .number(0.15), minimum: 0, maximum: 10,
        summary: "How much later each bar starts, as a share of its own time."),
    ]
  ) { BarsSwipe(degrees: $0.number("angle"), width: $0.number("width"), offset: $0.number("offset")) }
}

import SegueImaging
import SegueMath
import SegueMotion
import SegueRendering

/// An edge that travels across the frame in a band of light.
///
/// **Source:** Core Image's swipe and copy machine transitions. Their kernels are not public, so
/// this is a look-alike. Colours are added in the encoded values.
struct BandWipe: Transition {
  /// The direction of the edge: 0 to the right, 90 downwards.
  var degrees: Double
  /// The distance from the middle of the band to its end, as a fraction of the path across the frame.
  var width: Double
  /// The colour of the light.
  var color: RGBAColor
  /// The strength of the light; above 1, the light is brighter than `color`.
  var opacity: Double
  /// Whether the pictures dissolve within the band; otherwise they meet at an edge.
  var isSoft: Bool

  /// Both pictures through a matte, and light added along its edge; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let field = MatteField.linear(degrees: degrees)
    let pixel = 1 / max(context.width, context.height)
    let band = max(width, pixel)
    let edge = progress * (1 + 2 * band) - band
    let soft = isSoft ? band : pixel
    let wiped = Recipe.matte(
      .snapshot(.from), .snapshot(.to), Matte(field: field, from: edge - soft / 2, to: edge + soft / 2))
    guard opacity > 0 else { return wiped }
    // The light is full at the edge, and falls to zero ahead of it and behind it.
    let ahead = Recipe.matte(
      .color(.transparent), .color(light), Matte(field: field, from: edge, to: edge + band))
    let both = Recipe.matte(ahead, .color(.transparent), Matte(field: field, from: edge - band, to: edge))
    return .blend(wiped, both, mode: .add)
  }

  private var light: RGBAColor {
    func byte(_ value: UInt8, _ factor: Double) -> UInt8 { UInt8(min(255, Double(value) * factor).rounded()) }
    let gain = max(1, opacity)
    return RGBAColor(
      red: byte(color.red, gain), green: byte(color.green, gain), blue: byte(color.blue, gain),
      alpha: byte(color.alpha, min(1, opacity)))
  }

  private static func parameters(width: Double, color: RGBAColor, opacity: Double) -> [ParameterDescription] {
    [
      .angle(0),
      .number(
        "width", width, 0...1, unit: "fraction of the light's path",
        "Half the width of the band of light."),
      .color("color", color, "The colour of the light."),
      .number("opacity", opacity, 0...4, "Strength of the light; 0 turns it off."),
    ]
  }

  private static func make(_ values: ParameterValues, isSoft: Bool) -> BandWipe {
    BandWipe(
      degrees: values.number("angle"), width: values.number("width"), color: values.color("color"),
      opacity: values.number("opacity"), isSoft: isSoft)
  }

  static let swipe = TransitionDescription(
    name: "swipe", summary: "A soft edge travels across the frame, with light on it.",
    source: "Core Image's swipe", parameters: parameters(width: 0.3, color: .white, opacity: 0.3)
  ) { make($0, isSoft: true) }

  static let copyMachine = TransitionDescription(
    name: "copy-machine", summary: "A bar of light travels across the frame, as in a copier.",
    source: "Core Image's copy machine",
    parameters: parameters(width: 0.2, color: RGBAColor(red: 153, green: 255, blue: 204), opacity: 1.3)
  ) { make($0, isSoft: false) }
}

extension Matte {
  /// A matte that shows the second picture fully up to field value `low`, and not at all from
  /// `high`.
  init(field: MatteField, from low: Double, to high: Double) {
    let softness = min(1, max(high - low, 1.0 / 65535))
    self.init(field: field, progress: high / (1 + softness), softness: softness)
  }
}

/// The outgoing picture is cut into bars, which slide off one after the other.
///
/// **Source:** Core Image's bars swipe transition.
struct BarsSwipe: Transition {
  /// The direction of the bars: 0 to the right, 90 downwards.
  var degrees: Double
  /// The width of a bar as a fraction of the frame's width, above 0.
  var width: Double
  /// The delay of a bar after the previous one, as a fraction of a bar's duration.
  var offset: Double

  var timing: TimingCurve { .easeIn }

  /// The bars over the incoming picture; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let angle = degrees * .pi / 180
    let travel = (x: StableMath.cos(angle), y: StableMath.sin(angle))
    // Distances across the bars count from the corner opposite to the movement.
    let across = (x: -travel.y, y: travel.x)
    let start = min(0, across.x) * context.width + min(0, across.y) * context.height
    let extent = abs(across.x) * context.width + abs(across.y) * context.height
    let way = abs(travel.x) * context.width + abs(travel.y) * context.height
    let bar = max(1, (width * context.width).rounded())
    // Rounding makes half a turn inexact: a bar has at least half a pixel.
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
      .number(
        "angle", 180, -360...360, unit: "degrees", "Direction of the bars: 0 to the right, 90 downwards."),
      .length("width", 0.06, 0.001...1, "Width of a bar."),
      .number("offset", 0.15, 0...10, "Delay between bars, as a share of a bar's duration."),
    ]
  ) { BarsSwipe(degrees: $0.number("angle"), width: $0.number("width"), offset: $0.number("offset")) }
}

extension Catalogue {
  static let swipes = [BandWipe.swipe, BandWipe.copyMachine, BarsSwipe.description]
}

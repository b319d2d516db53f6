import SegueImaging
import SegueMotion
import SegueRendering

/// An edge that travels across the frame in a band of light.
///
/// **Thread-safety:** a value. **Source:** Core Image's swipe and copy machine transitions; their kernels are not public,
/// so this is a look-alike. Colours are added in the encoded values.
package struct BandWipe: Transition {
  /// Where the edge travels: 0 to the right, 90 downwards.
  package var degrees: Double
  /// From the middle of the band to where it ends, as a share of the way.
  package var width: Double
  /// The colour of the light.
  package var color: RGBAColor
  /// How strong it is; above 1 it is brighter than the colour.
  package var opacity: Double
  /// Whether the pictures dissolve within the band; else they meet at an edge.
  package var isSoft: Bool

  /// A wipe in a band of light.
  package init(degrees: Double = 0, width: Double, color: RGBAColor, opacity: Double, isSoft: Bool) {
    (self.degrees, self.width, self.color) = (degrees, width, color)
    (self.opacity, self.isSoft) = (opacity, isSoft)
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear: the edge travels evenly.
  package var timing: TimingCurve { .linear }

  /// Both pictures through a matte, and light added along its edge; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
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
    // Full in the middle, nothing at both ends: it comes ahead of the edge and goes behind it.
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
      ParameterDescription(
        name: "width", type: .float, default: .number(width), minimum: 0, maximum: 1,
        unit: "share of the way",
        summary: "From the middle of the band of light to its end."),
      ParameterDescription(
        name: "color", type: .color, default: .color(color), summary: "The colour of the light."),
      ParameterDescription(
        name: "opacity", type: .float, default: .number(opacity), minimum: 0, maximum: 4,
        summary: "How strong the light is; 0 is none."),
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
  /// A matte whose second picture is whole up to `low` of its field and gone from `high` on.
  init(field: MatteField, from low: Double, to high: Double) {
    let softness = min(1, max(high - low, 1.0 / 65535))
    self.init(field: field, progress: high / (1 + softness), softness: softness)
  }
}

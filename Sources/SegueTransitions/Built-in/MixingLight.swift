import SegueRendering

/// In which values two pictures are mixed.
///
/// **Thread-safety:** a value.
package enum MixingLight: String, Sendable, Hashable, CaseIterable {
  /// The encoded ones, as in most programs and on the web.
  case encoded
  /// The amounts of light: bright stays bright half-way, as with two projectors.
  case linear

  /// `first` and `second`, mixed; amount is clamped to 0…1.
  func mix(_ first: Recipe, _ second: Recipe, amount: Double) -> Recipe {
    self == .encoded
      ? .mix(first, second, amount: amount) : .mixedLight(first, second, amount: amount, Self.sRGB)
  }

  /// **Source:** IEC 61966-2-1.
  private static let sRGB = Light.table { value in
    value <= 0.04045 ? value / 12.92 : StableMath.pow((value + 0.055) / 1.055, 2.4)
  }

  static let parameter = ParameterDescription(
    name: "light", type: .choice(allCases.map(\.rawValue)), default: .choice(encoded.rawValue),
    summary: "Whether the encoded values are mixed, or the linear light that they stand for.")

  /// The one that `values` hold.
  init(_ values: ParameterValues) { self = MixingLight(rawValue: values.choice("light")) ?? .encoded }
}

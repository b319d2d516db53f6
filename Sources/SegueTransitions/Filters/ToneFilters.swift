import SegueImaging
import SegueRendering

/// The filters of single channels.
enum ToneFilters {
  static let all = [
    brightness, exposure, contrast, gamma, rgb, levels, curve, posterize, invert, opacity, whiteBalance, haze,
    threshold, averageThreshold, falseColor, equalization,
  ]

  static let brightness = FilterDescription(
    "brightness", "Adds to red, green and blue.",
    [.number("amount", 0.2, -1...1, "Offset; 1 is from black to white.").neutral(0)]
  ) { $0.toned(.brightness($1["amount"])) }

  static let exposure = FilterDescription(
    "exposure", "Brightens or darkens by stops.",
    [.number("stops", 1, -10...10, unit: "stops", "Each stop doubles the values.").neutral(0)]
  ) { $0.toned(.exposure($1["stops"])) }

  static let contrast = FilterDescription(
    "contrast", "Multiplies the distance of values from mid-grey.",
    [.number("amount", 1.5, 0...4, "The factor; 0 is grey.").neutral(1)]
  ) { $0.toned(.contrast($1["amount"])) }

  static let gamma = FilterDescription(
    "gamma", "Raises values to a power.",
    [.number("exponent", 1.5, 0...3, "The power; above 1 darkens.").neutral(1)]
  ) { $0.toned(.gamma($1["exponent"])) }

  static let rgb = FilterDescription(
    "rgb", "Multiplies red, green and blue.",
    [.number("red", 1.3, 0...16, "The factor of red.").neutral(1)]
      + ["green", "blue"].map { .number($0, 1, 0...16, "The factor of \($0).") }
  ) { $0.toned(.scale(red: $1["red"], green: $1["green"], blue: $1["blue"])) }

  static let levels = FilterDescription(
    "levels", "Spreads a range of values over another one, with a gamma.",
    [
      .number("min", 0.15, 0...1, "Value that becomes min-out.").neutral(0),
      .number("gamma", 1, 0.01...10, "The gamma; above 1 the picture is brighter."),
      .number("max", 1, 0...1, "Value that becomes max-out."),
      .number("min-out", 0, 0...1, "Minimum output."),
      .number("max-out", 1, 0...1, "Maximum output."),
    ]
  ) {
    $0.toned(
      .levels(
        low: $1["min"], gamma: $1["gamma"], high: $1["max"], lowOut: $1["min-out"], highOut: $1["max-out"]))
  }

  static let curve = FilterDescription(
    "curve", "Maps channel values by a smooth curve through points.",
    source: "GPUImage; beyond the first and the last point it is level",
    [
      curvePoints,
      .choice("channel", ["all", "red", "green", "blue"], "Channels of the curve."),
    ]
  ) { input, values in
    let channels: Set<Int> =
      switch values.choice("channel") {
      case "red": [0]
      case "green": [1]
      case "blue": [2]
      default: [0, 1, 2]
      }
    return input.toned(.curve(values.points("points"), channels: channels))
  }

  private static let curvePoints: ParameterDescription = {
    var points = ParameterDescription(
      name: "points", type: .points, default: .vector([0, 0, 0.25, 0.15, 0.75, 0.85, 1, 1]), minimum: 0,
      maximum: 1, summary: "Input and output values of the points, such as 0:0 0.5:0.6 1:1.")
    points.neutral = .vector([0, 0, 1, 1])
    return points
  }()

  static let posterize = FilterDescription(
    "posterize", "Reduces each channel to a few levels.",
    [.number("levels", 10, 1...256, "Number of steps from black to white.").neutral(255)]
  ) { $0.toned(.posterize($1["levels"])) }

  static let invert = FilterDescription("invert", "The negative.", []) { input, _ in input.toned(.invert(1)) }

  static let opacity = FilterDescription(
    "opacity", "Fades to transparency.", [.number("amount", 0.5, 0...1, "The factor of alpha.").neutral(1)]
  ) { $0.toned(.opacity($1["amount"])) }

  static let whiteBalance = FilterDescription(
    "white-balance", "Makes the picture warmer or colder, greener or more magenta.",
    [
      .number(
        "temperature", 6500, 4000...7000, unit: "kelvin",
        "Colour temperature; above 5000 the picture is warmer."
      ).neutral(5000),
      .number("tint", 0, -200...200, "Tint; above 0 the picture is more magenta."),
    ]
  ) { $0.toned(.whiteBalance(temperature: $1["temperature"], tint: $1["tint"])) }

  static let haze = FilterDescription(
    "haze", "Removes or adds white haze.",
    [
      .number("distance", 0.2, -0.9...0.9, "Haze removed at the top; below 0 adds haze.").neutral(0),
      .number("slope", 0, -0.9...0.9, "Additional haze removed at the bottom."),
    ]
  ) { input, values in
    let (distance, slope) = (values["distance"], values["slope"])
    return slope == 0
      ? input.toned(.haze(distance)) : .hazeRemoved(input, top: distance, bottom: distance + slope)
  }

  static let equalization = FilterDescription(
    "histogram-equalization",
    "Equalizes the histogram of each channel, for the most contrast.", []
  ) { input, _ in .equalized(input) }

  static let averageThreshold = FilterDescription(
    "average-threshold", "Black and white, separated at a multiple of the mean brightness.",
    [.number("multiplier", 1, 0...10, "Minimum brightness of white, as a multiple of the mean.")]
  ) { .meanThreshold($0, share: $1["multiplier"]) }

  static let threshold = FilterDescription(
    "threshold", "Reduces the picture to black and white.",
    [.number("threshold", 0.5, 0...1, "Minimum brightness of white.")]
  ) { Recipe.grayscale($0).toned(.threshold($1["threshold"])) }

  static let falseColor = FilterDescription(
    "false-color", "A duotone: from one colour for black to another for white.",
    [
      .color("first", RGBAColor(red: 0, green: 0, blue: 128), "Colour of black."),
      .color("second", RGBAColor(red: 255, green: 0, blue: 0), "Colour of white."),
    ]
  ) { Recipe.grayscale($0).toned(.falseColor($1.color("first").parts, $1.color("second").parts)) }
}

extension RGBAColor {
  /// Red, green and blue, 0…1.
  var parts: [Double] { [Double(red) / 255, Double(green) / 255, Double(blue) / 255] }
}

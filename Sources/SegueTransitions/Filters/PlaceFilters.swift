import SegueImaging
import SegueRendering

/// The filters that depend on a pixel's position, and those that blend one picture onto another.
enum PlaceFilters {
  static let all = [
    vignette, tiltShift, selectiveBlur, blurPosition, pixellatePosition, polkaDot, halftone, crosshatch,
    perlinNoise, blend, blendPicture, chromaKey,
  ]

  /// `first` and `second` mixed by the distance from the centre, in frame widths.
  private static func round(
    _ first: Recipe, _ second: Recipe, _ values: FilterValues, share: Double = 0, _ ramp: Recipe.Ramp
  ) -> Recipe {
    .weighted(
      first, second, x: values["x"] * values.width, y: values["y"] * values.height,
      perColumn: 1 / values.width,
      perRow: 1 / values.width, share: share, ramp)
  }

  static let vignette = FilterDescription(
    "vignette", "Darkens towards the corners, in a circle.", source: "GPUImage, but round",
    [
      .number("strength", 1, 0...1, "Darkness at the corners.").neutral(0),
      .length("start", 0.3, 0...4, "Distance from the centre at which the darkening begins."),
      .length("end", 0.75, 0...4, "Distance from the centre at which the picture is darkest."), .x, .y,
      .color("color", .black, "Colour at the corners."),
    ]
  ) { input, values in
    let strength = values["strength"]
    if strength == 0 { return input }
    let color = values.color("color").parts
    // The dark copy has the picture's alpha.
    let dark = input.multiplied(ColorMatrix(rows: color.prefix(3).map { [0, 0, 0, $0] }))
    return round(input, dark, values, Recipe.Ramp(strength, from: values["start"], to: values["end"]))
  }

  static let tiltShift = FilterDescription(
    "tilt-shift", "Blurs all but a horizontal band, as in a photo of a miniature.",
    [
      .length("blur", 0.01, 0...0.25, "The standard deviation of the blur outside the band.").neutral(0),
      .number("top", 0.4, 0...1, unit: "fraction of the frame's height", "Top of the sharp band."),
      .number("bottom", 0.6, 0...1, unit: "fraction of the frame's height", "Bottom of the sharp band."),
      .number(
        "falloff", 0.2, 0...1, unit: "fraction of the frame's height",
        "Distance over which the blur increases."),
    ]
  ) { input, values in
    let blurred = input.gaussianBlurred(sigma: values.pixels("blur"))
    if blurred == input { return input }
    let (top, bottom, falloff) = (values["top"], values["bottom"], values["falloff"])
    return .weighted(
      input, blurred, x: 0, y: 0, perColumn: 0, perRow: 1 / values.height, share: 1,
      Recipe.Ramp(-1, from: top - falloff, to: top), Recipe.Ramp(1, from: bottom, to: bottom + falloff))
  }

  private static let blurLength = ParameterDescription.length(
    "blur", 0.01, 0...0.25, "The standard deviation of the blur."
  ).neutral(0)

  static let selectiveBlur = FilterDescription(
    "selective-blur", "Blurs all but a circle.",
    [
      blurLength, .length("radius", 60.0 / 320, 0...4, "Radius of the circle."),
      .length("softness", 30.0 / 320, 0...4, "Width of the soft edge, inwards."), .x, .y,
    ]
  ) { input, values in
    let blurred = input.gaussianBlurred(sigma: values.pixels("blur"))
    if blurred == input { return input }
    let radius = values["radius"]
    return round(input, blurred, values, Recipe.Ramp(1, from: radius - values["softness"], to: radius))
  }

  static let blurPosition = FilterDescription(
    "blur-position", "Blurs the inside of a circle.",
    [blurLength, .length("radius", 1, 0...4, "Radius of the circle."), .x, .y]
  ) { input, values in
    let blurred = input.gaussianBlurred(sigma: values.pixels("blur"))
    return blurred == input ? input : disc(input, blurred, values)
  }

  static let pixellatePosition = FilterDescription(
    "pixellate-position", "Pixellates the inside of a circle.",
    [
      .length("width", 0.05, 0...1, "Width of a cell.").neutral(0),
      .length("radius", 0.25, 0...4, "Radius of the circle."), .x, .y,
    ]
  ) { input, values in
    values.pixels("width") > 1 ? disc(input, .pixellate(input, width: values["width"]), values) : input
  }

  /// `second` within a circle with a hard edge, over `first`.
  private static func disc(_ first: Recipe, _ second: Recipe, _ values: FilterValues) -> Recipe {
    let radius = values["radius"]
    return round(first, second, values, share: 1, Recipe.Ramp(-1, from: radius, to: radius))
  }

  private static func size(_ value: Double) -> ParameterDescription {
    .length("size", value, 0...1, "The side of a cell.").neutral(0)
  }

  static let polkaDot = FilterDescription(
    "polka-dot", "Draws a dot for each cell, in the cell's colour, on black.",
    [size(0.05), .number("scale", 0.9, 0...1.5, "The diameter of a dot, as a share of its cell.")]
  ) { input, values in
    inCells(input, values) { .dots($0, .polka, cell: $1, share: values["scale"] / 2) }
  }

  static let halftone = FilterDescription(
    "halftone", "Black dots on white, larger in dark areas, as in print.", [size(0.02)]
  ) { input, values in inCells(input, values) { .dots($0, .halftone, cell: $1) } }

  static let crosshatch = FilterDescription(
    "crosshatch", "Black strokes on white, more of them in dark areas.",
    [
      .length("spacing", 0.03, 0...1, "Distance between strokes.").neutral(0),
      .number("width", 0.1, 0...1, "Width of a stroke, as a share of the spacing."),
    ]
  ) { input, values in
    let spacing = values.pixels("spacing")
    return spacing < 1 ? input : .dots(input, .strokes, cell: spacing, share: values["width"])
  }

  /// Draws over a pixellated picture with cells of the same size; cells of at most a pixel change
  /// nothing.
  private static func inCells(_ input: Recipe, _ values: FilterValues, _ draw: (Recipe, Double) -> Recipe)
    -> Recipe
  {
    let cell = values.pixels("size")
    return cell > 1 ? draw(.pixellate(input, width: values["size"]), cell) : input
  }

  static let perlinNoise = FilterDescription(
    "perlin-noise", "Soft noise between two colours over the picture.",
    [
      .number("amount", 0.5, 0...1, "Strength of the effect.").neutral(0),
      .number("scale", 8, 0...256, "Number of noise peaks across the frame."),
      .color("start", .black, "The colour of the lowest noise values."),
      .color("finish", .white, "The colour of the highest noise values."),
    ]
  ) { input, values in
    if values["amount"] == 0 { return input }
    // A matte at progress 0.5 with softness 1 shows the second picture in the share 1 − field.
    let noise = Recipe.matte(
      .color(values.color("finish")), .color(values.color("start")),
      Matte(field: .perlin(scale: values["scale"]), progress: 0.5, softness: 1))
    return .mix(input, input.combined(with: noise, "second") { $1 }, amount: values["amount"])
  }

  private static let mode = ParameterDescription.choice(
    "mode", BlendMode.allCases.map(\.rawValue), "Blend mode; the picture is the backdrop.")
  private static let amount =
    ParameterDescription.number("amount", 0.5, 0...1, "Opacity of the blend.").neutral(0)

  static let blend = FilterDescription(
    "blend", "Blends a colour onto the picture.", source: "W3C, Compositing and Blending Level 1",
    [.color("color", .white, "Colour to blend."), mode, amount]
  ) { input, values in
    .blend(
      input, .color(values.color("color")), mode: BlendMode(rawValue: values.choice("mode")) ?? .normal,
      amount: values["amount"])
  }

  static let blendPicture = FilterDescription(
    "blend-picture", "Blends another picture, stretched to the frame, onto the picture.",
    source: "W3C, Compositing and Blending Level 1",
    [
      ParameterDescription(
        name: "file", type: .texture, default: nil, summary: "The other picture: a path in quotes."),
      mode, amount,
    ]
  ) { input, values in
    guard case .picture(let picture)? = values.file("file") else { return input }
    return .blend(
      input, .picture(picture), mode: BlendMode(rawValue: values.choice("mode")) ?? .normal,
      amount: values["amount"])
  }

  static let chromaKey = FilterDescription(
    "chroma-key", "Makes one colour transparent: a green screen.",
    [
      .color("color", RGBAColor(red: 0, green: 255, blue: 0), "Colour to remove."),
      .number("threshold", 0.4, 0...2, "Distance in chroma up to which pixels are transparent."),
      .number("smoothing", 0.1, 0...1, "Additional distance over which alpha increases."),
    ]
  ) { input, values in
    let low = values["threshold"]
    return .chromaKeyed(input, key: values.color("color"), low: low, high: low + values["smoothing"])
  }
}

import SegueRendering

/// The filters that read neighbouring pixels.
enum EdgeFilters {
  static let all = [
    convolve, sharpen, unsharp, emboss, laplacian, sobel, prewitt, thresholdEdge, sketch, thresholdSketch,
    toon, smoothToon, erode, dilate, open, close, median, bilateral, kuwahara, adaptiveThreshold,
  ]

  private static let places = [
    "top-left", "top", "top-right", "left", "middle", "right", "bottom-left", "bottom", "bottom-right",
  ]

  static let convolve = FilterDescription(
    "convolve", "The weighted sum of a pixel and its neighbours.",
    places.map { place in
      let summary = "Weight of the pixel at this position."
      return place == "bottom-right"
        ? .number(place, -1, -16...16, summary).neutral(0)
        : .number(place, place == "middle" ? 1 : 0, -16...16, summary)
    }
  ) { input, values in .convolve(input, places.map { values[$0] }) }

  static let sharpen = FilterDescription(
    "sharpen", "Sharpens or softens the picture.",
    [.number("amount", 1, -4...4, "Strength; below 0 is softer.").neutral(0)]
  ) { input, values in
    let s = values["amount"]
    return s == 0 ? input : .convolve(input, [0, -s, 0, -s, 1 + 4 * s, -s, 0, -s, 0])
  }

  static let unsharp = FilterDescription(
    "unsharp", "An unsharp mask: scales the difference from a blurred picture.",
    [
      .length("radius", 0.006, 0...0.25, "The standard deviation of the blur.").neutral(0),
      .number(
        "intensity", 2.5, 0...10, "1 is unchanged, above 1 is sharper, 0 is the blurred picture."
      ).neutral(1),
    ]
  ) { input, values in
    let intensity = values["intensity"]
    let blurred = input.gaussianBlurred(sigma: values.pixels("radius"))
    if intensity == 1 || blurred == input { return input }
    return input.combined(with: blurred, "unsharp \(intensity)") { intensity * $0 + (1 - intensity) * $1 }
  }

  static let emboss = FilterDescription(
    "emboss", "Lights the picture from one corner, as if in relief.",
    [.number("intensity", 1, 0...4, "Strength of the effect.").neutral(0)]
  ) { input, values in
    let i = values["intensity"]
    return i == 0 ? input : .convolve(input, [-2 * i, -i, 0, -i, 1, i, 0, i, 2 * i])
  }

  static let laplacian = FilterDescription("laplacian", "Shows edges on grey, by the Laplace operator.", []) {
    input, _ in
    .convolve(input, [0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5], added: 0.5)
  }

  private static let strength = ParameterDescription.number("strength", 1, 0...10, "The factor.")

  private static func limit(_ value: Double) -> ParameterDescription {
    .number("threshold", value, 0...4, "Minimum contrast of an edge.")
  }

  static let sobel = FilterDescription("sobel", "Edges, bright on black.", [strength]) { input, values in
    let strength = values["strength"]
    return .gradient(input, Gradient.table(.sobel) { $0 * strength })
  }

  static let prewitt = FilterDescription(
    "prewitt", "Edges, bright on black, by Prewitt's weights.", [strength]
  ) {
    input, values in
    let strength = values["strength"]
    return .gradient(input, Gradient.table(.prewitt) { $0 * strength })
  }

  static let thresholdEdge = FilterDescription(
    "threshold-edge", "Edges, white on black.", [limit(0.25), strength]
  ) {
    input, values in
    let (limit, strength) = (values["threshold"], values["strength"])
    return .gradient(input, Gradient.table(.sides) { $0 * strength >= limit ? 1 : 0 })
  }

  static let sketch = FilterDescription("sketch", "Edges as a pencil draws them.", [strength]) {
    input, values in
    let strength = values["strength"]
    return .gradient(input, Gradient.table(.sobel) { 1 - $0 * strength })
  }

  static let thresholdSketch = FilterDescription(
    "threshold-sketch", "Edges in black on white.", [limit(0.25), strength]
  ) { input, values in
    let (limit, strength) = (values["threshold"], values["strength"])
    return .gradient(input, Gradient.table(.sobel) { 1 - $0 * strength >= limit ? 1 : 0 })
  }

  private static let levels = ParameterDescription.number("levels", 10, 1...256, "Steps from black to white.")

  static let toon = FilterDescription("toon", "Few levels and black outlines.", [limit(0.2), levels]) {
    input, values in
    drawn(input, limit: values["threshold"], levels: values["levels"])
  }

  static let smoothToon = FilterDescription(
    "smooth-toon", "Few levels and black outlines, after a blur.",
    [.length("radius", 0.001, 0...0.25, "The standard deviation of the blur."), limit(0.2), levels]
  ) { input, values in
    drawn(
      input.gaussianBlurred(sigma: values.pixels("radius")), limit: values["threshold"],
      levels: values["levels"])
  }

  private static func drawn(_ input: Recipe, limit: Double, levels: Double) -> Recipe {
    let outlines = Recipe.gradient(input, Gradient.table(.sobel) { $0 < limit ? 1 : 0 })
    return input.toned(.posterize(levels)).combined(with: outlines, "outlines") { $0 * $1 }
  }

  private static let radius = ParameterDescription.whole(
    "radius", 2, 0...16, unit: "pixels", "Radius of the neighbourhood."
  ).neutral(0)

  static let erode = FilterDescription("erode", "Dark shapes grow.", [radius]) {
    .eroded($0, radius: $1.int("radius"))
  }

  static let dilate = FilterDescription("dilate", "Bright shapes grow.", [radius]) {
    .dilated($0, radius: $1.int("radius"))
  }

  static let open = FilterDescription("open", "Removes small bright shapes.", [radius]) {
    .dilated(.eroded($0, radius: $1.int("radius")), radius: $1.int("radius"))
  }

  static let close = FilterDescription("close", "Removes small dark shapes.", [radius]) {
    .eroded(.dilated($0, radius: $1.int("radius")), radius: $1.int("radius"))
  }

  static let median = FilterDescription(
    "median", "The median of nine pixels; removes specks and keeps edges.", []
  ) { input, _ in
    .median(input)
  }

  static let kuwahara = FilterDescription(
    "kuwahara", "Brush strokes that keep edges.",
    [.whole("radius", 3, 0...8, unit: "pixels", "Radius of a stroke.").neutral(0)]
  ) { $1.int("radius") < 1 ? $0 : .kuwahara($0, radius: $1.int("radius")) }

  static let bilateral = FilterDescription(
    "bilateral", "Smooths areas and keeps edges.",
    [
      .whole("step", 4, 0...8, unit: "pixels", "Distance between the nine samples, across and down.")
        .neutral(0),
      .number("edge", 8, 0...100, "Sensitivity to edges; 0 averages all samples equally."),
    ]
  ) { .bilateral($0, step: $1.int("step"), edge: $1["edge"]) }

  static let adaptiveThreshold = FilterDescription(
    "adaptive-threshold", "Reduces the picture to black and white, by the brightness around each pixel.",
    [
      .length("radius", 0.002, 0...0.25, "Distance from the middle to an edge of the surrounding square."),
      .number(
        "offset", 0.05, -1...1,
        "Distance below the brightness of its surroundings at which a pixel turns black."),
    ]
  ) { input, values in
    let (grey, offset) = (Recipe.grayscale(input), values["offset"])
    let around = grey.boxBlurred(radius: values.pixels("radius"))
    return grey.combined(with: around, "adaptive \(offset)", limit: { $0 - $1 + offset }) {
      $0 >= $1 - offset ? 1 : 0
    }
  }
}

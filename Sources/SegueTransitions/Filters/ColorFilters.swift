import SegueImaging
import SegueMath
import SegueRendering

/// The filters that mix channels: matrices, lines by brightness, colour tables.
enum ColorFilters {
  static let all = [
    grayscale, saturation, sepia, hue, matrix, monochrome, highlightsShadows, luminanceRange, solarize,
    vibrance, skinTone, highlightShadowTint, cga, lut,
  ]

  private static let intensity = ParameterDescription.number("intensity", 1, 0...1, "Strength of the effect.")
    .neutral(0)

  static let grayscale = FilterDescription("grayscale", "Removes the colour.", source: "BT.709's luma", []) {
    input, _ in
    .grayscale(input)
  }

  static let saturation = FilterDescription(
    "saturation", "Makes the picture more or less colourful.",
    [.number("amount", 1.5, 0...2, "0 is grey, above 1 more colourful.").neutral(1)]
  ) { $0.multiplied(.saturation($1["amount"])) }

  static let sepia = FilterDescription("sepia", "The brown of old prints.", [intensity]) {
    $0.multiplied(ColorMatrix.sepia.mixed($1["intensity"]))
  }

  static let hue = FilterDescription(
    "hue", "Rotates the hues.",
    [.number("angle", 90, -360...360, unit: "degrees", "Rotation of the hues.").neutral(0)]
  ) { $0.multiplied(.hue($1["angle"])) }

  private static let channels = ["red", "green", "blue"]

  private static func row(_ name: String) -> [ParameterDescription] {
    let factors = channels.map { other -> ParameterDescription in
      let isFirst = name == "red" && other == "green"
      let factor = ParameterDescription.number(
        "\(name)-\(other)", name == other ? 1 : isFirst ? 0.5 : 0, -16...16,
        "Factor of \(other) in \(name).")
      return isFirst ? factor.neutral(0) : factor
    }
    return factors + [.number("\(name)-added", 0, -16...16, "Offset of \(name).")]
  }

  static let matrix = FilterDescription(
    "matrix", "Multiplies red, green and blue by a matrix.",
    channels.flatMap(row) + [.number("intensity", 1, 0...1, "Strength of the effect.").neutral(0)]
  ) { input, values in
    let rows = channels.map { row in (channels + ["added"]).map { values["\(row)-\($0)"] } }
    return input.multiplied(ColorMatrix(rows: rows).mixed(values["intensity"]))
  }

  static let monochrome = FilterDescription(
    "monochrome", "Shows the picture in shades of one colour.",
    [.color("color", RGBAColor(red: 0x99, green: 0x73, blue: 0x4d), "The colour of mid-grey."), intensity]
  ) { input, values in
    values["intensity"] == 0
      ? input : input.lined(.monochrome(values.color("color").parts, amount: values["intensity"]))
  }

  static let highlightsShadows = FilterDescription(
    "highlights-shadows", "Darkens highlights and brightens shadows.",
    [
      .number("highlights", 1, 0...1, "1 leaves highlights unchanged, 0 darkens them most."),
      .number("shadows", 0.6, 0...1, "0 leaves shadows unchanged, 1 brightens them most.").neutral(0),
    ]
  ) { input, values in
    let (highlights, shadows) = (values["highlights"], values["shadows"])
    return highlights == 1 && shadows == 0
      ? input : input.lined(.highlightsShadows(shadows: shadows, highlights: highlights))
  }

  static let luminanceRange = FilterDescription(
    "luminance-range", "Reduces the range of brightness around the middle.",
    [.number("reduction", 0.6, 0...1, "Strength of the effect.").neutral(0)]
  ) { $1["reduction"] == 0 ? $0 : $0.lined(.luminanceRange($1["reduction"])) }

  static let solarize = FilterDescription(
    "solarize", "Inverts dark colours.",
    [.number("threshold", 0.5, 0...1, "The largest brightness that is inverted.")]
  ) { $0.lined(.solarize($1["threshold"])) }

  static let vibrance = FilterDescription(
    "vibrance", "Adds colour to pale areas.",
    [.number("amount", 0.8, -1.2...1.2, "Strength; below 0 removes colour.").neutral(0)]
  ) { input, values in
    let amount = values["amount"]
    if amount == 0 { return input }
    return input.cubed("vibrance \(amount)") { c in
      let (maximum, mean) = (max(c[0], c[1], c[2]), (c[0] + c[1] + c[2]) / 3)
      return c.map { $0 + (maximum - $0) * (maximum - mean) * -3 * amount }
    }
  }

  static let skinTone = FilterDescription(
    "skin-tone", "Rotates the hues of skin towards red or towards green.",
    [.number("amount", 0.2, -0.3...0.3, "Strength; below 0 is towards red.").neutral(0)]
  ) { input, values in
    let amount = values["amount"]
    if amount == 0 { return input }
    return input.cubed("skin \(amount)") { c in
      let (hue, saturation, value) = hsv(c)
      // The distance between the hues in half turns, along the shorter arc.
      let turns = abs(hue - 0.05)
      let distance = 2 * min(turns, 1 - turns)
      return rgb(hue + amount * 0.25 * StableMath.exp(-40 * distance * distance), saturation, value)
    }
  }

  static let highlightShadowTint = FilterDescription(
    "highlight-shadow-tint", "Tints shadows and highlights separately.",
    [
      .color("shadow-color", RGBAColor(red: 255, green: 0, blue: 0), "Tint of the shadows."),
      .number("shadow-intensity", 0.6, 0...1, "Strength of the shadows' tint.").neutral(0),
      .color("highlight-color", RGBAColor(red: 0, green: 0, blue: 255), "Tint of the highlights."),
      .number("highlight-intensity", 0, 0...1, "Strength of the highlights' tint."),
    ]
  ) { input, values in
    let (dark, bright) = (values.color("shadow-color"), values.color("highlight-color"))
    let (si, hi) = (values["shadow-intensity"], values["highlight-intensity"])
    if si == 0 && hi == 0 { return input }
    return input.cubed("tint \(dark) \(si) \(bright) \(hi)") { c in
      let luma = zip(c, ColorMatrix.luma).reduce(0) { $0 + $1.0 * $1.1 }
      func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }
      return (0..<3).map { i in
        let shaded = mix(c[i], max(c[i], mix(dark.parts[i], c[i], luma)), si)
        let lit = mix(c[i], min(shaded, mix(shaded, bright.parts[i], luma)), hi)
        return mix(shaded, lit, luma)
      }
    }
  }

  static let cga = FilterDescription(
    "cga", "The four colours of early colour displays, in coarse cells.", []
  ) { input, values in
    .palette(.cells(input, width: values.width / 200, height: values.height / 320), fourColors)
  }

  private static let fourColors = Palette.table([
    .black, .white, RGBAColor(red: 85, green: 255, blue: 255), RGBAColor(red: 255, green: 85, blue: 255),
  ])

  static let lut = FilterDescription(
    "lut", "A colour table from a .cube file or a picture.",
    source: "Adobe's and Resolve's .cube, GPUImage's lookup, Hald",
    [
      ParameterDescription(
        name: "file", type: .texture, default: nil, summary: "The table: a path in quotes."),
      .number("intensity", 1, 0...1, "Strength of the effect.").neutral(0),
      .choice("layout", TablePicture.Layout.allCases.map(\.rawValue), "Layout of the colours in a picture."),
    ]
  ) { input, values in
    guard case .table(let table)? = values.file("file") else { return input }
    let graded = table.toneTable.map(input.toned) ?? table.numbers.map { .cube(input, $0) } ?? input
    let intensity = values["intensity"]
    return intensity >= 1 ? graded : intensity <= 0 ? input : .mix(input, graded, amount: intensity)
  }

  /// The hue in turns, the saturation and the value of a colour. **Source:** the hexagonal cone, as in
  /// CSS Color.
  private static func hsv(_ c: [Double]) -> (hue: Double, saturation: Double, value: Double) {
    let (high, low) = (max(c[0], c[1], c[2]), min(c[0], c[1], c[2]))
    let spread = high - low
    guard spread > 0 else { return (0, 0, high) }
    let sixths =
      c[0] == high
      ? (c[1] - c[2]) / spread : c[1] == high ? 2 + (c[2] - c[0]) / spread : 4 + (c[0] - c[1]) / spread
    return ((sixths < 0 ? sixths + 6 : sixths) / 6, spread / high, high)
  }

  private static func rgb(_ hue: Double, _ saturation: Double, _ value: Double) -> [Double] {
    [0.0, 4, 2].map { offset in
      let k = hue * 6 + offset
      let turn = k - 6 * (k / 6).rounded(.down)
      return value * (1 - saturation * (1 - min(1, max(0, abs(turn - 3) - 1))))
    }
  }
}

import SegueImaging
import SegueMath
import SegueRendering

/// The filters that map coordinates: lenses, cells about a point, a plane in space.
enum MapFilters {
  static let all = [
    swirl, bulge, pinch, stretch, polarPixellate, sphereRefraction, glassSphere, perspective, genie,
  ]

  private static func around(
    _ input: Recipe, _ values: FilterValues, _ key: String, _ look: (Double) -> (a: Double, b: Double)
  ) -> Recipe {
    .radial(
      input, x: values["x"] * values.width, y: values["y"] * values.height, radius: values.pixels("radius"),
      TableCache.table("radial \(key)") { Radial.table(look) })
  }

  static let swirl = FilterDescription(
    "swirl", "Rotates the picture about a point, most strongly in the middle.", source: "GPUImage, but round",
    [
      .number("angle", 1, -4...4, "Rotation; 1 turns the middle by eight radians.").neutral(0),
      .length("radius", 0.5, 0...4, "Radius of the effect."), .x, .y,
    ]
  ) { input, values in
    let angle = values["angle"]
    if angle == 0 { return input }
    return around(input, values, "swirl \(angle)") { r in
      let turn = (1 - r) * (1 - r) * angle * 8
      return (StableMath.cos(turn), StableMath.sin(turn))
    }
  }

  static let bulge = FilterDescription(
    "bulge", "Bulges the picture outwards or inwards about a point.",
    [
      .number("scale", 0.5, -1...1, "Strength; below 0 is inwards.").neutral(0),
      .length("radius", 0.25, 0...4, "Radius of the effect."), .x, .y,
    ]
  ) { input, values in
    let scale = values["scale"]
    if scale == 0 { return input }
    return around(input, values, "bulge \(scale)") { r in
      let factor = 1 - (1 - r) * scale
      return (factor * factor, 0)
    }
  }

  static let pinch = FilterDescription(
    "pinch", "Pinches the picture towards a point.",
    [
      .number("scale", 0.5, -2...2, "Strength; below 0 is outwards.").neutral(0),
      .length("radius", 1, 0...4, "Radius of the effect, with a hard edge."),
      .x, .y,
    ]
  ) { input, values in
    let (scale, radius) = (values["scale"], values["radius"])
    if scale == 0 { return input }
    return around(input, values, "pinch \(scale) \(radius)") { r in
      r >= 1 ? (1, 0) : (1 + (1 - 2 * r * radius) * scale, 0)
    }
  }

  static let stretch = FilterDescription(
    "stretch", "Doubles the size of the middle and compresses the edges.",
    [.number("amount", 1, 0...1, "Strength of the effect.").neutral(0)]
  ) { $1["amount"] == 0 ? $0 : .spread($0, amount: $1["amount"]) }

  static let polarPixellate = FilterDescription(
    "polar-pixellate", "Cells between circles and rays about a point.",
    [
      .number("size", 0.05, 0...2, "Depth of a ring; 1 is half of the frame's width and height.").neutral(0),
      .number("angle", 0.05, 0...3.14, unit: "radians", "Angle of a sector."), .x, .y,
    ]
  ) { input, values in
    values["size"] > 0 && values["angle"] > 0
      ? .polarCells(input, x: values["x"], y: values["y"], depth: values["size"], angle: values["angle"])
      : input
  }

  private static let sphere = [
    ParameterDescription.length("radius", 0.25, 0.1...1, "Radius of the sphere."), .x, .y,
    .number("index", 0.71, 0...2, "Refractive index of the surroundings, relative to the sphere's."),
  ]

  static let sphereRefraction = FilterDescription(
    "sphere-refraction", "Shows the picture upside down through a glass sphere.", sphere
  ) { input, values in onBlack(input, refracted(input, values, by: 1), values) }

  static let glassSphere = FilterDescription(
    "glass-sphere", "Shows the picture through a glass sphere with highlights.", sphere
  ) { input, values in
    let light = MatteField.sphereLight(x: values["x"], y: values["y"], radius: values["radius"])
    // This matte shows the first picture in proportion to the field, so the lights are grey.
    let lights = Recipe.matte(.color(.white), .color(.black), Matte(field: light, progress: 0.5, softness: 1))
    let lit = refracted(input, values, by: -2).combined(with: lights, "added") { $0 + $1 }
    return onBlack(input, lit, values)
  }

  /// The picture as a distant viewer sees it through a sphere. Each point samples the picture at the end
  /// of its refracted ray; distances from the picture's middle are multiplied by `factor`.
  private static func refracted(_ input: Recipe, _ values: FilterValues, by factor: Double) -> Recipe {
    let (index, radius) = (values["index"], values["radius"])
    let table = TableCache.table("sphere \(index)") {
      Radial.table { d in
        let depth = max(0, 1 - d * d).squareRoot()
        let rest = 1 - index * index * (1 - depth * depth)
        return (rest < 0 ? 0 : index * depth - rest.squareRoot(), 0)
      }
    }
    let scale = 0.5 * factor / radius
    return .radial(
      input, x: values["x"] * values.width, y: values["y"] * values.height, radius: values.pixels("radius"),
      from: (values.width / 2, values.height / 2), scale: (scale, scale * values.height / values.width), table
    )
  }

  /// The picture `sphere` within the sphere's circle, over black.
  private static func onBlack(_ input: Recipe, _ sphere: Recipe, _ values: FilterValues) -> Recipe {
    let radius = values["radius"]
    return .weighted(
      input.toned(ToneTable { _ in 0 }), sphere, x: values["x"] * values.width,
      y: values["y"] * values.height,
      perColumn: 1 / values.width, perRow: 1 / values.width, share: 1,
      Recipe.Ramp(-1, from: radius, to: radius))
  }

  static let perspective = FilterDescription(
    "perspective", "Rotates the picture in space, transparent around it.",
    [
      .number(
        "turn", 30, -180...180, unit: "degrees",
        "Turn about the vertical axis; above 0 the right side recedes."
      ).neutral(0),
      .number(
        "tilt", 0, -180...180, unit: "degrees",
        "Turn about the horizontal axis; above 0 the top recedes."
      ),
      .number("roll", 0, -360...360, unit: "degrees", "Turn in the picture's plane, clockwise."),
      .number(
        "distance", 2, 0.75...100, unit: "times the frame's larger side",
        "Distance of the viewer; smaller values have a stronger perspective."
      ),
      .number("scale", 1, 0.01...10, "Enlargement."),
    ]
  ) { input, values in
    if values["turn"] == 0, values["tilt"] == 0, values["roll"] == 0, values["scale"] == 1 { return input }
    let plane = Plane(size: values.size, distance: values["distance"])
    func radians(_ name: String) -> Double { values[name] * .pi / 180 }
    let map = plane.map(
      turn: radians("turn"), tilt: radians("tilt"), roll: radians("roll"), scale: values["scale"])
    return .projected(input, by: map, columns: 0...values.width, rows: 0...values.height)
  }

  /// The sides are bent within the first two fifths; the picture slides from three tenths on.
  static let genie = FilterDescription(
    "genie", "Pulls a window of the picture into a rectangle at the bottom, transparent around it.",
    source: "the genie effect of macOS's Dock",
    [
      .number("amount", 0.5, 0...1, "Progress of the pull.").neutral(0),
      .number("left", 0.45, 0...1, unit: "fraction of the frame's width", "Left side of the rectangle."),
      .number("width", 0.1, 0.02...1, unit: "fraction of the frame's width", "Width of the rectangle."),
      .number("top", 0.93, 0...1, unit: "fraction of the frame's height", "Top of the rectangle."),
      .number("height", 0.07, 0...1, unit: "fraction of the frame's height", "Height of the rectangle."),
      .number("window-left", 0, 0...1, unit: "fraction of the frame's width", "Left side of the window."),
      .number("window-width", 1, 0.01...1, unit: "fraction of the frame's width", "Width of the window."),
      .number("window-top", 0, 0...1, unit: "fraction of the frame's height", "Top of the window."),
      .number("window-height", 1, 0.01...1, unit: "fraction of the frame's height", "Height of the window."),
    ]
  ) { input, values in
    let amount = values["amount"]
    if amount == 0 { return input }
    func eased(_ share: Double) -> Double { (1 - StableMath.cos(.pi * max(0, min(1, share)))) / 2 }
    func sides(_ name: String) -> [Double] {
      let (left, top) = (values[name + "left"], values[name + "top"])
      return [left, left + values[name + "width"], top, top + values[name + "height"]]
    }
    return .pulled(
      input, window: sides("window-"), into: sides(""), bent: eased(amount / 0.4),
      slid: eased((amount - 0.3) / 0.7))
  }
}

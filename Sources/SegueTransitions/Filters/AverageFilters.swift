import SegueRendering

/// The filters that average several looks at a picture.
enum AverageFilters {
  static let all = [pixellate, blur, boxBlur, motionBlur, zoomBlur]

  static let pixellate = FilterDescription(
    "pixellate", "Cells of one colour.",
    [
      .length(
        "width", 0, 0...1, "Width of a cell; cells are square, the first one lies in the top-left corner.")
    ]
  ) { input, values in
    values.pixels("width") > 1 ? .pixellate(input, width: values["width"]) : input
  }

  static let blur = FilterDescription(
    "blur", "A Gaussian blur.", [.length("radius", 0, 0...0.25, "The standard deviation.")]
  ) { input, values in input.gaussianBlurred(sigma: values.pixels("radius")) }

  static let boxBlur = FilterDescription(
    "box-blur", "The even average of a square around each pixel.",
    [.length("radius", 0, 0...0.25, "From the middle to an edge of the square.")]
  ) { input, values in
    input.boxBlurred(radius: values.pixels("radius"))
  }

  static let motionBlur = FilterDescription(
    "motion-blur", "Smeared along a line.",
    [
      .length("length", 0, 0...1, "From the first look to the last."),
      .number("angle", 0, -360...360, unit: "degrees, clockwise from the right", "The direction."),
    ]
  ) { input, values in
    let angle = values["angle"] * .pi / 180
    let length = values.pixels("length")
    return input.motionBlurred(x: length * StableMath.cos(angle), y: length * StableMath.sin(angle))
  }

  static let zoomBlur = FilterDescription(
    "zoom-blur", "Smeared toward and away from a point.",
    [
      .number("size", 0, 0...10, "How far: GPUImage's blur size, 1 % of the distance a look."),
      .number("x", 0.5, 0...1, unit: "fraction of the frame's width", "The point."),
      .number("y", 0.5, 0...1, unit: "fraction of the frame's height", "The point."),
    ]
  ) { input, values in
    input.zoomBlurred(size: values["size"], x: values["x"] * values.width, y: values["y"] * values.height)
  }
}

extension Recipe {
  /// GPUImage's nine looks: their weights from the middle out.
  private static let nine = [0.18, 0.15, 0.12, 0.09, 0.05]

  /// Nine looks along a line of (`x`, `y`) pixels, the middle one heaviest.
  func motionBlurred(x: Double, y: Double) -> Recipe {
    guard x * x + y * y >= 0.01 else { return self }
    return .average(
      self,
      (-4...4).map { index in
        let share = Double(index) / 8
        return AverageTap(.translation(x: x * share, y: y * share), weight: Self.nine[abs(index)])
      })
  }

  /// Nine looks at scales around 1, about a point in pixels, the middle one heaviest.
  func zoomBlurred(size: Double, x: Double, y: Double) -> Recipe {
    guard size >= 0.001 else { return self }
    return .average(
      self,
      (-4...4).map { index in
        let scale = 1 / (1 - Double(index) * size / 100)
        return AverageTap(
          AffineMap.scale(x: scale, y: scale).about(x: x, y: y), weight: Self.nine[abs(index)])
      })
  }

  /// The even average of a square that reaches `radius` pixels from its middle to its edges.
  func boxBlurred(radius: Double) -> Recipe { smeared(x: 2 * radius, y: 0).smeared(x: 0, y: 2 * radius) }

  /// The even average along a line of (`x`, `y`) pixels, one of which is 0: looks at most two pixels apart, wide
  /// ones at the area around them.
  func smeared(x: Double, y: Double) -> Recipe {
    let length = x + y
    guard length >= 0.5 else { return self }
    let spacing = StableMath.pow(2, max(0, (StableMath.log(length / 16) / StableMath.log(2)).rounded(.up)))
    let reach = (length / 2) / spacing
    let count = Int(reach.rounded(.down))
    // The looks at the ends count for what is left of the line.
    let rest = reach - Double(count)
    func tap(_ index: Int, weight: Double) -> AverageTap {
      let offset = Double(index) * spacing
      return AverageTap(
        .translation(x: x > 0 ? offset : 0, y: y > 0 ? offset : 0), weight: weight, footprint: spacing)
    }
    var taps = (-count...count).map { tap($0, weight: 1) }
    if rest > 0 { taps += [tap(-count - 1, weight: rest), tap(count + 1, weight: rest)] }
    return .average(self, taps)
  }
}

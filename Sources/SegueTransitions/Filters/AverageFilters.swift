import SegueImaging
import SegueMath
import SegueRendering

/// The filters that average several samples of a picture.
enum AverageFilters {
  static let all = [pixellate, blur, boxBlur, motionBlur, zoomBlur]

  static let pixellate = FilterDescription(
    "pixellate", "Square cells, each of one colour.",
    [
      .length(
        "width", 0.05, 0...1, "Width of the square cells, counted from the top-left corner."
      ).neutral(0)
    ]
  ) { input, values in
    values.pixels("width") > 1 ? .pixellate(input, width: values["width"]) : input
  }

  static let blur = FilterDescription(
    "blur", "A Gaussian blur.", [.length("radius", 0.01, 0...0.25, "The standard deviation.").neutral(0)]
  ) { input, values in input.gaussianBlurred(sigma: values.pixels("radius")) }

  static let boxBlur = FilterDescription(
    "box-blur", "Averages a square around each pixel.",
    [.length("radius", 0.01, 0...0.25, "Distance from the middle to an edge of the square.").neutral(0)]
  ) { input, values in
    input.boxBlurred(radius: values.pixels("radius"))
  }

  static let motionBlur = FilterDescription(
    "motion-blur", "Smears the picture along a line.",
    [
      .length("length", 0.05, 0...1, "Length of the smear.").neutral(0),
      .number("angle", 0, -360...360, unit: "degrees, clockwise from the right", "The direction."),
    ]
  ) { input, values in
    let angle = values["angle"] * .pi / 180
    let length = values.pixels("length")
    return input.motionBlurred(x: length * StableMath.cos(angle), y: length * StableMath.sin(angle))
  }

  static let zoomBlur = FilterDescription(
    "zoom-blur", "Smears the picture towards and away from a point.",
    [
      .number("size", 1, 0...10, "GPUImage's blur size; 1 smears from 96 % to 104 % of the distance.")
        .neutral(0),
      .number("x", 0.5, 0...1, unit: "fraction of the frame's width", "The centre."),
      .number("y", 0.5, 0...1, unit: "fraction of the frame's height", "The centre."),
    ]
  ) { input, values in
    input.zoomBlurred(
      size: values["size"], x: values["x"] * values.width, y: values["y"] * values.height, in: values.size)
  }
}

extension Recipe {
  /// The recipe smeared along a line of (`x`, `y`) pixels, with the most weight in the middle.
  func motionBlurred(x: Double, y: Double) -> Recipe {
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return self }
    return averaged(over: -length / 2...length / 2, share: { Self.nineTaps($0 / length * 8) }) {
      .translation(x: x / length * $0, y: y / length * $0)
    }
  }

  /// The recipe smeared towards and away from a point in pixels, with the most weight at the scale
  /// of 1.
  func zoomBlurred(size: Double, x: Double, y: Double, in frame: ImageSize) -> Recipe {
    guard size > 0 else { return self }
    let (width, height) = (Double(frame.width), Double(frame.height))
    let (far, high) = (max(x, width - x), max(y, height - y))
    let reach = (far * far + high * high).squareRoot()
    // A sample at the path position u has the scale e^(u / reach). GPUImage's sample t has the scale 1 /
    // (1 − t · size / 100).
    let step = size / 100
    func place(_ number: Double) -> Double { -reach * StableMath.log(1 - number * step) }
    let share = { Self.nineTaps((1 - StableMath.exp(-$0 / reach)) / step) }
    return averaged(over: place(-4)...place(4), share: share) {
      let scale = StableMath.exp($0 / reach)
      return AffineMap.scale(x: scale, y: scale).about(x: x, y: y)
    }
  }

  /// The unweighted average of a square, whose edges are `radius` pixels from its middle.
  func boxBlurred(radius: Double) -> Recipe {
    averaged(over: -radius...radius) { .translation(x: $0, y: 0) }
      .averaged(over: -radius...radius) { .translation(x: 0, y: $0) }
  }

  /// The normalized integral of GPUImage's nine weights up to the position `place`. They are numbered
  /// −4…4 and interpolated linearly.
  static func nineTaps(_ place: Double) -> Double {
    let weights = [0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09, 0.05]
    let x = min(8, max(0, place + 4))
    let whole = min(7, Int(x))
    let rest = x - Double(whole)
    var before = 0.0
    for look in 0..<whole { before += (weights[look] + weights[look + 1]) / 2 }
    let here = rest * (weights[whole] + (weights[whole + 1] - weights[whole]) * rest / 2)
    return (before + here) / 0.95
  }
}

import SegueImaging
import SegueRendering

/// Transitions in which pixels change along round or radial edges, or in the order of a grey mask.
enum Irises {
  static let iris = TransitionDescription.matte(
    name: "iris", summary: "A shape opens onto the incoming picture, or closes over the outgoing one.",
    source: "video editors' iris",
    parameters: [
      .choice(
        "shape", IrisShape.allCases.map(\.rawValue),
        "Outline of the shape; vertical and horizontal are two edges that move apart."),
      .mode,
      .centre("Centre of the shape, from the top left."),
      .softness(0.01), .edge, .window,
    ]
  ) {
    let (centre, window) = ($0.vector("center"), $0.vector("window"))
    let shape = IrisShape(rawValue: $0.choice("shape")) ?? .circle
    let field = MatteField.iris(shape, centerX: centre[0], centerY: centre[1])
    return MatteTransition(
      field: $0.opened(field), softness: $0.number("softness"), edge: MatteEdge($0),
      window: (window[0], window[1]))
  }

  static let clock = TransitionDescription.matte(
    name: "clock", summary: "A hand sweeps once around the middle.", source: "video editors' clock wipe",
    parameters: [
      .number("start", 0, 0...1, unit: "turns", "Start of the hand, clockwise from twelve o'clock."),
      ParameterDescription(
        name: "clockwise", type: .bool, default: .bool(true), summary: "Whether the hand turns clockwise."),
      .softness(0.01), .edge, .window,
    ]
  ) {
    let (field, window) = (MatteField.clock(start: $0.number("start")), $0.vector("window"))
    return MatteTransition(
      field: $0.bool("clockwise") ? field : field.inverted, softness: $0.number("softness"),
      edge: MatteEdge($0),
      window: (window[0], window[1]))
  }

  static let luma = TransitionDescription.matte(
    name: "luma", summary: "A grey mask sets the order: dark areas change first.",
    source: "video editors' luma wipe",
    parameters: [
      ParameterDescription(
        name: "mask", type: .texture, default: .clouds,
        summary: "A picture whose grey is the order; by default clouds."),
      ParameterDescription(
        name: "invert", type: .bool, default: .bool(false), summary: "Whether bright areas change first."),
      .softness(0.1),
    ]
  ) {
    let field = $0.texture("mask").map(MatteField.picture) ?? .clouds
    return MatteTransition(field: $0.bool("invert") ? field.inverted : field, softness: $0.number("softness"))
  }

  static let mod = TransitionDescription.matte(
    name: "mod", summary: "The holes of a rotated lattice open and merge.", source: "Core Image's mod",
    parameters: [
      .centre("The middle of the lattice, from the top left."),
      .number(
        "angle", 2, -20...20, unit: "radians",
        "Rotation of the lattice at the distance `compression` from its middle."),
      .length("radius", 0.1, 0.005...2, "Distance between holes in the middle."),
      .length("compression", 0.3, 0.01...100, "The distance over which the holes double their size."),
      .softness(0.05),
    ]
  ) {
    let centre = $0.vector("center")
    return MatteTransition(
      field: .holes(
        centerX: centre[0], centerY: centre[1], angle: $0.number("angle"), radius: $0.number("radius"),
        compression: $0.number("compression")), softness: $0.number("softness"))
  }

  static let scatter = TransitionDescription.matte(
    name: "scatter", summary: "Pixels change one by one, in random order.",
    source: "ffmpeg's xfade dissolve",
    parameters: [
      .whole("seed", 1, 0...1_000_000_000, "Seed of the order; 0 is ffmpeg's."),
      .softness(0),
    ]
  ) { MatteTransition(field: .noise(seed: $0.int("seed")), softness: $0.number("softness")) }
}

/// A shape closes over the outgoing picture until only a colour is left, and opens onto the incoming one.
///
/// **Source:** ffmpeg's xfade circlecrop and rectcrop.
enum Crop {
  static let description = TransitionDescription.look(
    name: "crop", summary: "A shape closes over the outgoing picture and opens onto the incoming one.",
    source: "ffmpeg's xfade circlecrop and rectcrop", duration: 1, timing: .linear,
    parameters: [
      .choice("shape", IrisShape.allCases.map(\.rawValue), "The outline."),
      .color("color", .black, "The colour around the shape."),
      .number("exponent", 1, 0.01...100, "Above 1 the shape closes sooner and opens later."),
    ]
  ) { values in
    let (shape, color) = (values.choice("shape"), values.color("color").description)
    return BuiltInLooks.Form(
      recipe: #"""
        {"matte": [{"matte": ["from", "\#(color)"], "field": "iris(\#(shape), close)",
                    "progress": "1-max(0, 1-2*p)^exponent"}, "to"],
            "field": "iris(\#(shape))", "progress": "max(0, 2*p-1)^exponent"}
        """#)
  }
}

extension ParameterDescription {
  /// Whether a shape opens or closes.
  static let mode = choice(
    "mode", ["open", "close"], "Open grows the incoming picture, close shrinks the outgoing one.")
}

extension ParameterValues {
  /// The field of a shape, inverted if it closes.
  func opened(_ field: MatteField) -> MatteField { choice("mode") == "close" ? field.inverted : field }
}

extension Catalogue {
  static let irises = [Irises.iris, Irises.clock, Irises.luma, Irises.scatter, Irises.mod, Crop.description]
}

import SegueRendering

/// The change-overs whose edges are round or radial, and those in the order of a picture.
enum Irises {
  static let iris = TransitionDescription(
    name: "iris", summary: "A shape opens onto the incoming picture, or closes over the outgoing one.",
    source: "the editors' iris",
    parameters: [
      ParameterDescription(
        name: "shape", type: .choice(IrisShape.allCases.map(\.rawValue)), default: .choice("circle"),
        summary: "The outline; vertical and horizontal are two edges that part."),
      ParameterDescription(
        name: "mode", type: .choice(["open", "close"]), default: .choice("open"),
        summary: "Open grows the incoming picture, close shrinks the outgoing one."),
      ParameterDescription(
        name: "center", type: .vec2, default: .vector([0.5, 0.5]), minimum: 0, maximum: 1,
        unit: "fractions of the frame", summary: "The point it opens from, from the top left."),
      .softness(0.01),
    ]
  ) {
    let centre = $0.vector("center")
    let shape = IrisShape(rawValue: $0.choice("shape")) ?? .circle
    let field = MatteField.iris(shape, centerX: centre[0], centerY: centre[1])
    return MatteTransition(
      field: $0.choice("mode") == "close" ? field.inverted : field, softness: $0.number("softness"))
  }

  static let clock = TransitionDescription(
    name: "clock", summary: "A hand sweeps once around the middle.", source: "the editors' clock wipe",
    parameters: [
      ParameterDescription(
        name: "start", type: .float, default: .number(0), minimum: 0, maximum: 1, unit: "turns",
        summary: "Where the hand starts, clockwise from twelve o'clock."),
      ParameterDescription(
        name: "clockwise", type: .bool, default: .bool(true), summary: "Which way the hand turns."),
      .softness(0.01),
    ]
  ) {
    let field = MatteField.clock(start: $0.number("start"))
    return MatteTransition(
      field: $0.bool("clockwise") ? field : field.inverted, softness: $0.number("softness"))
  }

  static let luma = TransitionDescription(
    name: "luma", summary: "A grey mask sets the order: dark areas change first.",
    source: "the editors' luma wipe",
    parameters: [
      ParameterDescription(
        name: "mask", type: .texture, default: .clouds,
        summary: "The picture whose grey gives the order; clouds are drawn."),
      ParameterDescription(
        name: "invert", type: .bool, default: .bool(false), summary: "Bright areas change first."),
      .softness(0.1),
    ]
  ) {
    let field = $0.texture("mask").map(MatteField.picture) ?? .clouds
    return MatteTransition(field: $0.bool("invert") ? field.inverted : field, softness: $0.number("softness"))
  }

  static let mod = TransitionDescription(
    name: "mod", summary: "Holes of a turned lattice open and grow together.", source: "Core Image's mod",
    parameters: [
      ParameterDescription(
        name: "center", type: .vec2, default: .vector([0.5, 0.5]), minimum: 0, maximum: 1,
        unit: "fractions of the frame", summary: "The middle of the lattice, from the top left."),
      ParameterDescription(
        name: "angle", type: .float, default: .number(2), minimum: -20, maximum: 20, unit: "radians",
        summary: "How far the lattice is turned a compression's length from its middle."),
      ParameterDescription(
        name: "radius", type: .float, default: .number(0.1), minimum: 0.005, maximum: 2,
        unit: "fraction of the frame's width", summary: "From a hole to the next in the middle."),
      ParameterDescription(
        name: "compression", type: .float, default: .number(0.3), minimum: 0.01, maximum: 100,
        unit: "fraction of the frame's width", summary: "The distance over which the holes double their size."
      ),
      .softness(0.05),
    ]
  ) {
    let centre = $0.vector("center")
    return MatteTransition(
      field: .holes(
        centerX: centre[0], centerY: centre[1], angle: $0.number("angle"), radius: $0.number("radius"),
        compression: $0.number("compression")), softness: $0.number("softness"))
  }

  static let scatter = TransitionDescription(
    name: "scatter", summary: "Pixels change one by one, in random order.",
    source: "ffmpeg's xfade dissolve",
    parameters: [
      ParameterDescription(
        name: "seed", type: .int, default: .number(1), minimum: 0, maximum: 1_000_000_000,
        summary: "Another number is another order."),
      .softness(0),
    ]
  ) { MatteTransition(field: .noise(seed: $0.int("seed")), softness: $0.number("softness")) }
}

import SegueRendering

/// The change-overs whose edges are straight.
enum Wipes {
  static let wipe = TransitionDescription(
    name: "wipe", summary: "A straight edge travels across the frame, at any angle.",
    source: "the editors' wipe", parameters: [.angle(0), .softness(0.02)]
  ) { MatteTransition(field: .linear(degrees: $0.number("angle")), softness: $0.number("softness")) }

  static let corner = TransitionDescription(
    name: "corner-wipe", summary: "A rectangle grows out of a corner, or shrinks into it.",
    source: "SMPTE wipe 3 to 6",
    parameters: [
      cornerParameter,
      ParameterDescription(
        name: "mode", type: .choice(["open", "close"]), default: .choice("open"),
        summary: "Open grows the incoming picture, close shrinks the outgoing one."),
      .softness(0),
    ]
  ) {
    let (x, y) = place(ofCorner: $0.choice("corner"))
    let field = MatteField.corner(cornerX: x, cornerY: y)
    return MatteTransition(
      field: $0.choice("mode") == "close" ? field.inverted : field, softness: $0.number("softness"))
  }

  static let diagonal = TransitionDescription(
    name: "diagonal-wipe", summary: "A soft curved diagonal sweeps out of a corner.",
    source: "ffmpeg's xfade diagtl and its kin", parameters: [cornerParameter, .softness(0.5)]
  ) {
    let (x, y) = place(ofCorner: $0.choice("corner"))
    return MatteTransition(field: .diagonal(cornerX: x, cornerY: y), softness: $0.number("softness"))
  }

  static let blinds = TransitionDescription(
    name: "blinds", summary: "Slats turn over, all at once.", source: "the editors' venetian blinds",
    parameters: [
      ParameterDescription(
        name: "count", type: .int, default: .number(10), minimum: 1, maximum: 1000,
        summary: "How many slats there are."),
      .angle(90), .softness(0.05),
    ]
  ) {
    MatteTransition(
      field: .blinds(count: $0.int("count"), degrees: $0.number("angle")), softness: $0.number("softness"),
      repeats: $0.int("count"))
  }

  static let slices = TransitionDescription(
    name: "slices", summary: "Slats open one after the other.", source: "ffmpeg's xfade hlslice and its kin",
    parameters: [
      ParameterDescription(
        name: "count", type: .int, default: .number(10), minimum: 1, maximum: 1000,
        summary: "How many slats there are."),
      Direction.parameter(.left, "Where the opening travels."), .softness(0),
    ]
  ) {
    MatteTransition(
      field: .slices(count: $0.int("count"), degrees: Direction($0).degrees), softness: $0.number("softness"),
      repeats: $0.int("count"))
  }

  static let wind = TransitionDescription(
    name: "wind", summary: "The edge is torn into streaks, as if it were blown away.",
    source: "ffmpeg's xfade hlwind and its kin",
    parameters: [
      Direction.parameter(.right, "Where the wind blows."),
      ParameterDescription(
        name: "length", type: .float, default: .number(0.3), minimum: 0, maximum: 4,
        unit: "share of the way", summary: "Length of the longest streak."),
      .softness(0.1),
    ]
  ) {
    MatteTransition(
      field: .wind(degrees: Direction($0).degrees, length: $0.number("length")),
      softness: $0.number("softness"))
  }

  static let checkerboard = TransitionDescription(
    name: "checkerboard", summary: "The squares of a checkerboard change, one colour after the other.",
    source: "the editors' checkerboard",
    parameters: [
      ParameterDescription(
        name: "columns", type: .int, default: .number(12), minimum: 1, maximum: 1000,
        summary: "Squares across the frame."),
      ParameterDescription(
        name: "rows", type: .int, default: .number(7), minimum: 1, maximum: 1000,
        summary: "Squares down the frame."),
      .softness(0.02),
    ]
  ) {
    MatteTransition(
      field: .checkerboard(columns: $0.int("columns"), rows: $0.int("rows")),
      softness: $0.number("softness"), repeats: 2 * $0.int("columns"))
  }

  private static let cornerParameter = ParameterDescription(
    name: "corner", type: .choice(["top-left", "top-right", "bottom-left", "bottom-right"]),
    default: .choice("top-left"), summary: "The corner it starts from.")

  /// Both coordinates of a corner, 0 or 1, from the top left.
  private static func place(ofCorner name: String) -> (x: Double, y: Double) {
    (name.hasSuffix("right") ? 1 : 0, name.hasPrefix("bottom") ? 1 : 0)
  }
}

import SegueImaging
import SegueRendering

/// The incoming picture appears in the order of a field: wipes, irises, clocks, blinds.
struct MatteTransition: Transition {
  /// The order in which the pixels change.
  var field: MatteField
  /// The width of the soft edge as a fraction of the field's range; at least about a pixel.
  var softness: Double
  /// The number of repetitions of the field's range across the frame. It multiplies the range that
  /// one pixel covers.
  var repeats = 1
  /// The curve of the soft edge from one picture to the other.
  var edge = MatteEdge.linear
  /// The progress values at which the edge enters the frame and at which it has left the frame.
  var window = (start: 0.0, end: 1.0)

  /// The incoming picture through the matte over the outgoing one.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    .matte(.snapshot(.from), .snapshot(.to), matte(at: progress, softness: softness, context.containerSize))
  }

  /// The matte of a frame of `size`, with another softness.
  func matte(at progress: Double, softness: Double, _ size: ImageSize) -> Matte {
    let pixel = Double(repeats) / Double(max(size.width, size.height))
    let length = window.end - window.start
    let progress = length > 0 ? (progress - window.start) / length : progress < window.start ? 0 : 1
    var matte = Matte(field: field, progress: progress, softness: max(softness, min(1, pixel)))
    matte.edge = edge
    return matte
  }
}

extension ParameterDescription {
  /// The curve of a soft edge from one picture to the other.
  static let edge = choice(
    "edge", MatteEdge.allCases.map(\.rawValue), "Curve of the soft edge.")

  /// The progress range during which the edge is in the frame.
  static let window = ParameterDescription(
    name: "window", type: .vec2, default: .vector([0, 1]), minimum: 0, maximum: 2, unit: "progress",
    summary: "Progress at which the edge enters the frame, and at which it has left.")
}

extension MatteEdge {
  /// The value of the parameter `edge`.
  init(_ values: ParameterValues) { self = MatteEdge(rawValue: values.choice("edge")) ?? .linear }
}

/// Transitions in which pixels change along straight edges.
enum Wipes {
  static let wipe = TransitionDescription.matte(
    name: "wipe", summary: "A straight edge travels across the frame, at any angle.",
    source: "video editors' wipe", parameters: [.angle(0), .softness(0.02), .edge]
  ) {
    MatteTransition(
      field: .linear(degrees: $0.number("angle")), softness: $0.number("softness"), edge: MatteEdge($0))
  }

  static let corner = TransitionDescription.matte(
    name: "corner-wipe", summary: "A rectangle grows out of a corner, or shrinks into it.",
    source: "SMPTE wipe 3 to 6",
    parameters: [
      cornerParameter,
      .mode,
      .softness(0),
    ]
  ) {
    let (x, y) = place(ofCorner: $0.choice("corner"))
    let field = MatteField.corner(cornerX: x, cornerY: y)
    return MatteTransition(field: $0.opened(field), softness: $0.number("softness"))
  }

  static let diagonal = TransitionDescription.matte(
    name: "diagonal-wipe", summary: "A soft curved diagonal sweeps out of a corner.",
    source: "ffmpeg's xfade diagtl and its variants", parameters: [cornerParameter, .softness(0.5), .edge]
  ) {
    let (x, y) = place(ofCorner: $0.choice("corner"))
    return MatteTransition(
      field: .diagonal(cornerX: x, cornerY: y), softness: $0.number("softness"), edge: MatteEdge($0))
  }

  static let blinds = TransitionDescription.matte(
    name: "blinds", summary: "Slats of the incoming picture open, all at once.",
    source: "video editors' venetian blinds",
    parameters: [
      .whole("count", 10, 1...1000, "Number of slats."),
      .angle(90), .softness(0.05),
    ]
  ) {
    MatteTransition(
      field: .blinds(count: $0.int("count"), degrees: $0.number("angle")), softness: $0.number("softness"),
      repeats: $0.int("count"))
  }

  static let slices = TransitionDescription.matte(
    name: "slices", summary: "Slats open one after the other.",
    source: "ffmpeg's xfade hlslice and its variants",
    parameters: [
      .whole("count", 10, 1...1000, "Number of slats."),
      Direction.parameter(.left, "Direction of the opening."), .softness(0),
    ]
  ) {
    MatteTransition(
      field: .slices(count: $0.int("count"), degrees: Direction($0).degrees), softness: $0.number("softness"),
      repeats: ($0.int("count") + 2) / 3)
  }

  static let wind = TransitionDescription.matte(
    name: "wind", summary: "The edge is torn into streaks, as if it were blown away.",
    source: "ffmpeg's xfade hlwind and its variants",
    parameters: [
      Direction.parameter(.right, "Direction of the wind."),
      .number("length", 0.3, 0...4, unit: "fraction of the edge's path", "Length of the longest streak."),
      .softness(0.1), .edge,
    ]
  ) {
    MatteTransition(
      field: .wind(degrees: Direction($0).degrees, length: $0.number("length")),
      softness: $0.number("softness"), edge: MatteEdge($0))
  }

  static let checkerboard = TransitionDescription.matte(
    name: "checkerboard", summary: "The squares of a checkerboard change, one colour after the other.",
    source: "video editors' checkerboard",
    parameters: [
      .whole("columns", 12, 1...1000, "Squares across the frame."),
      .whole("rows", 7, 1...1000, "Squares down the frame."),
      .softness(0.02),
    ]
  ) {
    MatteTransition(
      field: .checkerboard(columns: $0.int("columns"), rows: $0.int("rows")),
      softness: $0.number("softness"), repeats: 2 * $0.int("columns"))
  }

  private static let cornerParameter = ParameterDescription.choice(
    "corner", ["top-left", "top-right", "bottom-left", "bottom-right"],
    "Corner in which the transition starts.")

  /// Both coordinates of a corner, 0 or 1, from the top left.
  private static func place(ofCorner name: String) -> (x: Double, y: Double) {
    (name.hasSuffix("right") ? 1 : 0, name.hasPrefix("bottom") ? 1 : 0)
  }
}

extension Catalogue {
  static let wipes = [
    Wipes.wipe, Wipes.blinds, Wipes.checkerboard, Wipes.corner, Wipes.diagonal, Wipes.slices, Wipes.wind,
  ]
}

import SegueImaging
import SegueMath
import SegueMotion
import SegueRendering

/// The pictures in space: sides of a cube, both sides of a card, or doors.
///
/// **Source:** video editors' cube, flip and doorway.
struct Spatial: Transition {
  /// The shape that turns.
  enum Form: Sendable, Hashable {
    /// A cube that turns by a quarter, with a picture on each side.
    case cube
    /// A card that turns over, with a picture on each side.
    case flip
    /// Two doors that open towards the viewer; the incoming picture comes through.
    case doorway
  }

  /// The shape that turns.
  var form: Form
  /// The direction in which the outgoing picture moves; doors open to both sides.
  var direction: Direction
  /// The distance of the eye, in multiples of the frame's larger side.
  var distance: Double
  /// The darkness of a side seen at an angle, 0…1.
  var shade: Double
  /// The colour of the surroundings.
  var background: RGBAColor

  var timing: TimingCurve { .easeInOut }

  /// The visible sides, in space; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let scene = Scene(plane: Plane(size: context.containerSize, distance: distance), context: context)
    let layers =
      switch form {
      case .cube: cube(progress, scene)
      case .flip: flip(progress, scene)
      case .doorway: doorway(progress, scene)
      }
    return .stack(layers, background: background)
  }

  private struct Scene {
    let plane: Plane
    let context: TransitionContext
    var width: Double { context.width }
    var height: Double { context.height }
  }

  private var isVertical: Bool { direction == .up || direction == .down }
  /// 1 if the outgoing picture goes to the left or upwards, else −1.
  private var sign: Double { direction == .left || direction == .up ? 1 : -1 }

  /// A picture turned by `angle`, with its middle `along` the direction of the turn and `depth`
  /// behind the frame. A positive angle turns its right or lower side away.
  private func side(
    _ role: SnapshotRole, angle: Double, along: Double, depth: Double, overlap: Double = 0, _ scene: Scene
  ) -> RecipeLayer {
    let map =
      isVertical
      ? scene.plane.map(tilt: -angle, middle: SIMD3(0, along, depth))
      : scene.plane.map(turn: angle, middle: SIMD3(along, 0, depth))
    let before = sign < 0 ? -overlap : 0
    let after = sign > 0 ? overlap : 0
    let columns = isVertical ? 0...scene.width : before...(scene.width + after)
    let rows = isVertical ? before...(scene.height + after) : 0...scene.height
    let picture = Recipe.projected(.snapshot(role), by: map, columns: columns, rows: rows)
    return RecipeLayer(picture.dimmed(by: shade * abs(StableMath.sin(angle))))
  }

  /// The visible sides of the cube, which moves back until its nearest edge is in the frame's plane.
  private func cube(_ progress: Double, _ scene: Scene) -> [RecipeLayer] {
    let turn = progress * .pi / 2
    let half = (isVertical ? scene.height : scene.width) / 2
    let back = half * (StableMath.cos(turn) + StableMath.sin(turn) - 1)
    let eye = scene.plane.distance + back + half
    func isSeen(_ angle: Double) -> Bool { StableMath.cos(angle) * eye > half }
    func side(_ role: SnapshotRole, _ angle: Double, overlap: Double) -> RecipeLayer {
      self.side(
        role, angle: angle, along: half * StableMath.sin(angle),
        depth: back + half * (1 - StableMath.cos(angle)), overlap: overlap, scene)
    }
    let (outgoing, incoming) = (-sign * turn, sign * (.pi / 2 - turn))
    guard isSeen(incoming) else { return [side(.from, outgoing, overlap: 0)] }
    guard isSeen(outgoing) else { return [side(.to, incoming, overlap: 0)] }
    // The lower side overlaps a little, so that nothing shines through the seam.
    return [side(.from, outgoing, overlap: 2), side(.to, incoming, overlap: 0)]
  }

  /// The visible side of the card, which moves back until its nearest edge is in the frame's plane.
  private func flip(_ progress: Double, _ scene: Scene) -> [RecipeLayer] {
    let turn = progress * .pi
    let half = (isVertical ? scene.height : scene.width) / 2
    let isTurned = progress >= 0.5
    let angle = -sign * (isTurned ? turn - .pi : turn)
    return [side(isTurned ? .to : .from, angle: angle, along: 0, depth: half * StableMath.sin(turn), scene)]
  }

  private func doorway(_ progress: Double, _ scene: Scene) -> [RecipeLayer] {
    let turn = progress * .pi / 2
    let (width, height) = (scene.width, scene.height)
    // The picture starts behind the frame, at a distance of the frame's width.
    let size = scene.plane.distance / (scene.plane.distance + (1 - progress) * width)
    let placed = AffineMap.scale(x: size, y: size).about(x: width / 2, y: height / 2)
    let incoming = RecipeLayer(
      Recipe.snapshot(.to).dimmed(by: shade * (1 - progress)), transform: placed)
    let doors = [-1.0, 1].map { side -> RecipeLayer in
      let shift = side * width / 2 * (1 - StableMath.cos(turn))
      let map = scene.plane.map(
        turn: side * turn, middle: SIMD3(shift, 0, -width / 2 * StableMath.sin(turn)))
      let columns = side < 0 ? 0...(width / 2) : (width / 2)...width
      let door = Recipe.projected(.snapshot(.from), by: map, columns: columns, rows: 0...height)
      return RecipeLayer(door.dimmed(by: shade * StableMath.sin(turn)))
    }
    return [incoming] + doors
  }
}

extension Spatial {
  private static let common: [ParameterDescription] = [
    .number(
      "distance", 2, 0.75...100, unit: "times the frame's larger side",
      "Distance of the viewer; smaller values have a stronger perspective."),
    .number("shade", 0.5, 0...1, "Darkness of a side at an angle."),
    .color("background", .black, "Colour of the surroundings."),
  ]

  private static func make(_ form: Form, _ values: ParameterValues, _ direction: Direction) -> Spatial {
    Spatial(
      form: form, direction: direction, distance: values.number("distance"), shade: values.number("shade"),
      background: values.color("background"))
  }

  static let cube = TransitionDescription(
    name: "cube", summary: "A cube turns by a quarter, with a picture on each side.",
    source: "video editors' cube",
    parameters: [Direction.parameter(.left, "Direction of the outgoing picture.")] + common
  ) { make(.cube, $0, Direction($0)) }

  static let flip = TransitionDescription(
    name: "flip", summary: "A card turns over, with a picture on each side.", source: "video editors' flip",
    parameters: [Direction.parameter(.left, "Direction of the near edge.")] + common
  ) { make(.flip, $0, Direction($0)) }

  static let doorway = TransitionDescription(
    name: "doorway", summary: "Two doors open, and the incoming picture comes through.",
    source: "video editors' doorway", parameters: common
  ) { make(.doorway, $0, .left) }
}

extension Recipe {
  /// The recipe with its colours nearer to black by a share of 0…1, alpha kept.
  func dimmed(by share: Double) -> Recipe { share > 0 ? toned(ToneTable { $0 * (1 - share) }) : self }
}

/// The frame as a plane in space. Pictures on it are rotated and moved. The eye is in front of the
/// middle of the frame.
struct Plane {
  /// The frame's size in pixels.
  let size: ImageSize
  /// The distance of the eye from the plane, in pixels.
  let distance: Double

  /// The plane of a frame of `size`, with the eye `distance` times the frame's larger side away.
  init(size: ImageSize, distance: Double) {
    self.size = size
    self.distance = distance * Double(max(size.width, size.height))
  }

  private var width: Double { Double(size.width) }
  private var height: Double { Double(size.height) }

  /// The map of a picture of the frame's size to the frame.
  /// - Parameters:
  ///   - turn: the angle about the vertical axis through the picture's middle, in radians. A positive
  ///     angle moves the right side away.
  ///   - tilt: the angle about the horizontal axis, in radians; a positive angle moves its top
  ///     away.
  ///   - roll: the clockwise angle in the picture's plane, in radians.
  ///   - scale: the enlargement of the picture.
  ///   - middle: the position of the picture's middle relative to the frame's middle, in pixels; the
  ///     third number is the depth.
  func map(
    turn: Double = 0, tilt: Double = 0, roll: Double = 0, scale: Double = 1, middle: SIMD3<Double> = .zero
  ) -> ProjectiveMap {
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      let (sr, cr) = (StableMath.sin(roll), StableMath.cos(roll))
      let a = SIMD3(v.x * cr - v.y * sr, v.x * sr + v.y * cr, v.z)
      let (st, ct) = (StableMath.sin(tilt), StableMath.cos(tilt))
      let b = SIMD3(a.x, a.y * ct + a.z * st, a.z * ct - a.y * st)
      let (su, cu) = (StableMath.sin(turn), StableMath.cos(turn))
      return SIMD3(b.x * cu - b.z * su, b.y, b.z * cu + b.x * su)
    }
    let (across, down) = (turned(SIMD3(scale, 0, 0)), turned(SIMD3(0, scale, 0)))
    return ProjectiveMap(
      origin: middle - across * (width / 2) - down * (height / 2), across: across, down: down,
      distance: distance, centre: (width / 2, height / 2))
  }
}

extension Catalogue {
  static let spatial = [Spatial.cube, Spatial.flip, Spatial.doorway]
}

import SegueImaging
import SegueMotion
import SegueRendering

/// The pictures move along the frame's sides: the incoming one pushes the other out, slides over it, or
/// is revealed by it. If an overshoot leaves a gap, the picture's edge pixels are stretched over the
/// gap, or a colour fills it.
///
/// **Source:** video editors' push, cover and reveal.
struct Move: Transition {
  /// The pictures that move.
  enum Kind: Sendable, Hashable {
    /// Both pictures.
    case push
    /// The incoming picture slides over the outgoing one.
    case cover
    /// The outgoing picture slides off the incoming one.
    case reveal
  }

  /// The pictures that move.
  var kind: Kind
  /// The direction of the movement.
  var direction: Direction
  /// Whether the pictures move by whole pixels.
  var isSnapped = false
  /// The colour of the gap that an overshoot leaves; transparent stretches the edge pixels.
  var gapColor = RGBAColor.transparent

  /// The default duration, half a second.
  var duration: Double { 0.5 }
  var timing: TimingCurve { .easeInOut }

  /// Both pictures, placed; the topmost one is last.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let step = direction.step
    let (width, height) = (context.width * step.x, context.height * step.y)
    let progress = isSnapped ? snapped(progress, to: step.x == 0 ? context.height : context.width) : progress
    let out = AffineMap.translation(x: width * progress, y: height * progress)
    let come = AffineMap.translation(x: width * (progress - 1), y: height * (progress - 1))
    let gap = gap(at: progress, in: context)
    let layers =
      switch kind {
      case .push: gap + incoming(come, in: context) + [RecipeLayer(.snapshot(.from), transform: out)]
      case .cover: [RecipeLayer(.snapshot(.from))] + gap + [.replacing(.to, transform: come)]
      case .reveal: [RecipeLayer(.snapshot(.to))] + gap + [.replacing(.from, transform: out)]
      }
    return .stack(layers, background: .transparent)
  }

  /// The layer under a picture that overshoots its final position.
  private func gap(at progress: Double, in context: TransitionContext) -> [RecipeLayer] {
    let isEnd = progress > 1
    guard isEnd ? kind != .reveal : progress < 0 && kind != .cover else { return [] }
    if gapColor.alpha > 0 { return [RecipeLayer(.color(gapColor))] }
    let excess = isEnd ? min(progress - 1, 1) : max(progress, -1)
    let (x, y) = (direction.step.x * excess * context.width, direction.step.y * excess * context.height)
    return [.stretchedEdge(isEnd ? .to : .from, of: PixelRect(context.containerSize), x: x, y: y)]
  }

  /// `progress`, rounded so that the remaining part of `side` is a whole number of pixels, rounded
  /// down in single precision. **Source:** ffmpeg's xfade slideleft and its variants.
  private func snapped(_ progress: Double, to side: Double) -> Double {
    1 - Double(((1 - Float(progress)) * Float(side)).rounded(.towardZero)) / side
  }

  /// The incoming picture of a push. It fully covers the pixels in which both pictures meet, since two
  /// soft edges would let the background shine through.
  private func incoming(_ come: AffineMap, in context: TransitionContext) -> [RecipeLayer] {
    let step = direction.step
    func rounded(_ value: Double, _ step: Double) -> Double { value.rounded(step < 0 ? .down : .up) }
    let whole = AffineMap.translation(x: rounded(come.tx, step.x), y: rounded(come.ty, step.y))
    guard abs(whole.tx) < 1e9, abs(whole.ty) < 1e9 else { return [] }
    if whole == come { return [RecipeLayer(.snapshot(.to), transform: come)] }
    // The incoming picture's edge towards the outgoing one, at whole pixels.
    let (x, y) = (Int(whole.tx), Int(whole.ty))
    let size = context.containerSize
    var seam = PixelRect(size)
    var rest = seam
    switch direction {
    case .left: (seam.x0, seam.x1, rest.x0) = (x, x + 1, x + 1)
    case .up: (seam.y0, seam.y1, rest.y0) = (y, y + 1, y + 1)
    case .right: (seam.x0, seam.x1, rest.x1) = (x + size.width - 1, x + size.width, x + size.width - 1)
    case .down: (seam.y0, seam.y1, rest.y1) = (y + size.height - 1, y + size.height, y + size.height - 1)
    }
    return [
      RecipeLayer(.snapshot(.to), transform: come, clip: rest),
      RecipeLayer(.snapshot(.to), transform: whole, clip: seam),
    ]
  }

  static let pushDescription = TransitionDescription(
    name: "push", summary: "The incoming picture pushes the outgoing one out of the frame.",
    source: "video editors' push", parameters: [.travel, .snap, .gap]
  ) { Move(.push, $0) }

  static let coverDescription = TransitionDescription(
    name: "cover", summary: "The incoming picture slides over the outgoing one.",
    source: "video editors' cover", parameters: [.travel, .snap, .gap]
  ) { Move(.cover, $0) }

  static let revealDescription = TransitionDescription(
    name: "reveal", summary: "The outgoing picture slides away and reveals the incoming one.",
    source: "video editors' reveal", parameters: [.travel, .snap, .gap]
  ) { Move(.reveal, $0) }
}

extension Move {
  fileprivate init(_ kind: Kind, _ values: ParameterValues) {
    self.init(
      kind: kind, direction: Direction(values), isSnapped: values.bool("snap"), gapColor: values.color("gap"))
  }
}

extension ParameterDescription {
  fileprivate static let travel = Direction.parameter(.left, "Direction of the movement.")
  fileprivate static let snap = ParameterDescription(
    name: "snap", type: .bool, default: .bool(false), summary: "Whether the pictures move by whole pixels.")
  fileprivate static let gap = ParameterDescription.color(
    "gap", .transparent,
    "Colour of the gap if the curve overshoots; transparent stretches the picture's edge pixels.")
}

extension RecipeLayer {
  /// A picture that hides everything below it, even where it is transparent. The frames before the end
  /// thus resemble the picture.
  fileprivate static func replacing(_ role: SnapshotRole, transform: AffineMap) -> RecipeLayer {
    var layer = RecipeLayer(.snapshot(role), transform: transform)
    layer.replaces = true
    return layer
  }

  /// The layer that fills the gap behind `part` of a picture, which has moved by (`x`, `y`) pixels along
  /// one side. It is the part's last row or column, stretched, and is drawn under the moved part.
  static func stretchedEdge(_ role: SnapshotRole, of part: PixelRect, x: Double, y: Double) -> RecipeLayer {
    var edge = part
    if x < 0 { edge.x0 = part.x1 - 1 }
    if x > 0 { edge.x1 = part.x0 + 1 }
    if y < 0 { edge.y0 = part.y1 - 1 }
    if y > 0 { edge.y1 = part.y0 + 1 }
    let stretch = AffineMap.scale(x: 1 + abs(x), y: 1 + abs(y))
      .about(x: Double(x < 0 ? part.x1 : part.x0), y: Double(y < 0 ? part.y1 : part.y0))
    return RecipeLayer(.snapshot(role), source: edge, transform: stretch)
  }
}

/// A direction along the frame's sides.
package enum Direction: String, Sendable, Hashable, CaseIterable {
  /// Towards larger x.
  case right
  /// Towards larger y.
  case down
  /// Towards smaller x.
  case left
  /// Towards smaller y.
  case up

  /// The step in x and y: one component is 1 or −1, the other 0.
  package var step: (x: Double, y: Double) {
    switch self {
    case .right: (1, 0)
    case .down: (0, 1)
    case .left: (-1, 0)
    case .up: (0, -1)
    }
  }

  /// The angle from right in degrees, clockwise as seen.
  package var degrees: Double {
    switch self {
    case .right: 0
    case .down: 90
    case .left: 180
    case .up: 270
    }
  }

  /// The parameter that sets a direction.
  static func parameter(_ value: Direction, _ summary: String) -> ParameterDescription {
    .choice("direction", allCases.map(\.rawValue), default: value.rawValue, summary)
  }

  /// The value of the parameter `direction`.
  init(_ values: ParameterValues) {
    guard let direction = Direction(rawValue: values.choice("direction")) else {
      preconditionFailure("the value is not a direction")
    }
    self = direction
  }
}

extension Catalogue {
  static let moves = [Move.pushDescription, Move.coverDescription, Move.revealDescription]
}

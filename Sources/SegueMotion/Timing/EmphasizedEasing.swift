/// Material's emphasized easing: two cubic Béziers, one after the other.
///
/// **Source:** Material Design 3, “Easing and duration”: the path
/// M 0,0 C 0.05,0 0.133333,0.06 0.166666,0.4 C 0.208333,0.82 0.25,1 1,1.
enum EmphasizedEasing {
  /// The end of the first Bézier.
  private static let joint = (x: 0.166666, y: 0.4)

  /// The first Bézier, scaled to end at (1, 1).
  private static let first = CubicBezier(
    x1: 0.05 / joint.x, y1: 0, x2: 0.133333 / joint.x, y2: 0.06 / joint.y)

  /// The second Bézier, moved and scaled to run from (0, 0) to (1, 1).
  private static let second = CubicBezier(
    x1: (0.208333 - joint.x) / (1 - joint.x), y1: (0.82 - joint.y) / (1 - joint.y),
    x2: (0.25 - joint.x) / (1 - joint.x), y2: 1)

  /// The progress at `x`, in 0…1.
  static func value(at x: Double) -> Double {
    if x < joint.x { return joint.y * first.value(at: x / joint.x) }
    return joint.y + (1 - joint.y) * second.value(at: (x - joint.x) / (1 - joint.x))
  }

  /// The slope at `x`, in 0…1.
  static func slope(at x: Double) -> Double {
    if x < joint.x { return joint.y / joint.x * first.slope(at: x / joint.x) }
    return (1 - joint.y) / (1 - joint.x) * second.slope(at: (x - joint.x) / (1 - joint.x))
  }
}

import SegueMath

/// Points joined by straight lines: CSS's `linear()`.
///
/// **Source:** W3C, CSS Easing Functions Level 2, “The linear easing function”.
package struct LinearPoints: Sendable, Hashable {
  /// A progress, at a time in percent of the duration.
  struct Point: Sendable, Hashable {
    let input: Double
    let output: Double
  }

  /// A point as it is written: without an input, with one, or with two for a horizontal line.
  typealias Stop = (output: Double, inputs: [Double])

  /// At least two points; an input is never less than the previous one.
  let points: [Point]

  static let maximumCount = 10_000

  init(_ points: [Point]) { self.points = points }

  /// The curve of at least two stops. The first stop without an input is at 0 %, the last one at
  /// 100 %, and others are spread evenly. An input less than a previous one is raised to it.
  init(stops: [Stop]) {
    var points: [Point] = []
    var withoutInput: [Double] = []
    for (index, stop) in stops.enumerated() {
      let implied: [Double] = index == 0 ? [0] : index == stops.count - 1 ? [100] : []
      let inputs = stop.inputs.isEmpty ? implied : stop.inputs
      if inputs.isEmpty { withoutInput.append(stop.output) }
      for input in inputs {
        let start = points.last?.input ?? input
        let end = max(input, start)
        for (place, output) in withoutInput.enumerated() {
          let share = Double(place + 1) / Double(withoutInput.count + 1)
          points.append(Point(input: start + (end - start) * share, output: output))
        }
        withoutInput = []
        points.append(Point(input: end, output: stop.output))
      }
    }
    self.init(points)
  }

  /// The error in the points; `nil` if they are valid.
  var problem: TimingCurveError? {
    let bounds = -CubicBezier.maximumY...CubicBezier.maximumY
    return points.lazy.compactMap {
      .outside("a point of linear", $0.output, bounds) ?? .outside("a percentage of linear", $0.input, bounds)
    }.first
  }

  /// The progress and the slope at `share` of the duration, both limited to ±10⁶. The lines at the
  /// ends are extended. A share less than 10⁻⁹ before a point counts as on it.
  func point(at share: Double) -> (value: Double, slope: Double) {
    func limited(_ value: Double) -> Double { min(max(value, -CubicBezier.maximumY), CubicBezier.maximumY) }
    let reached = points.lastIndex { $0.input <= share * 100 + 1e-7 }
    let input = max(share * 100, reached.map { points[$0].input } ?? -.infinity)
    let first = min(reached ?? 0, points.count - 2)
    let (a, b) = (points[first], points[first + 1])
    if a.input == b.input { return (input < a.input ? a.output : b.output, 0) }
    let (run, rise) = (b.input - a.input, b.output - a.output)
    return (limited(a.output + (input - a.input) / run * rise), limited(100 * rise / run))
  }

  /// The curve as CSS writes it, without the inputs that are implied at its ends.
  package var text: String {
    let stops = points.enumerated().map { index, point in
      let implied: Double? = index == 0 ? 0 : index == points.count - 1 ? 100 : nil
      let output = point.output.typed
      return point.input == implied ? output : "\(output) \(point.input.typed)%"
    }
    return "linear(\(stops.joined(separator: ", ")))"
  }
}

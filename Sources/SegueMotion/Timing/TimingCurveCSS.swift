extension TimingCurve {
  /// The curve over `duration` seconds as CSS's `linear()`, within 0.002 of the progress. Points of
  /// `linear()` and up to 500 steps are exact.
  package func css(over duration: Double) -> String {
    switch form {
    case .linear: "linear(0, 1)"
    case .points(let points): points.text
    case .steps(let count, let position) where count <= 500: Self.stairs(count, position).text
    default: CurveSimplification(function(over: duration)).points.text
    }
  }

  private static func stairs(_ count: Int, _ position: StepPosition) -> LinearPoints {
    func point(_ edge: Int, _ step: Int) -> LinearPoints.Point {
      // Inputs are rounded down, so that a time at an edge is after the jump.
      LinearPoints.Point(
        input: Double(1_000_000 * edge / count) / 10_000, output: rounded(position.level(step, of: count)))
    }
    let steps = (0..<count).flatMap { [point($0, $0), point($0 + 1, $0)] }
    return LinearPoints(position.level(count - 1, of: count) == 1 ? steps : steps + [point(count, count)])
  }

  /// `value` with four decimals; 0 has no sign.
  fileprivate static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 + 0 }
}

/// A curve as straight lines between some of its points. Each line has the maximum length within the
/// tolerance.
private struct CurveSimplification {
  /// The number of equal intervals of the duration. Lines begin and end at their bounds.
  private static let count = 50_000

  private let values: [Double]
  private let tolerance: Double

  init(_ function: TimingFunction) {
    // A spring is this far from 1 at the end, which `progress(at:)` corrects. The lines approximate the
    // mean of `value(at:)` and `progress(at:)`.
    let distance = function.distanceAtEnd
    let share = distance < 0.0018 ? 0.5 : 0
    tolerance = 0.0019 - distance * share
    values = (0...Self.count).map { index in
      if index == Self.count { return 1 }
      let time = function.duration * Double(index) / Double(Self.count)
      let progress = function.progress(at: time)
      return progress + (function.value(at: time) - progress) * share
    }
  }

  var points: LinearPoints {
    var corner = 0
    var points = [point(0)]
    while corner < Self.count {
      corner = end(of: corner)
      points.append(point(corner))
    }
    return LinearPoints(points)
  }

  /// The farthest end of a line that starts at `start`. Each point narrows the range of slopes that
  /// pass all points within the tolerance.
  private func end(of start: Int) -> Int {
    let origin = point(start).output
    var end = start + 1
    var slopes = -Double.infinity...Double.infinity
    for next in (start + 1)...Self.count {
      let run = Double(next - start)
      if slopes.contains((point(next).output - origin) / run) { end = next }
      let low = max(slopes.lowerBound, (values[next] - tolerance - origin) / run)
      let high = min(slopes.upperBound, (values[next] + tolerance - origin) / run)
      if low > high { break }
      slopes = low...high
    }
    return end
  }

  private func point(_ index: Int) -> LinearPoints.Point {
    LinearPoints.Point(
      input: 100 * Double(index) / Double(Self.count), output: TimingCurve.rounded(values[index]))
  }
}

import SegueFields
import Testing

@testable import SegueMotion

/// **Source:** the examples of CSS Easing Functions Level 2, and of its test suite
/// (web-platform-tests, `css/css-easing`).
@Suite("CSS's linear()") struct LinearPointsTests {
  private func points(_ text: String) throws -> [LinearPoints.Point] {
    guard case .points(let curve) = try TimingCurve(parsing: text).form else { return [] }
    return curve.points
  }

  @Test(
    "missing and decreasing inputs are corrected as in CSS",
    arguments: [
      ("linear(0, 0.25, 1)", "linear(0 0%, 0.25 50%, 1 100%)"),
      ("linear(0 20%, 0.5 10%, 1)", "linear(0 20%, 0.5 20%, 1 100%)"),
      ("linear(0, 0.25 25% 75%, 1)", "linear(0 0%, 0.25 25%, 0.25 75%, 1 100%)"),
      ("linear(0, 25% 75% 0.25, 1)", "linear(0 0%, 0.25 25%, 0.25 75%, 1 100%)"),
      ("linear(0 0% 50%, 1 50% 100%)", "linear(0 0%, 0 50%, 1 50%, 1 100%)"),
      ("linear(0, 0.5 25% 75%, 1 100% 100%)", "linear(0 0%, 0.5 25%, 0.5 75%, 1 100%, 1 100%)"),
      ("linear(0, 0 40%, 1, 0.5, 1)", "linear(0 0%, 0 40%, 1 60%, 0.5 80%, 1 100%)"),
      ("linear(0, 0.1 -10%, 1)", "linear(0 0%, 0.1 0%, 1 100%)"),
      ("linear(0, 0.9 110%, 1)", "linear(0 0%, 0.9 110%, 1 110%)"),
      (
        "linear(0, 1.3, 1, 0.92, 1, 0.99, 1, 0.998, 1 100% 100%)",
        "linear(0 0%, 1.3 12.5%, 1 25%, 0.92 37.5%, 1 50%, 0.99 62.5%, 1 75%, 0.998 87.5%, 1 100%, 1 100%)"
      ),
    ])
  func inputs(text: String, serialized: String) throws {
    let (found, expected) = (try points(text), try points(serialized))
    #expect(found.map(\.output) == expected.map(\.output))
    for (point, expected) in zip(found, expected) { #expect(abs(point.input - expected.input) < 1e-9) }
  }

  /// Curves, times, and the values of the examples' graphs, which are given by their corners.
  private static let graphs: [(text: String, times: [Double], values: [Double])] = [
    ("linear(0, 0.25, 1)", [0.25, 0.5, 0.75], [0.125, 0.25, 0.625]),
    ("linear(0, 0.25 75%, 1)", [0.375, 0.75, 0.875], [0.125, 0.25, 0.625]),
    ("linear(0, 0.25 25% 75%, 1)", [0.125, 0.25, 0.5, 0.75, 0.875], [0.125, 0.25, 0.25, 0.25, 0.625]),
    ("linear(0, 1.5, 1)", [0.25, 0.5, 0.75], [0.75, 1.5, 1.25]),
    ("linear(1, -0.5, 0)", [0.25, 0.5, 0.75], [0.25, -0.5, -0.25]),
    ("linear(0, 0.1 -10%, 1)", [0.1, 0.55], [0.19, 0.595]),
    ("linear(0, 0.9 110%, 1)", [0.44, 0.88], [0.36, 0.72]),
    (
      "linear(0, 0.063, 0.25, 0.563, 1 36.4%, 0.812, 0.75, 0.813, 1 72.7%, 0.953, 0.938, 0.953, 1 90.9%, "
        + "0.984, 1 100% 100%)",
      [0.182, 0.364, 0.5455, 0.727, 0.818, 0.909, 0.9545], [0.25, 1, 0.75, 1, 0.938, 1, 0.984]
    ),
  ]

  @Test("values are on the lines between the points")
  func values() throws {
    for (text, times, values) in Self.graphs {
      let curve = try TimingCurve(parsing: text)
      for (time, value) in zip(times, values) {
        #expect(abs(curve.value(at: 3 * time, duration: 3) - value) < 1e-9, "\(text) at \(time)")
      }
    }
  }

  @Test("points at equal positions make the jumps of steps(n, jump-start)")
  func jumps() throws {
    let curve = try TimingCurve(
      parsing: "linear(0.2 0% 20%, 0.4 20% 40%, 0.6 40% 60%, 0.8 60% 80%, 1.0 80% 100%)")
    let values = [0.1: 0.2, 0.2: 0.4, 0.3: 0.4, 0.4: 0.6, 0.6: 0.8, 0.8: 1, 0.9: 1]
    for (time, value) in values {
      #expect(curve.value(at: time, duration: 1) == value)
      // 3 · 0.2 is a little more than 0.6 in binary, and 7 · 0.6 a little less than 4.2.
      #expect(curve.value(at: 7 * time, duration: 7) == value)
    }
  }

  @Test("the lines at the ends are extended beyond their points")
  func extrapolation() throws {
    let curve = try TimingCurve(parsing: "linear(0 20%, 1 60%)")
    #expect(abs(curve.value(at: 0.1, duration: 1) + 0.25) < 1e-9)
    #expect(abs(curve.value(at: 0.8, duration: 1) - 1.5) < 1e-9)
    let ends = try TimingCurve(parsing: "linear(0.3 30% 30%, 0.7 70% 70%)")
    #expect(ends.value(at: 0.1, duration: 1) == 0.3 && ends.value(at: 0.9, duration: 1) == 0.7)
    let jump = try TimingCurve(parsing: "linear(0 50%, 1 50%)")
    #expect(jump.value(at: 0.4, duration: 1) == 0 && jump.value(at: 0.5, duration: 1) == 1)
  }

  @Test("a run starts at 0 and ends at 1 for any points")
  func runEnds() throws {
    let curve = try TimingCurve(parsing: "linear(0.4, 0.6)")
    #expect(curve.value(at: 0, duration: 1) == 0 && curve.value(at: 1, duration: 1) == 1)
    #expect(abs(curve.value(at: 0.5, duration: 1) - 0.5) < 1e-12)
  }

  @Test("the velocity at a corner is the slope of the following line")
  func velocity() throws {
    let curve = try TimingCurve(parsing: "linear(0, 0.25 75%, 1)")
    #expect(abs(curve.velocity(at: 0.5, duration: 2) - 1.0 / 6) < 1e-12)
    #expect(abs(curve.velocity(at: 1.5, duration: 2) - 1.5) < 1e-12)
    #expect(abs(curve.velocity(at: 2, duration: 2) - 1.5) < 1e-12)
  }

  @Test(
    "texts that CSS rejects are rejected",
    arguments: [
      "linear()", "linear(0)", "linear(100%)", "linear(0% 1 50%)", "linear(0 0% 100%)", "linear(0% 100% 0)",
      "linear(0, 1 2)", "linear(0, 50%)", "linear(0, 1 1% 2% 3%)", "linear(0, , 1)", "linear(0, 1 50px)",
      "linear(0, 1 %)", "linear(0, 1e7)",
    ])
  func invalid(text: String) {
    #expect(throws: SegueError.self) { try TimingCurve(parsing: text) }
  }
}

import SegueFields
import Testing

@testable import SegueMotion

@Suite("Timing curves") struct TimingCurveTests {
  static let smooth: [TimingCurve] = [
    .linear, .ease, .easeIn, .easeOut, .easeInOut, .cubicBezier(x1: 0.17, y1: 0.67, x2: 0.83, y2: 0.67),
    .cubicBezier(x1: 0.68, y1: -0.55, x2: 0.27, y2: 1.55), .cubicBezier(x1: 0.9, y1: 0.1, x2: 0.1, y2: 0.9),
    .cubicBezier(x1: 0, y1: 0, x2: 1, y2: 1), .cubicBezier(x1: 1, y1: 0.2, x2: 1, y2: 0.3),
  ]

  @Test("curves have their published values")
  func publishedValues() {
    let times = [0.1, 0.25, 0.5, 0.75, 0.9]
    let table: [(TimingCurve, [Double])] = [
      (.easeIn, [0.017026613, 0.09346466, 0.31535682, 0.6218605, 0.83942777]),
      (.easeOut, [0.16057223, 0.37813953, 0.6846432, 0.9065353, 0.9829734]),
      (.easeInOut, [0.019722449, 0.12916191, 0.5, 0.8708381, 0.98027754]),
      (.ease, [0.094795, 0.4085106, 0.8024034, 0.96045905, 0.99431646]),
    ]
    for (curve, values) in table {
      for (time, value) in zip(times, values) {
        // The published values come from an iteration that stopped at 1.4 · 10⁻⁶;
        // `bezierPoints` is stricter.
        #expect(abs(curve.value(at: time * 3, duration: 3) - value) < 1.5e-6)
      }
    }
  }

  @Test("a Bézier curve's values are on the curve", arguments: smooth)
  func bezierPoints(curve: TimingCurve) {
    // The curve's own parameter is the independent solution: x(t) and y(t) need no solving.
    guard case .cubicBezier(let b) = curve.form else { return }
    for step in 0...200 {
      let t = Double(step) / 200
      let u = 1 - t
      let x = 3 * u * u * t * b.x1 + 3 * u * t * t * b.x2 + t * t * t
      let y = 3 * u * u * t * b.y1 + 3 * u * t * t * b.y2 + t * t * t
      #expect(abs(curve.value(at: x, duration: 1) - y) < 1e-9)
    }
  }

  /// The control points of CSS Easing Functions Level 1, and of Material 3's easing tokens.
  private static let beziers: [String: [Double]] = [
    "ease": [0.25, 0.1, 0.25, 1], "ease-in": [0.42, 0, 1, 1], "ease-out": [0, 0, 0.58, 1],
    "ease-in-out": [0.42, 0, 0.58, 1], "emphasized-decelerate": [0.05, 0.7, 0.1, 1],
    "emphasized-accelerate": [0.3, 0, 0.8, 0.15],
  ]

  @Test("named Béziers follow their published control points", arguments: beziers.keys.sorted())
  func namedBeziers(name: String) throws {
    let points = try #require(Self.beziers[name])
    let curve = try TimingCurve(parsing: name)
    for step in 0...1000 {
      let t = Double(step) / 1000
      let weights = [3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t]
      let x = weights[0] * points[0] + weights[1] * points[2] + t * t * t
      let y = weights[0] * points[1] + weights[1] * points[3] + t * t * t
      #expect(abs(curve.value(at: 2 * x, duration: 2) - y) < 1e-9, "\(name) at \(x)")
    }
  }

  @Test("the linear curve is the elapsed fraction of the duration")
  func linear() throws {
    let curve = try TimingCurve(parsing: "linear")
    for step in 0...1000 {
      let share = Double(step) / 1000
      #expect(abs(curve.value(at: 3 * share, duration: 3) - share) < 1e-9)
    }
  }

  @Test("every named curve is compared with a closed form")
  func named() {
    let compared =
      ["linear", "emphasized"] + Self.beziers.keys + EasingTests.names + PlatformCurveTests.swiftUI
    #expect(TimingCurve.named.map(\.name).sorted() == compared.sorted())
  }

  @Test("the velocity is the slope of the value", arguments: smooth)
  func velocity(curve: TimingCurve) {
    let duration = 0.7
    for step in 1..<100 {
      let time = duration * Double(step) / 100
      let slope =
        (curve.value(at: time + 1e-6, duration: duration) - curve.value(at: time - 1e-6, duration: duration))
        / 2e-6
      #expect(abs(curve.velocity(at: time, duration: duration) - slope) < 1e-4 * max(1, abs(slope)))
    }
  }

  @Test(
    "every curve is 0 before its start and 1 after its end", arguments: smooth + [.steps(1), .steps(7)])
  func endsAreExact(curve: TimingCurve) {
    for duration in [0.1, 0.3, 1, 7] {
      #expect(curve.value(at: 0, duration: duration) == 0)
      #expect(curve.value(at: -1, duration: duration) == 0)
      #expect(curve.value(at: duration, duration: duration) == 1)
      #expect(curve.value(at: duration + 1, duration: duration) == 1)
    }
  }

  @Test("slopes at the ends are one-sided")
  func endSlopes() {
    #expect(abs(TimingCurve.easeOut.velocity(at: 0, duration: 1) - 1 / 0.58) < 1e-12)
    #expect(TimingCurve.easeOut.velocity(at: 1, duration: 1) == 0)
    #expect(TimingCurve.easeIn.velocity(at: 0, duration: 1) == 0)
    #expect(abs(TimingCurve.ease.velocity(at: 0, duration: 2) - 0.2) < 1e-12)
    #expect(TimingCurve.linear.velocity(at: 0, duration: 2) == 0.5)
    #expect(TimingCurve.cubicBezier(x1: 0, y1: 1, x2: 0.5, y2: 1).velocity(at: 0, duration: 1) == 1e6)
    #expect(TimingCurve.cubicBezier(x1: 0, y1: 0, x2: 1, y2: 1).velocity(at: 0, duration: 1) == 1)
  }

  @Test("a Bézier with a vertical tangent in the middle is solved")
  func verticalTangent() {
    let curve = TimingCurve.cubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)
    #expect(abs(curve.value(at: 0.5, duration: 1) - 0.5) < 1e-4)
    #expect(curve.velocity(at: 0.5, duration: 1) > 1e3)
    #expect(abs(curve.value(at: 0.3, duration: 1) + curve.value(at: 0.7, duration: 1) - 1) < 1e-9)
  }

  @Test("steps jump at their ends")
  func stepEnds() {
    let curve = TimingCurve.steps(4)
    let values = (0...8).map { curve.value(at: Double($0) / 8, duration: 1) }
    #expect(values == [0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1])
    #expect(curve.velocity(at: 0.25, duration: 1) == 0)
    // 0.29 · 100 is a little below 29 in binary, but the step still counts.
    #expect(TimingCurve.steps(100).value(at: 0.29, duration: 1) == 0.29)
  }

  /// The values at eighths of the duration by the algorithm of CSS Easing Functions Level 1. At time 0
  /// every run is at 0.
  @Test(
    "steps jump at the positions of CSS",
    arguments: [
      ("steps(4,jump-start)", [0, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1, 1]),
      ("steps(4,start)", [0, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1, 1]),
      ("steps(4, end)", [0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1]),
      ("steps(2,jump-none)", [0, 0, 0, 0, 1, 1, 1, 1, 1]),
      ("steps(4,jump-both)", [0, 0.2, 0.4, 0.4, 0.6, 0.6, 0.8, 0.8, 1]),
      ("steps(1,jump-both)", [0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1]),
    ])
  func stepPositions(text: String, values: [Double]) throws {
    let curve = try TimingCurve(parsing: text)
    #expect((0...8).map { curve.value(at: Double($0) / 8, duration: 1) } == values)
  }

  @Test(
    "a curve's text is read back as the same curve",
    arguments: [
      ("linear", TimingCurve.linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
      ("ease-in-out", .easeInOut),
      ("cubic-bezier(0.1,-2,0.3,1)", .cubicBezier(x1: 0.1, y1: -2, x2: 0.3, y2: 1)),
      (
        "linear(0, 0.25 25%, 0.25 75%, 1)",
        TimingCurve(.points(LinearPoints(stops: [(0, []), (0.25, [25, 75]), (1, [])])))
      ),
      ("steps(5)", .steps(5)), ("steps(5,jump-both)", .steps(5, .both)),
      ("spring(0.8)", .spring(dampingRatio: 0.8)),
      ("spring(0.8,6)", .spring(dampingRatio: 0.8, initialVelocity: 6)),
      ("spring(1,100,10,0)", .spring(mass: 1, stiffness: 100, damping: 10)),
    ])
  func roundTrip(text: String, curve: TimingCurve) throws {
    #expect(try TimingCurve(parsing: text) == curve)
    #expect(curve.description == text)
  }

  @Test("spaces in a curve's text are ignored")
  func spaces() throws {
    #expect(
      try TimingCurve(parsing: "  spring( 0.8 , 6 ) ") == .spring(dampingRatio: 0.8, initialVelocity: 6))
    #expect(try TimingCurve(parsing: "cubic-bezier(.25, .1, .25, 1)") == .ease)
  }

  @Test(
    "an invalid text is rejected with the reason",
    arguments: [
      ("bounce", TimingCurveError.unknownName("bounce")), ("bounce(1)", .unknownName("bounce")),
      ("", .malformed(text: "")), ("spring(0.8", .malformed(text: "spring(0.8")),
      ("spring(0.8))", .malformed(text: "spring(0.8))")), ("(1)", .malformed(text: "(1)")),
      ("spring", .wrongArgumentCount(curve: "spring", found: 0, expected: [1, 2, 4])),
      ("spring()", .wrongArgumentCount(curve: "spring", found: 0, expected: [1, 2, 4])),
      ("spring(1,2,3)", .wrongArgumentCount(curve: "spring", found: 3, expected: [1, 2, 4])),
      ("ease(1)", .wrongArgumentCount(curve: "ease", found: 1, expected: [0])),
      ("spring(0.8,)", .notANumber(token: "", curve: "spring", position: 2)),
      ("spring(nan)", .notANumber(token: "nan", curve: "spring", position: 1)),
      ("spring(inf)", .notANumber(token: "inf", curve: "spring", position: 1)),
      ("spring(1e999)", .notANumber(token: "1e999", curve: "spring", position: 1)),
      ("steps(0x4)", .notANumber(token: "0x4", curve: "steps", position: 1)),
      ("steps(0)", .outOfRange(parameter: "n", value: 0, expected: "a whole number between 1 and 1000000")),
      (
        "steps(2.5)",
        .outOfRange(parameter: "n", value: 2.5, expected: "a whole number between 1 and 1000000")
      ),
      (
        "steps(1,jump-none)",
        .outOfRange(parameter: "n", value: 1, expected: "a whole number between 2 and 1000000")
      ),
      (
        "steps(4,middle)",
        .unknownWord(
          "middle", curve: "steps",
          expected: ["jump-start", "jump-end", "jump-none", "jump-both", "start", "end"])
      ),
      ("steps(4,end,2)", .wrongArgumentCount(curve: "steps", found: 3, expected: [1, 2])),
      ("cubic-bezier(1.2,0,0,1)", .outOfRange(parameter: "x1", value: 1.2, expected: "between 0 and 1")),
      ("cubic-bezier(0,0,-1,1)", .outOfRange(parameter: "x2", value: -1, expected: "between 0 and 1")),
      ("spring(0)", .outOfRange(parameter: "dampingRatio", value: 0, expected: "between 0.01 and 1000")),
      (
        "spring(-1,100,10,0)",
        .outOfRange(parameter: "mass", value: -1, expected: "above 0 and at most 1000000")
      ),
      (
        "spring(1,0,10,0)",
        .outOfRange(parameter: "stiffness", value: 0, expected: "above 0 and at most 1000000")
      ),
      (
        "spring(1,100,0,0)",
        .outOfRange(parameter: "damping", value: 0, expected: "above 0 and at most 1000000")
      ),
    ])
  func invalidTexts(text: String, error: TimingCurveError) {
    #expect(throws: SegueError(error)) { try TimingCurve(parsing: text) }
  }

  @Test("a spring that does not settle in a day is rejected")
  func unsettledSpring() {
    let problem = PhysicalSpring(mass: 1, stiffness: 1, damping: 1e6, initialVelocity: 0).problem
    guard case .settlesTooLate(let seconds) = problem else {
      Issue.record("expected settlesTooLate, got \(String(describing: problem))")
      return
    }
    // ln 1000 · c/k
    #expect(abs(seconds - 6.907755e6) < 10)
  }
}

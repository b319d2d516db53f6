import Foundation
import Testing

@testable import SegueMotion

/// **Source:** the JavaScript of easings.net, written out.
@Suite("Easings by name") struct EasingTests {
  private static let c1 = 1.70158
  private static let c2 = c1 * 1.525
  private static let c3 = c1 + 1
  private static let c4 = 2 * Double.pi / 3
  private static let c5 = 2 * Double.pi / 4.5

  private static func bounce(_ x: Double) -> Double {
    let (n, d) = (7.5625, 2.75)
    if x < 1 / d { return n * x * x }
    if x < 2 / d { return n * pow(x - 1.5 / d, 2) + 0.75 }
    if x < 2.5 / d { return n * pow(x - 2.25 / d, 2) + 0.9375 }
    return n * pow(x - 2.625 / d, 2) + 0.984375
  }

  private static let easeIn: [String: @Sendable (Double) -> Double] = [
    "sine": { 1 - cos($0 * .pi / 2) },
    "quad": { $0 * $0 },
    "cubic": { pow($0, 3) },
    "quart": { pow($0, 4) },
    "quint": { pow($0, 5) },
    "expo": { pow(2, 10 * $0 - 10) },
    "circ": { 1 - sqrt(1 - $0 * $0) },
    "back": { c3 * pow($0, 3) - c1 * $0 * $0 },
    "elastic": { -pow(2, 10 * $0 - 10) * sin(($0 * 10 - 10.75) * c4) },
    "bounce": { 1 - bounce(1 - $0) },
  ]

  private static let easeOut: [String: @Sendable (Double) -> Double] = [
    "sine": { sin($0 * .pi / 2) },
    "quad": { 1 - pow(1 - $0, 2) },
    "cubic": { 1 - pow(1 - $0, 3) },
    "quart": { 1 - pow(1 - $0, 4) },
    "quint": { 1 - pow(1 - $0, 5) },
    "expo": { 1 - pow(2, -10 * $0) },
    "circ": { sqrt(1 - pow($0 - 1, 2)) },
    "back": { 1 + c3 * pow($0 - 1, 3) + c1 * pow($0 - 1, 2) },
    "elastic": { pow(2, -10 * $0) * sin(($0 * 10 - 0.75) * c4) + 1 },
    "bounce": { bounce($0) },
  ]

  /// The first half and the second half.
  private static let easeInOut: [String: [@Sendable (Double) -> Double]] = [
    "sine": [{ -(cos(.pi * $0) - 1) / 2 }, { -(cos(.pi * $0) - 1) / 2 }],
    "quad": [{ 2 * $0 * $0 }, { 1 - pow(-2 * $0 + 2, 2) / 2 }],
    "cubic": [{ 4 * pow($0, 3) }, { 1 - pow(-2 * $0 + 2, 3) / 2 }],
    "quart": [{ 8 * pow($0, 4) }, { 1 - pow(-2 * $0 + 2, 4) / 2 }],
    "quint": [{ 16 * pow($0, 5) }, { 1 - pow(-2 * $0 + 2, 5) / 2 }],
    "expo": [{ pow(2, 20 * $0 - 10) / 2 }, { (2 - pow(2, -20 * $0 + 10)) / 2 }],
    "circ": [{ (1 - sqrt(1 - pow(2 * $0, 2))) / 2 }, { (sqrt(1 - pow(-2 * $0 + 2, 2)) + 1) / 2 }],
    "back": [
      { (pow(2 * $0, 2) * ((c2 + 1) * 2 * $0 - c2)) / 2 },
      { (pow(2 * $0 - 2, 2) * ((c2 + 1) * ($0 * 2 - 2) + c2) + 2) / 2 },
    ],
    "elastic": [
      { -(pow(2, 20 * $0 - 10) * sin((20 * $0 - 11.125) * c5)) / 2 },
      { (pow(2, -20 * $0 + 10) * sin((20 * $0 - 11.125) * c5)) / 2 + 1 },
    ],
    "bounce": [{ (1 - bounce(1 - 2 * $0)) / 2 }, { (1 + bounce(2 * $0 - 1)) / 2 }],
  ]

  /// The names of the curves that are compared with closed forms.
  static let names = easeIn.keys.flatMap { family in ["in", "out", "in-out"].map { "ease-\($0)-\(family)" } }

  @Test("values follow the closed forms", arguments: easeIn.keys.sorted())
  func closedForms(family: String) throws {
    let start = try #require(Self.easeIn[family])
    let end = try #require(Self.easeOut[family])
    let both = try #require(Self.easeInOut[family])
    for step in 1..<1000 {
      let x = Double(step) / 1000
      let expected = ["in": start(x), "out": end(x), "in-out": both[x < 0.5 ? 0 : 1](x)]
      for (name, value) in expected {
        let curve = try TimingCurve(parsing: "ease-\(name)-\(family)")
        #expect(abs(curve.value(at: 2 * x, duration: 2) - value) < 1e-9, "\(curve) at \(x)")
      }
    }
  }

  @Test("the velocity is the slope of the value", arguments: easeIn.keys.sorted())
  func velocity(family: String) throws {
    for end in ["in", "out", "in-out"] {
      let function = try TimingCurve(parsing: "ease-\(end)-\(family)").function(over: 0.5)
      // Odd steps avoid the corners of the bounces.
      for step in stride(from: 3, to: 997, by: 2) {
        let time = 0.5 * Double(step) / 1000
        let slope = (function.value(at: time + 1e-7) - function.value(at: time - 1e-7)) / 2e-7
        #expect(abs(function.velocity(at: time) - slope) < 1e-4 * max(1, abs(slope)), "\(end) at \(time)")
      }
    }
  }

  @Test("each named easing goes from 0 to 1", arguments: easeIn.keys.sorted())
  func ends(family: String) throws {
    for end in ["in", "out", "in-out"] {
      let curve = try TimingCurve(parsing: "ease-\(end)-\(family)")
      #expect(curve.value(at: 0, duration: 3) == 0 && curve.value(at: 3, duration: 3) == 1)
      #expect(curve.description == "ease-\(end)-\(family)")
    }
  }
}

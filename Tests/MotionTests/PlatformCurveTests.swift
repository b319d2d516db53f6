import Foundation
import SegueFields
import Testing

@testable import SegueMotion

@Suite("Material's and SwiftUI's curves") struct PlatformCurveTests {
  /// The path of Material 3: the start, and the three points of each Bézier.
  private static let path: [[(x: Double, y: Double)]] = [
    [(0, 0), (0.05, 0), (0.133333, 0.06), (0.166666, 0.4)],
    [(0.166666, 0.4), (0.208333, 0.82), (0.25, 1), (1, 1)],
  ]

  @Test("emphasized follows Material's path")
  func emphasized() throws {
    let curve = try TimingCurve(parsing: "emphasized")
    for points in Self.path {
      for step in 1..<500 {
        let t = Double(step) / 500
        let weights = [pow(1 - t, 3), 3 * pow(1 - t, 2) * t, 3 * (1 - t) * t * t, t * t * t]
        let x = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.x }
        let y = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.y }
        #expect(abs(curve.value(at: x, duration: 1) - y) < 1e-9)
      }
    }
    #expect(curve.description == "emphasized")
  }

  @Test("the velocity of emphasized is the slope of its value")
  func emphasizedSlope() throws {
    let function = try TimingCurve(parsing: "emphasized").function(over: 2)
    for step in 1..<1000 {
      let time = 2 * Double(step) / 1000
      let slope = (function.value(at: time + 1e-7) - function.value(at: time - 1e-7)) / 2e-7
      #expect(abs(function.velocity(at: time) - slope) < 1e-4 * max(1, abs(slope)))
    }
  }

  @Test("Material's other curves are Béziers")
  func material() throws {
    let decelerate = try TimingCurve(parsing: "emphasized-decelerate")
    let accelerate = try TimingCurve(parsing: "emphasized-accelerate")
    #expect(decelerate == .cubicBezier(x1: 0.05, y1: 0.7, x2: 0.1, y2: 1))
    #expect(accelerate == .cubicBezier(x1: 0.3, y1: 0, x2: 0.8, y2: 0.15))
  }

  /// The progress of a mass of 1 on a spring, released at 0, by the roots of its equation.
  private func progress(_ duration: Double, _ bounce: Double, at time: Double) -> Double {
    let stiffness = pow(2 * .pi / duration, 2)
    let damping = bounce < 0 ? 4 * .pi / (duration * (1 + bounce)) : 4 * .pi * (1 - bounce) / duration
    let (decay, square) = (damping / 2, stiffness - damping * damping / 4)
    if abs(square) < 1e-9 { return 1 - (1 + decay * time) * exp(-decay * time) }
    let root = sqrt(abs(square))
    if square > 0 {
      return 1 - exp(-decay * time) * (cos(root * time) + decay / root * sin(root * time))
    }
    return 1 - exp(-decay * time) * (cosh(root * time) + decay / root * sinh(root * time))
  }

  @Test(
    "springs by duration and bounce equal SwiftUI's springs",
    arguments: [
      ("smooth", 0.5, 0), ("snappy", 0.5, 0.15), ("bouncy", 0.5, 0.3),
      ("spring(duration:0.8,bounce:0.5)", 0.8, 0.5), ("spring( bounce : -0.5 )", 0.5, -0.5),
      ("spring(duration:2)", 2, 0),
    ])
  func springs(text: String, duration: Double, bounce: Double) throws {
    let curve = try TimingCurve(parsing: text)
    for step in 1...200 {
      let time = Double(step) / 100
      #expect(abs(curve.value(at: time, duration: 1) - progress(duration, bounce, at: time)) < 1e-9)
    }
    #expect(try TimingCurve(parsing: curve.description) == curve)
  }

  static let swiftUI = ["smooth", "snappy", "bouncy"]

  @Test("SwiftUI's names are written as they are read", arguments: swiftUI)
  func names(name: String) throws {
    #expect(try TimingCurve(parsing: name).description == name)
  }

  @Test(
    "an invalid duration or bounce is rejected",
    arguments: [
      "spring(duration:0)", "spring(bounce:1)", "spring(bounce:-1)", "spring(duration:1,duration:2)",
      "spring(bounces:0.1)", "spring(0.5,bounce:0.1)", "spring(duration:)",
      "spring(duration:3600,bounce:0.99)", "smooth(0.5)",
    ])
  func invalid(text: String) {
    #expect(throws: SegueError.self) { try TimingCurve(parsing: text) }
  }
}

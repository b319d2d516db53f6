import SegueImaging
import SegueMotion
import SegueRendering
import Testing
@testable import SegueTransitions

/// The pin's place, the direction of both turns, and the origin of the incoming picture.
@Suite("Pin-rotate") struct BuiltInPinRotateTests {
  static let size = ImageSize(width: 100, height: 60)
  private let from = Pictures.coordinates(size, blue: 0)
  private let to = Pictures.coordinates(size, blue: 255)

  private func near(_ a: RGBAColor, _ b: RGBAColor, _ limit: Int) -> Bool {
    abs(Int(a.red) - Int(b.red)) <= limit && abs(Int(a.green) - Int(b.green)) <= limit && a.blue == b.blue
  }

  @Test("pin-rotate has the article's spring and duration")
  func motion() throws {
    let pinRotate = try BuiltIns.transition("pin-rotate")
    #expect(pinRotate.duration == 1)
    #expect(pinRotate.timing == .spring(dampingRatio: 0.8, initialVelocity: 6))
  }

  @Test("the outgoing picture turns clockwise about the middle of its top edge")
  func outgoing() throws {
    let frame = try Drawing(from: from, to: to).picture("pin-rotate", 0.5)
    // A quarter turn about (50, 0): the area below the pin moves to its left.
    for (x, y) in [(20, 10), (40, 5), (48, 45), (5, 30)] {
      #expect(near(frame[x, y], from[50 + y, 49 - x], 2), "(\(x), \(y))")
    }
    #expect(frame[60, 5] == .transparent && frame[90, 50] == .transparent)
  }

  @Test("pixels near the pin do not move")
  func pin() throws {
    for progress in [0.1, 0.3, 0.7] {
      let frame = try Drawing(from: from, to: to).picture("pin-rotate", progress)
      #expect(near(frame[49, 0], from[49, 0], 4))
    }
  }

  @Test("the incoming picture starts at the bottom left, rotated by a quarter turn")
  func incoming() throws {
    let start = try BuiltIns.transition("pin-rotate").recipe(
      at: 0, in: TransitionContext(containerSize: Self.size))
    guard case .stack(let layers, _) = start.content, let settle = layers.first?.transform else {
      Issue.record("pin-rotate is a stack")
      return
    }
    let centre = settle.apply(x: 50, y: 30)
    #expect(abs(centre.x + 100) < 1e-9 && abs(centre.y - 60) < 1e-9)
    let right = settle.apply(x: 51, y: 30)
    #expect(abs(right.x + 100) < 1e-9 && abs(right.y - 61) < 1e-9)
    // At .9 its middle is at (35, 33), and 9° remain to turn back.
    let frame = try Drawing(from: from, to: to).picture("pin-rotate", 0.9)
    #expect(near(frame[35, 33], to[50, 30], 3))
    #expect(near(frame[54, 36], to[70, 30], 4))
  }

  @Test("the incoming picture covers the frame beyond progress 1")
  func overshoot() throws {
    for progress in [1.0035, 1.041, 1.2] {
      let frame = try Drawing(from: from, to: to).picture("pin-rotate", progress)
      for y in 0..<60 {
        for x in 0..<100 { #expect(frame[x, y].alpha > 240 && frame[x, y].blue == 255, "(\(x), \(y))") }
      }
    }
  }

  @Test("the outgoing picture is above the incoming one")
  func order() throws {
    let recipe = try BuiltIns.transition("pin-rotate").recipe(
      at: 0.7, in: TransitionContext(containerSize: Self.size))
    guard case .stack(let layers, let background) = recipe.content else {
      Issue.record("pin-rotate is a stack")
      return
    }
    #expect(layers.map(\.recipe) == [.snapshot(.to), .snapshot(.from)] && background == .transparent)
  }
}

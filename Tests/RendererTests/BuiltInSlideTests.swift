import SegueImaging
import SegueMotion
import SegueRendering
import Testing
@testable import SegueTransitions

/// The direction, order and delay of the slide's rows.
@Suite("Slide") struct BuiltInSlideTests {
  static let size = ImageSize(width: 100, height: 64)
  private let white = Pictures.plain(size, .white)
  private let nothing = Pictures.plain(size, .transparent)
  /// The rows' spring over .6 s.
  private static let spring = TimingCurve.spring(dampingRatio: 1, initialVelocity: 0.8).function(over: 0.6)

  private static func position(_ time: Double) -> Double {
    time <= 0 ? 0 : time >= 0.6 ? 1 : spring.value(at: time)
  }

  /// The covered part of each of the eight rows, as a share of the width.
  private func coverage(_ picture: Snapshot) -> [Double] {
    (0..<8).map { row in
      (0..<100).reduce(0.0) { $0 + Double(picture[$1, row * 8 + 4].alpha) } / 25_500
    }
  }

  @Test("slide lasts until its last row is at rest")
  func duration() {
    #expect(abs(Slide(rows: 8).duration - 1.1) < 1e-12)
    #expect(abs(Slide(rows: 1).duration - 0.75) < 1e-12)
    #expect(abs(Slide(rows: 4, initialDelay: 0.5).duration - 1.25) < 1e-12)
  }

  @Test(
    "outgoing rows leave from the top down at intervals of 0.05 s",
    arguments: ["push", "pop"])
  func outgoing(operation: String) throws {
    let drawing = Drawing(from: white, to: nothing)
    let frame = try drawing.picture("slide", 0.2 / 1.1, [("operation", operation)])
    for (row, part) in coverage(frame).enumerated() {
      let expected = 1 - Self.position(0.2 - 0.05 * Double(row))
      #expect(abs(part - max(0, expected)) < 0.004, "row \(row)")
      guard expected < 0.99, expected > 0.05 else { continue }
      #expect(frame[0, row * 8 + 4].alpha == (operation == "push" ? 255 : 0))
      #expect(frame[99, row * 8 + 4].alpha == (operation == "push" ? 0 : 255))
    }
  }

  @Test(
    "incoming rows follow 0.15 s after the outgoing ones", arguments: ["push", "pop"])
  func incoming(operation: String) throws {
    let drawing = Drawing(from: nothing, to: white)
    let before = try drawing.picture("slide", 0.149 / 1.1, [("operation", operation)])
    #expect(coverage(before).allSatisfy { $0 == 0 })
    let frame = try drawing.picture("slide", 0.3 / 1.1, [("operation", operation)])
    for (row, part) in coverage(frame).enumerated() {
      let expected = Self.position(0.3 - 0.15 - 0.05 * Double(row))
      #expect(abs(part - expected) < 0.004, "row \(row)")
      guard expected < 0.95, expected > 0.02 else { continue }
      #expect(frame[0, row * 8 + 4].alpha == (operation == "push" ? 0 : 255))
      #expect(frame[99, row * 8 + 4].alpha == (operation == "push" ? 255 : 0))
    }
  }

  @Test("an initial delay applies only to the outgoing rows")
  func delay() throws {
    let transition = try BuiltIns.transition("slide", [("delay", "0.3")])
    let late = try Drawing(from: white, to: nothing).picture(transition, 0.29 / transition.duration)
    #expect(coverage(late).allSatisfy { $0 == 1 })
    let come = try Drawing(from: nothing, to: white).picture(transition, 0.29 / transition.duration)
    #expect(coverage(come)[0] > 0.3)
  }

  @Test("rows leave no seams", arguments: [2, 7, 43])
  func seams(rows: Int) throws {
    let size = ImageSize(width: 60, height: 43)
    let color = RGBAColor(red: 30, green: 200, blue: 90)
    let drawing = Drawing(from: Pictures.plain(size, color), to: Pictures.plain(size, color))
    let slide = Slide(rows: rows)
    for time in [0.05, 0.1, 0.15] {
      let recipe = slide.recipe(at: time / slide.duration, in: drawing.context)
      let frame = try drawing.picture(recipe.over(.white, snapshotsAreOpaque: true))
      for y in 0..<43 { #expect(frame[0, y] == color && frame[5, y] == color, "row \(y) at \(time) s") }
    }
    let striped = Pictures.make(size) { _, y in RGBAColor(red: UInt8(y), green: 0, blue: 0) }
    let frame = try Drawing(from: striped, to: striped).picture(slide, 0.12 / slide.duration)
    for y in 0..<43 { #expect(frame[3, y].red == UInt8(y)) }
  }

  @Test("the incoming picture covers more in every frame")
  func settles() throws {
    let drawing = Drawing(from: nothing, to: white)
    let slide = Slide(rows: 1)
    let parts = try (0...60).map { step in
      try coverage(drawing.picture(slide, (0.15 + Double(step) * 0.01) / slide.duration))[0]
    }
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 <= $1 } && parts.last == 1)
  }

  @Test("an overshooting spring uncovers nothing")
  func overshoot() throws {
    let drawing = Drawing(from: nothing, to: white)
    let slide = Slide(rows: 1, damping: 0.8)
    let spring = TimingCurve.spring(dampingRatio: 0.8, initialVelocity: 0.8).function(over: 0.6)
    #expect((0...100).contains { spring.value(at: Double($0) * 0.006) > 1.005 })
    let parts = try (0...60).map { step in
      try coverage(drawing.picture(slide, (0.15 + Double(step) * 0.01) / slide.duration))[0]
    }
    let arrival = try #require(parts.firstIndex(of: 1))
    // The return swing is 0.02 pixels.
    #expect(arrival < 50 && parts[arrival...].allSatisfy { $0 > 0.999 })
  }
}

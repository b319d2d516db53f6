import SegueImaging
import SegueMotion
import SegueRendering
import SegueTransitions
import Testing

/// The last frames of every built-in, along springs that are still moving.
@Suite("The last frames of built-ins") struct BuiltInEndTests {
  private static let size = ImageSize(width: 48, height: 27)
  private static let springs: [TimingCurve] = [
    .spring(dampingRatio: 0.8, initialVelocity: 6), .spring(dampingRatio: 0.2, initialVelocity: 3),
    .spring(dampingRatio: 0.3),
  ]
  private let drawing = Drawing(
    from: Pictures.make(size) { x, y in RGBAColor(red: UInt8(5 * x), green: UInt8(9 * y), blue: 40) },
    to: Pictures.make(size) { x, y in RGBAColor(red: UInt8(250 - 5 * x), green: 90, blue: UInt8(9 * y)) })

  @Test("the last of sixty steps is not the largest", arguments: BuiltIns.names)
  func lastStep(name: String) throws {
    let transition = try BuiltIns.transition(name)
    for curve in [transition.timing] + Self.springs {
      let schedule = try ProgressSchedule(timing: curve, duration: 1, rate: FrameRate(60))
      let frames = try (schedule.count - 8..<schedule.count).map { index in
        try drawing.picture(
          transition.endpointExactRecipe(at: schedule.progress(ofFrame: index), in: drawing.context))
      }
      let steps = zip(frames, frames.dropFirst()).map { a, b in
        zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      }
      let before = try #require(steps.dropLast().max())
      #expect(try #require(steps.last) <= 2 * before + Self.size.area, "\(curve): \(steps)")
    }
  }
}

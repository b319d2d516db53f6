import SegueImaging
import SegueRendering
import Testing
import SegueTransitions

@Suite("Affine maps and rectangles") struct AffineMapTests {
  static let samples: [AffineMap] = [
    .identity, .translation(x: 3.5, y: -2), .scale(x: 0.1, y: 2), .rotation(0.7),
    AffineMap.rotation(2).about(x: 10, y: -4).then(.scale(x: 3, y: 0.5)),
  ]

  @Test("a map followed by its inverse is the identity", arguments: samples)
  func inverse(map: AffineMap) throws {
    let inverse = try #require(map.inverse)
    for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (-7.25, 1919)] {
      let there = map.apply(x: x, y: y)
      let back = inverse.apply(x: there.x, y: there.y)
      #expect(abs(back.x - x) < 1e-9 && abs(back.y - y) < 1e-9)
    }
  }

  @Test("a positive rotation is clockwise")
  func rotation() {
    let quarter = AffineMap.rotation(.pi / 2).apply(x: 1, y: 0)
    #expect(abs(quarter.x) < 1e-12 && abs(quarter.y - 1) < 1e-12)
  }

  @Test("then() applies the receiver first")
  func order() {
    let map = AffineMap.translation(x: 1, y: 0).then(.scale(x: 10, y: 10))
    #expect(map.apply(x: 0, y: 0) == (10, 0))
  }

  @Test("about() keeps its point fixed")
  func fixedPoint() {
    let point = AffineMap.rotation(1).about(x: 5, y: 8).apply(x: 5, y: 8)
    #expect(abs(point.x - 5) < 1e-12 && abs(point.y - 8) < 1e-12)
  }

  @Test("a flattening map has no inverse")
  func singular() {
    #expect(AffineMap.scale(x: 0, y: 1).inverse == nil)
    #expect(AffineMap.scale(x: .nan, y: 1).inverse == nil)
  }

  @Test("placing maps one rectangle onto another")
  func placing() {
    let map = FrameRect(x: 10, y: 20, width: 5, height: 8).placing(
      FrameRect(x: 0, y: 0, width: 50, height: 16))
    #expect(map.apply(x: 0, y: 0) == (10, 20))
    #expect(map.apply(x: 50, y: 16) == (15, 28))
  }

  @Test("rectangles are interpolated and extrapolated linearly")
  func interpolated() {
    let (small, large) = (
      FrameRect(x: 10, y: 20, width: 30, height: 40), FrameRect(x: 0, y: 0, width: 100, height: 80)
    )
    #expect(small.interpolated(to: large, fraction: 0) == small)
    #expect(small.interpolated(to: large, fraction: 1) == large)
    #expect(small.interpolated(to: large, fraction: 0.5) == FrameRect(x: 5, y: 10, width: 65, height: 60))
    #expect(small.interpolated(to: large, fraction: 2) == FrameRect(x: -10, y: -20, width: 170, height: 120))
    #expect(small.midX == 25 && small.midY == 40)
  }

  @Test("a snapshot without a place fills the container")
  func frames() {
    var context = TransitionContext(containerSize: ImageSize(width: 200, height: 100))
    let corner = FrameRect(x: 180, y: 0, width: 20, height: 10)
    #expect(
      context.initialFrame(for: .to) == context.bounds && context.finalFrame(for: .from) == context.bounds)
    context.initialFrames[.to] = corner
    context.finalFrames[.from] = corner
    #expect(context.initialFrame(for: .to) == corner && context.finalFrame(for: .from) == corner)
    #expect(
      context.initialFrame(for: .from) == context.bounds && context.finalFrame(for: .to) == context.bounds)
  }
}

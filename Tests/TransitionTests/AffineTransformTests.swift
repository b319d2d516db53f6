import Rendering
import Testing
import Transitions

@Suite struct AffineTransformTests {
  static let samples: [AffineTransform] = [
    .identity, .translation(x: 3.5, y: -2), .scale(x: 0.1, y: 2), .rotation(0.7),
    AffineTransform.rotation(2).about(x: 10, y: -4).then(.scale(x: 3, y: 0.5)),
  ]

  @Test("a map and its inverse cancel", arguments: samples)
  func inverse(map: AffineTransform) throws {
    let inverse = try #require(map.inverse)
    for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (-7.25, 1919)] {
      let there = map.apply(x: x, y: y)
      let back = inverse.apply(x: there.x, y: there.y)
      #expect(abs(back.x - x) < 1e-9 && abs(back.y - y) < 1e-9)
    }
  }

  @Test("a positive rotation is clockwise as seen, y pointing down")
  func rotation() {
    let quarter = AffineTransform.rotation(.pi / 2).apply(x: 1, y: 0)
    #expect(abs(quarter.x) < 1e-12 && abs(quarter.y - 1) < 1e-12)
  }

  @Test("then() applies the receiver first")
  func order() {
    let map = AffineTransform.translation(x: 1, y: 0).then(.scale(x: 10, y: 10))
    #expect(map.apply(x: 0, y: 0) == (10, 0))
  }

  @Test("about() leaves its point where it is")
  func fixedPoint() {
    let point = AffineTransform.rotation(1).about(x: 5, y: 8).apply(x: 5, y: 8)
    #expect(abs(point.x - 5) < 1e-12 && abs(point.y - 8) < 1e-12)
  }

  @Test("a flattening map has no inverse")
  func singular() {
    #expect(AffineTransform.scale(x: 0, y: 1).inverse == nil)
    #expect(AffineTransform.scale(x: .nan, y: 1).inverse == nil)
  }

  @Test("placing lays one rectangle onto another")
  func placing() {
    let map = Rect(x: 10, y: 20, width: 5, height: 8).placing(Rect(x: 0, y: 0, width: 50, height: 16))
    #expect(map.apply(x: 0, y: 0) == (10, 20))
    #expect(map.apply(x: 50, y: 16) == (15, 28))
  }
}

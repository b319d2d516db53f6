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
}

import SegueImaging
import SegueTransitions
import Testing

@testable import SegueRendering

/// The coverage of rectangles with round corners, against areas and exact rasterisations.
@Suite("Outlines of layers") struct OutlineTests {
  private static let size = ImageSize(width: 48, height: 40)

  /// The coverage of every pixel from the plan's integers, row by row.
  private func planned(_ outline: RoundedRectangle, _ size: ImageSize = size) -> [Double] {
    guard let map = OutlineMap(outline, size) else { return Array(repeating: 0, count: size.area) }
    return (0..<size.height).flatMap { y in
      (0..<size.width).map { x in
        let coverage = PixelArithmetic.coverage(
          across: map.across[x], down: map.down[y], distance: map.acrossArc[x] + map.downArc[y])
        return Double(coverage) / 4096
      }
    }
  }

  /// The covered area of every pixel: 64 lines a row, each with its exact ends.
  private func exact(_ outline: RoundedRectangle) -> [Double] {
    let (size, lines) = (Self.size, 64)
    let radius = min(outline.radius, outline.width / 2, outline.height / 2)
    var areas = Array(repeating: 0.0, count: size.area)
    for line in 0..<(size.height * lines) {
      let y = (Double(line) + 0.5) / Double(lines) - outline.y
      guard y > 0, y < outline.height else { continue }
      let above = max(0, max(radius - y, y - outline.height + radius))
      let inset = radius - (radius * radius - above * above).squareRoot()
      let (left, right) = (outline.x + inset, outline.x + outline.width - inset)
      for x in 0..<size.width {
        let covered = max(0, min(Double(x + 1), right) - max(Double(x), left))
        areas[line / lines * size.width + x] += covered / Double(lines)
      }
    }
    return areas
  }

  @Test(
    "the area of an outline is the rectangle's area without its corners",
    arguments: [(200.0, 100.0, 30.0), (200, 100, 50), (120, 120, 60), (150, 90, 12), (80, 60, 4)])
  func area(width: Double, height: Double, radius: Double) {
    let outline = RoundedRectangle(x: 10, y: 20, width: width, height: height, radius: radius)
    let sum = planned(outline, ImageSize(width: 240, height: 160)).reduce(0, +)
    #expect(abs(sum - (width * height - (4 - .pi) * radius * radius)) < 2)
  }

  @Test(
    "each pixel's coverage is the covered fraction of its area",
    arguments: [
      RoundedRectangle(x: 5, y: 6, width: 30, height: 20, radius: 8),
      RoundedRectangle(x: 5.3, y: 6.7, width: 30.1, height: 20.9, radius: 8),
      RoundedRectangle(x: 2.5, y: 3.5, width: 31, height: 31, radius: 100),
      RoundedRectangle(x: -7.4, y: -3.2, width: 40, height: 30, radius: 12),
      RoundedRectangle(x: 30.2, y: 25.9, width: 40, height: 40, radius: 6),
      RoundedRectangle(x: 4.4, y: 5.6, width: 17, height: 13, radius: 0.3),
      RoundedRectangle(x: 4.4, y: 5.6, width: 17, height: 13, radius: 1),
      RoundedRectangle(x: 20.3, y: 5, width: 0.4, height: 20, radius: 0.2),
    ])
  func pixels(outline: RoundedRectangle) {
    let errors = zip(planned(outline), exact(outline)).map { abs($0 - $1) }
    #expect(errors.allSatisfy { $0 < 0.08 })
    #expect(errors.reduce(0, +) < 0.001 * Double(errors.count))
  }

  @Test("straight edges are exact")
  func straight() {
    let outline = RoundedRectangle(x: 5.25, y: 6.5, width: 30.5, height: 20.125, radius: 4)
    let coverage = planned(outline)
    func at(_ x: Int, _ y: Int) -> Double { coverage[y * Self.size.width + x] }
    #expect([at(5, 16), at(6, 16), at(34, 16), at(35, 16), at(36, 16)] == [0.75, 1, 1, 0.75, 0])
    #expect([at(20, 5), at(20, 6), at(20, 7), at(20, 26), at(20, 27)] == [0, 0.5, 1, 0.625, 0])
  }

  @Test("a rectangle of whole pixels without a radius equals a clip")
  func square() throws {
    let drawing = Drawing(
      from: Pictures.coordinates(Self.size, blue: 9), to: Pictures.coordinates(Self.size, blue: 200))
    let below = RecipeLayer(.snapshot(.from))
    var outlined = RecipeLayer(.snapshot(.to))
    outlined.outline = RoundedRectangle(x: 7, y: 5, width: 20, height: 30, radius: 0)
    let clipped = RecipeLayer(.snapshot(.to), clip: PixelRect(x0: 7, y0: 5, x1: 27, y1: 35))
    let pictures = try [outlined, clipped].map {
      try drawing.picture(.stack([below, $0], background: .black))
    }
    #expect(pictures[0].equals(pictures[1]))
  }

  @Test("the edges of a placed picture and of an equal outline are softened once")
  func sharedEdges() throws {
    let drawing = Drawing(from: Pictures.plain(Self.size, .white), to: Pictures.plain(Self.size, .white))
    // Columns 10.25 to 34.25 and rows 8.5 to 28.5.
    let map = AffineMap.scale(x: 0.5, y: 0.5).then(.translation(x: 10.25, y: 8.5))
    var layer = RecipeLayer(.snapshot(.from), transform: map)
    layer.outline = RoundedRectangle(x: 10.25, y: 8.5, width: 24, height: 20, radius: 4)
    let picture = try drawing.picture(.stack([layer], background: .black))
    let (row, column) = (
      [10, 11, 33, 34, 35].map { picture[$0, 18].red }, [8, 9, 27, 28].map { picture[22, $0].red }
    )
    #expect(row == [191, 255, 255, 64, 0] && column == [128, 255, 255, 128])
    // A smaller picture ends before the outline.
    layer.transform = AffineMap.scale(x: 0.25, y: 0.25).then(.translation(x: 16.5, y: 12))
    #expect(try drawing.picture(.stack([layer], background: .black))[16, 14].red == 128)
  }

  @Test("outlines without pixels of the frame are invisible")
  func nothing() {
    for (x, width) in [(48.0, 9.0), (-9, 9), (5, 0), (5, -3), (.nan, 9), (5, .infinity)] {
      let outline = RoundedRectangle(x: x, y: 2, width: width, height: 9, radius: 2)
      #expect(OutlineMap(outline, Self.size) == nil)
    }
  }
}

import SegueImaging
import SegueRendering
import Testing
@testable import SegueTransitions

/// The places of moved pictures, whose colours encode column and row.
@Suite("Built-ins that move") struct BuiltInMoveTests {
  static let size = ImageSize(width: 100, height: 60)
  static let outgoing = Pictures.coordinates(size, blue: 0)
  static let incoming = Pictures.coordinates(size, blue: 255)
  private let drawing = Drawing(from: Self.outgoing, to: Self.incoming)

  /// A direction with the shift of the pictures after a quarter.
  static let ways: [(String, dx: Int, dy: Int)] = [
    ("left", -25, 0), ("right", 25, 0), ("up", 0, -15), ("down", 0, 15),
  ]

  private func from(_ x: Int, _ y: Int) -> RGBAColor { Self.outgoing[x, y] }
  private func to(_ x: Int, _ y: Int) -> RGBAColor { Self.incoming[x, y] }

  private func isInside(_ x: Int, _ y: Int) -> Bool { (0..<100).contains(x) && (0..<60).contains(y) }

  @Test("push slides both pictures side by side in its direction", arguments: ways)
  func push(way: (String, dx: Int, dy: Int)) throws {
    let frame = try drawing.picture("push", 0.25, [("direction", way.0)])
    for (x, y) in Self.points {
      let (a, b) = (x - way.dx, y - way.dy)
      let expected = isInside(a, b) ? from(a, b) : to(x - way.dx + 4 * way.dx, y - way.dy + 4 * way.dy)
      #expect(frame[x, y] == expected)
    }
  }

  @Test("push leaves no seam between its pictures at fractional positions", arguments: ways)
  func pushSeam(way: (String, dx: Int, dy: Int)) throws {
    let white = Pictures.plain(Self.size, .white)
    for progress in [0.003, 0.1234, 0.5077, 0.9971] {
      let transition = try BuiltIns.transition("push", [("direction", way.0)])
      #expect(try Drawing(from: white, to: white).picture(transition, progress).equals(white))
      // The shared pixel is a mix by both coverages.
      let black = Pictures.plain(Self.size, .black)
      let frame = try Drawing(from: white, to: black).picture(transition, progress)
      let line = (0..<(way.dx == 0 ? 60 : 100)).map { way.dx == 0 ? frame[7, $0] : frame[$0, 7] }
      let light = line.reduce(0.0) { $0 + Double($1.red) / 255 }
      #expect(abs(light - Double(line.count) * (1 - progress)) < 0.01 && line.allSatisfy(\.isOpaque))
    }
  }

  @Test("cover slides the incoming picture over the resting outgoing one", arguments: ways)
  func cover(way: (String, dx: Int, dy: Int)) throws {
    let frame = try drawing.picture("cover", 0.25, [("direction", way.0)])
    for (x, y) in Self.points {
      let (a, b) = (x + 3 * way.dx, y + 3 * way.dy)
      #expect(frame[x, y] == (isInside(a, b) ? to(a, b) : from(x, y)))
    }
  }

  @Test("reveal slides the outgoing picture off the resting incoming one", arguments: ways)
  func reveal(way: (String, dx: Int, dy: Int)) throws {
    let frame = try drawing.picture("reveal", 0.25, [("direction", way.0)])
    for (x, y) in Self.points {
      let (a, b) = (x - way.dx, y - way.dy)
      #expect(frame[x, y] == (isInside(a, b) ? from(a, b) : to(x, y)))
    }
  }

  static let points = [(1, 1), (50, 30), (98, 58), (2, 57), (97, 2), (26, 14), (73, 46), (50, 3), (50, 57)]

  /// The pixel of a picture that is nearest to the frame's pixel (`x`, `y`). The picture is a tenth of the
  /// frame beyond its final position.
  private func nearest(_ x: Int, _ y: Int, _ way: (String, dx: Int, dy: Int), sign: Int) -> (x: Int, y: Int) {
    let (dx, dy) = (sign * way.dx * 2 / 5, sign * way.dy * 2 / 5)
    return (min(max(x - dx, 0), 99), min(max(y - dy, 0), 59))
  }

  @Test("an overshoot stretches the edge of the incoming picture", arguments: ["push", "cover"], ways)
  func overshoot(name: String, way: (String, dx: Int, dy: Int)) throws {
    let frame = try drawing.picture(name, 1.1, [("direction", way.0)])
    for (x, y) in Self.points {
      let place = nearest(x, y, way, sign: 1)
      #expect(frame[x, y] == to(place.x, place.y), "\(x), \(y)")
    }
  }

  @Test("a backswing stretches the edge of the outgoing picture", arguments: ["push", "reveal"], ways)
  func backswing(name: String, way: (String, dx: Int, dy: Int)) throws {
    let frame = try drawing.picture(name, -0.1, [("direction", way.0)])
    for (x, y) in Self.points {
      let place = nearest(x, y, way, sign: -1)
      #expect(frame[x, y] == from(place.x, place.y), "\(x), \(y)")
    }
  }

  @Test("an overshoot uncovers nothing", arguments: ["push", "cover", "reveal"], ways)
  func noGap(name: String, way: (String, dx: Int, dy: Int)) throws {
    let white = Pictures.plain(Self.size, .white)
    for progress in [-3, -0.2, -0.0123, 1.0123, 1.2, 2.5] {
      let transition = try BuiltIns.transition(name, [("direction", way.0)])
      #expect(try Drawing(from: white, to: white).picture(transition, progress).equals(white))
    }
  }

  @Test("a colour replaces the stretched edge")
  func gapColor() throws {
    let red = RGBAColor(red: 255, green: 0, blue: 0)
    for (name, progress) in [("push", 1.1), ("cover", 1.1), ("push", -0.1), ("reveal", -0.1)] {
      let frame = try drawing.picture(name, progress, [("direction", "left"), ("gap", "#ff0000")])
      let isEnd = progress > 1
      #expect(frame[isEnd ? 95 : 4, 30] == red && frame[50, 30] == (isEnd ? to(60, 30) : from(40, 30)))
    }
  }

  @Test("grow enlarges the incoming picture from its origin to the frame")
  func grow() throws {
    let origin = [(name: "origin", value: "0.1,0.5,0.2,0.1")]  // middle: (20, 33)
    let frame = try drawing.picture("grow", 0.5, origin)
    // Half-way between an empty rectangle at (20, 33) and the frame: x 10…60, y 16.5…46.5.
    for (x, y) in [(9, 30), (61, 30), (30, 15), (30, 48)] { #expect(frame[x, y] == from(x, y)) }
    for (x, y) in [(12, 20), (35, 31), (57, 44)] {
      #expect(near(frame[x, y], red: 2 * 2 * (Double(x) - 10), green: 2 * 2 * (Double(y) - 16.5), blue: 255))
    }
    let small = try drawing.picture("grow", 0.04, origin)
    #expect(small[20, 33].blue == 255 && small[24, 33].blue == 0 && small[20, 36].blue == 0)
  }

  @Test("shrink is grow reversed")
  func shrink() throws {
    let backwards = Drawing(from: Self.incoming, to: Self.outgoing)
    for progress in [0.2, 0.5, 0.9] {
      #expect(
        try drawing.picture("shrink", progress).equals(try backwards.picture("grow", 1 - progress)))
    }
    let frame = try drawing.picture("shrink", 0.9)
    #expect(frame[50, 53].blue == 0 && frame[50, 20].blue == 255)
  }

  @Test("zoom-fade shrinks the outgoing picture to a tenth")
  func zoomFade() throws {
    let black = Pictures.plain(Self.size, .black)
    let white = Pictures.plain(Self.size, .white)
    // The incoming picture is transparent outside of the outgoing one: white over blue by its
    // share.
    let frame = try Drawing(from: black, to: white).picture(
      BuiltIns.transition("zoom-fade").recipe(at: 0.5, in: drawing.context).over(
        RGBAColor(red: 0, green: 0, blue: 255), snapshotsAreOpaque: true))
    // Scale .55: 27.5 columns and 16.5 rows on either side of the middle.
    #expect(frame[50, 30] == RGBAColor(red: 128, green: 128, blue: 128))
    #expect(frame[24, 30].blue == 128 && frame[75, 30].blue == 128 && frame[50, 45].blue == 128)
    #expect(frame[20, 30] == RGBAColor(red: 128, green: 128, blue: 255))
    #expect(frame[50, 12] == RGBAColor(red: 128, green: 128, blue: 255))
    let late = try BuiltIns.transition("zoom-fade").recipe(at: 1, in: drawing.context)
    guard case .stack(let layers, _) = late.content else {
      Issue.record("zoom-fade is a stack")
      return
    }
    #expect(abs(layers[0].transform.a - 0.1) < 1e-12 && layers[1].opacity == 1)
  }

  @Test(
    "squeeze flattens the outgoing picture into a line in the middle", arguments: ["horizontal", "vertical"])
  func squeeze(line: String) throws {
    let frame = try drawing.picture("squeeze", 0.5, [("line", line)])
    let isLevel = line == "horizontal"
    #expect(frame[50, 30].blue == 0)
    #expect((frame[2, 30].blue == 0) == isLevel && (frame[97, 30].blue == 0) == isLevel)
    #expect((frame[50, 2].blue == 0) == !isLevel && (frame[50, 57].blue == 0) == !isLevel)
    #expect(frame[2, 2] == to(2, 2))
  }

  @Test("zoom-in enlarges the middle, then dissolves")
  func zoomIn() throws {
    let frame = try drawing.picture("zoom-in", 0.5, [("zoom", "3")])
    // Twice as large: a pixel shows the point at half of its distance from the middle.
    for (x, y) in [(10, 10), (50, 30), (90, 50)] {
      let (u, v) = (50 + (Double(x) + 0.5 - 50) / 2 - 0.5, 30 + (Double(y) + 0.5 - 30) / 2 - 0.5)
      #expect(near(frame[x, y], red: 2 * u, green: 2 * v, blue: 0))
    }
    let late = try drawing.picture("zoom-in", 0.75, [("zoom", "3")])
    #expect(abs(Int(late[50, 30].blue) - 128) <= 1)
  }

  private func near(_ color: RGBAColor, red: Double, green: Double, blue: Double) -> Bool {
    abs(Double(color.red) - red) <= 2.5 && abs(Double(color.green) - green) <= 2.5
      && abs(Double(color.blue) - blue) <= 1
  }
}

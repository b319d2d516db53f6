import SegueImaging
import SegueRendering
import Testing
import SegueTransitions

/// Built-ins that mix, tint and blur.
@Suite("Built-ins that blend") struct BuiltInBlendTests {
  static let size = ImageSize(width: 100, height: 60)
  private let black = Pictures.plain(size, .black)
  private let white = Pictures.plain(size, .white)

  @Test("dissolve is the premultiplied mix by its clamped progress")
  func dissolve() throws {
    let a = RGBAColor(red: 200, green: 0, blue: 100)
    let b = RGBAColor(red: 0, green: 100, blue: 100, alpha: 51)
    let drawing = Drawing(from: Pictures.plain(Self.size, a), to: Pictures.plain(Self.size, b))
    // Alpha .75 · 255 + .25 · 51 = 204; red 200 · 191.25 / 204.
    #expect(
      try drawing.picture("dissolve", 0.25)[7, 7] == RGBAColor(red: 188, green: 6, blue: 100, alpha: 204))
    #expect(try drawing.picture("dissolve", -0.2)[7, 7] == a)
    #expect(try drawing.picture("dissolve", 1.2)[7, 7] == b)
  }

  @Test("fade-through shows only its colour in the middle")
  func fadeThrough() throws {
    let drawing = Drawing(from: white, to: Pictures.plain(Self.size, RGBAColor(red: 0, green: 0, blue: 200)))
    let color = [(name: "color", value: "#ff0000")]
    #expect(
      try drawing.picture("fade-through", 0.25, color)[3, 3] == RGBAColor(red: 255, green: 128, blue: 128))
    #expect(try drawing.picture("fade-through", 0.5, color)[3, 3] == RGBAColor(red: 255, green: 0, blue: 0))
    #expect(
      try drawing.picture("fade-through", 0.75, color)[3, 3] == RGBAColor(red: 128, green: 0, blue: 100))
  }

  @Test("crop closes over the outgoing picture and opens onto the incoming one")
  func crop() throws {
    let drawing = Drawing(from: white, to: Pictures.plain(Self.size, RGBAColor(red: 0, green: 0, blue: 200)))
    let color = [(name: "color", value: "#ff0000")]
    let red = RGBAColor(red: 255, green: 0, blue: 0)
    let closing = try drawing.picture("crop", 0.25, color)
    #expect(closing[50, 30] == .white && closing[2, 2] == red && closing[97, 57] == red)
    #expect(try drawing.picture("crop", 0.5, color).equals(Pictures.plain(Self.size, red)))
    let opening = try drawing.picture("crop", 0.75, color)
    #expect(opening[50, 30].blue == 200 && opening[2, 2] == red && opening[97, 2] == red)
    #expect(try drawing.picture("crop", 0.1, color)[50, 2] == .white)
    let narrow = try drawing.picture("crop", 0.25, color + [(name: "shape", value: "vertical")])
    #expect(narrow[50, 2] == .white && narrow[10, 30] == red && narrow[90, 30] == red)
  }

  @Test("pixellate-dissolve has square cells from the top left")
  func pixellate() throws {
    let ramp = Pictures.coordinates(Self.size, blue: 0)
    let frame = try Drawing(from: ramp, to: ramp).picture("pixellate-dissolve", 0.5)
    // Cells of .05 of the width in both pictures: five pixels with the colour of their middle.
    for (x, y) in [(0, 0), (5, 10), (45, 30), (95, 55)] {
      for offset in 1..<5 {
        #expect(frame[x + offset, y] == frame[x, y] && frame[x, y + offset] == frame[x, y])
      }
      #expect(frame[x, y].red == UInt8(2 * (x + 2)) && frame[x, y].green == UInt8(2 * (y + 2)))
    }
    // At .2 the outgoing cells have two pixels, the incoming cells eight.
    let early = try Drawing(from: ramp, to: black).picture("pixellate-dissolve", 0.2)
    #expect(early[10, 9] == early[11, 9] && early[11, 9] != early[12, 9])
  }

  /// The brightness along a row, with the mean and the variance of its column.
  private func spread(_ picture: Snapshot, row: Int) -> (sum: Double, mean: Double, variance: Double) {
    let values = (0..<100).map { Double(picture[$0, row].red) }
    let sum = values.reduce(0, +)
    let mean = values.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / max(sum, 1)
    let square = values.enumerated().reduce(0) { $0 + pow2(Double($1.offset) - mean) * $1.element }
    return (sum, mean, square / max(sum, 1))
  }

  private func pow2(_ x: Double) -> Double { x * x }

  private func line(at column: Int, width: Int) -> Snapshot {
    Pictures.make(Self.size) { x, _ in abs(x - column) <= width / 2 ? .white : .black }
  }

  @Test("blur-dissolve spreads a line by its radius")
  func blur() throws {
    let drawing = Drawing(from: line(at: 50, width: 5), to: black)
    let frame = try drawing.picture("blur-dissolve", 0.5, [("radius", "0.08")])
    let spread = spread(frame, row: 30)
    // Half of σ = 8 px, plus the line's own variance of 2.
    #expect(abs(spread.mean - 50) < 0.2, "\(spread)")
    #expect(abs(spread.variance - 18) < 2.5, "\(spread)")
    #expect(abs(spread.sum - 5 * 255 / 2) < 40)
    let rows = Drawing(from: Pictures.make(Self.size) { _, y in y == 30 ? .white : .black }, to: black)
    let across = try rows.picture("blur-dissolve", 0.5, [("radius", "0.04")])
    #expect(
      across[50, 32].red > 4 && across[50, 28].red == across[50, 32].red && across[20, 30] == across[70, 30])
  }

  @Test("smear-dissolve spreads pixels only along the rows")
  func smear() throws {
    let frame = try Drawing(from: line(at: 50, width: 1), to: black).picture(
      "smear-dissolve", 0.5, [("width", "0.2")])
    let spread = spread(frame, row: 10)
    // An even spread over 20 px has a variance of 33.
    #expect(abs(spread.mean - 50) <= 0.6 && abs(spread.variance - 33) < 9)
    #expect(frame[35, 30].red == 0 && frame[65, 30].red == 0)
    let level = Pictures.make(Self.size) { _, y in y % 7 == 0 ? .white : .black }
    let same = try Drawing(from: level, to: level).picture("smear-dissolve", 0.5)
    #expect(same.equals(level))
  }

  @Test("zoom-blur smears pixels along rays from the middle")
  func zoomBlur() throws {
    let dot = Pictures.make(Self.size) { x, y in abs(x - 70) <= 1 && abs(y - 30) <= 1 ? .white : .black }
    let frame = try Drawing(from: dot, to: dot).picture("zoom-blur", 0.5, [("strength", "0.5")])
    #expect(frame[75, 30].red > 10 && frame[78, 30].red > 5)
    #expect(
      frame[65, 30].red == 0 && frame[84, 30].red == 0 && frame[70, 36].red == 0 && frame[30, 30].red == 0)
  }

  @Test("cross-zoom enlarges the outgoing picture, then shrinks the incoming one")
  func crossZoom() throws {
    let drawing = Drawing(
      from: Pictures.coordinates(Self.size, blue: 0), to: Pictures.coordinates(Self.size, blue: 255))
    let parameters = [(name: "strength", value: "0"), (name: "zoom", value: "4")]
    // A quarter of the progress to a fourfold size, on either side, is 4^¼.
    for (progress, blue) in [(0.25, 0), (0.75, 255)] {
      let scale = 2.0.squareRoot()
      let frame = try drawing.picture("cross-zoom", progress, parameters)
      for (x, y) in [(20, 15), (50, 30), (80, 50)] {
        let expected = (
          2 * (50 + (Double(x) + 0.5 - 50) / scale - 0.5), 2 * (30 + (Double(y) + 0.5 - 30) / scale - 0.5)
        )
        #expect(
          abs(Double(frame[x, y].red) - expected.0) <= 2 && abs(Double(frame[x, y].green) - expected.1) <= 2)
        #expect(Int(frame[x, y].blue) == blue)
      }
    }
    #expect(abs(Int(try drawing.picture("cross-zoom", 0.5, parameters)[50, 30].blue) - 128) <= 1)
  }
}

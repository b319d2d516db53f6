import SegueImaging
import SegueRendering
import SegueTransitions
import Testing

/// Cubes, cards, pages, bars and waves, with pictures whose colours encode column and row.
@Suite("Built-in 3D, bar and wave transitions") struct BuiltInSpaceTests {
  static let size = ImageSize(width: 100, height: 60)
  static let outgoing = Pictures.coordinates(size, blue: 0)
  static let incoming = Pictures.coordinates(size, blue: 255)
  private let drawing = Drawing(from: Self.outgoing, to: Self.incoming)

  /// The column that a colour encodes, from the middle of the first one.
  private func column(_ color: RGBAColor) -> Double { Double(color.red) / 2 }
  private func row(_ color: RGBAColor) -> Double { Double(color.green) / 2 }

  @Test("a card turned by 45 degrees is in perspective")
  func flip() throws {
    let first = try drawing.picture("flip", 0.25, [("shade", "0")])
    let second = try drawing.picture("flip", 0.75, [("shade", "0")])
    // The eye is 200 pixels away; the card is moved back by half of its width times the sine.
    let (s, back) = (0.5.squareRoot(), 50 * 0.5.squareRoot())
    for x in [30, 45, 50, 64, 80] {
      let u = Double(x) + 0.5 - 50
      let place = u * (200 + back) / (200 * s + u * s)
      #expect(abs(column(first[x, 30]) - (place + 49.5)) < 0.8 && first[x, 30].blue == 0)
      // At 135 degrees the back is turned by the same angle in the other direction.
      let other = u * (200 + back) / (200 * s - u * s)
      guard abs(other) < 49 else { continue }
      #expect(abs(column(second[x, 30]) - (other + 49.5)) < 0.8 && second[x, 30].blue == 255)
    }
    #expect(first[15, 30] == .black && first[90, 30] == .black && second[10, 30] == .black)
  }

  @Test("a cube shows a face of each picture half-way", arguments: ["left", "up"])
  func cube(direction: String) throws {
    let picture = try drawing.picture("cube", 0.5, [("direction", direction), ("shade", "0")])
    if direction == "left" {
      #expect(column(picture[49, 30]) > 97 && picture[49, 30].blue == 0)
      #expect(column(picture[50, 30]) < 2 && picture[50, 30].blue == 255)
      #expect(picture[50, 0].alpha == 255 && picture[50, 0].green < 4 && picture[5, 0] == .black)
    } else {
      #expect(row(picture[50, 29]) > 57 && picture[50, 29].blue == 0)
      #expect(row(picture[50, 30]) < 2 && picture[50, 30].blue == 255)
    }
  }

  @Test("doors open from the middle as the picture behind them approaches")
  func doorway() throws {
    let picture = try drawing.picture("doorway", 0.5, [("shade", "0")])
    // The picture is half a width behind the frame, the eye two widths before it: the picture is scaled by 2 / 2.5.
    #expect(abs(column(picture[60, 30]) - (50 + 10.5 / 0.8 - 0.5)) < 0.8 && picture[60, 30].blue == 255)
    #expect(picture[2, 30].blue == 0 && picture[97, 30].blue == 0)
    #expect(column(picture[2, 30]) < 10 && column(picture[97, 30]) > 90)
  }

  @Test("a page is flat ahead of its curl and gone behind it")
  func pageCurl() throws {
    // The line has moved by 56 of its 112 columns; the page's end moves twice as far, except for
    // the cylinder.
    let progress = (112 - 10 * Double.pi) / (224 - 10 * Double.pi)
    let picture = try drawing.picture("page-curl", progress, [("angle", "180"), ("radius", "0.1")])
    // The page leaves the ground at column 44, on a cylinder of 10: its end is at column 44 − (56 −
    // 10π) = 19.4.
    for x in 0..<19 { #expect(picture[x, 30] == Self.outgoing[x, 30]) }
    for x in 55..<100 { #expect(picture[x, 30] == Self.incoming[x, 30]) }
    // At column 30 the page's column 44 + 10π + 13.5 shows through the paper by a quarter.
    let place = 44 + 10 * Double.pi + 13.5 - 0.5
    #expect(abs(Double(picture[30, 30].red) - (0.25 * 2 * place + 0.75 * 255)) < 2)
    #expect(picture[30, 30].blue == 191)
  }

  @Test(
    "a one-second page curl moves in its first and last frames",
    arguments: ["page-curl", "page-curl-shadow"])
  func wholeTime(name: String) throws {
    let size = ImageSize(width: 160, height: 90)
    let drawing = Drawing(
      from: Pictures.make(size) { x, y in RGBAColor(red: UInt8(x), green: UInt8(2 * y), blue: 0) },
      to: Pictures.plain(size, .white))
    let transition = try BuiltIns.transition(name)
    let curve = transition.timing.function(over: 1)
    func changed(_ frame: Int, _ other: Snapshot) throws -> Int {
      let picture = try drawing.picture(transition, curve.progress(at: Double(frame) / 60))
      return zip(picture.bytes, other.bytes).count { abs(Int($0) - Int($1)) > 8 }
    }
    #expect(try changed(4, drawing.scene.from) > 40)
    #expect(try changed(57, drawing.scene.to) > 40)
  }

  @Test("a page's shadow darkens only its surroundings")
  func pageShadow() throws {
    let picture = try drawing.picture(
      "page-curl-shadow", 0.418, [("angle", "180"), ("radius", "0.1"), ("shadow-size", "0.6")])
    #expect(picture[56, 30].blue < 225 && picture[90, 30] == Self.incoming[90, 30])
    #expect(picture[2, 30] == Self.outgoing[2, 30])
  }

  @Test("bars slide off one after the other, from the bottom")
  func bars() throws {
    let picture = try drawing.picture(
      "bars-swipe", 0.5, [("angle", "180"), ("width", "0.1"), ("offset", "0.5")])
    // Six bars: half of the time is 1.75 times a bar's, so the fourth bar has moved by a quarter of its
    // distance.
    #expect(picture[10, 55] == Self.incoming[10, 55] && picture[10, 45] == Self.incoming[10, 45])
    #expect(picture[10, 25] == Self.outgoing[35, 25] && picture[80, 25] == Self.incoming[80, 25])
    #expect(picture[10, 15] == Self.outgoing[10, 15] && picture[99, 5] == Self.outgoing[99, 5])
  }

  @Test("a folded picture is squeezed with alternately shaded strips")
  func accordion() throws {
    let plain = try drawing.picture("accordion-fold", 0.5, [("shadow", "0")])
    #expect(abs(row(plain[40, 10]) - 20.5) < 0.8 && plain[40, 10].blue == 0)
    #expect(plain[40, 31] == Self.incoming[40, 31])
    let shaded = try drawing.picture("accordion-fold", 0.5, [("shadow", "0.5")])
    // Six strips of five rows: the second is dark.
    #expect(
      Double(shaded[80, 7].red) < 0.6 * Double(plain[80, 7].red) && shaded[80, 2].red > shaded[80, 7].red)
  }

  @Test("a bar of light follows the edge")
  func copyMachine() throws {
    let picture = try drawing.picture("copy-machine", 0.5, [("width", "0.1")])
    #expect(picture[30, 20] == Self.incoming[30, 20] && picture[70, 20] == Self.outgoing[70, 20])
    #expect(picture[50, 20].green > 230)
    let soft = try drawing.picture("swipe", 0.5, [("width", "0.2"), ("opacity", "0")])
    #expect(abs(Int(soft[50, 20].blue) - 128) < 8 && soft[35, 20].blue == 255 && soft[65, 20].blue == 0)
  }

  @Test("a wave leaves pixels beyond its band unchanged")
  func ripple() throws {
    let picture = try drawing.picture("ripple", 0.5)
    #expect(picture[50, 30] == Self.incoming[50, 30] && picture[0, 0] == Self.outgoing[0, 0])
    let plain = try drawing.picture("ripple", 0.5, [("scale", "0"), ("shine", "0")])
    #expect(!plain.equals(picture))
  }

  @Test("flash and mod change the expected pixels")
  func flashAndHoles() throws {
    let flash = try drawing.picture("flash", 0.45, [("color", "#ffcc99")])
    #expect(flash.equals(Pictures.plain(Self.size, RGBAColor(red: 255, green: 204, blue: 153))))
    let holes = try drawing.picture("mod", 0.2, [("radius", "0.4")])
    #expect(holes[50, 30] == Self.incoming[50, 30] && holes[0, 0] == Self.outgoing[0, 0])
  }

  @Test("a mask sets the order in which a picture falls apart")
  func disintegrate() throws {
    let transition = try BuiltIns.transition("disintegrate", [("shadow-density", "0")]) { x, _ in 4 * x }
    let picture = try drawing.picture(transition, 0.5)
    #expect(picture[10, 30] == Self.incoming[10, 30] && picture[90, 30] == Self.outgoing[90, 30])
  }

  @Test("half of white's light is 188 in sRGB")
  func light() throws {
    let (black, white) = (Pictures.plain(Self.size, .black), Pictures.plain(Self.size, .white))
    let both = Drawing(from: black, to: white)
    for name in ["dissolve", "blur-dissolve", "zoom-blur"] {
      let linear = try both.picture(name, 0.5, [("light", "linear")])
      #expect(linear[50, 30] == RGBAColor(red: 188, green: 188, blue: 188), "\(name)")
      #expect(try both.picture(name, 0.5)[50, 30].red == 128, "\(name)")
    }
    let dip = try both.picture("fade-through", 0.25, [("color", "#ffffff"), ("light", "linear")])
    #expect(dip[1, 1].red == 188)
    // Equal colours are unchanged for every share.
    let ramp = Pictures.make(ImageSize(width: 256, height: 1)) { x, _ in
      RGBAColor(red: UInt8(x), green: UInt8(255 - x), blue: UInt8(x / 2))
    }
    let same = Drawing(from: ramp, to: ramp)
    for progress in [0.01, 0.3, 0.5, 0.77] {
      #expect(try same.picture("dissolve", progress, [("light", "linear")]).equals(ramp))
    }
  }
}

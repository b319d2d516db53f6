import Imaging
import Segue
import Testing
import Transitions

@testable import SegueTools

@Suite("A contact sheet") struct ContactSheetTests {
  private let stage = Stage(
    from: Snapshot(PixelBuffer(size: ImageSize(width: 40, height: 24), color: .white)),
    to: Snapshot(
      PixelBuffer(size: ImageSize(width: 40, height: 24), color: Color(red: 200, green: 0, blue: 0))))

  @Test("has a row for each transition and a column for each progress, in its place")
  func cells() throws {
    let names = ["dissolve", "wipe"]
    let sheet = ContactSheet(names.compactMap { Catalogue.builtIn[$0] }, columns: 3)
    #expect(sheet.progresses == [0, 0.5, 1])
    let layout = SheetLayout(cell: stage.size, columns: 3, names: names)
    let picture = try sheet.picture(on: stage)
    #expect(picture.size == layout.size)
    // Cells are 40 × 24 with a gap of 2, at the right and bottom margin of 8.
    let (right, bottom) = (picture.size.width - 8, picture.size.height - 8)
    func middle(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
      (right - 42 * (2 - column) - 20, bottom - 26 * (1 - row) - 12)
    }
    func pixel(_ place: (x: Int, y: Int), _ dx: Int = 0) -> Color { picture[place.x + dx, place.y] }
    for row in 0..<2 {
      #expect(pixel(middle(0, row)) == .white)
      #expect(pixel(middle(2, row)) == Color(red: 200, green: 0, blue: 0))
    }
    #expect(pixel(middle(1, 0)) == Color(red: 228, green: 128, blue: 128))
    #expect(
      pixel(middle(1, 1), -10) == Color(red: 200, green: 0, blue: 0) && pixel(middle(1, 1), 10) == .white)
    #expect(picture[right, bottom] == sheet.background && picture[0, 0] == sheet.background)
  }

  @Test("shows every built-in, also one that needs a picture")
  func everything() throws {
    let small = stage.fitted(to: ImageSize(width: 12, height: 8))
    let picture = try ContactSheet(Catalogue.builtIn.transitions, columns: 2).picture(on: small)
    #expect(picture.size.height >= Catalogue.builtIn.transitions.count * 10)
  }

  @Test("every name and number can be written, and is readable against its ground")
  func letters() {
    let text = Set(Catalogue.builtIn.transitions.map(\.name).joined() + "0123456789.-%")
    for character in text {
      let picture = PixelBuffer(size: ImageSize(width: 40, height: 40), color: .black)
      let font = StrokeFont(scale: 1.5)
      font.draw(String(character), x: 4, y: 28, color: .white, in: picture)
      let ink = Snapshot(picture)
      let lit = (0..<1600).count { ink[$0 % 40, $0 / 40].red > 200 }
      #expect(lit >= 4, "\(character)")
      #expect(
        (0..<1600).allSatisfy {
          ink[$0 % 40, $0 / 40].red < 128 || $0 % 40 < 6 + Int(font.width(of: String(character)) + 3)
        })
    }
    #expect(Set("abcdefghijklmnopqrstuvwxyz0123456789-.%").isSubset(of: StrokeGlyph.alphabet.keys))
  }

  @Test("letters stand where they should: an l is upright, a hyphen level, an o round")
  func glyphs() {
    func draw(_ text: String) -> Snapshot {
      let picture = PixelBuffer(size: ImageSize(width: 30, height: 30), color: .black)
      StrokeFont(scale: 1).draw(text, x: 5, y: 20, color: .white, in: picture)
      return Snapshot(picture)
    }
    let l = draw("l")
    #expect(l[5, 6].red > 100 && l[5, 19].red > 100 && l[9, 12].red == 0)
    let hyphen = draw("-")
    #expect(hyphen[7, 15].red > 100 && hyphen[7, 10].red == 0 && hyphen[7, 19].red == 0)
    let o = draw("o")
    #expect(o[9, 15].red == 0 && o[5, 15].red > 100 && o[13, 15].red > 100 && o[9, 10].red > 100)
  }

  @Test("clouds are grey, soft and use the whole range")
  func clouds() {
    let mask = CloudMask.snapshot(ImageSize(width: 64, height: 40))
    let values = (0..<64 * 40).map { Int(mask[$0 % 64, $0 / 64].red) }
    #expect(values.min() == 0 && values.max() == 255)
    for index in 1..<values.count where index % 64 != 0 {
      #expect(abs(values[index] - values[index - 1]) < 60)
    }
  }
}

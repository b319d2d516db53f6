import SegueImaging
import Segue
import Testing
import SegueText
import SegueTransitions

@testable import SegueTools

@Suite("Contact sheets") struct ContactSheetTests {
  private let stage = SnapshotPair(
    from: Snapshot(PixelBuffer(size: ImageSize(width: 40, height: 24), color: .white)),
    to: Snapshot(
      PixelBuffer(size: ImageSize(width: 40, height: 24), color: RGBAColor(red: 200, green: 0, blue: 0))),
    notices: [])

  @Test("a sheet has a row for each transition and a column for each progress")
  func cells() throws {
    let names = ["dissolve", "wipe"]
    let sheet = ContactSheet(names.compactMap { Catalogue.builtIn[$0] }, columns: 3)
    #expect(sheet.times == [0, 0.5, 1])
    let picture = try sheet.picture(on: stage)
    let style = TextStyle(size: 8)
    let (name, head) = (
      try TextPicture.measure("dissolve", style).pictureSize,
      try TextPicture.measure("100%", style).pictureSize
    )
    #expect(picture.size.width == 8 + name.width + 8 + 3 * 42 - 2 + 8)
    #expect(picture.size.height == 8 + head.height + 2 + 2 * 26 - 2 + 8)
    // Cells are 40 × 24 with a gap of 2 and a margin of 8 at the right and bottom.
    let (right, bottom) = (picture.size.width - 8, picture.size.height - 8)
    func middle(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
      (right - 42 * (2 - column) - 20, bottom - 26 * (1 - row) - 12)
    }
    func pixel(_ place: (x: Int, y: Int), _ dx: Int = 0) -> RGBAColor { picture[place.x + dx, place.y] }
    for row in 0..<2 {
      #expect(pixel(middle(0, row)) == .white)
      #expect(pixel(middle(2, row)) == RGBAColor(red: 200, green: 0, blue: 0))
    }
    #expect(pixel(middle(1, 0)) == RGBAColor(red: 228, green: 128, blue: 128))
    #expect(
      pixel(middle(1, 1), -10) == RGBAColor(red: 200, green: 0, blue: 0) && pixel(middle(1, 1), 10) == .white)
    #expect(picture[right, bottom] == sheet.background && picture[0, 0] == sheet.background)
  }

  @Test("a column shows the curve's progress at its time")
  func timing() throws {
    var sheet = ContactSheet([try #require(Catalogue.builtIn["dissolve"])], columns: 3)
    sheet.timing = try TimingCurve(parsing: "ease-in-quad")
    let picture = try sheet.picture(on: stage)
    let (right, middle) = (picture.size.width - 8, picture.size.height - 20)
    // At half of the time a quarter of the white is red.
    #expect(picture[right - 62, middle] == RGBAColor(red: 241, green: 191, blue: 191))
    #expect(picture[right - 104, middle] == .white)
    #expect(picture[right - 20, middle] == RGBAColor(red: 200, green: 0, blue: 0))
  }

  @Test("a sheet may show every built-in")
  func everything() throws {
    let small = stage.scaled(to: ImageSize(width: 12, height: 8))
    let picture = try ContactSheet(Catalogue.builtIn.transitions, columns: 2).picture(on: small)
    #expect(picture.size.height >= Catalogue.builtIn.transitions.count * 10)
  }

  @Test("labels are beside their row and above their column")
  func labels() throws {
    var sheet = ContactSheet(
      try ["wipe", "dissolve"].map { try #require(Catalogue.builtIn[$0]) }, columns: 2)
    for (ground, ink) in [
      (RGBAColor.black, RGBAColor(red: 222, green: 227, blue: 234)),
      (.white, RGBAColor(red: 42, green: 48, blue: 58)),
      (.transparent, RGBAColor(red: 128, green: 134, blue: 144)),
    ] {
      sheet.background = ground
      // Cells of 160 × 96 with a gap of 6 and a margin of 16.
      let picture = try sheet.picture(on: stage.scaled(to: ImageSize(width: 160, height: 96)))
      let (left, top) = (picture.size.width - 16 - 326, picture.size.height - 16 - 198)
      func inkIn(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        rows.reduce(0) { sum, y in sum + columns.count { picture[$0, y] != ground } }
      }
      let names = [
        inkIn(16..<(left - 16), top..<(top + 96)), inkIn(16..<(left - 16), (top + 102)..<(top + 198)),
      ]
      let heads = [inkIn(left..<(left + 160), 16..<top), inkIn((left + 166)..<(left + 326), 16..<top)]
      #expect(names[0] > 30 && names[1] > names[0] && heads[0] > 30 && heads[1] > heads[0])
      let readable = (top..<(top + 96)).contains { y in (16..<left).contains { picture[$0, y] == ink } }
      #expect(readable)
      let width = picture.size.width
      let border = (0..<picture.size.height).allSatisfy { y in
        (y < 16 ? 0..<width : 0..<16).allSatisfy { picture[$0, y] == ground }
      }
      #expect(border)
    }
  }

  @Test("a half-transparent background is composited once")
  func blending() throws {
    var sheet = ContactSheet([try #require(Catalogue.builtIn["dissolve"])], columns: 2)
    sheet.background = RGBAColor(red: 0, green: 0, blue: 200, alpha: 100)
    let clear = Snapshot(PixelBuffer(size: ImageSize(width: 160, height: 96), color: .transparent))
    let picture = try sheet.picture(on: SnapshotPair(from: clear, to: clear, notices: []))
    #expect(picture[picture.size.width - 20, picture.size.height - 20] == sheet.background)
    var softest = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width where picture[x, y] != sheet.background {
        // Coverage c over a background of alpha 100 with ink of red 128: alpha 100 + 155c, red 128c
        // / alpha.
        let pixel = picture[x, y]
        let coverage = Double(Int(pixel.alpha) - 100) / 155
        let red = 128 * coverage * 255 / Double(max(1, pixel.alpha))
        #expect(abs(Double(pixel.red) - red) < 3 && (144...200).contains(pixel.blue))
        softest += (0.2...0.8).contains(coverage) ? 1 : 0
      }
    }
    #expect(softest > 20)
  }

  @Test("a strip has its frames side by side")
  func strip() {
    let strip = ContactStrip.picture(of: [stage.from, stage.to])
    #expect(strip.size == ImageSize(width: 4 + 244 + 244, height: 144 + 8))
    #expect(strip[4, 4] == .white && strip[243, 147] == .white && strip[244, 4] == strip[0, 0])
    #expect(strip[248, 4] == RGBAColor(red: 200, green: 0, blue: 0) && strip[487, 147] == strip[248, 4])
  }

  @Test("the clouds picture is grey and smooth")
  func clouds() {
    let mask = CloudMask.snapshot(ImageSize(width: 64, height: 40))
    let values = (0..<64 * 40).map { Int(mask[$0 % 64, $0 / 64].red) }
    #expect(values.min() == 0 && values.max() == 255)
    for index in 1..<values.count where index % 64 != 0 {
      #expect(abs(values[index] - values[index - 1]) < 60)
    }
  }
}

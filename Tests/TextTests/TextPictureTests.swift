import SegueImaging
import Testing

@testable import SegueText

/// `DejaVu Sans` comes with the fonts that the build installs. Expected measures are from its
/// tables.
@Suite("Text pictures") struct TextPictureTests {
  private let style = TextStyle(font: "DejaVu Sans", size: 100)

  /// The rectangle of the pixels with an alpha above half, inclusive; `nil` without ink.
  private func ink(_ picture: Snapshot) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var columns: [Int] = []
    var rows: [Int] = []
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width where picture[x, y].alpha > 127 {
        columns.append(x)
        rows.append(y)
      }
    }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
    else { return nil }
    return (left...right, top...bottom)
  }

  @Test("a word is as wide as the sum of its glyphs' advances")
  func measures() throws {
    // In units of 1/2048 em, M has an advance of 1767, the ascent is 1901 and the descent 483.
    let metrics = try TextPicture.measure("MM", style)
    #expect(abs(metrics.width - 2 * 1767 / 20.48) < 0.1)
    #expect(abs(metrics.height - (1901 + 483) / 20.48) < 0.1 && abs(metrics.baseline - 1901 / 20.48) < 0.1)
    #expect(metrics.lineCount == 1 && metrics.horizontalMargin == 0 && metrics.verticalMargin == 0)
    #expect(metrics.pictureSize == ImageSize(width: 173, height: 117))
    #expect(try TextPicture.draw("MM", style).size == metrics.pictureSize)
  }

  @Test("text of twice the size is twice as wide", arguments: ["Summer", "AVATAR To.", "fi ffl 12,50 €"])
  func proportion(text: String) throws {
    var style = style
    let large = try TextPicture.measure(text, style).width
    for divisor in [2.0, 5, 8] {
      style.size = 100 / divisor
      #expect(abs(try TextPicture.measure(text, style).width * divisor - large) < 0.3)
    }
  }

  @Test("inked pixels equal the glyph's outline in the font")
  func outline() throws {
    // An upper-case I is a bar from 201 to 403 units and from the baseline to 1493 above it. The
    // baseline is at row 93.
    let bar = try #require(ink(TextPicture.draw("I", style)))
    #expect(bar.x == 10...19 && bar.y == 20...92)
    // A hyphen is from 100 to 639 units, 480 to 643 above the baseline.
    let hyphen = try #require(ink(TextPicture.draw("-", style)))
    #expect(hyphen.x == 5...30 && hyphen.y == 62...69)
    #expect(try TextPicture.draw("I", style)[14, 50] == .white)
  }

  @Test("the glyph is over its outline, shadow and rectangle")
  func effects() throws {
    let (red, green) = (RGBAColor(red: 255, green: 0, blue: 0), RGBAColor(red: 0, green: 128, blue: 0))
    let plain = try TextPicture.measure("I", style)
    var outlined = style
    outlined.effects.outline = .init(color: red, width: 6)
    let line = try TextPicture.draw("I", outlined)
    let metrics = try TextPicture.measure("I", outlined)
    #expect(metrics.width == plain.width && metrics.horizontalMargin == 6 && metrics.verticalMargin == 6)
    // The bar is 10 columns wide from column 10 on, and the margin is 6: ink from 10 to 31, white
    // from 16 to 25.
    let bar = try #require(ink(line))
    #expect(bar.x == 10...31 && bar.y == 20...104)
    #expect(line[20, 50] == .white && line[13, 50] == red && line[28, 50] == red && line[20, 23] == red)

    var boxed = style
    boxed.effects.box = .init(color: green, x: 40, y: 15)
    let box = try TextPicture.draw("I", boxed)
    #expect(box.size == ImageSize(width: plain.pictureSize.width + 80, height: plain.pictureSize.height + 30))
    #expect(box[2, 60] == green && box[60, 1] == green && box[54, 60] == .white)
    // The corners are round.
    #expect(box[0, 0].alpha == 0 && box[box.size.width - 1, box.size.height - 2].alpha == 0)

    var shaded = style
    shaded.effects.shadow = .init(color: .black, spread: 5, blur: 7, drop: 3)
    let shadow = try TextPicture.draw("I", shaded)
    let margin = try TextPicture.measure("I", shaded).horizontalMargin
    #expect(margin == 29 && shadow[margin + 14, margin + 50] == .white)
    // The shadow of the bar is 20 wide. Beside it the Gaussian leaves (Φ(x+20) − Φ(x)), at 3 and at
    // 10 pixels.
    for (distance, share) in [(3, 0.62), (10, 0.24)] {
      let pixel = shadow[margin + 19 + distance, margin + 55]
      #expect(pixel.red == 0 && abs(Double(pixel.alpha) / 255 - share) < 0.08, "\(distance): \(pixel.alpha)")
    }
    #expect(shadow[0, 50].alpha <= 2)
  }

  @Test("soft edges keep the colour of the text")
  func straight() throws {
    var style = style
    style.color = RGBAColor(red: 250, green: 128, blue: 3)
    let picture = try TextPicture.draw("Summer", style)
    var alphas: Set<UInt8> = []
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let pixel = picture[x, y]
        alphas.insert(pixel.alpha)
        let expected = pixel.alpha == 0 ? RGBAColor.transparent : style.color
        #expect((pixel.red, pixel.green, pixel.blue) == (expected.red, expected.green, expected.blue))
      }
    }
    #expect(alphas.contains(0) && alphas.contains(255) && alphas.count > 50)
    style.color.alpha = 128
    #expect(try TextPicture.draw("I", style)[14, 50] == style.color)
  }

  @Test("a line feed starts a new line")
  func alignment() throws {
    var style = style
    let single = try TextPicture.measure("WWW", style)
    let double = try TextPicture.measure("I\nWWW", style)
    #expect(double.lineCount == 2 && abs(double.height - 2 * single.height) < 0.1)
    #expect(double.width == single.width && double.baseline == single.baseline)
    func bar() throws -> ClosedRange<Int> {
      let picture = try TextPicture.draw("I\nWWW", style)
      let columns = (0..<picture.size.width).filter { picture[$0, 50].alpha > 127 }
      return try #require(columns.first)...(try #require(columns.last))
    }
    // W has an advance of 2025 units, I of 604. The bar is at 201 to 403 of them.
    #expect(try bar() == 10...19)
    style.alignment = .trailing
    #expect(try bar() == 277...286)
    style.alignment = .center
    // Half of 3 × 2025 − 604 plus 201 units are 143.4 pixels. Cairo puts a glyph at a whole pixel.
    let middle = try bar()
    #expect(abs(middle.lowerBound - 143) <= 1 && middle.count == 10)
  }

  @Test("a maximum width wraps lines between words")
  func wrapping() throws {
    var style = style
    style.size = 20
    let text = "A long afternoon at the lake"
    let whole = try TextPicture.measure(text, style)
    style.maximumWidth = whole.width / 2
    let wrapped = try TextPicture.measure(text, style)
    #expect(wrapped.lineCount >= 2 && wrapped.width <= whole.width / 2)
    #expect(abs(wrapped.height - Double(wrapped.lineCount) * whole.height) < 0.1)
    style.maximumWidth = 60
    let word = try TextPicture.measure("Donaudampfschifffahrt", style)
    #expect(word.lineCount >= 3 && word.width <= 60)
    style.maximumWidth = whole.width + 1
    #expect(try TextPicture.measure(text, style).lineCount == 1)
  }

  @Test("overhanging italics are not clipped")
  func overhang() throws {
    let italic = TextStyle(font: "DejaVu Sans Oblique", size: 200)
    let metrics = try TextPicture.measure("f", italic)
    let picture = try TextPicture.draw("f", italic)
    #expect(metrics.horizontalMargin > 0)
    #expect(picture.size.width == Int(metrics.width.rounded(.up)) + 2 * metrics.horizontalMargin)
    let place = try #require(ink(picture))
    #expect(
      place.x.lowerBound < metrics.horizontalMargin
        || place.x.upperBound >= picture.size.width - metrics.horizontalMargin)
    #expect((0..<picture.size.height).allSatisfy { picture[0, $0].alpha < 128 })
  }

  @Test("an empty text is a transparent column of one line's height")
  func empty() throws {
    let picture = try TextPicture.draw("", style)
    #expect(picture.size == ImageSize(width: 1, height: 117) && ink(picture) == nil)
    let metrics = try TextPicture.measure("", style)
    #expect(metrics.width == 0 && metrics.lineCount == 1)
    let spaces = try TextPicture.draw("  ", style)
    #expect(ink(spaces) == nil)
  }

  @Test(
    "every script is drawn with any font",
    arguments: [
      "夏の日", "☀️ 👩‍👩‍👧 🇩🇪", "שלום", "مرحبا", "नमस्ते", "e\u{301}\u{323}", "a\u{0}b\tc\r\nd\u{2028}e", "\u{FFFF}",
    ])
  func scripts(text: String) throws {
    let picture = try TextPicture.draw(text, TextStyle(size: 24))
    #expect(ink(picture) != nil)
    #expect(picture.size == (try TextPicture.measure(text, TextStyle(size: 24)).pictureSize))
  }

  @Test("missing glyphs are counted")
  func unknown() throws {
    #expect(try TextPicture.measure("Summer", style).unknownGlyphCount == 0)
    // The last private-use code point is in no font.
    #expect(try TextPicture.measure("a\u{10FFFD}b\u{10FFFD}", style).unknownGlyphCount == 2)
  }

  @Test("an oversized text is an error")
  func limits() throws {
    #expect(throws: TextError.tooLarge(characters: 200, size: 500)) {
      try TextPicture.draw(String(repeating: "W", count: 200), TextStyle(size: 500))
    }
    #expect(throws: TextError.tooLarge(characters: 1, size: 1e9)) {
      try TextPicture.measure("W", TextStyle(size: 1e9))
    }
    let wide = TextStyle(size: 20, maximumWidth: 1e12)
    #expect(try TextPicture.measure("W", wide).lineCount == 1)
    #expect(try TextPicture.measure("W W", TextStyle(size: 20, maximumWidth: 0)).lineCount >= 2)
  }

  @Test("a missing font family is named with its substitute")
  func substitutes() throws {
    #expect(try TextPicture.substituteFamily(for: style) == nil)
    #expect(try TextPicture.substituteFamily(for: TextStyle(size: 20)) == nil)
    let missing = TextStyle(font: "No Such Family Bold", size: 20)
    #expect(try TextPicture.substituteFamily(for: missing) != nil)
    #expect(try TextPicture.substituteFamily(for: TextStyle(font: "Nowhere, DejaVu Sans", size: 9)) == nil)
    let letter = try TextPicture.draw("A", missing)
    #expect(ink(letter) != nil)
  }

  @Test("bold text is drawn with equal pixels on every thread")
  func threads() async throws {
    let bold = TextStyle(font: "DejaVu Sans Bold", size: 100)
    #expect(try TextPicture.measure("I", bold).width > TextPicture.measure("I", style).width)
    let one = try TextPicture.draw("Summer", bold)
    let same = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let other = try TextPicture.draw("Summer", bold)
          return withExtendedLifetime((one, other)) { one.rgba.elementsEqual(other.rgba) }
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(same)
  }
}

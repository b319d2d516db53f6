import SegueImaging
import Testing

@testable import SegueText

/// Text drawn by letter, word or line, and text with styled runs.
@Suite("Pieces and runs of text") struct TextPieceTests {
  private let style = TextStyle(font: "DejaVu Sans", size: 60)

  /// Whether the pieces together are `whole`, except at joins of cursive letters.
  private func areParts(_ pieces: [TextPiece], of whole: Snapshot) -> Bool {
    for y in 0..<whole.size.height {
      for x in 0..<whole.size.width {
        let found = pieces.map { $0.glyphs[x - $0.x, y - $0.y] }.filter { $0.alpha > 0 }
        if found.count < 2, found.first?.alpha ?? 0 != whole[x, y].alpha { return false }
        if found.count > 1, whole[x, y].alpha == 0 { return false }
      }
    }
    return true
  }

  @Test(
    "letters, words and lines drawn separately form the whole text",
    arguments: [
      ("III II", TextUnit.letter, 5), ("one two-three", .word, 3), ("a b\nc\n\nd", .line, 3),
      ("a b c", .line, 1), ("e\u{301}x", .letter, 2), ("  x ", .letter, 1), ("", .letter, 0),
      // Lām and alif are one glyph, and the text is right-to-left.
      ("سلام", .letter, 3), ("שלום I", .word, 2), ("I\nII", .letter, 3),
    ])
  func pieces(text: String, part: TextUnit, count: Int) throws {
    let found = try TextPicture.pieces(of: text, style, by: part)
    #expect(found.pieces.count == count && found.box == nil)
    let whole = try TextPicture.draw(text, style)
    #expect(areParts(found.pieces, of: whole))
    #expect(found.pieces.allSatisfy { $0.effects == nil })
  }

  @Test("right-to-left text begins at the right")
  func order() throws {
    let hebrew = try TextPicture.pieces(of: "שלום", style, by: .letter).pieces.map(\.x)
    #expect(hebrew == hebrew.sorted(by: >) && Set(hebrew).count == 4)
    let latin = try TextPicture.pieces(of: "Summer", style, by: .letter).pieces.map(\.x)
    #expect(latin == latin.sorted() && Set(latin).count == 6)
  }

  @Test("outlines, shadows and the rectangle are separate pictures")
  func effects() throws {
    var style = style
    style.effects.outline = .init(color: .black, width: 3)
    style.effects.box = .init(color: RGBAColor(red: 255, green: 0, blue: 0), x: 20, y: 10)
    let found = try TextPicture.pieces(of: "II", style, by: .letter)
    let box = try #require(found.box)
    #expect(box.size == (try TextPicture.measure("II", style)).pictureSize)
    #expect(box[box.size.width / 2, box.size.height / 2] == RGBAColor(red: 255, green: 0, blue: 0))
    for piece in found.pieces {
      let effects = try #require(piece.effects)
      #expect(effects.size == piece.glyphs.size)
      let (x, y) = (effects.size.width / 2, effects.size.height / 2)
      #expect(effects[x, y] == .black && piece.glyphs[x, y] == .white)
    }
    let error = #expect(throws: TextError.self) {
      try TextPicture.pieces(of: String(repeating: "I", count: 501), TextStyle(size: 10), by: .letter)
    }
    #expect(error == .tooManyPieces(count: 501, maximum: 500))
  }

  @Test("markup sets weight and colour of a run")
  func markup() throws {
    var marked = style
    marked.isMarkup = true
    let plain = try TextPicture.measure("Summer", style)
    let bold = try TextPicture.measure("<b>Summer</b>", marked)
    #expect(bold.width > plain.width * 1.05 && bold.height == plain.height)
    #expect(
      try TextPicture.measure("a &lt; b &amp; &#99;", marked).width
        == TextPicture.measure("a < b & c", style).width)
    let red = RGBAColor(red: 255, green: 0, blue: 0)
    let two = try TextPicture.pieces(of: "I<span color=\"red\">I</span>", marked, by: .letter).pieces
    let middles = two.map { $0.glyphs[$0.glyphs.size.width / 2, $0.glyphs.size.height / 2] }
    #expect(middles == [.white, red])
  }

  @Test(
    "invalid markup is an error with a reason",
    arguments: [
      ("<b>open", "currently open element"), ("a & b", "ampersand"), ("<u>line</u>", "use only <b>"),
      ("<span size=\"900000\">A</span>", "use only <b>"), ("<span font=\"Sans 900\">A</span>", "use only"),
      ("<big>A</big>", "use only"), ("<span color=\"reddish\">A</span>", "reddish"), ("<x>A</x>", "x"),
      ("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;", "ntity"),
    ])
  func faults(text: String, words: String) {
    var marked = style
    marked.isMarkup = true
    let error = #expect(throws: TextError.self) { try TextPicture.measure(text, marked) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  /// Whether a colour emoji font is installed.
  private static let hasEmoji =
    (try? TextPicture.substituteFamily(for: TextStyle(font: "Noto Color Emoji", size: 10))) == .some(nil)

  @Test(
    "emoji keep their colours",
    .enabled(if: hasEmoji, "no colour emoji here: fonts-noto-color-emoji"))
  func emoji() throws {
    var style = TextStyle(font: "DejaVu Sans", size: 60, color: RGBAColor(red: 0, green: 0, blue: 255))
    style.effects.outline = .init(color: .black, width: 4)
    style.effects.shadow = .init(color: .black, spread: 2, blur: 3, drop: 2)
    /// Whether the centre is red and surrounded by black.
    func isRed(_ picture: Snapshot, outlined: Bool = true) -> Bool {
      let (width, height) = (picture.size.width, picture.size.height)
      let middle = picture[width / 2, height / 2]
      let around = (0..<width).contains { picture[$0, height / 2] == .black }
      return middle.red > 200 && middle.green < 110 && middle.blue < 110 && middle.alpha == 255
        && around == outlined
    }
    #expect(isRed(try TextPicture.draw("🟥", style)))
    #expect(try TextPicture.measure("🟥❤️", style).unknownGlyphCount == 0)
    let word = PositionedWord("🟥", x: 0, baseline: 60, color: .white)
    #expect(isRed(try TextPicture.draw([word], style).picture))
    let pieces = try TextPicture.pieces(of: "🟥a", style, by: .letter).pieces
    #expect(pieces.count == 2 && isRed(pieces[0].glyphs, outlined: false))
  }
}

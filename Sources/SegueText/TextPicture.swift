import SegueImaging
import SegueMath

/// Text as a picture, set by Pango and drawn by Cairo.
///
/// Scripts, ligatures, accents, right-to-left text and emoji come out as the installed fonts have them; a character
/// that no font has is a small box with its code. A line feed starts a new line. Shapes and positions are not hinted:
/// text of twice the size is twice as wide.
///
/// **Thread-safety:** may be called from any thread; one text is set at a time.
package enum TextPicture {
  /// The largest side of a picture, in pixels.
  package static let largestSide = 16384

  /// Draws `text` on nothing: RGBA8, straight alpha, of `TextMetrics.pictureSize`. Costs milliseconds; the first text
  /// of a process costs tens of them.
  ///
  /// Each pixel of a glyph has exactly the style's colour, also at a soft edge, where only its alpha is lower.
  /// - Throws: `TextError`.
  package static func draw(_ text: String, _ style: TextStyle) throws(TextError) -> Snapshot {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in
      try layout.picture(style)
    }
  }

  /// The places of the box and the lines of `text`, and the size of its picture.
  /// - Throws: `TextError`.
  package static func measure(_ text: String, _ style: TextStyle) throws(TextError) -> TextMetrics {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in try layout.metrics() }
  }

  /// The family that stands in for the style's when none of those is installed; `nil` where one is, and where the
  /// style names a general one such as `Sans`.
  /// - Throws: `TextError.noFontInstalled`.
  package static func substituteFamily(for style: TextStyle) throws(TextError) -> String? {
    try Typesetter.withLayout(of: "", style) { layout in layout.substituteFamily }
  }
}

/// The style of a text: font, size, colour, alignment, and the width at which its lines break.
package struct TextStyle: Sendable, Hashable {
  /// Family, weight, slant and stretch as Pango reads them, such as `DejaVu Sans Bold Italic`; several families
  /// are separated by commas, the first installed one counts. A size in it has no effect.
  package var font: String
  /// The em square's side, in pixels, above 0.
  package var size: Double
  /// The colour of the glyphs; its alpha counts. Emoji keep their own colours.
  package var color: RGBAColor
  /// The start of a paragraph's lines.
  package var alignment: Alignment
  /// Pixels after which a line is broken, at a word's end where there is one; `nil` breaks at line feeds alone.
  package var maximumWidth: Double?
  /// The effects around and behind the glyphs.
  package var effects = TextEffects()
  /// Whether the text is Pango's markup, of which bold, italic and coloured runs are taken.
  package var isMarkup = false

  /// The edge that the lines of a text share.
  package enum Alignment: String, Sendable, Hashable, CaseIterable {
    /// The edge where reading begins: the left one, or the right one of Arabic or Hebrew.
    case leading
    /// The lines' middles.
    case center
    /// The edge where reading ends.
    case trailing
  }

  /// A style; the default font is whatever the system takes for `Sans`.
  package init(
    font: String = "Sans", size: Double, color: RGBAColor = .white, alignment: Alignment = .leading,
    maximumWidth: Double? = nil
  ) {
    self.font = font
    self.size = size
    self.color = color
    self.alignment = alignment
    self.maximumWidth = maximumWidth
  }
}

/// The places of a text's box and lines, in pixels. They are not rounded, and grow in proportion to the style's size.
package struct TextMetrics: Sendable, Hashable {
  /// Width of the longest line, from the first glyph's origin to the end of the last one's advance.
  package let width: Double
  /// Height of all lines; an empty text has one.
  package let height: Double
  /// From the box's top to the first line's baseline.
  package let baseline: Double
  /// Lines, broken ones included.
  package let lineCount: Int
  /// Glyphs for characters that no installed font has, drawn as boxes.
  package let unknownGlyphCount: Int
  /// Columns that the drawn picture has on the left and on the right of the box, for ink beyond it, as italics
  /// and effects do. Both sides have the same, so that the picture's centre is the box's.
  package let horizontalMargin: Int
  /// Rows that the drawn picture has above and below the box, likewise.
  package let verticalMargin: Int
  /// Size of the drawn picture: the box rounded up to whole pixels, with the margins.
  package let pictureSize: ImageSize
}

/// The reason why a text cannot be drawn.
public enum TextError: Error, Sendable, Hashable {
  /// The size is not above 0 and finite.
  case invalidSize(Double)
  /// The width at which lines break is below 0 or NaN.
  case invalidWidth(Double)
  /// Pango, Cairo or fontconfig is not installed.
  case libraryMissing(name: String)
  /// The system has no TrueType or OpenType font.
  case noFontInstalled
  /// Markup that cannot be read, or that asks for more than runs of letters can be.
  case markup(reason: String)
  /// A text has more parts than are drawn one by one.
  case tooManyPieces(count: Int, most: Int)
  /// A side of the picture would be above `TextPicture.largestSide`: so many characters, and the style's size.
  case tooLarge(characters: Int, size: Double)
  /// Cairo gave up, in its words.
  case failed(reason: String)
}

extension TextError: DescribedError {
  /// The reason why the text cannot be drawn, in one sentence.
  package var sentence: String {
    switch self {
    case .invalidSize(let size): "a text's size is \(size) pixels, but must be above 0"
    case .invalidWidth(let width): "a text's lines are \(width) pixels wide, but must be 0 or more"
    case .libraryMissing(let name): "text cannot be drawn, since \(name) is not installed"
    case .noFontInstalled:
      "text cannot be drawn, since no TrueType or OpenType font is installed; install one, such as fonts-dejavu-core"
    case .tooLarge(let characters, let size):
      "a text of \(characters) characters, \(Int(exactly: size).map(String.init) ?? "\(size)") pixels high, is larger "
        + "than \(TextPicture.largestSide) pixels a side; make it smaller"
    case .markup(let reason): "a text's markup cannot be read: \(reason)"
    case .tooManyPieces(let count, let most):
      "a text comes in \(count) pieces, but must have at most \(most); larger pieces, such as words, are fewer"
    case .failed(let reason): "text cannot be drawn: \(reason)"
    }
  }
}

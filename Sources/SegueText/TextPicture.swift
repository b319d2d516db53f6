import SegueFields
import SegueImaging
import SegueMath

/// Renders text to a picture with Pango and Cairo.
///
/// Scripts, ligatures, accents, right-to-left text and emoji are rendered as the installed fonts
/// define them. A character without a font is a small box with its code. A line feed starts a new
/// line. Shapes and positions are not hinted: text of twice the size is twice as wide.
///
/// **Thread-safety:** may be called from any thread; texts are typeset one at a time.
package enum TextPicture {
  /// The largest side of a picture, in pixels.
  package static let largestSide = 16384

  /// Draws `text` on a transparent surface: RGBA8, straight alpha, of `TextMetrics.pictureSize`. A
  /// text takes milliseconds; the first text of a process takes tens of milliseconds.
  ///
  /// Each pixel of a glyph has exactly the style's colour; soft edges differ only in alpha.
  /// - Throws: `TextError`.
  package static func draw(_ text: String, _ style: TextStyle) throws(TextError) -> Snapshot {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in
      try layout.picture(style)
    }
  }

  /// The positions of the box and the lines of `text`, and the size of its picture.
  /// - Throws: `TextError`.
  package static func measure(_ text: String, _ style: TextStyle) throws(TextError) -> TextMetrics {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in try layout.metrics() }
  }

  /// The fallback family if none of the style's families is installed. `nil` if one of them is
  /// installed or is generic, such as `Sans`.
  /// - Throws: `TextError.noFontInstalled`.
  package static func substituteFamily(for style: TextStyle) throws(TextError) -> String? {
    try Typesetter.withLayout(of: "", style) { layout in layout.substituteFamily }
  }
}

/// The positions of a text's box and lines, in pixels. They are not rounded, and are proportional
/// to the style's size.
package struct TextMetrics: Sendable, Hashable {
  /// Width of the longest line, from the first glyph's origin to the end of the last advance.
  package let width: Double
  /// Height of all lines; an empty text has a single line.
  package let height: Double
  /// Distance from the box's top to the first baseline.
  package let baseline: Double
  /// The number of lines, wrapped ones included.
  package let lineCount: Int
  /// The number of characters without an installed font, drawn as boxes.
  package let unknownGlyphCount: Int
  /// The number of columns on each side of the box, for ink beyond it, such as italics and effects.
  /// Both sides are equal, so that the centres of picture and box coincide.
  package let horizontalMargin: Int
  /// The number of rows above the box, which equals the number below it.
  package let verticalMargin: Int
  /// Size of the picture: the box rounded up to whole pixels, plus the margins.
  package let pictureSize: ImageSize
}

/// An error that prevents drawing a text.
package enum TextError: DescribedError {
  /// The size in pixels is 0, negative or not finite.
  case invalidSize(Double)
  /// The line width in pixels is below 0 or not a number.
  case invalidWidth(Double)
  /// Pango, Cairo or fontconfig is not installed.
  case libraryMissing(name: String)
  /// The system has no TrueType or OpenType font.
  case noFontInstalled
  /// The markup is invalid, or uses unsupported attributes.
  case markup(reason: String)
  /// The text has more than `maximum` parts to draw separately.
  case tooManyPieces(count: Int, maximum: Int)
  /// A side of the picture would exceed 16384 pixels. The values are the number of characters and
  /// the style's size.
  case tooLarge(characters: Int, size: Double)
  /// Cairo failed to draw the text, with this message.
  case failed(reason: String)
}

extension TextError {
  package var code: SegueError.Code {
    switch self {
    case .noFontInstalled, .libraryMissing: .libraryMissing
    case .invalidSize, .invalidWidth, .tooLarge, .tooManyPieces: .invalidValue
    case .markup: .invalidData
    case .failed: .internalError
    }
  }

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
        + "than \(TextPicture.largestSide) pixels per side; make it smaller"
    case .markup(let reason): "a text's markup cannot be read: \(reason)"
    case .tooManyPieces(let count, let maximum):
      "a text is split into \(count) pieces, but may have at most \(maximum); use larger ones, such as words"
    case .failed(let reason): "text cannot be drawn: \(reason)"
    }
  }
}

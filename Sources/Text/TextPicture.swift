import Imaging

/// Text as a picture, set by Pango and drawn by Cairo.
///
/// Scripts, ligatures, accents, right-to-left text and emoji come out as the installed fonts have them; a character
/// that no font has is a small box with its code. A line feed starts a new line. Shapes and positions are not hinted:
/// text of twice the size is twice as wide.
///
/// **Thread-safety:** may be called from any thread; one text is set at a time.
public enum TextPicture {
  /// The largest side of a picture, in pixels.
  public static let largestSide = 16384

  /// Draws `text` on nothing: RGBA8, straight alpha, of `TextMetrics.pictureSize`. Costs milliseconds; the first text
  /// of a process costs tens of them.
  ///
  /// Each pixel of a glyph has exactly the style's colour, also at a soft edge, where only its alpha is lower.
  /// - Throws: `TextError`.
  public static func draw(_ text: String, _ style: TextStyle) throws(TextError) -> Snapshot {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in
      try layout.picture(color: style.color)
    }
  }

  /// Where the box and the lines of `text` are, and how large its picture is.
  /// - Throws: `TextError`.
  public static func measure(_ text: String, _ style: TextStyle) throws(TextError) -> TextMetrics {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in try layout.metrics() }
  }

  /// The family that stands in for the style's when none of those is installed; `nil` where one is, and where the
  /// style names a general one such as `Sans`.
  /// - Throws: `TextError.noFontInstalled`.
  public static func substituteFamily(for style: TextStyle) throws(TextError) -> String? {
    try Typesetter.withLayout(of: "", style) { layout in layout.substituteFamily }
  }
}

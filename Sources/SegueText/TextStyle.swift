import SegueImaging

/// The style of a text: font, size, colour, alignment and line width.
package struct TextStyle: Sendable, Hashable {
  /// Family, weight, slant and stretch in Pango's syntax, such as `DejaVu Sans Bold Italic`. Of
  /// several families, separated by commas, the first installed one is used. A size is ignored.
  package var font: String
  /// The side of the em square, in pixels, above 0.
  package var size: Double
  /// The colour of the glyphs, with alpha. Emoji keep their own colours.
  package var color: RGBAColor
  package var alignment: Alignment
  /// The maximum line width in pixels, with breaks at word boundaries if possible; `nil` breaks at
  /// line feeds only.
  package var maximumWidth: Double?
  package var effects = TextEffects()
  /// Whether the text is Pango markup with bold, italic and coloured runs.
  package var isMarkup = false

  /// The horizontal alignment of lines.
  package enum Alignment: String, Sendable, Hashable, CaseIterable {
    /// The edge where reading begins: left, or right for Arabic and Hebrew.
    case leading
    /// The middle between both edges.
    case center
    /// The edge where reading ends.
    case trailing
  }

  /// A style; the default font is the system's `Sans`.
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

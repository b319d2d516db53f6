import CSeguePangoCairo
import SegueImaging

/// The effects around and behind a text's glyphs, with lengths in pixels.
package struct TextEffects: Sendable, Hashable {
  /// The outline of each glyph.
  package var outline: Outline?
  /// The soft shadow of the glyphs and their outline.
  package var shadow: Shadow?
  /// The rounded rectangle behind all lines.
  package var box: Box?

  /// Text without effects.
  package init() {}

  /// An outline of glyphs.
  package struct Outline: Sendable, Hashable {
    package var color: RGBAColor
    package var width: Double

    /// An outline that extends `width` pixels beyond the glyphs.
    package init(color: RGBAColor, width: Double) {
      self.color = color
      self.width = width
    }
  }

  package struct Shadow: Sendable, Hashable {
    package var color: RGBAColor
    /// The expansion beyond the glyphs and their outline, before the blur.
    package var spread: Double
    /// The Gaussian's sigma.
    package var blur: Double
    /// The vertical offset, downwards.
    package var drop: Double

    package init(color: RGBAColor, spread: Double, blur: Double, drop: Double) {
      self.color = color
      self.spread = spread
      self.blur = blur
      self.drop = drop
    }
  }

  /// A rounded rectangle.
  package struct Box: Sendable, Hashable {
    package var color: RGBAColor
    /// The horizontal padding around the lines.
    package var x: Double
    /// The vertical padding around the lines.
    package var y: Double

    package init(color: RGBAColor, x: Double, y: Double) {
      self.color = color
      self.x = x
      self.y = y
    }
  }

  /// The maximum extent of the outline and the shadow beyond the ink.
  var reach: Double {
    let outline = outline?.width ?? 0
    guard let shadow else { return outline }
    return outline + shadow.spread + 3 * shadow.blur + shadow.drop
  }
}

extension TextLayout {
  /// Paints the text on `drawing`: the rectangle behind the lines' `box`, the shadow, the outline,
  /// then the glyphs in `color`. The current point is the layout's origin, to which `box` is
  /// relative. If `color` is `nil`, no glyphs are painted.
  func paint(_ effects: TextEffects, color: RGBAColor?, box: Extent, on drawing: OpaquePointer) {
    var (x, y) = (0.0, 0.0)
    cairo_get_current_point(drawing, &x, &y)
    if let rectangle = effects.box {
      rectangle.paint(around: (x + box.x, y + box.y, box.width, box.height), on: drawing)
    }
    if let shadow = effects.shadow {
      let width = shadow.spread + (effects.outline?.width ?? 0)
      shadow.paint(on: drawing) { cast(shadow, width: width, x, y, on: $0) }
    }
    if let outline = effects.outline {
      cairo_set_source(drawing, outline.color)
      stroke(width: outline.width, x, y, on: drawing)
    }
    guard let color else { return }
    cairo_set_source(drawing, color)
    cairo_move_to(drawing, x, y)
    pango_cairo_show_layout(drawing, layout)
  }

  /// Strokes the glyphs with a line whose outer half is `width` wide.
  func stroke(width: Double, _ x: Double, _ y: Double, on drawing: OpaquePointer) {
    cairo_move_to(drawing, x, y)
    pango_cairo_layout_path(drawing, layout)
    cairo_set_line_width(drawing, 2 * width)
    cairo_set_line_join(drawing, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(drawing)
  }

  /// Draws the caster of `shadow` on `mask`: the glyphs, expanded by `width`.
  func cast(
    _ shadow: TextEffects.Shadow, width: Double, _ x: Double, _ y: Double, on mask: OpaquePointer
  ) {
    if width > 0 { stroke(width: width, x, y + shadow.drop, on: mask) }
    cairo_move_to(mask, x, y + shadow.drop)
    pango_cairo_show_layout(mask, layout)
  }
}

extension TextEffects.Box {
  /// Paints the rectangle around `lines`.
  func paint(around lines: TextLayout.Extent, on drawing: OpaquePointer) {
    let (left, top, right, bottom) = (
      lines.x - x, lines.y - y, lines.x + lines.width + x, lines.y + lines.height + y
    )
    let radius = min(y, (bottom - top) / 2)
    cairo_new_sub_path(drawing)
    cairo_arc(drawing, right - radius, top + radius, radius, -.pi / 2, 0)
    cairo_arc(drawing, right - radius, bottom - radius, radius, 0, .pi / 2)
    cairo_arc(drawing, left + radius, bottom - radius, radius, .pi / 2, .pi)
    cairo_arc(drawing, left + radius, top + radius, radius, .pi, .pi * 1.5)
    cairo_close_path(drawing)
    cairo_set_source(drawing, color)
    cairo_fill(drawing)
  }
}

extension TextEffects.Shadow {
  /// Paints the shadow of the caster, which `cast` draws on a mask with the size of `drawing`.
  func paint(on drawing: OpaquePointer, casting cast: (OpaquePointer) -> Void) {
    guard let target = cairo_get_target(drawing) else { return }
    let size = (
      width: Int(cairo_image_surface_get_width(target)), height: Int(cairo_image_surface_get_height(target))
    )
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(size.width), Int32(size.height)),
      let pen = cairo_create(mask)
    else { return }
    defer { cairo_surface_destroy(mask) }
    cairo_set_source_rgba(pen, 0, 0, 0, 1)
    cast(pen)
    cairo_destroy(pen)
    cairo_surface_flush(mask)
    guard let bytes = cairo_image_surface_get_data(mask) else { return }
    let stride = Int(cairo_image_surface_get_stride(mask))
    SoftMask(bytes: bytes, width: size.width, height: size.height, stride: stride).blur(sigma: blur)
    cairo_surface_mark_dirty(mask)
    cairo_set_source(drawing, color)
    cairo_mask_surface(drawing, mask, 0, 0)
  }
}

/// A picture with an alpha channel only.
private struct SoftMask {
  let bytes: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int
  let stride: Int

  /// Approximates a Gaussian blur by three box blurs, along rows and then columns.
  ///
  /// **Source:** Kovesi, "Fast almost-Gaussian filtering", 2010.
  func blur(sigma: Double) {
    let radius = Int(((4 * sigma * sigma + 1).squareRoot() / 2 - 0.5).rounded())
    guard radius > 0 else { return }
    for _ in 0..<3 {
      for y in 0..<height { average(bytes + y * stride, count: width, step: 1, radius) }
      for x in 0..<width { average(bytes + x, count: height, step: stride, radius) }
    }
  }

  /// Replaces each value by the mean of the values within `radius`. Values beyond the ends count as
  /// 0.
  private func average(_ line: UnsafeMutablePointer<UInt8>, count: Int, step: Int, _ radius: Int) {
    let values = (0..<count).map { Int(line[$0 * step]) }
    let length = 2 * radius + 1
    var sum = values.prefix(radius).reduce(0, +)
    for index in 0..<count {
      if index + radius < count { sum += values[index + radius] }
      if index > radius { sum -= values[index - radius - 1] }
      line[index * step] = UInt8((sum + radius) / length)
    }
  }
}

/// Sets the source to `color` with its alpha.
func cairo_set_source(_ drawing: OpaquePointer, _ color: RGBAColor) {
  cairo_set_source_rgba(
    drawing, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
    Double(color.alpha) / 255)
}

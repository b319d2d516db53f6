import CSeguePangoCairo
import SegueImaging
import Synchronization

/// The fonts of this process, used by one thread at a time.
///
/// **Thread-safety:** `withLayout` may be called from any thread.
struct Typesetter {
  private let fonts: OpaquePointer

  /// The maximum product of a text's bytes and its size in pixels. Pango's positions are 1024ths of a
  /// pixel in 32 bits, which a larger text could overflow.
  private static let maximumGlyphPixels = 400_000.0
  private static let shared = Mutex<Typesetter?>(nil)

  /// Typesets `text` and passes the layout to `body`.
  /// - Throws: `TextError.libraryMissing`, `.noFontInstalled`, `.tooLarge`, and the errors of
  ///   `body`.
  static func withLayout<Result: Sendable>(
    of text: String, _ style: TextStyle, _ body: (TextLayout) throws(TextError) -> Result
  ) throws(TextError) -> Result {
    try withLayouts(of: [(text, style)]) { (layouts) throws(TextError) in try body(layouts[0]) }
  }

  /// Typesets each of `texts` in its style and passes the layouts to `body`.
  /// - Throws: as `withLayout`.
  static func withLayouts<Result: Sendable>(
    of texts: [(text: String, style: TextStyle)], _ body: ([TextLayout]) throws(TextError) -> Result
  ) throws(TextError) -> Result {
    for (text, style) in texts {
      guard style.size > 0, style.size.isFinite else { throw .invalidSize(style.size) }
      if let width = style.maximumWidth, !(width >= 0) { throw .invalidWidth(width) }
      guard Double(max(1, text.utf8.count)) * style.size <= maximumGlyphPixels else {
        throw .tooLarge(characters: text.count, size: style.size)
      }
    }
    return try shared.withLock { (shared) throws(TextError) in
      let typesetter: Typesetter
      if let shared { typesetter = shared } else { typesetter = try Typesetter() }
      shared = typesetter
      var layouts: [TextLayout] = []
      for (text, style) in texts { layouts.append(try TextLayout(text, style, fonts: typesetter.fonts)) }
      return try body(layouts)
    }
  }

  /// - Throws: `TextError.libraryMissing`; `.noFontInstalled`, since Pango would abort the process
  ///   without fonts.
  private init() throws(TextError) {
    if let missing = segue_load_text_libraries() { throw .libraryMissing(name: String(cString: missing)) }
    guard Typesetter.hasFont, let fonts = pango_cairo_font_map_new() else { throw .noFontInstalled }
    self.fonts = fonts
  }

  /// Whether a font in a format that Pango reads is installed.
  private static var hasFont: Bool {
    guard let everything = FcPatternCreate(), let keys = FcObjectSetCreate() else { return false }
    defer {
      FcPatternDestroy(everything)
      FcObjectSetDestroy(keys)
    }
    FcObjectSetAdd(keys, FC_FONTFORMAT)
    guard let found = FcFontList(nil, everything, keys) else { return false }
    defer { FcFontSetDestroy(found) }
    return (0..<Int(found.pointee.nfont)).contains { index in
      var format: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(found.pointee.fonts[index], FC_FONTFORMAT, 0, &format) == FcResultMatch,
        let format
      else { return false }
      return ["TrueType", "CFF"].contains(String(cString: format))
    }
  }
}

/// A text, typeset in lines.
///
/// **Thread-safety:** for the thread that made it.
final class TextLayout {
  let layout: OpaquePointer
  private let context: OpaquePointer
  private let font: OpaquePointer
  private let characters: Int
  private let size: Double
  let effects: TextEffects
  /// The typeset characters.
  let text: String

  /// Typesets `text` in the style's font, without colour except for the markup's runs.
  /// - Throws: `TextError.markup`.
  init(_ text: String, _ style: TextStyle, fonts: OpaquePointer) throws(TextError) {
    // A C string would end at a null character.
    var text = text.filter { $0 != "\0" }
    let markup = style.isMarkup ? try TextMarkup(text) : nil
    if let markup { text = markup.text }
    self.text = text
    characters = text.count
    size = style.size
    effects = style.effects
    context = pango_font_map_create_context(fonts)
    layout = pango_layout_new(context)
    font = pango_font_description_from_string(style.font)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    if let markup { pango_layout_set_attributes(layout, markup.attributes) }
    if let width = style.maximumWidth {
      pango_layout_set_width(layout, Int32(min(width, Double(TextPicture.largestSide)) * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    let alignment =
      switch style.alignment {
      case .leading: PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .trailing: PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
  }

  deinit {
    pango_font_description_free(font)
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// The metrics of the layout.
  /// - Throws: `TextError.tooLarge` beyond Pango's range.
  func metrics() throws(TextError) -> TextMetrics {
    let (ink, box) = extents
    guard box.width >= 0, box.height > 0, ink.width >= 0, ink.height >= 0 else {
      throw .tooLarge(characters: characters, size: size)
    }
    let baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) - box.y
    let columns = Int(box.width.rounded(.up))
    let rows = Int((box.height + baseline.rounded(.up) - baseline).rounded(.up))
    let hasInk = ink.width > 0 && ink.height > 0
    let right = ink.x + ink.width - box.x - Double(columns)
    let bottom = ink.y + ink.height - box.y - box.height
    let reach = effects.reach
    var (x, y) =
      hasInk ? (max(0, box.x - ink.x, right) + reach, max(0, box.y - ink.y, bottom) + reach) : (0, 0)
    if let frame = effects.box { (x, y) = (max(x, frame.x), max(y, frame.y)) }
    let margin = (x: Int(x.rounded(.up)), y: Int(y.rounded(.up)))
    return TextMetrics(
      width: box.width, height: box.height, baseline: baseline,
      lineCount: Int(pango_layout_get_line_count(layout)),
      unknownGlyphCount: Int(pango_layout_get_unknown_glyphs_count(layout)), horizontalMargin: margin.x,
      verticalMargin: margin.y,
      pictureSize: ImageSize(width: max(1, columns + 2 * margin.x), height: max(1, rows + 2 * margin.y)))
  }

  /// The text on a transparent surface, its first baseline between two rows.
  /// - Throws: `TextError`.
  func picture(_ style: TextStyle) throws(TextError) -> Snapshot {
    let metrics = try metrics()
    return try picture(of: PixelRect(metrics.pictureSize), metrics, color: style.color) { layout, drawing in
      layout.paint(layout.effects, color: style.color, box: layout.extents.box, on: drawing)
    }
  }

  /// The rectangle `part` of the text's picture, drawn by `paint`. The current point of the drawing
  /// is the layout's origin.
  /// - Throws: `TextError`.
  func picture(
    of part: PixelRect, _ metrics: TextMetrics, color: RGBAColor,
    _ paint: (_ layout: TextLayout, _ drawing: OpaquePointer) -> Void
  ) throws(TextError) -> Snapshot {
    let size = ImageSize(width: part.width, height: part.height)
    guard max(size.width, size.height) <= TextPicture.largestSide else {
      throw .tooLarge(characters: characters, size: self.size)
    }
    let origin = origin(metrics)
    return try TextLayout.drawn(size, color: color) { drawing in
      cairo_move_to(drawing, origin.x - Double(part.x0), origin.y - Double(part.y0))
      paint(self, drawing)
    }
  }

  /// Draws onto a transparent surface. Pixels that `color` alone may have produced get exactly its
  /// RGB.
  /// - Throws: `TextError.failed`.
  static func drawn(
    _ size: ImageSize, color: RGBAColor, _ paint: (_ drawing: OpaquePointer) -> Void
  ) throws(TextError) -> Snapshot {
    try Snapshot.drawn(size) { (buffer) throws(TextError) in
      buffer.fill(with: .transparent)
      let status = buffer.withUnsafeBase { pixels in
        let surface = cairo_image_surface_create_for_data(
          pixels, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(buffer.bytesPerRow))
        let drawing = cairo_create(surface)
        if let drawing { paint(drawing) }
        let status = cairo_status(drawing)
        cairo_destroy(drawing)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        return status
      }
      guard status == CAIRO_STATUS_SUCCESS else {
        throw .failed(reason: String(cString: cairo_status_to_string(status)))
      }
      makeStraight(buffer, color: color)
    }
  }

  /// The position of the layout's origin in the text's picture.
  func origin(_ metrics: TextMetrics) -> (x: Double, y: Double) {
    let box = extents.box
    return (
      Double(metrics.horizontalMargin) - box.x,
      Double(metrics.verticalMargin) + metrics.baseline.rounded(.up) - metrics.baseline - box.y
    )
  }

  /// The family that replaces the requested families; `nil` if one of them is installed or generic.
  var substituteFamily: String? {
    guard let requested = pango_font_description_get_family(font),
      let loaded = pango_context_load_font(context, font)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
    let found = pango_font_describe(loaded)
    defer { pango_font_description_free(found) }
    guard let family = pango_font_description_get_family(found).map({ String(cString: $0) }) else {
      return nil
    }
    let general: Set = [
      "sans", "sans-serif", "serif", "mono", "monospace", "system-ui", "cursive", "fantasy",
    ]
    let names = String(cString: requested).lowercased().split(separator: ",").map { $0.drop { $0 == " " } }
    return names.contains { $0 == family.lowercased() || general.contains(String($0)) } ? nil : family
  }

  /// A rectangle in pixels, y downwards.
  typealias Extent = (x: Double, y: Double, width: Double, height: Double)

  /// The rectangles of the ink and of the lines.
  var extents: (ink: Extent, box: Extent) {
    var (ink, box) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_extents(layout, &ink, &box)
    return (Self.pixels(ink), Self.pixels(box))
  }

  /// Converts Pango's units to pixels.
  static func pixels(_ units: PangoRectangle) -> Extent {
    let scale = Double(PANGO_SCALE)
    return (
      Double(units.x) / scale, Double(units.y) / scale, Double(units.width) / scale,
      Double(units.height) / scale
    )
  }

  /// Converts Cairo's pixels (32-bit words, premultiplied, alpha in the highest byte) to RGBA8 with
  /// straight alpha. At a low alpha, 8 premultiplied bits lose most of a colour's precision. A
  /// pixel that `color` may have produced therefore gets its RGB.
  static func makeStraight(_ picture: PixelBuffer, color: RGBAColor) {
    let ink = [color.red, color.green, color.blue].map(Int.init)
    picture.withUnsafeValues(of: UInt32.self) { pixels in
      for index in pixels.indices where pixels[index] != 0 {
        let pixel = pixels[index]
        let alpha = Int(pixel >> 24)
        let channels = [16, 8, 0].map { Int(pixel >> UInt32($0)) & 255 }
        let isInk = zip(channels, ink).allSatisfy { abs($0 * 255 - $1 * alpha) <= 255 }
        let straight = isInk ? ink : channels.map { min(255, ($0 * 255 + alpha / 2) / alpha) }
        let value = UInt32(straight[0] | straight[1] << 8 | straight[2] << 16 | alpha << 24)
        pixels[index] = value.littleEndian
      }
    }
  }
}

import CSeguePangoCairo
import SegueImaging

/// A part of a text that is drawn separately.
package enum TextUnit: String, Sendable, Hashable, CaseIterable {
  /// A typeset line.
  case line
  /// The text between two possible line breaks, in any script.
  case word
  /// A cluster in Pango's terms: a letter with its accents, a ligature, an emoji.
  case letter
}

/// A part of a text as pictures, with their upper left corner in the picture of the whole text.
package struct TextPiece: Sendable {
  package let glyphs: Snapshot
  /// The outline and the shadow, in the size of `glyphs`; `nil` if the style has neither.
  package let effects: Snapshot?
  /// The column of the left edge.
  package let x: Int
  /// The row of the upper edge.
  package let y: Int
}

extension TextPicture {
  package static let maximumPieces = 500
  /// The maximum number of pixels of all pieces together.
  private static let maximumPiecePixels = 1 << 26

  /// Draws the visible parts of `text` in reading order, and the rectangle behind the whole text,
  /// if the style has one. Glyphs have the same positions as in the picture of the whole text.
  /// - Throws: `TextError`.
  package static func pieces(
    of text: String, _ style: TextStyle, by part: TextUnit
  ) throws(TextError) -> (box: Snapshot?, pieces: [TextPiece]) {
    try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in
      let metrics = try layout.metrics()
      let whole = PixelRect(metrics.pictureSize)
      let found = layout.clusters(by: part)
      guard found.count <= maximumPieces else {
        throw .tooManyPieces(count: found.count, maximum: maximumPieces)
      }
      let origin = layout.origin(metrics)
      let reach = layout.effects.reach
      let areas = found.map { $0.area(from: origin, reach: reach).intersection(whole) }
      guard areas.reduce(0, { $0 + $1.width * $1.height }) <= maximumPiecePixels else {
        throw .tooLarge(characters: text.count, size: style.size)
      }
      var effects = layout.effects
      effects.box = nil
      let hasEffects = effects != TextEffects()
      var pieces: [TextPiece] = []
      for (cluster, area) in zip(found, areas) where !area.isEmpty {
        func drawn(_ effects: TextEffects, _ color: RGBAColor?) throws(TextError) -> Snapshot {
          try layout.picture(of: area, metrics, color: style.color) { layout, drawing in
            layout.showing(cluster.bytes) {
              layout.paint(effects, color: color, box: layout.extents.box, on: drawing)
            }
          }
        }
        pieces.append(
          TextPiece(
            glyphs: try drawn(TextEffects(), style.color),
            effects: hasEffects ? try drawn(effects, nil) : nil,
            x: area.x0, y: area.y0))
      }
      var box: Snapshot?
      if let rectangle = layout.effects.box {
        var behind = TextEffects()
        behind.box = rectangle
        box = try layout.picture(of: whole, metrics, color: rectangle.color) { layout, drawing in
          layout.paint(behind, color: nil, box: layout.extents.box, on: drawing)
        }
      }
      return (box, pieces)
    }
  }
}

/// The bytes of a part of a text, and the position of its ink, in pixels from the layout's origin.
private struct Cluster {
  /// The range up to the first byte of the next cluster.
  var bytes: Range<Int>
  var line: Int
  var ink: TextLayout.Extent

  /// The pixels touched by the ink and its effects.
  func area(from origin: (x: Double, y: Double), reach: Double) -> PixelRect {
    let (x, y) = (origin.x + ink.x, origin.y + ink.y)
    return PixelRect(
      x0: Int((x - reach).rounded(.down)) - 1, y0: Int((y - reach).rounded(.down)) - 1,
      x1: Int((x + ink.width + reach).rounded(.up)) + 1, y1: Int((y + ink.height + reach).rounded(.up)) + 1)
  }

  /// The cluster extended by the bytes and the ink of `next`.
  func joined(with next: Cluster) -> Cluster {
    var whole = self
    whole.bytes = bytes.lowerBound..<next.bytes.upperBound
    let (left, top) = (min(ink.x, next.ink.x), min(ink.y, next.ink.y))
    whole.ink = (
      left, top, max(ink.x + ink.width, next.ink.x + next.ink.width) - left,
      max(ink.y + ink.height, next.ink.y + next.ink.height) - top
    )
    return whole
  }
}

extension TextLayout {
  /// The parts of the text with ink, in reading order.
  fileprivate func clusters(by part: TextUnit) -> [Cluster] {
    let letters = letters
    let breaks = part == .word ? breakPlaces : []
    var parts: [Cluster] = []
    for letter in letters {
      let begins =
        switch part {
        case .letter: true
        case .word: breaks.contains(letter.bytes.lowerBound)
        case .line: parts.last?.line != letter.line
        }
      if let last = parts.last, !begins {
        parts[parts.count - 1] = last.joined(with: letter)
      } else {
        parts.append(letter)
      }
    }
    return parts
  }

  /// Pango's clusters with ink, in the order of their bytes.
  private var letters: [Cluster] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var starts: Set<Int> = []
    forEachGlyph { starts.insert($1) }
    var found: [Cluster] = []
    var (line, last): (Int, UnsafeMutablePointer<PangoLayoutLine>?) = (-1, nil)
    repeat {
      let current = pango_layout_iter_get_line_readonly(iterator)
      if current != last { (line, last) = (line + 1, current) }
      var ink = PangoRectangle()
      pango_layout_iter_get_cluster_extents(iterator, &ink, nil)
      if ink.width <= 0 || ink.height <= 0 { continue }
      // For a right-to-left ligature, the iterator returns the index of the last letter. Its glyph
      // has the index of the first.
      var start = Int(pango_layout_iter_get_index(iterator))
      while start > 0, !starts.contains(start) { start -= 1 }
      found.append(Cluster(bytes: start..<start, line: line, ink: Self.pixels(ink)))
    } while pango_layout_iter_next_cluster(iterator) != 0
    found.sort { ($0.bytes.lowerBound, $0.line) < ($1.bytes.lowerBound, $1.line) }
    for place in found.indices {
      let next = place + 1 < found.count ? found[place + 1].bytes.lowerBound : text.utf8.count
      found[place].bytes = found[place].bytes.lowerBound..<max(next, found[place].bytes.lowerBound)
    }
    return found
  }

  /// The index of each byte before which a line may break.
  private var breakPlaces: Set<Int> {
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return [] }
    var (places, byte): (Set<Int>, Int) = ([], 0)
    for (index, character) in text.unicodeScalars.enumerated() where index < Int(count) {
      if attributes[index] & 1 != 0 { places.insert(byte) }
      byte += String(character).utf8.count
    }
    return places
  }

  /// Calls `body` with all glyphs hidden except those of `bytes`.
  fileprivate func showing(_ bytes: Range<Int>, _ body: () -> Void) {
    var hidden: [(glyph: UnsafeMutablePointer<PangoGlyphInfo>, was: UInt32)] = []
    defer { for (glyph, was) in hidden { glyph.pointee.glyph = was } }
    forEachGlyph { glyph, byte in
      if bytes.contains(byte) { return }
      hidden.append((glyph, glyph.pointee.glyph))
      glyph.pointee.glyph = UInt32(PANGO_GLYPH_EMPTY)
    }
    body()
  }

  /// Calls `body` with each glyph and the first byte of its cluster.
  private func forEachGlyph(_ body: (UnsafeMutablePointer<PangoGlyphInfo>, Int) -> Void) {
    for line in Self.items(pango_layout_get_lines_readonly(layout), of: PangoLayoutLine.self) {
      for run in Self.items(line.pointee.runs, of: PangoGlyphItem.self) {
        guard let item = run.pointee.item, let glyphs = run.pointee.glyphs?.pointee,
          let infos = glyphs.glyphs, let starts = glyphs.log_clusters
        else { continue }
        for index in 0..<Int(glyphs.num_glyphs) {
          body(infos + index, Int(item.pointee.offset + starts[index]))
        }
      }
    }
  }

  /// The elements of a GLib list.
  private static func items<Item>(
    _ list: UnsafeMutablePointer<GSList>?, of type: Item.Type
  ) -> [UnsafeMutablePointer<Item>] {
    var (items, next): ([UnsafeMutablePointer<Item>], _) = ([], list)
    while let entry = next?.pointee {
      if let data = entry.data { items.append(data.assumingMemoryBound(to: Item.self)) }
      next = entry.next
    }
    return items
  }
}

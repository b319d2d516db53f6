import CSeguePangoCairo
import SegueFields
import SegueImaging

/// A line of separately drawn words, with their positions in pixels.
package struct WordLine: Sendable, Hashable {
  /// The left edge and the width of a word.
  package struct Place: Sendable, Hashable {
    package var x: Double
    package var width: Double
  }

  package let width: Double
  package let height: Double
  /// Distance from the line's top to its baseline.
  package let baseline: Double
  /// The positions of the words, from the line's left edge; in right-to-left scripts the first word
  /// is on the right.
  package let words: [Place]
}

package struct PositionedWord: Sendable, Hashable {
  package var text: String
  /// The left edge of the word's advance, and the baseline.
  package var x, baseline: Double
  /// The colour of the letters.
  package var color: RGBAColor
  /// The rectangle behind the word; `nil` for none.
  package var box: TextEffects.Box?

  package init(
    _ text: String, x: Double, baseline: Double, color: RGBAColor, box: TextEffects.Box? = nil
  ) {
    self.text = text
    self.x = x
    self.baseline = baseline
    self.color = color
    self.box = box
  }
}

/// A rectangle behind several words.
package struct WordBox: Sendable, Hashable {
  /// The colour and the padding.
  package var box: TextEffects.Box
  /// The area of the words, without the padding.
  package var x, y, width, height: Double

  package init(_ box: TextEffects.Box, x: Double, y: Double, width: Double, height: Double) {
    self.box = box
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A picture of words, and the position of its upper left corner.
package struct WordPicture: Sendable, Hashable {
  package let picture: Snapshot
  package let x, y: Int
}

extension TextPicture {
  /// The positions of the words of a line, in their scripts' order and direction.
  /// - Parameter words: the words. `isJoined` means that no space precedes the word.
  /// - Throws: `TextError`.
  package static func line(
    of words: [(text: String, isJoined: Bool)], _ style: TextStyle
  ) throws(TextError) -> WordLine {
    var (text, ranges): (String, [Range<Int>]) = ("", [])
    for word in words {
      if !text.isEmpty, !word.isJoined { text += " " }
      let start = text.utf8.count
      text += word.text.filter { $0 != "\0" }
      ranges.append(start..<text.utf8.count)
    }
    return try Typesetter.withLayout(of: text, style) { (layout) throws(TextError) in
      let metrics = try layout.metrics()
      return WordLine(
        width: metrics.width, height: metrics.height, baseline: metrics.baseline,
        words: ranges.map { layout.place(of: $0) })
    }
  }

  /// Draws `words` in the style without its box: first `box`, behind all words, and the words' own
  /// rectangles, then all shadows, outlines and letters. The picture is RGBA8 with straight alpha.
  /// - Throws: `TextError`.
  package static func draw(
    _ words: [PositionedWord], _ style: TextStyle, box: WordBox? = nil
  ) throws(TextError) -> WordPicture {
    try Typesetter.withLayouts(of: words.map { ($0.text, style) }) { (layouts) throws(TextError) in
      try WordDrawing(words, layouts, style, box).picture()
    }
  }
}

extension TextLayout {
  /// The position of the bytes `range` in a text of one line.
  fileprivate func place(of range: Range<Int>) -> WordLine.Place {
    var (edges, count): (UnsafeMutablePointer<Int32>?, Int32) = (nil, 0)
    guard let line = pango_layout_get_line_readonly(layout, 0) else { return .init(x: 0, width: 0) }
    pango_layout_line_get_x_ranges(line, Int32(range.lowerBound), Int32(range.upperBound), &edges, &count)
    defer { g_free(edges) }
    let all = UnsafeBufferPointer(start: edges, count: Int(count) * 2).map {
      Double($0) / Double(PANGO_SCALE)
    }
    guard let left = all.min(), let right = all.max() else { return .init(x: 0, width: 0) }
    return .init(x: left, width: right - left)
  }
}

/// A drawing of words in progress.
private struct WordDrawing {
  private let words: [PositionedWord]
  private let layouts: [TextLayout]
  private let style: TextStyle
  private let box: WordBox?

  init(_ words: [PositionedWord], _ layouts: [TextLayout], _ style: TextStyle, _ box: WordBox?) {
    self.words = words
    self.layouts = layouts
    self.style = style
    self.box = box
  }

  /// The origin of a word's layout.
  private func origin(_ index: Int) throws(TextError) -> (x: Double, y: Double) {
    let box = layouts[index].extents.box
    return (words[index].x - box.x, words[index].baseline - (try layouts[index].metrics()).baseline - box.y)
  }

  /// The rectangle of a word's advance and line height.
  private func area(_ index: Int) throws(TextError) -> TextLayout.Extent {
    let metrics = try layouts[index].metrics()
    return (words[index].x, words[index].baseline - metrics.baseline, metrics.width, metrics.height)
  }

  /// The bounding box of the drawing, in whole pixels.
  private func bounds() throws(TextError) -> (x: Int, y: Int, size: ImageSize) {
    var areas: [TextLayout.Extent] = []
    func add(_ area: TextLayout.Extent, _ x: Double, _ y: Double) {
      areas.append((area.x - x, area.y - y, area.width + 2 * x, area.height + 2 * y))
    }
    if let box { add((box.x, box.y, box.width, box.height), box.box.x, box.box.y) }
    for index in words.indices {
      let (ink, origin) = (layouts[index].extents.ink, try origin(index))
      let reach = style.effects.reach
      add((origin.x + ink.x, origin.y + ink.y, ink.width, ink.height), reach, reach)
      if let box = words[index].box { add(try area(index), box.x, box.y) }
    }
    let (x, y) = (areas.map(\.x).min() ?? 0, areas.map(\.y).min() ?? 0)
    let right = areas.map { $0.x + $0.width }.max() ?? 1
    let bottom = areas.map { $0.y + $0.height }.max() ?? 1
    let maximum = Double(TextPicture.largestSide)
    guard right - x < maximum, bottom - y < maximum, abs(x) < 1e6, abs(y) < 1e6 else {
      throw .tooLarge(characters: words.reduce(0) { $0 + $1.text.count }, size: style.size)
    }
    // One more pixel on each side contains soft edges.
    let (left, top) = (Int(x.rounded(.down)) - 1, Int(y.rounded(.down)) - 1)
    return (
      left, top,
      ImageSize(width: Int(right.rounded(.up)) + 1 - left, height: Int(bottom.rounded(.up)) + 1 - top)
    )
  }

  func picture() throws(TextError) -> WordPicture {
    let (x, y, size) = try bounds()
    var origins: [(x: Double, y: Double)] = []
    var boxes: [(TextEffects.Box, TextLayout.Extent)] = []
    if let box { boxes.append((box.box, (box.x - Double(x), box.y - Double(y), box.width, box.height))) }
    for index in words.indices {
      let origin = try origin(index)
      origins.append((origin.x - Double(x), origin.y - Double(y)))
      let area = try area(index)
      if let box = words[index].box {
        boxes.append((box, (area.x - Double(x), area.y - Double(y), area.width, area.height)))
      }
    }
    let picture = try TextLayout.drawn(size, color: style.color) { paint(origins, boxes, on: $0) }
    return WordPicture(picture: picture, x: x, y: y)
  }

  private func paint(
    _ origins: [(x: Double, y: Double)], _ boxes: [(TextEffects.Box, TextLayout.Extent)],
    on drawing: OpaquePointer
  ) {
    for (box, area) in boxes { box.paint(around: area, on: drawing) }
    let placed = Array(zip(layouts, origins))
    let width = style.effects.outline?.width ?? 0
    if let shadow = style.effects.shadow {
      shadow.paint(on: drawing) { mask in
        for (layout, at) in placed { layout.cast(shadow, width: shadow.spread + width, at.x, at.y, on: mask) }
      }
    }
    if let outline = style.effects.outline {
      cairo_set_source(drawing, outline.color)
      for (layout, at) in placed { layout.stroke(width: width, at.x, at.y, on: drawing) }
    }
    for ((layout, at), word) in zip(placed, words) {
      cairo_set_source(drawing, word.color)
      cairo_move_to(drawing, at.x, at.y)
      pango_cairo_show_layout(drawing, layout.layout)
    }
  }
}

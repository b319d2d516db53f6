import SegueImaging
import SegueText

/// The positions of a page's words in a frame, in pixels.
struct CaptionLayout: Sendable {
  /// A word's left edge, its line's top edge and baseline, and its width and height.
  struct Place: Sendable, Hashable {
    var x, y, baseline, width, height: Double

    /// The centre, about which the word grows.
    var center: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
  }

  let style: TextStyle
  let places: [Place]
  /// The rectangle behind all words; `nil` for none.
  let box: WordBox?
  /// The pixels of the frame that the page covers, including grown words.
  let area: PixelRect

  /// The margin on the left and on the right, in frame widths.
  private static let side = 0.06

  /// The approximate number of letters per line in a frame of `size`.
  static func letters(_ captions: FilmCaptions, in size: ImageSize) -> Int {
    let letter = captions.size * size.shorterSide * (captions.isUppercase ? 0.72 : 0.6)
    return max(1, Int((1 - 2 * side) * Double(size.width) / letter))
  }

  /// Lays out `page` at `place` in a frame of `size`, scaled down to fit.
  init(
    _ page: CaptionPage, _ captions: FilmCaptions, at place: FilmTitle.Place, in size: ImageSize
  ) throws(TextError) {
    let (width, height) = (Double(size.width), Double(size.height))
    let (side, margin) = (Self.side * width, captions.margin * height)
    let (lines, letters) = try Self.fitting(
      page, captions, whole: captions.size * size.shorterSide, width: width - 2 * side,
      height: height - 2 * margin)
    let block = (
      width: lines.map(\.width).max() ?? 0, height: lines.reduce(0) { $0 + $1.height }
    )
    let left = side + (width - 2 * side - block.width) * place.horizontal
    let top = margin + (height - 2 * margin - block.height) * place.vertical
    var (y, places) = (top, [Place]())
    for line in lines {
      let x = left + (block.width - line.width) * place.horizontal
      places += line.words.map {
        Place(x: x + $0.x, y: y, baseline: y + line.baseline, width: $0.width, height: line.height)
      }
      y += line.height
    }
    style = Self.style(captions, letters)
    self.places = places
    box = captions.box(size: letters).map {
      WordBox($0, x: left, y: top, width: block.width, height: block.height)
    }
    area = Self.area(left, top, block, letters, growth: captions.fullSize - 1, of: places)
  }

  /// The lines of `page` and their em size: `whole`, or less to fit in `width` and `height`.
  private static func fitting(
    _ page: CaptionPage, _ captions: FilmCaptions, whole: Double, width: Double, height: Double
  ) throws(TextError) -> (lines: [WordLine], letters: Double) {
    let wanted = try lines(page, captions, whole)
    let reach = captions.box(size: whole)
    let across = wanted.map(\.width).max() ?? 0
    let down = wanted.reduce(0) { $0 + $1.height }
    let shrinking = min(
      1, width / (across + 2 * (reach?.x ?? 0)), height / (down + 2 * (reach?.y ?? 0)))
    let letters = max(1, whole * shrinking)
    return (shrinking < 1 ? try lines(page, captions, letters) : wanted, letters)
  }

  /// The pixels covered by a block at `left` and `top`, with the overshoot of the spring, ink outside of
  /// the lines, and text effects.
  /// - Parameter growth: the growth of a word at its full size, as a fraction of its size.
  private static func area(
    _ left: Double, _ top: Double, _ block: (width: Double, height: Double), _ letters: Double,
    growth: Double, of places: [Place]
  ) -> PixelRect {
    let growth = max(0, growth) * 0.6
    let beyond = (
      x: letters * 0.5 + growth * (places.map(\.width).max() ?? 0),
      y: letters * 0.5 + growth * (places.map(\.height).max() ?? 0)
    )
    return PixelRect(
      x0: Int(limiting: (left - beyond.x).rounded(.down)), y0: Int(limiting: (top - beyond.y).rounded(.down)),
      x1: Int(limiting: (left + block.width + beyond.x).rounded(.up)),
      y1: Int(limiting: (top + block.height + beyond.y).rounded(.up)))
  }

  static func style(_ captions: FilmCaptions, _ size: Double) -> TextStyle {
    var style = TextStyle(font: captions.font, size: size, color: captions.color)
    style.effects = captions.effects(size: size)
    return style
  }

  private static func lines(
    _ page: CaptionPage, _ captions: FilmCaptions, _ size: Double
  ) throws(TextError) -> [WordLine] {
    var lines: [WordLine] = []
    var first = 0
    for count in page.lines {
      let words = page.words[first..<first + count].map { (text: $0.text, isJoined: $0.isJoined) }
      lines.append(try TextPicture.line(of: words, style(captions, size)))
      first += count
    }
    return lines
  }
}

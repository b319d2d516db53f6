import SegueFields
import SegueImaging
import SegueRun
import SegueSystem
import SegueText

struct TitlePicture: Sendable {
  let picture: Snapshot
  /// The top left corner in pixels of the frame; it may be outside.
  let x, y: Int
  let style: TextStyle
  /// The size of the lines in pixels.
  private let box: (width: Double, height: Double)
  /// The notices about missing glyphs, fonts and space.
  private(set) var notices: [Notice] = []

  /// The margin around a title, as a fraction of the frame's shorter side.
  private static let margin = 0.06

  init(_ title: FilmTitle, in size: ImageSize) throws(TextError) {
    let (width, height) = (Double(size.width), Double(size.height))
    let alignment: TextStyle.Alignment =
      switch (title.x == nil ? title.place : title.anchor ?? .center).horizontal {
      case 0: .leading
      case 1: .trailing
      default: .center
      }
    var style = TextStyle(
      font: title.font, size: title.size * size.shorterSide, color: title.color, alignment: alignment,
      maximumWidth: max(1, Self.room(in: size).width))
    style.isMarkup = title.isMarkup
    if title.shrinks { try Self.shrink(&style, title.text, in: size) }
    style.effects = title.effects(size: style.size)
    self.style = style
    let metrics = try TextPicture.measure(title.text, style)
    picture = try TextPicture.draw(title.text, style)
    box = (metrics.width, metrics.height)
    // The picture's margins contain ink outside of the box. They do not affect the position.
    let rest = Self.corner(of: box, at: title.place, in: size)
    let (left, top) = title.corner(of: box, in: size, or: rest)
    x = Int(limiting: (left - Double(metrics.horizontalMargin)).rounded())
    y = Int(limiting: (top - Double(metrics.verticalMargin)).rounded())
    if let family = try TextPicture.substituteFamily(for: style) {
      let sentence = "font “\(title.font)” is missing, so \(title.displayName) is set in \(family)"
      notices.append(Notice(of: "font", sentence))
    }
    if metrics.unknownGlyphCount > 0 {
      notices.append(
        .missingGlyphs(metrics.unknownGlyphCount, of: title.displayName, property: "text"))
    }
    // A word wider than the frame is not broken, and the lines may exceed the frame's height.
    let slack = 0.5
    if left < -slack || top < -slack || left + metrics.width > width + slack
      || top + metrics.height > height + slack
    {
      let sentence = "\(title.displayName) exceeds the frame, \(size), so it is cut off"
      notices.append(Notice(of: "size", sentence))
    }
  }

  /// The margin in pixels, and the size of the frame without it.
  private static func room(in size: ImageSize) -> (margin: Double, width: Double, height: Double) {
    let margin = margin * size.shorterSide
    return (margin, Double(size.width) - 2 * margin, Double(size.height) - 2 * margin)
  }

  /// The top left corner of lines with the size `box` at `place`.
  private static func corner(
    of box: (width: Double, height: Double), at place: FilmTitle.Place, in size: ImageSize
  ) -> (x: Double, y: Double) {
    let (margin, width, height) = room(in: size)
    return (
      margin + (width - box.width) * place.horizontal, margin + (height - box.height) * place.vertical
    )
  }

  /// Shrinks the letters until no line breaks and all lines fit in the frame. Below the minimum size of a
  /// title, lines break instead.
  private static func shrink(
    _ style: inout TextStyle, _ text: String, in size: ImageSize
  ) throws(TextError) {
    var whole = style
    whole.maximumWidth = nil
    let metrics = try TextPicture.measure(text, whole)
    let room = room(in: size)
    let factor = min(1, room.width / max(1, metrics.width), room.height / max(1, metrics.height))
    let minimum = FilmBounds.titleSize.lowerBound * size.shorterSide
    if style.size * factor < minimum {
      style.size = min(style.size, minimum)
    } else {
      whole.size = style.size * factor
      style = whole
    }
  }

  /// The centre of the picture in pixels of the frame, if the title were at `place`.
  func center(at place: FilmTitle.Place, in size: ImageSize) -> (x: Double, y: Double) {
    let corner = Self.corner(of: box, at: place, in: size)
    return (corner.x + box.width / 2, corner.y + box.height / 2)
  }

  var center: (x: Double, y: Double) {
    (Double(x) + Double(picture.size.width) / 2, Double(y) + Double(picture.size.height) / 2)
  }
}

extension ImageSize {
  var shorterSide: Double { Double(min(width, height)) }
}

extension FilmTitle {
  static let sizeUnit = "of the frame's shorter side"

  /// The title as a frame of `size` shows it, on a transparent picture of that size: RGBA8,
  /// straight alpha. Times are ignored; parts outside of the frame are cropped.
  ///
  /// The picture can be a ``FilmClip/Source/snapshot(_:)``, a part of a recipe, or a file by
  /// `Snapshot.encoded(as:output:drawing:)`.
  /// - Parameters:
  ///   - size: the frame in pixels, 1 to 16384 per side.
  ///   - onWarning: called before the method returns, with a sentence for each problem: a missing
  ///     font, missing glyphs, or cropped text.
  /// - Throws: `SegueError` with the code `invalidValue` for an invalid frame size or a property out of its
  ///   bounds; `libraryMissing` without a font or a library; `invalidData` for invalid markup.
  public func picture(
    in size: ImageSize, onWarning: (String) -> Void = { _ in }
  ) throws(SegueError) -> Snapshot {
    do {
      try size.checkFrame()
      try FilmTitle.fields.check(self, "")
    } catch {
      throw SegueError(error)
    }
    let drawn: TitlePicture
    do throws(TextError) { drawn = try TitlePicture(self, in: size) } catch {
      throw SegueError(FilmError.part(SegueError(error)))
    }
    drawn.notices.messages.forEach(onWarning)
    let frame = PixelBuffer(size: size, color: RGBAColor(red: 0, green: 0, blue: 0, alpha: 0))
    frame.paste(drawn.picture, x: drawn.x, y: drawn.y)
    return Snapshot(frame)
  }
}

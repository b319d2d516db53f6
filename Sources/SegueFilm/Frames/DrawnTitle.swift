import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueText

/// A title's picture, and where it lies in a frame.
struct TitlePicture: Sendable {
  /// The letters and what lies around them.
  let picture: Snapshot
  /// The place of its upper left corner, in pixels of the frame; it may lie outside.
  let x, y: Int
  /// The style in which it was set.
  let style: TextStyle
  /// The size of its lines, in pixels.
  private let box: (width: Double, height: Double)
  /// Characters that no font here has, and parts that the frame has no room for, a sentence each.
  private(set) var warnings: [String] = []

  /// Free room beside a title, as a fraction of the frame's shorter side.
  private static let margin = 0.06

  /// Draws `title` for frames of `size`.
  /// - Throws: `TextError`.
  init(_ title: FilmTitle, in size: ImageSize) throws(TextError) {
    let (width, height) = (Double(size.width), Double(size.height))
    let margin = Self.margin * size.shorterSide
    let alignment: TextStyle.Alignment =
      switch title.place.horizontal {
      case 0: .leading
      case 1: .trailing
      default: .center
      }
    var style = TextStyle(
      font: title.font, size: title.size * size.shorterSide, color: title.color, alignment: alignment,
      maximumWidth: max(1, width - 2 * margin))
    style.isMarkup = title.isMarkup
    if title.shrinks { try Self.shrink(&style, title.text, in: size) }
    style.effects = title.effects(size: style.size)
    self.style = style
    let metrics = try TextPicture.measure(title.text, style)
    picture = try TextPicture.draw(title.text, style)
    box = (metrics.width, metrics.height)
    // The picture's margins hold ink beyond the box; they are not part of its place.
    let (left, top) = Self.corner(of: box, at: title.place, in: size)
    x = Int(limiting: (left - Double(metrics.horizontalMargin)).rounded())
    y = Int(limiting: (top - Double(metrics.verticalMargin)).rounded())
    if let family = try TextPicture.substituteFamily(for: style) {
      warnings.append("font “\(title.font)” is missing, so the title “\(title.text)” is set in \(family)")
    }
    if metrics.unknownGlyphCount > 0 {
      warnings.append(
        "no font has \(metrics.unknownGlyphCount) of the characters of the title “\(title.text)”; boxes replace them"
      )
    }
    // A word that is wider than the frame is not broken, and lines may be more than fit.
    let slack = 0.5
    if left < -slack || top < -slack || left + metrics.width > width + slack
      || top + metrics.height > height + slack
    {
      warnings.append("the title “\(title.text)” is larger than the frame, \(size), so it is cut off")
    }
  }

  /// The upper left corner of lines of a size at a place.
  private static func corner(
    of box: (width: Double, height: Double), at place: FilmTitle.Place, in size: ImageSize
  ) -> (x: Double, y: Double) {
    let (width, height) = (Double(size.width), Double(size.height))
    let margin = margin * size.shorterSide
    return (
      margin + (width - 2 * margin - box.width) * place.horizontal,
      margin + (height - 2 * margin - box.height) * place.vertical
    )
  }

  /// Makes letters smaller until no line is broken and all lines are in the frame; text is as large as its letters. Where they
  /// would be smaller than a title's can be, lines are broken after all.
  private static func shrink(
    _ style: inout TextStyle, _ text: String, in size: ImageSize
  ) throws(TextError) {
    let (width, height) = (Double(size.width), Double(size.height))
    var whole = style
    whole.maximumWidth = nil
    let metrics = try TextPicture.measure(text, whole)
    let margin = margin * size.shorterSide
    let room = (width: width - 2 * margin, height: height - 2 * margin)
    let factor = min(1, room.width / max(1, metrics.width), room.height / max(1, metrics.height))
    let least = FilmBounds.titleSize.lowerBound * size.shorterSide
    if style.size * factor < least {
      style.size = min(style.size, least)
    } else {
      whole.size = style.size * factor
      style = whole
    }
  }

  /// The middle of its picture, in pixels of the frame, where it is laid at `place`.
  func center(at place: FilmTitle.Place, in size: ImageSize) -> (x: Double, y: Double) {
    let corner = Self.corner(of: box, at: place, in: size)
    return (corner.x + box.width / 2, corner.y + box.height / 2)
  }

  /// The middle of its picture where it lies.
  var center: (x: Double, y: Double) {
    (Double(x) + Double(picture.size.width) / 2, Double(y) + Double(picture.size.height) / 2)
  }
}

extension ImageSize {
  /// The shorter side in pixels.
  var shorterSide: Double { Double(min(width, height)) }
}

extension FilmTitle {
  /// The unit of the height of letters, in words that follow the number.
  static let sizeUnit = "of the frame's shorter side"

  /// The text as a film of frames of `size` shows it, on a transparent picture of that size; its times are not looked at,
  /// and what is larger than the frame is cut off.
  ///
  /// It is one more picture for ``FilmClip/Source/snapshot(_:)``, for recipes, or, by ``Snapshot/encoded(as:output:drawing:)``,
  /// for a file.
  /// - Parameter onWarning: told, before the call ends, what a film would say of it, a sentence each: a font or characters that
  ///   are not there, and text that is cut off.
  /// - Throws: `SegueError.usage` for a size that no frame has, `.film` for letters that are too small or too large, and
  ///   where no font is installed.
  public func picture(
    in size: ImageSize, onWarning: (String) -> Void = { _ in }
  ) throws(SegueError) -> Snapshot {
    do {
      try size.checkFrame()
      try FilmBounds.check(self.size, in: FilmBounds.titleSize, "size", FilmTitle.sizeUnit)
    } catch {
      throw SegueError(error)
    }
    let drawn: TitlePicture
    do throws(TextError) { drawn = try TitlePicture(self, in: size) } catch { throw .film(.title(error)) }
    drawn.warnings.forEach(onWarning)
    let frame = PixelBuffer(size: size, color: RGBAColor(red: 0, green: 0, blue: 0, alpha: 0))
    let text = drawn.picture
    let columns = max(0, -drawn.x)..<max(max(0, -drawn.x), min(text.size.width, size.width - drawn.x))
    for y in 0..<text.size.height where 0..<size.height ~= y + drawn.y {
      for x in columns { frame[x + drawn.x, y + drawn.y] = text[x, y] }
    }
    return Snapshot(frame)
  }
}

/// A title that is drawn, with the frames in which it is seen.
final class DrawnTitle: Sendable {
  /// Its way through the film.
  let motion: LayerMotion
  private let drawn: TitlePicture
  /// Its pieces; `nil` where it comes all at once.
  private let pieces: TitlePieces?

  /// The film's frames.
  var frames: Range<Int> { motion.plan.frames }

  /// The title of which `drawn` is the picture.
  /// - Parameter place: its place, as errors have it.
  /// - Throws: `FilmError.title` for one that has too many pieces.
  init(
    _ title: FilmTitle, _ drawn: TitlePicture, _ motion: LayerMotion, rate: FrameRate, _ place: String
  ) throws(FilmError) {
    (self.motion, self.drawn) = (motion, drawn)
    do throws(TextError) {
      pieces = try title.pieces.map { (part) throws(TextError) in
        try TitlePieces(title, by: part, drawn.style, motion.plan, rate)
      }
    } catch { throw .title(error, place: place) }
  }

  /// Characters that no font here has, parts that the frame has no room for, and pieces that there is no time for, a sentence each.
  var warnings: [String] { drawn.warnings + (pieces?.warnings ?? []) }

  /// A key of its appearance.
  var look: String {
    let place = AffineMap.translation(x: Double(drawn.x), y: Double(drawn.y))
    return "\(place) \(ContentHash(drawn.picture.rgba).hash)\(pieces?.look ?? "")"
  }

  /// The layers over the film's frame `index`; none where it is not seen.
  /// - Throws: `RenderError`.
  func layers(at index: Int) throws -> [RecipeLayer] {
    guard frames.contains(index) else { return [] }
    func layer(_ picture: Snapshot, x: Int = 0, y: Int = 0) -> RecipeLayer {
      RecipeLayer(
        .picture(picture), transform: .translation(x: Double(drawn.x + x), y: Double(drawn.y + y)))
    }
    guard let pieces, !pieces.resting.contains(index) else {
      return try motion.layers(layer(drawn.picture), at: index)
    }
    // What lies around letters never lies over others.
    var layers: [RecipeLayer] = []
    if let box = pieces.box { layers += try motion.layers(layer(box), at: index) }
    let staggered = zip(pieces.pieces, pieces.delays)
    for (piece, delay) in staggered {
      guard let effects = piece.effects else { continue }
      layers += try motion.layers(layer(effects, x: piece.x, y: piece.y), at: index, delay)
    }
    for (piece, delay) in staggered {
      layers += try motion.layers(layer(piece.glyphs, x: piece.x, y: piece.y), at: index, delay)
    }
    return layers
  }
}

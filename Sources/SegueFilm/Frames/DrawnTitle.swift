import SegueImaging
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
  /// Characters that no font here has, and parts that the frame has no room for, a sentence each.
  private(set) var warnings: [String] = []

  /// Free room beside a title, in frame heights.
  private static let margin = 0.06

  /// Draws `title` for frames of `size`.
  /// - Throws: `TextError`.
  init(_ title: FilmTitle, in size: ImageSize) throws(TextError) {
    let (width, height) = (Double(size.width), Double(size.height))
    let margin = Self.margin * height
    let alignment: TextStyle.Alignment =
      switch title.place.horizontal {
      case 0: .leading
      case 1: .trailing
      default: .center
      }
    var style = TextStyle(
      font: title.font, size: title.size * height, color: title.color, alignment: alignment,
      maximumWidth: max(1, width - 2 * margin))
    style.effects = title.effects(size: style.size)
    let metrics = try TextPicture.measure(title.text, style)
    picture = try TextPicture.draw(title.text, style)
    // The picture's margins hold ink beyond the box; they are not part of its place.
    let left = margin + (width - 2 * margin - metrics.width) * title.place.horizontal
    let top = margin + (height - 2 * margin - metrics.height) * title.place.vertical
    x = Int(limiting: (left - Double(metrics.horizontalMargin)).rounded())
    y = Int(limiting: (top - Double(metrics.verticalMargin)).rounded())
    if let family = try TextPicture.substituteFamily(for: style) {
      warnings.append("there is no font “\(title.font)”, so the title “\(title.text)” is set in \(family)")
    }
    if metrics.unknownGlyphCount > 0 {
      warnings.append(
        "no font has \(metrics.unknownGlyphCount) of the characters of the title “\(title.text)”; they are boxes"
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
}

extension FilmTitle {
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
      try FilmBounds.check(self.size, in: FilmBounds.titleSize, "size", "frame heights")
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
struct DrawnTitle: Sendable {
  /// Its way into the film and out of it.
  let motion: LayerMotion
  private let drawn: TitlePicture

  /// The film's frames.
  var frames: Range<Int> { motion.plan.frames }

  /// Draws `title` once for frames of `size`.
  /// - Throws: `FilmError.title`.
  init(_ title: FilmTitle, _ motion: LayerMotion, in size: ImageSize) throws(FilmError) {
    self.motion = motion
    do throws(TextError) { drawn = try TitlePicture(title, in: size) } catch { throw .title(error) }
  }

  /// Characters that no font here has, and parts that the frame has no room for, a sentence each.
  var warnings: [String] { drawn.warnings }

  private var place: AffineMap { .translation(x: Double(drawn.x), y: Double(drawn.y)) }

  /// A key of its appearance.
  var look: String { "\(place) \(ContentHash(drawn.picture.rgba).hash)" }

  /// The title over the film's frame `index`; `nil` where it is not seen.
  func layer(at index: Int) -> RecipeLayer? {
    guard frames.contains(index) else { return nil }
    return motion.layer(RecipeLayer(.picture(drawn.picture), transform: place), at: index)
  }
}

import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueText

/// Text over a film for a while. Its times are the film's, whatever its clips do.
///
/// **Thread-safety:** a value.
public struct FilmTitle: Sendable, Hashable {
  /// Where in the frame it stands, a margin away from the edges.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left
    case center
    case right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"

    /// The share of the free room that lies left of it: 0, a half or 1.
    var horizontal: Double {
      switch self {
      case .topLeft, .left, .bottomLeft: 0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1
      }
    }

    /// The share of the free room that lies above it: 0, a half or 1.
    var vertical: Double {
      switch self {
      case .topLeft, .top, .topRight: 0
      case .left, .center, .right: 0.5
      case .bottomLeft, .bottom, .bottomRight: 1
      }
    }
  }

  /// What is written; a line feed starts a new line.
  public var text: String
  /// When it comes, on the film's clock: up to a day; what is negative counts from the film's end.
  public var start = FilmClip.Position.seconds(0)
  /// When it is gone, up to a day; what is negative counts from the film's end, which `nil` is.
  public var end: FilmClip.Position?
  /// Where it stands.
  public var place = Place.bottom
  /// The height of the letters' square, 0.005 to 1 frame heights.
  public var size = 0.08
  /// Family, weight and slant as Pango reads them.
  public var font = "Sans"
  /// The colour of the letters.
  public var color = RGBAColor.white
  /// The colour of a line around the letters; `nil` is none.
  public var outline: RGBAColor?
  /// The colour of a soft shadow; `nil` is none.
  public var shadow: RGBAColor?
  /// The colour of a rectangle behind the text; `nil` is none.
  public var box: RGBAColor?
  /// Seconds in which it appears, and in which it goes, up to a day.
  public var fade = 0.3

  /// White letters at the bottom, for the whole film.
  public init(_ text: String) { self.text = text }
}

extension FilmTitle {
  /// The default shadow of titles that are given as options: black that shows white letters on white.
  package static let softShadow = RGBAColor(red: 0, green: 0, blue: 0, alpha: 210)

  /// What lies around and behind letters of `size` pixels.
  fileprivate func effects(size: Double) -> TextEffects {
    var effects = TextEffects()
    effects.outline = outline.map { .init(color: $0, width: size / 20) }
    effects.shadow = shadow.map { .init(color: $0, spread: size / 20, blur: size / 14, drop: size / 40) }
    effects.box = box.map { .init(color: $0, x: size * 0.4, y: size * 0.15) }
    return effects
  }
}

/// A title that is drawn, with the frames in which it is seen.
///
/// **Thread-safety:** immutable.
struct DrawnTitle: Sendable {
  /// The film's frames.
  let frames: Range<Int>
  private let fade: Int
  private let picture: Snapshot
  private let place: AffineMap
  /// What the fonts here do not have, a sentence each.
  private(set) var warnings: [String] = []

  /// Free room beside a title, in frame heights.
  private static let margin = 0.06

  /// Draws `title` once for a film; `nil` where none of its frames is in the film.
  /// - Throws: `FilmError.title`.
  init?(_ title: FilmTitle, in plan: FilmPlan) throws(FilmError) {
    do throws(TextError) { try self.init(drawing: title, in: plan) } catch { throw .title(error) }
  }

  private init?(drawing title: FilmTitle, in plan: FilmPlan) throws(TextError) {
    let count = plan.timeline.frameCount
    let shown = plan.rate.frames(from: title.start, to: title.end, of: count)
    if shown.isEmpty { return nil }
    let (width, height) = (Double(plan.size.width), Double(plan.size.height))
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
    // The picture's margins hold ink that leaves the box; they are no part of its place.
    let left = margin + (width - 2 * margin - metrics.width) * title.place.horizontal
    let top = margin + (height - 2 * margin - metrics.height) * title.place.vertical
    place = .translation(
      x: (left - Double(metrics.horizontalMargin)).rounded(),
      y: (top - Double(metrics.verticalMargin)).rounded())
    frames = shown
    fade = min(plan.rate.position(of: title.fade), frames.count / 2)
    if let family = try TextPicture.substituteFamily(for: style) {
      warnings.append("there is no font “\(title.font)”, so the title “\(title.text)” is set in \(family)")
    }
    if metrics.unknownGlyphCount > 0 {
      warnings.append(
        "no font has \(metrics.unknownGlyphCount) of the characters of the title “\(title.text)”; they are boxes"
      )
    }
  }

  /// What it looks like, as far as that tells it from others.
  var look: String { "\(place) \(fade) \(ContentHash(picture.rgba).hash)" }

  /// The title over the film's frame `index`; `nil` where it is not seen.
  func layer(at index: Int) -> RecipeLayer? {
    guard frames.contains(index) else { return nil }
    let way = min(index - frames.lowerBound, frames.upperBound - 1 - index)
    let opacity = way >= fade ? 1 : Double(way + 1) / Double(fade + 1)
    return RecipeLayer(.picture(picture), transform: place, opacity: opacity)
  }
}

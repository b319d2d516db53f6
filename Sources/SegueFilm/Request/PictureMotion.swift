import SegueMotion
import SegueRun

/// The motion of a picture: the views that fill the frame over time.
public enum PictureMotion: Sendable, Hashable {
  /// No motion: the picture is still.
  case none
  /// Alternately a zoom in and a zoom out, from picture to picture.
  case auto
  /// A motion from one view to another, along a curve.
  case path(from: Part, to: Part, timing: TimingCurve)
  /// A motion along at most 1,000 keyframes. The velocity at a keyframe carries over to the next segment.
  case keyframes([Keyframe])

  /// A keyframe of a picture's motion: a time, and the visible area at that time.
  public struct Keyframe: Sendable, Hashable {
    package var time: FilmClip.Position
    package var part: Part
    package var timing: TimingCurve

    /// A view at `time` after the picture's first frame in the film, up to a day; negative times count from
    /// its end. `timing` is the curve to the next keyframe.
    public init(at time: FilmClip.Position, part: Part, timing: TimingCurve = .easeInOut) {
      self.time = time
      self.part = part
      self.timing = timing
    }
  }

  /// A view in fractions of the fitted picture; (0, 0, 1, 1) is all of it. A view with another aspect ratio
  /// is widened to the frame's.
  public struct Part: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    /// The range of width and height; the lower bound is excluded.
    static let sides = 0.01...1.0
    static let smallest = sides.lowerBound

    /// A view with its top left corner at (`x`, `y`), as fractions of the picture, 0…1. Width and
    /// height are above 0.01. ``FilmJob/init(_:)`` rejects a view that exceeds the picture.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// The view of the whole picture.
    public static let whole = Part(x: 0, y: 0, width: 1, height: 1)

    /// The smallest view with the frame's aspect ratio that contains this view and is within the picture.
    var widened: Part {
      if width == height { return self }
      let side = min(1, max(width, height))
      func edge(_ first: Double, _ length: Double) -> Double {
        min(max(0, first + (length - side) / 2), 1 - side)
      }
      return Part(x: edge(x, width), y: edge(y, height), width: side, height: side)
    }

    /// Whether the view is within the picture and above the minimum size.
    var isWithinPicture: Bool {
      numbers.allSatisfy(\.isFinite) && width > Self.smallest && height > Self.smallest
        && x >= 0 && y >= 0 && x + width <= 1.000001 && y + height <= 1.000001
    }

    /// The view at `fraction` of the way to `other`. If a curve overshoots below the minimum size, the view
    /// has that size and the same centre.
    func moved(toward other: Part, by fraction: Double) -> Part {
      func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
      return Part(
        x: between(x, other.x), y: between(y, other.y), width: between(width, other.width),
        height: between(height, other.height)
      ).shown
    }

    /// The view enlarged to the minimum size around its centre.
    var shown: Part {
      let (shownWidth, shownHeight) = (max(Self.smallest, width), max(Self.smallest, height))
      return Part(
        x: x + (width - shownWidth) / 2, y: y + (height - shownHeight) / 2, width: shownWidth,
        height: shownHeight)
    }
  }

  /// The zoomed view of `auto`: the middle 6/7 of each side.
  private static let near = Part(x: 1.0 / 14, y: 1.0 / 14, width: 6.0 / 7, height: 6.0 / 7)

  /// The view at `fraction` (0…1) of a picture's time; `nil` for a still picture and for keyframes.
  /// - Parameter index: the picture's index in the film, for `auto`, which alternates.
  func part(at fraction: Double, index: Int) -> Part? {
    switch self {
    case .none, .keyframes: return nil
    case .auto:
      let (first, last) = index % 2 == 0 ? (Part.whole, Self.near) : (Self.near, Part.whole)
      return first.moved(toward: last, by: fraction)
    case .path(let first, let last, let timing):
      let function = timing.function(over: 1)
      return first.widened.moved(
        toward: last.widened, by: function.progress(at: fraction * function.duration))
    }
  }
}

extension PictureMotion.Keyframe: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<PictureMotion.Keyframe>(PictureMotion.Keyframe(at: .seconds(0), part: .whole), [
    .value("time", \.time, .fromEnd, "the time after the picture's first frame in the film; a negative time counts from the picture's end").required,
    .value("part", \.part, .part, "the view at that time, as in `from`", or: "the whole picture"),
    .value("timing", \.timing, .curve, "the curve to the next keyframe"),
  ])
}

/// A motion as an object of a film file: both ends, or keyframes.
struct MotionObject: FieldOwner {
  var (from, to) = (PictureMotion.Part.whole, PictureMotion.Part.whole)
  var timing = TimingCurve.linear
  var keyframes: [PictureMotion.Keyframe]?

  // swift-format-ignore
  package static let fields = Fields<MotionObject>(MotionObject(), [
    .value("from", \.from, .part,
      "`[x, y, width, height]` of the first view, as fractions of the picture", or: "the whole picture").without("path"),
    .value("to", \.to, .part,
      "`[x, y, width, height]` of the last view, as fractions of the picture", or: "the whole picture").without("path"),
    .value("timing", \.timing, .curve, "a curve (`segue list curves`)").without("path"),
    .optional("path", \.keyframes, .list(1...FilmBounds.keyframes.upperBound),
      "a list of keyframes (see below) instead of `from` and `to`", or: "none"),
  ])

  init() {}

  /// The motion as an object; `nil` for `none` and `auto`.
  fileprivate init?(_ motion: PictureMotion) {
    switch motion {
    case .none, .auto: return nil
    case .path(let from, let to, let timing):
      self.from = from
      self.to = to
      self.timing = timing
    case .keyframes(let keyframes): self.keyframes = keyframes
    }
  }

  fileprivate var motion: PictureMotion {
    keyframes.map(PictureMotion.keyframes) ?? .path(from: from, to: to, timing: timing)
  }
}

extension Kind<PictureMotion> {
  /// A motion of a picture. Objects are allowed in film files only.
  static var motion: Kind {
    let words = Kind.choice([("none", .none), ("auto", .auto)])
    return words.or(object: Kind<MotionObject>.part().map(\.motion, back: { MotionObject($0) })).unlisted
  }
}

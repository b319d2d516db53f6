import SegueMotion
import SegueRun

/// The motion of a picture while it is shown: the parts of it that fill the frame at the beginning and at the end.
public enum PictureMotion: Sendable, Hashable {
  /// It stands still.
  case none
  /// It comes nearer, the next one goes away, and so on.
  case auto
  /// From one part to another.
  case path(from: Part, to: Part, timing: TimingCurve)
  /// From one part to the next, 1,000 at most; the velocity at which a keyframe is reached is carried on.
  case keyframes([Keyframe])

  /// A part that is shown at a time.
  public struct Keyframe: Sendable, Hashable {
    /// The time after the picture's first frame in the film, up to a day; a negative one counts from its end.
    package var time: FilmClip.Position
    /// The part.
    package var part: Part
    /// The curve of the way to the next keyframe.
    package var timing: TimingCurve

    /// A keyframe.
    public init(at time: FilmClip.Position, part: Part, timing: TimingCurve = .easeInOut) {
      (self.time, self.part, self.timing) = (time, part, timing)
    }
  }

  /// A part of what fills the frame when the picture stands still, in fractions of it; (0, 0, 1, 1) is all of it. One that
  /// has not the frame's shape is widened to it.
  public struct Part: Sendable, Hashable {
    /// The left edge, 0 or more.
    package var x: Double
    /// The upper edge, 0 or more.
    package var y: Double
    /// The width, above a hundredth; the right edge is 1 at most.
    package var width: Double
    /// The height, above a hundredth; the lower edge is 1 at most.
    package var height: Double

    /// The smallest width and height.
    static let smallest = 0.01

    /// The part with its upper left corner at (`x`, `y`); one that is not within the picture is refused by
    /// ``FilmRequest/validate()``.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// All of it.
    public static let whole = Part(x: 0, y: 0, width: 1, height: 1)

    /// The smallest part of the frame's shape around it that lies within the picture.
    var widened: Part {
      if width == height { return self }
      let side = min(1, max(width, height))
      func edge(_ first: Double, _ length: Double) -> Double {
        min(max(0, first + (length - side) / 2), 1 - side)
      }
      return Part(x: edge(x, width), y: edge(y, height), width: side, height: side)
    }

    /// Whether it lies in the picture, and is large enough to be shown.
    var isWithinPicture: Bool {
      [x, y, width, height].allSatisfy(\.isFinite) && width > Self.smallest && height > Self.smallest
        && x >= 0
        && y >= 0 && x + width <= 1.000001 && y + height <= 1.000001
    }

    /// The part at `fraction` of the way to `other`. Where a curve overshoots so far that nothing would be left, it is
    /// as small as a part may be, about the same middle.
    func moved(toward other: Part, by fraction: Double) -> Part {
      func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
      return Part(
        x: between(x, other.x), y: between(y, other.y), width: between(width, other.width),
        height: between(height, other.height)
      ).shown
    }

    /// The part as it is shown: one that is too small is as small as a part may be, about the same middle.
    var shown: Part {
      let (shownWidth, shownHeight) = (max(Self.smallest, width), max(Self.smallest, height))
      return Part(
        x: x + (width - shownWidth) / 2, y: y + (height - shownHeight) / 2, width: shownWidth,
        height: shownHeight)
    }
  }

  /// The near end of `auto`: six sevenths of each side, in the middle.
  private static let near = Part(x: 1.0 / 14, y: 1.0 / 14, width: 6.0 / 7, height: 6.0 / 7)

  /// The part that is shown at `fraction` (0…1) of a picture's time; `nil` where it stands still.
  /// - Parameter index: which of the film's pictures it is, for those that alternate.
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

extension PictureMotion.Keyframe: Described {
  // swift-format-ignore
  static let fields = Fields<PictureMotion.Keyframe>(PictureMotion.Keyframe(at: .seconds(0), part: .whole), [
    .value("time", \.time, .fromEnd, "the time after the picture's first frame in the film, negative from its end").required,
    .value("part", \.part, .part, "the view at that time, as in `from`", or: "the whole picture"),
    .value("timing", \.timing, .curve, "the curve to the next keyframe"),
  ])
}

/// A motion as an object of a film's file: both ends, or keyframes in their place.
struct MotionObject: Described {
  var (from, to) = (PictureMotion.Part.whole, PictureMotion.Part.whole)
  var timing = TimingCurve.linear
  var keyframes: [PictureMotion.Keyframe] = []

  // swift-format-ignore
  static let fields = Fields<MotionObject>(MotionObject(), [
    .value("from", \.from, .part,
      "`[x, y, width, height]` of the first view, as fractions of the picture", or: "the whole picture"),
    .value("to", \.to, .part, "the last view, likewise", or: "the whole picture"),
    .value("timing", \.timing, .curve, "a curve (`segue list curves`)"),
    .value("path", \.keyframes, .list(1...FilmBounds.keyframes.upperBound),
      "a list of keyframes, below, instead of `from` and `to`", or: "none"),
  ])
  private static let path = fields.without("from", "to", "timing")
  private static let ends = fields.without("path")

  init() {}

  /// The motion as an object; `nil` for one that is a word.
  fileprivate init?(_ motion: PictureMotion) {
    switch motion {
    case .none, .auto: return nil
    case .path(let from, let to, let timing): (self.from, self.to, self.timing) = (from, to, timing)
    case .keyframes(let keyframes): self.keyframes = keyframes
    }
  }

  /// - Throws: `FilmError.value`, `.curve`.
  fileprivate static func check(_ motion: PictureMotion, _ place: String) throws(FilmError) {
    guard let object = MotionObject(motion) else { return }
    if case .keyframes = motion { try path.check(object, place) } else { try ends.check(object, place) }
  }

  fileprivate static func motion(_ object: JSONObject) throws -> PictureMotion {
    guard object.value("path") != nil else {
      let motion = try ends.read(object)
      return .path(from: motion.from, to: motion.to, timing: motion.timing)
    }
    let keyframes = try path.read(object, idle: ends.list.map(\.name)).keyframes
    if keyframes.isEmpty { throw object.problem("“path” is empty; add a keyframe") }
    return .keyframes(keyframes)
  }

  fileprivate static var schemas: [JSONValue] {
    let none = JSONValue.object(["type": .text("null")])
    return [
      JSONSchema.form(ends.properties.merging(["path": none]) { $1 }, mayBeNull: true),
      JSONSchema.form(path.properties, required: ["path"], mayBeNull: true, idle: ends.list.map(\.name)),
    ]
  }
}

extension Kind<PictureMotion> {
  /// A motion of a picture; an object stands in a file alone.
  static var motion: Kind {
    @Sendable func word(_ text: String) -> PictureMotion? {
      ["none": PictureMotion.none, "auto": .auto][text]
    }
    return Kind(
      schema: JSONSchema.any([JSONSchema.words(["none", "auto"])] + MotionObject.schemas),
      expected: "none or auto",
      read: { object, key in
        guard let text = object.value(key)?.text else {
          return try object.object(key).map { try MotionObject.motion($0) }
        }
        guard let motion = word(text) else {
          throw object.refusal(key, text, "none, auto, or an object with from and to, or with path")
        }
        return motion
      }, parse: { text, _ in word(text) },
      check: { (motion, place) throws(FilmError) in try MotionObject.check(motion, place) })
  }
}

import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem

/// A picture, an animation, a video, a colour or another film over a film for a while. Its times are the film's, whatever
/// its clips do.
public struct FilmOverlay: Sendable, Hashable {
  /// What is seen.
  public enum Source: Sendable, Hashable {
    /// A picture, an animation, a video, or the file of another film.
    case file(path: String)
    /// The bytes of a picture, an animation or a video; messages and reports call it `name`.
    case bytes([UInt8], name: String)
    /// A picture that is there already.
    case snapshot(Snapshot)
    /// A plain colour.
    case color(RGBAColor)
    /// Colours that go over into each other.
    case gradient(FilmGradient)

    /// As it is typed.
    package var text: String {
      if case .gradient(let gradient) = self { gradient.text } else { clip?.text ?? "" }
    }

    /// The same as the source of a clip; `nil` where a clip has none of its kind.
    var clip: FilmClip.Source? {
      switch self {
      case .file(let path): .file(path: path)
      case .bytes(let bytes, let name): .bytes(bytes, name: name)
      case .snapshot(let snapshot): .snapshot(snapshot)
      case .color(let color): .color(color)
      case .gradient: nil
      }
    }

    /// The key of what is in memory; `nil` for everything else.
    var memoryKey: String? { clip?.memoryKey }
  }

  /// What is seen.
  public var source: Source
  /// The place.
  public var place = FilmTitle.Place.topRight
  /// Its width as a share of the frame's, 0.001 to 4; its height follows from its shape, which is the frame's for a colour.
  public var size = 0.2
  /// The distance from the edges that it lies at, as a share of the frame's width, 0 to 1.
  public var margin = 0.03
  /// The opacity, 0 to 1.
  public var opacity = 1.0
  /// The time at which it appears, on the film's clock: up to a day; a negative one counts from the film's end.
  public var start = FilmClip.Position.seconds(0)
  /// The time at which it disappears, likewise; `nil` is the film's end. An animation repeats until then; a video ends
  /// with its last frame.
  public var end: FilmClip.Position?
  /// Seconds in which it dissolves in, and out again, up to a day, unless ``enter`` and ``exit`` say otherwise.
  public var fade = 0.0
  /// The transition from nothing to it, from ``start`` on, by default of 0.8 s; `nil` is ``fade``, a cut is at once. Its sound
  /// and its overlap have no effect.
  public var enter: FilmJunction?
  /// The transition back to nothing, which is over at ``end``, likewise.
  public var exit: FilmJunction?
  /// The rectangle in which ``enter`` and ``exit`` are drawn.
  public var within = LayerArea.frame
  /// Keyframes of its place, its size, its turn and its opacity, each later than the one before, 1,000 at most.
  public var keyframes: [LayerKeyframe] = []
  /// Whether it is turned in the direction in which its path goes.
  public var turnsAlongPath = false
  /// The level of its sound as a change in decibels, −120 to 120; `nil` is silence.
  public var volume: Double?
  /// Where its ``anchor`` lies across the frame, as a share of its width, −10 to 10; `nil` is as ``place`` says.
  public var x: Double?
  /// Where its ``anchor`` lies down the frame, as a share of its height, likewise.
  public var y: Double?
  /// The point of it that lies at ``x`` and ``y``; `nil` is its centre.
  public var anchor: FilmTitle.Place?
  /// Its height as a share of the frame's, 0.001 to 4; what its picture has beyond that shape is cut off on both sides alike.
  public var height: Double?
  /// The shape that it is cut to; `nil` is its rectangle.
  public var shape: OverlayShape?
  /// A line along its edge.
  public var border: OverlayBorder?
  /// The colour of a soft shadow below it; `nil` is none.
  public var shadow: RGBAColor?
  /// The in point in its file; `nil` is its beginning.
  public var sourceStart: FilmClip.Position?
  /// The out point, exclusive; `nil` is its end.
  public var sourceEnd: FilmClip.Position?
  /// Its speed, as a clip's; another film's is one number.
  public var speed: String?
  /// Whether it begins again when it is over; `nil` is what its file does, an animation so and a video not.
  public var loops: Bool?
  /// Filters of its picture, as they are typed; their `p` goes from 0 at its first frame in the film to 1 at its last.
  public var filter: String?
  /// How it is blended onto what lies below it.
  public var blend = BlendMode.normal
  /// The part of its picture that is shown; `nil` is all.
  public var crop: PictureMotion.Part?
  /// The track of its sound, as a clip's; `nil` is the default one, else the first.
  public var track: String?

  /// The whole of `source` in the upper right corner.
  public init(_ source: Source) { self.source = source }

  /// The whole file in the upper right corner.
  public init(path: String) { source = .file(path: path) }

  /// Its file; `nil` for what is in memory, and for a colour.
  public var path: String? { if case .file(let path) = source { path } else { nil } }

  /// Its source as a clip of a film.
  var clip: FilmClip {
    var clip = FilmClip(.file(path: source.text))
    (clip.start, clip.end, clip.speed) = (sourceStart, sourceEnd, speed)
    (clip.crop, clip.track) = (crop, track)
    return clip
  }
}

extension FilmOverlay {
  /// Reads `FILE[@IN-OUT][,KEY=VALUE…]`; an existing file of that very name wins.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String, exists: (String) -> Bool) throws(FilmError) {
    let keys = [
      "at", "size", "margin", "opacity", "start", "end", "fade", "enter", "exit", "within", "volume",
      "filter",
    ]
    let own = OverlaySetting.all
    let settings = try FilmSettings(file: word, keys: keys + own.map(\.name), exists: exists)
    try self.init(head: settings.head, exists: exists)
    let hasPart = sourceStart != nil || sourceEnd != nil
    if hasPart, settings.values.contains(where: { ["in", "out"].contains($0.key) }) {
      throw .argument(word, expected: "IN and OUT once, behind @ or as in=IN,out=OUT")
    }
    place = try settings.place("at") ?? place
    size = try settings.number("size", in: FilmBounds.overlaySize, "frame widths") ?? size
    margin = try settings.number("margin", in: FilmBounds.share, "frame widths") ?? margin
    opacity = try settings.number("opacity", in: FilmBounds.share, "") ?? opacity
    start = try settings.position("start") ?? start
    end = try settings.position("end")
    fade = try settings.number("fade", in: FilmBounds.seconds, "s") ?? fade
    enter = try settings.transition("enter")
    exit = try settings.transition("exit")
    within = try settings.word("within", of: LayerArea.self) ?? within
    volume = try settings.value("volume", SoundLevel.spellings) { text in
      SoundLevel.decibels(text).flatMap { FilmBounds.volume.contains($0) ? $0 : nil }
    }
    filter = try settings.value("filter", "a chain of filters", { $0 })
    for setting in own { try setting.read(settings, into: &self) }
  }

  /// Reads `FILE`, `FILE@IN-OUT`, `color:#rrggbb` or `gradient:…`.
  private init(head: String, exists: (String) -> Bool) throws(FilmError) {
    if head.hasPrefix(FilmGradient.prefix), !exists(head) {
      guard let gradient = FilmGradient(head) else {
        throw .argument(head, expected: FilmGradient.expected)
      }
      self.init(.gradient(gradient))
      return
    }
    let clip = try FilmArguments.part(head, exists: exists)
    if case .color(let color) = clip.source {
      self.init(.color(color))
    } else {
      self.init(path: clip.path ?? head)
    }
    (sourceStart, sourceEnd) = (clip.start, clip.end)
  }

  /// - Throws: `FilmError.value`.
  func check(_ place: String) throws(FilmError) {
    try FilmBounds.check(size, in: FilmBounds.overlaySize, "\(place).size", "frame widths")
    try FilmBounds.check(margin, in: FilmBounds.share, "\(place).margin", "frame widths")
    try FilmBounds.check(opacity, in: FilmBounds.share, "\(place).opacity", "of 1")
    try checkEnds(place)
    if let volume { try FilmBounds.check(volume, in: FilmBounds.volume, "\(place).volume", "dB") }
    for case (let name, let value?) in [("x", x), ("y", y)] {
      try FilmBounds.check(value, in: FilmBounds.overlayPlace, "\(place).\(name)", "of the frame")
    }
    if let height {
      try FilmBounds.check(height, in: FilmBounds.overlaySize, "\(place).height", "frame heights")
    }
    if case .rounded(let radius)? = shape {
      try FilmBounds.check(radius, in: OverlayShape.radii, "\(place).shape", "of its shorter side")
    }
    if let border {
      try FilmBounds.check(border.width, in: FilmBounds.share, "\(place).border", "frame widths")
    }
    if case .gradient(let gradient) = source {
      try FilmBounds.check(gradient.colors.count, in: FilmGradient.counts, "\(place).src.colors")
      try FilmBounds.check(gradient.degrees, in: FilmGradient.directions, "\(place).src", "degrees")
    }
    try clip.check("\(place).src")
  }
}

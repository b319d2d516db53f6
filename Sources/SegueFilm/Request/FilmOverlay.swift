import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// A picture, an animation or a video over a film for a while. Its times are the film's, whatever its clips do.
public struct FilmOverlay: Sendable, Hashable {
  /// Its file.
  public var path: String
  /// The place.
  public var place = FilmTitle.Place.topRight
  /// Its width as a share of the frame's, 0.001 to 4; its height follows from its shape.
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
  /// The level of its sound as a change in decibels, −120 to 120; `nil` is silence.
  public var volume: Double?

  /// The whole file in the upper right corner.
  public init(path: String) { self.path = path }
}

extension FilmOverlay {
  /// Reads `FILE[,KEY=VALUE…]`; an existing file of that very name wins.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String, exists: (String) -> Bool) throws(FilmError) {
    let keys = ["at", "size", "margin", "opacity", "start", "end", "fade", "enter", "exit", "volume"]
    let settings = try FilmSettings(file: word, keys: keys, exists: exists)
    self.init(path: settings.head)
    place = try settings.place("at") ?? place
    size = try settings.number("size", in: FilmBounds.overlaySize, "frame widths") ?? size
    margin = try settings.number("margin", in: FilmBounds.share, "frame widths") ?? margin
    opacity = try settings.number("opacity", in: FilmBounds.share, "") ?? opacity
    start = try settings.position("start") ?? start
    end = try settings.position("end")
    fade = try settings.number("fade", in: FilmBounds.seconds, "s") ?? fade
    enter = try settings.transition("enter")
    exit = try settings.transition("exit")
    volume = try settings.value("volume", SoundLevel.spellings) { text in
      SoundLevel.decibels(text).flatMap { FilmBounds.volume.contains($0) ? $0 : nil }
    }
  }

  /// - Throws: `FilmError.value`.
  func check(_ place: String) throws(FilmError) {
    try FilmBounds.check(size, in: FilmBounds.overlaySize, "\(place).size", "frame widths")
    try FilmBounds.check(margin, in: FilmBounds.share, "\(place).margin", "frame widths")
    try FilmBounds.check(opacity, in: FilmBounds.share, "\(place).opacity", "of 1")
    try checkEnds(place)
    if let volume { try FilmBounds.check(volume, in: FilmBounds.volume, "\(place).volume", "dB") }
  }
}

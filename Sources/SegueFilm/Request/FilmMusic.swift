import SegueFields
import SegueMedia
import SegueRun
import SegueSystem

/// Music under a film, or a voice over it.
public struct FilmMusic: Sendable, Hashable {
  /// The file's path, or the name of ``bytes`` in messages.
  package var path: String
  /// The file's bytes; `nil` for a file at ``path``.
  package var bytes: [UInt8]?
  package var volume: Double
  package var duck: Double
  package var sourceStart: Double
  package var track: String?
  package var loops: Bool
  package var start: FilmClip.Position?
  package var end: FilmClip.Position?
  package var fadeOut: Double

  /// Music from `source`; by default the whole file, looped, lowered by 12 dB under the clips'
  /// sound, with a fade-out of 3 s.
  /// - Parameters:
  ///   - source: the file, or its bytes.
  ///   - volume: the change of volume in decibels, −120 to 120.
  ///   - duck: the change of volume while the clips have sound or a voice plays, in decibels, −120 to 0.
  ///     Voices are not lowered.
  ///   - sourceStart: the start in the file in seconds, 0 to 86,400,000.
  ///   - track: the sound track, as in ``FilmClip``; `nil` means the default track, else the first.
  ///   - loops: whether the piece is repeated until its end in the film.
  ///   - start: the start in the film, up to a day; `nil` means the film's start. Pieces without a start and
  ///     an `end` play one after the other, and then again if each of them loops.
  ///   - end: the end in the film, exclusive, up to a day; `nil` means the film's end.
  ///   - fadeOut: the length of the fade-out in seconds, 0 to a day; at most half of the music's time is used.
  public init(
    _ source: FileSource, volume: Double = 0, duck: Double = -12, sourceStart: Double = 0,
    track: String? = nil, loops: Bool = true, start: FilmClip.Position? = nil, end: FilmClip.Position? = nil,
    fadeOut: Double = 3
  ) {
    path = source.name
    bytes = source.bytes
    self.volume = volume
    self.duck = duck
    self.sourceStart = sourceStart
    self.track = track
    self.loops = loops
    self.start = start
    self.end = end
    self.fadeOut = fadeOut
  }

  /// The whole file, looped.
  package init(path: String) { self.init(.file(path: path)) }

  /// The defaults of a voice: it plays once and does not fade.
  package static let voice = FilmMusic(.file(path: ""), duck: 0, loops: false, fadeOut: 0)

  /// Whether the piece plays consecutively with the other pieces without times.
  var isInRow: Bool { start == nil && end == nil }

  /// Probes the file.
  /// - Throws: `SystemError`.
  func info(_ limits: DecodingLimits) async throws -> ClipInfo {
    guard let bytes else { return try await MediaContent.sound(at: path) }
    guard case .clip(let info) = try await MediaContent.examine(in: bytes, name: path, limits: limits) else {
      throw SystemError.badData(path: path, reason: "it has no sound")
    }
    return info
  }
}

extension FilmMusic: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmMusic>(FilmMusic(path: ""), [
    .value("src", \.path, .path(like: "song.wav"), "a file with sound").required,
    .optional("start", \.writtenStart, .inFilm, "the start time in the film",
      or: "the film's start; entries without `start` and `end` play in turn and repeat"),
    .optional("end", \.writtenEnd, .inFilm,
      "the end time in the film, exclusive", or: "the film's end").hint("film times"),
    .value("in", \.sourceStart, .seconds(FilmBounds.sourceSeconds, expected: "seconds in the file, or 1:02.5"),
      "the start time in the file, in seconds, for every loop", property: "sourceStart").hint("start in the file"),
    .value("volume", \.volume, .level, "the gain"),
    .value("duck", \.duck, .duck,
      "an object; `by` is the gain while the clips or a voice are heard, 0 or less", or: "`{\"by\": \"-12dB\"}`"),
    .value("fadeOut", \.fadeOut, .seconds, "the length of the fade-out at the sound's or the film's end, at most half of the sound's time",
      or: "3; 0 for a voice").typed("fade").hint("seconds at its end"),
    .value("loop", \.loops, .flag, "whether it loops",
      or: "true; false with `start` or `end`, and for a voice"),
    .optional("track", \.track, .track(mayBePair: true), "the sound track, as for a clip", or: "as for a clip"),
  ])

  // Music with a start or an end plays once, unless the file sets `loop`, which is read later.
  fileprivate var writtenStart: FilmClip.Position? {
    get { start }
    set { (start, loops) = (newValue, false) }
  }
  fileprivate var writtenEnd: FilmClip.Position? {
    get { end }
    set { (end, loops) = (newValue, false) }
  }
}

import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// One input of a film.
public struct FilmClip: Sendable, Hashable {
  /// The source of the pictures.
  public enum Source: Sendable, Hashable {
    /// A video, an animation or a picture; pictures that are a clip together by a pattern such as `shot%04d.png`, a
    /// wildcard such as `shots/*.jpg`, or their folder.
    case file(path: String)
    /// The bytes of such a file; messages and reports call it `name`.
    case bytes([UInt8], name: String)
    /// A picture that is there already.
    case snapshot(Snapshot)
    /// A plain colour.
    case color(RGBAColor)

    /// As it is typed.
    package var text: String {
      switch self {
      case .file(let path): path
      case .bytes(_, let name): name
      case .snapshot: "a picture in memory"
      case .color(let color): "color:\(color)"
      }
    }

    /// The key of what is in memory; `nil` for a file and for a colour.
    var memoryKey: String? {
      switch self {
      case .bytes(let bytes, _): ContentHash(bytes).hash
      case .snapshot(let snapshot): snapshot.contentKey
      case .file, .color: nil
      }
    }
  }

  /// A place in a clip.
  public enum Position: Sendable, Hashable {
    /// Seconds after its first picture, 0 or more: at most a day in a film, a thousand days in a source.
    case seconds(Double)
    /// Frames of the clip itself after its first one, 0 to 86,400,000.
    case frames(Int)

    /// Whether it is negative, as a time that counts from a film's end.
    var countsFromEnd: Bool {
      switch self {
      case .seconds(let seconds): seconds < 0
      case .frames(let frames): frames < 0
      }
    }
  }

  /// A frame that stands still.
  public struct Freeze: Sendable, Hashable {
    /// The time of the frame after the clip's beginning in the film.
    public var at: Position
    /// The time for which it is shown in addition.
    public var length: Position

    /// The frame at `at` for another `length`.
    public init(at: Position, for length: Position) { (self.at, self.length) = (at, length) }
  }

  /// The source of the pictures.
  public var source: Source
  /// The in point; `nil` is its beginning.
  public var start: Position?
  /// The out point, exclusive; `nil` is its end.
  public var end: Position?
  /// The length of a picture or a colour in the film, overlaps included; `nil` is that of every picture.
  public var duration: Position?
  /// The motion of a picture; `nil` is that of every picture.
  public var motion: PictureMotion?
  /// The fit of its pictures in a frame of another shape; `nil` is that of all.
  public var fit: Fit?
  /// Degrees by which its pictures are turned clockwise: 90, 180 or 270; `nil` is not at all.
  public var rotation: Int?
  /// The part of its pictures that is shown, after they were turned; `nil` is all.
  public var crop: PictureMotion.Part?
  /// The speed of a video, as it is typed: 0.05 to 20, or an expression of `p`, which goes from 0 at its first frame in
  /// the film to 1 at its last; `nil` is 1. A constant speed keeps the sound's pitch, a changing one has no sound.
  public var speed: String?
  /// Frames a second of a sequence of pictures; `nil` is the film's.
  public var frameRate: FrameRate?
  /// Whether a video plays backwards, its sound with it.
  public var isReversed = false
  /// Whether a video plays there and back, the frame at which it turns once.
  public var isBoomerang = false
  /// A frame of a video that stands still for a while, in silence; `nil` is none.
  public var freeze: Freeze?
  /// The frames that slow motion shows between two frames of the video; `nil` is both of them, mixed.
  public var slowMotion: SlowMotion?
  /// Filters of its pictures, as they are typed; their `p` goes from 0 at its first frame in the film to 1 at its last.
  public var filter: String?
  /// Change of the sound's level in decibels, −120 to 120.
  public var volume = 0.0
  /// Text over its time in the film, from the middle of the transition before it to the middle of the next one at most; its times
  /// count from its first frame in the film, negative ones from its last.
  public var titles: [FilmTitle] = []
  /// Captions word by word over its time in the film, likewise; the times of their file are those of the clip's source.
  public var captions: FilmCaptions?
  /// The track of its sound, as it is typed: its number from 1, its language such as `deu`, or `1+2` for one that is left and
  /// one that is right; `nil` is the default one, else the first.
  public var track: String?
  /// The track of its subtitles that goes along, likewise a number or a language.
  public var subtitles: String?
  /// The picture or the colour over which sound alone is heard; `nil` is the film's background.
  public var over: Source?
  /// The name of the chapter that begins with it; `nil` is its file's name, where every clip has one.
  public var chapter: String?
  /// Whether its IN and OUT may be times of a clock that begins anywhere, such as its media's time code.
  var isOnMediaClock = false

  /// The part of its pictures that is shown.
  var framing: ClipFraming {
    ClipFraming(
      rotation: rotation ?? 0,
      crop: crop.map { .init(left: $0.x, top: $0.y, width: $0.width, height: $0.height) } ?? .whole)
  }

  /// Its file; `nil` for what is in memory, and for a colour.
  var path: String? { if case .file(let path) = source { path } else { nil } }

  /// All of `source`.
  public init(_ source: Source) { self.source = source }
}

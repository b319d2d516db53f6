import SegueFields
import SegueRun
import SegueSystem

/// The plan of a film and the results of rendering it. As JSON it is the output of `segue join --json` and
/// `--plan --json`.
public struct FilmReport: Sendable, Hashable, Codable {
  /// The version of the JSON format.
  package var schema = ReportVersion.current
  /// The size and the length of the film.
  public package(set) var film: Film
  package var clips: [Clip]
  package var junctions: [Junction]
  /// The transition from the background to the first frame; `nil` for a cut.
  package var opening: Junction?
  /// The transition from the last frame to the background; `nil` for a cut.
  package var closing: Junction?
  /// The visible titles in order; `nil` if empty.
  package var titles: [Title]?
  /// The overlays in order; `nil` if empty.
  package var overlays: [Overlay]?
  /// The audible music, in order; `nil` if empty.
  package var music: [Music]?
  /// The audible voices, in order; `nil` if empty.
  package var voices: [Music]?
  /// The file of the burnt-in subtitles; `nil` without subtitles.
  package var subtitles: String?
  /// The captions of the clips, then of the film; `nil` if empty.
  package var captions: [Captions]?
  /// The other layers, from bottom to top; `nil` if empty.
  package var layers: [Layer]?
  /// The subtitle track that is carried over from the clips; `nil` without a track.
  package var subtitleTrack: SubtitleTrack?
  /// The sound; `nil` for a silent film.
  @Nullable package var audio: Audio?
  /// The renderer and its device; `nil` in a plan.
  public package(set) var renderer: RenderReport.Renderer?
  /// The seconds of each stage; `nil` in a plan.
  package var seconds: Seconds?
  /// The chunks; `nil` if the film is rendered without chunks.
  package var chunks: Chunks?
  /// Rendered frames per second of total time; `nil` in a plan.
  package var framesPerSecond: Double?
  /// The output's size in bytes; `nil` in a plan and if it is unknown.
  public package(set) var bytes: Int?
  /// The fixed settings that make the bytes equal on every machine; `nil` unless requested.
  package var reproducible: RenderReport.Reproducible?
  /// The paths of the files that were written; `nil` in a plan.
  public package(set) var outputs: [String]?
  /// The warnings, notes and losses of the plan and the run.
  public package(set) var notices: [Notice] = [] { didSet { warnings = notices.messages } }
  /// The notices as messages.
  public private(set) var warnings: [String] = []

  /// The properties of the film as a whole.
  public struct Film: Sendable, Hashable, Codable {
    /// The width of the frames, in pixels.
    public package(set) var width: Int
    /// The height of the frames, in pixels.
    public package(set) var height: Int
    /// Frames per second as a fraction.
    package var fps: String
    /// The length of the film, in frames.
    public package(set) var frames: Int
    /// The length of the film, in seconds.
    public package(set) var seconds: Double
    /// The colour encoding: `sdr`, `hlg` or `pq`.
    package var color: String
    /// Bits per channel.
    package var depth: Int
    /// The first frame that plays backwards; `nil` for none.
    package var turn: Int?
    /// The rendered frames, `[first, end)`; `nil` for all.
    package var part: [Int]?
    /// The number of copied pictures; `nil` unless copying is requested.
    package var copiedFrames: Int?
    /// The number of pictures in the file; `nil` unless copying is requested. It is less than ``frames``
    /// if a copied clip leaves out frames, as at a variable rate.
    package var pictures: Int?
  }

  /// An input: its film frames, `end` exclusive, and the seconds of its source from `in` to `out`.
  package struct Clip: Sendable, Hashable, Codable {
    package var source: String
    package var start: Int
    package var end: Int
    package var `in`: Double
    package var out: Double
    package var audio: Bool
    /// The number of the selected sound track, or `1+2` for a left and a right track; `nil` if the file has
    /// only one track.
    package var track: String?
    /// The language of the sound track; `nil` if unknown.
    package var language: String?
    package var color: String?
    /// The bits per channel of the file; `nil` if unknown.
    package var depth: Int?
    /// The mean speed; `nil` at normal speed.
    package var speed: Double?
    /// A description of the playback order; `nil` if it is forwards.
    package var order: String?
    /// The copied film frames, each range as `[first, end)`; `nil` unless copying is requested.
    package var copied: [[Int]]?
    /// The reason why frames outside the overlaps are encoded; `nil` if none are, or if copying is not
    /// requested.
    package var encoded: String?
  }

  /// A transition, or `cut`: its first film frame and its number of frames, 0 for a cut.
  package struct Junction: Sendable, Hashable, Codable {
    package var transition: String
    package var start: Int
    package var frames: Int
    /// The number of frames that repeat a clip's first or last frame, because its file has no further frames;
    /// `nil` for none.
    package var held: Int?
    /// The offset of the sound cut in seconds, positive if the sound is later than the pictures; `nil` without an
    /// offset.
    package var sound: Double?
  }

  /// An overlay: film frames, `end` exclusive. `enter` and `exit` are `nil` for cuts.
  package struct Overlay: Sendable, Hashable, Codable {
    package var source: String
    package var start: Int
    package var end: Int
    package var enter: Junction?
    package var exit: Junction?
    /// `box` if both transitions are drawn in the overlay's rectangle.
    package var within: String?
    /// The number of keyframes of the path; `nil` without a path.
    package var keyframes: Int?
    /// The rectangle in pixels: `[x, y, width, height]`. It may exceed the frame.
    package var rectangle: SIMD4<Int>
    /// The overlay's other settings as typed on the command line; `nil` if empty.
    package var settings: [String]?
  }

  /// A piece of music, or a voice. `start` and `end` are the nearest film frames; `end` is exclusive. `in` is in
  /// seconds of the file, `volume` in decibels.
  package struct Music: Sendable, Hashable, Codable {
    package var source: String
    package var start: Int
    /// The film frame after the piece's last frame. For consecutive pieces, it is the end of the
    /// first playback.
    package var end: Int
    package var `in`: Double
    package var volume: Double
    /// Whether the piece repeats, alone or with the other pieces of its sequence.
    package var loops: Bool
  }

  /// A captions file. `start` and `end` are film frames; `end` is exclusive. `captions` and `words` are counts.
  package struct Captions: Sendable, Hashable, Codable {
    package var source: String
    package var start: Int
    package var end: Int
    package var captions: Int
    package var words: Int
  }

  /// A layer: film frames, `end` exclusive.
  package struct Layer: Sendable, Hashable, Codable {
    /// The kind: its key in a film file.
    package var kind: String
    package var start: Int
    package var end: Int
    /// The settings as typed on the command line.
    package var settings: [String]
  }

  package struct SubtitleTrack: Sendable, Hashable, Codable {
    /// The ISO 639-2 language code; empty if unknown.
    package var language: String
    package var cues: Int
  }

  /// The film's sound: `rate` in Hz, `samples` per channel.
  package struct Audio: Sendable, Hashable, Codable {
    package var rate: Int
    package var channels: Int
    package var samples: Int
    /// Whether a clip's packets are copied; `nil` unless copying is requested.
    package var copied: Bool?
    /// The reason why the sound is encoded; `nil` if it is copied, or if copying is not requested.
    package var encoded: String?
  }

  /// The chunks of the film, or of the rendered share of it.
  package struct Chunks: Sendable, Hashable, Codable {
    package var count: Int
    /// The number of chunks rendered in this run; the other chunks existed.
    package var rendered: Int
  }

  /// Seconds per stage. Stages overlap, so their sum may exceed the total.
  package struct Seconds: Sendable, Hashable, Codable {
    package var probe: Double
    package var render: Double
    /// The time of the sink's thread, including waits for the encoder.
    package var encode: Double
    /// The time from the start to the finished file.
    package var total: Double
  }
}

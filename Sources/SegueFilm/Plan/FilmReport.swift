import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// What a film is made of and how it was made: the JSON of `segue join --json` and `--plan --json`.
///
/// **Thread-safety:** a value.
public struct FilmReport: Sendable, Encodable {
  /// Version of this layout.
  package var schema = 1
  /// The whole.
  package var film: Film
  /// The inputs in order.
  package var clips: [Clip]
  /// What lies between them.
  package var junctions: [Junction]
  /// How it comes out of the background; `nil` where it is there at once.
  package var opening: Junction?
  /// How it goes back into it.
  package var closing: Junction?
  /// What lies over the film, in order; `nil` where there is nothing.
  package var overlays: [Overlay]?
  /// The subtitles that are burnt in; `nil` where there are none.
  package var subtitles: String?
  /// The track of the clips' own subtitles; `nil` where there is none.
  package var subtitleTrack: SubtitleTrack?
  /// The sound; `nil` where there is none.
  @Nullable package var audio: Audio?
  /// What drew; `nil` in a plan.
  public var renderer: RenderReport.Renderer?
  /// Where the time went; `nil` in a plan.
  package var seconds: Seconds?
  /// The chunks that it was made of; `nil` where there are none.
  package var chunks: Chunks?
  /// Frames over the total time; `nil` in a plan.
  package var framesPerSecond: Double?
  /// Bytes of the output; `nil` in a plan, and where nobody counts them.
  package var bytes: Int?
  /// The files that were written; `nil` in a plan.
  public var outputs: [String]?
  /// What did not stop the film but should be known, a sentence each.
  public var warnings: [String]

  /// The whole.
  package struct Film: Sendable, Encodable {
    /// Columns of a frame.
    package var width: Int
    /// Rows of a frame.
    package var height: Int
    /// Frames a second as a fraction.
    package var fps: String
    /// Frames of the whole.
    package var frames: Int
    /// Seconds of the whole.
    package var seconds: Double
    /// The frames that are made, `[first, end)`, where they are a part.
    package var part: [Int]?
    /// Pictures that are copied; `nil` unless that was asked for.
    package var copiedFrames: Int?
  }

  /// An input: film frames, `end` exclusive, and seconds of the source.
  package struct Clip: Sendable, Encodable {
    /// As it was given.
    package var source: String
    /// The film's first frame of it.
    package var start: Int
    /// One past the film's last frame of it.
    package var end: Int
    /// Where it begins in its source.
    package var `in`: Double
    /// Where it ends in its source.
    package var out: Double
    /// Whether its own sound is heard.
    package var audio: Bool
    /// How fast it plays, on average; `nil` where nothing else was asked for.
    package var speed: Double?
    /// The film's frames that are copied, `[first, end)` each; `nil` unless that was asked for.
    package var copied: [[Int]]?
    /// Why anything but its overlaps is encoded; `nil` where nothing is, or copying was not asked for.
    package var encoded: String?
  }

  /// A junction: its first film frame and how many it has; a cut has none.
  package struct Junction: Sendable, Encodable {
    /// The transition's name; `cut` for none.
    package var transition: String
    /// Its first frame.
    package var start: Int
    /// How many frames it has.
    package var frames: Int
    /// How many of a clip's first or last frames are shown again, for want of others in its file; `nil` for none.
    package var held: Int?
  }

  /// An overlay: film frames, `end` exclusive.
  package struct Overlay: Sendable, Encodable {
    /// As it was given.
    package var source: String
    /// The film's first frame of it.
    package var start: Int
    /// One past the film's last frame of it.
    package var end: Int
  }

  /// A track of subtitles.
  package struct SubtitleTrack: Sendable, Encodable {
    /// Its language as ISO 639-2 has it; empty where it is not known.
    package var language: String
    /// How many cues it has.
    package var cues: Int
  }

  /// The film's sound.
  package struct Audio: Sendable, Encodable {
    /// Samples a second.
    package var rate: Int
    /// Channels.
    package var channels: Int
    /// Samples of the whole.
    package var samples: Int
  }

  /// The chunks of a film, or of the share of it that was made.
  package struct Chunks: Sendable, Encodable {
    /// How many there are.
    package var count: Int
    /// How many of them were rendered now; the others were there.
    package var rendered: Int
  }

  /// Seconds; the stages overlap, so they sum to more than the total.
  package struct Seconds: Sendable, Encodable {
    /// Looking at every input.
    package var probe: Double
    /// Drawing.
    package var render: Double
    /// The sink's thread, waits for the encoder included.
    package var encode: Double
    /// From the start to the finished file.
    package var total: Double
  }
}

extension FilmReport {
  /// The plan as text, a line for each clip and junction: film frames, film times, the source's times.
  package var text: String {
    let kind = audio == nil ? "no sound" : "sound"
    var lines = [
      "film  \(film.width)x\(film.height), \(film.fps) frames/s, \(film.frames) frames, "
        + "\(Self.time(film.seconds)) s, \(kind)"
    ]
    if let part = film.part { lines.append("part  \(part[0])-\(part[1])  \(part[1] - part[0]) frames") }
    let rate = film.seconds > 0 ? Double(film.frames) / film.seconds : 1
    func seconds(_ frame: Int) -> String { Self.time(Double(frame) / rate) }
    func line(_ junction: Junction) -> String {
      let end = junction.start + junction.frames
      return junction.frames == 0
        ? "cut  at \(junction.start)  \(seconds(junction.start)) s"
        : "\(junction.transition)  \(junction.start)-\(end)  \(seconds(junction.start))-\(seconds(end)) s  "
          + "\(junction.frames) frames" + (junction.held.map { ", \($0) held" } ?? "")
    }
    if let opening { lines.append("  opening  " + line(opening)) }
    for (index, clip) in clips.enumerated() {
      lines.append(
        "clip  \(clip.start)-\(clip.end)  \(seconds(clip.start))-\(seconds(clip.end)) s  \(clip.source)  "
          + "in \(Self.time(clip.in)) out \(Self.time(clip.out)) s\(clip.speed.map { ", speed \(DecimalText.text($0))" } ?? "")"
          + (clip.audio ? ", sound" : ""))
      if let copied = clip.copied {
        lines += copied.map { "  copied  \($0[0])-\($0[1])" }
        if let encoded = clip.encoded { lines.append("  encoded  \(encoded)") }
      }
      guard junctions.indices.contains(index) else { continue }
      lines.append("  " + line(junctions[index]))
    }
    if let closing { lines.append("  closing  " + line(closing)) }
    lines += (overlays ?? []).map { overlay in
      "overlay  \(overlay.start)-\(overlay.end)  \(seconds(overlay.start))-\(seconds(overlay.end)) s  \(overlay.source)"
    }
    if let subtitles { lines.append("subtitles  \(subtitles)") }
    if let track = subtitleTrack {
      lines.append("subtitle track  \(track.cues) cues\(track.language.isEmpty ? "" : ", \(track.language)")")
    }
    return lines.joined(separator: "\n")
  }

  /// Seconds with three digits.
  private static func time(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

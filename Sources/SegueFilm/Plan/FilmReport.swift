import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// The parts of a film, as a plan, and how it was made: as JSON, which is read and written, the report of
/// `segue join --json` and `--plan --json`.
public struct FilmReport: Sendable, Hashable, Codable {
  /// Version of this layout.
  package var schema = 1
  /// The whole.
  public package(set) var film: Film
  /// The inputs in order.
  package var clips: [Clip]
  /// The junctions between them.
  package var junctions: [Junction]
  /// The transition out of the background; `nil` where there is none.
  package var opening: Junction?
  /// The transition back into it.
  package var closing: Junction?
  /// The titles that are shown, in order; `nil` where there is none.
  package var titles: [Title]?
  /// The overlays in order; `nil` where there is none.
  package var overlays: [Overlay]?
  /// The subtitles that are burnt in; `nil` where there are none.
  package var subtitles: String?
  /// The captions that are shown, those of clips first; `nil` where there are none.
  package var captions: [Captions]?
  /// The track of the clips' own subtitles; `nil` where there is none.
  package var subtitleTrack: SubtitleTrack?
  /// The sound; `nil` where there is none.
  package var audio: Audio? { sound }
  @Nullable package var sound: Audio?
  /// The renderer; `nil` in a plan.
  public package(set) var renderer: RenderReport.Renderer?
  /// The seconds of each part of the work; `nil` in a plan.
  package var seconds: Seconds?
  /// The chunks that it was made of; `nil` where there are none.
  package var chunks: Chunks?
  /// Frames over the total time; `nil` in a plan.
  package var framesPerSecond: Double?
  /// Bytes of the output; `nil` in a plan, and where they are not counted.
  public package(set) var bytes: Int?
  /// The fixed settings of a film that has the same bytes on every machine; `nil` unless that was asked for.
  package var reproducible: RenderReport.Reproducible?
  /// The files that were written; `nil` in a plan.
  public package(set) var outputs: [String]?
  /// Warnings, a sentence each.
  public package(set) var warnings: [String]

  /// The whole.
  public struct Film: Sendable, Hashable, Codable {
    /// Columns of a frame.
    public package(set) var width: Int
    /// Rows of a frame.
    public package(set) var height: Int
    /// Frames a second as a fraction.
    package var fps: String
    /// Frames of the whole.
    public package(set) var frames: Int
    /// Seconds of the whole.
    public package(set) var seconds: Double
    /// The encoding of its values: `sdr`, `hlg` or `pq`.
    package var color: String
    /// Bits of a value.
    package var depth: Int
    /// The frames that are made, `[first, end)`, where they are a part.
    package var part: [Int]?
    /// Pictures that are copied; `nil` unless that was asked for.
    package var copiedFrames: Int?
  }

  /// An input: film frames, `end` exclusive, and seconds of the source.
  package struct Clip: Sendable, Hashable, Codable {
    /// As it was given.
    package var source: String
    /// The film's first frame of it.
    package var start: Int
    /// One past the film's last frame of it.
    package var end: Int
    /// The beginning in its source.
    package var `in`: Double
    /// The end in its source.
    package var out: Double
    /// Whether its own sound is heard.
    package var audio: Bool
    /// The number of the sound track that is heard, or as `1+2` of those that are left and right; `nil` where its file has one.
    package var track: String?
    /// The language of that; `nil` where it is not known.
    package var language: String?
    /// The encoding of its values.
    package var color: String?
    /// Bits of a channel in its file; `nil` where that is not known.
    package var depth: Int?
    /// The average speed; `nil` where nothing else was asked for.
    package var speed: Double?
    /// The order of its frames in words; `nil` where they follow each other.
    package var order: String?
    /// The film's frames that are copied, `[first, end)` each; `nil` unless that was asked for.
    package var copied: [[Int]]?
    /// The reason why anything but its overlaps is encoded; `nil` where nothing is, or copying was not asked for.
    package var encoded: String?
  }

  /// A junction: its first film frame and how many it has; a cut has none.
  package struct Junction: Sendable, Hashable, Codable {
    /// The transition's name; `cut` for none.
    package var transition: String
    /// Its first frame.
    package var start: Int
    /// The number of frames.
    package var frames: Int
    /// The number of a clip's first or last frames that are shown again, for want of others in its file; `nil` for none.
    package var held: Int?
    /// Seconds by which the sound goes over later than the pictures, earlier below 0; `nil` where it goes with them.
    package var sound: Double?
  }

  /// A title: film frames, `end` exclusive.
  package struct Title: Sendable, Hashable, Codable {
    /// Its text.
    package var text: String
    /// The film's first frame of it.
    package var start: Int
    /// One past the film's last frame of it.
    package var end: Int
    /// The transition by which it comes; `nil` where it is there at once.
    package var enter: Junction?
    /// The transition by which it goes.
    package var exit: Junction?
    /// `box` where both are drawn in its own rectangle.
    package var within: String?
    /// The number of keyframes of its path; `nil` where it has none.
    package var keyframes: Int?
    /// The pieces in which it comes, `line`, `word` or `letter`; `nil` where it comes all at once.
    package var by: String?
    /// Seconds from one of them to the next, or of all of them where ``staggerTiming`` is their curve.
    package var stagger: Double?
    /// The curve of their beginnings; `nil` where they follow each other evenly.
    package var staggerTiming: String?
  }

  /// An overlay: film frames, `end` exclusive.
  package struct Overlay: Sendable, Hashable, Codable {
    /// As it was given.
    package var source: String
    /// The film's first frame of it.
    package var start: Int
    /// One past the film's last frame of it.
    package var end: Int
    /// The transition by which it comes; `nil` where it is there at once.
    package var enter: Junction?
    /// The transition by which it goes.
    package var exit: Junction?
    /// `box` where both are drawn in its own rectangle.
    package var within: String?
    /// The number of keyframes of its path; `nil` where it has none.
    package var keyframes: Int?
    /// Its pixels in the frame: column and row of its corner, width and height.
    package var rectangle: [Int]
    /// What is asked of its look and its source besides, a setting each as it is typed; `nil` for nothing.
    package var settings: [String]?
  }

  /// Captions word by word: film frames from their first to their last, `end` exclusive.
  package struct Captions: Sendable, Hashable, Codable {
    /// Their file, as it was given.
    package var source: String
    /// The film's first frame of them.
    package var start: Int
    /// One past the film's last frame of them.
    package var end: Int
    /// The number of times that a caption is shown.
    package var captions: Int
    /// The number of times that a word is spoken.
    package var words: Int
  }

  /// A track of subtitles.
  package struct SubtitleTrack: Sendable, Hashable, Codable {
    /// Its language as ISO 639-2 has it; empty where it is not known.
    package var language: String
    /// The number of cues.
    package var cues: Int
  }

  /// The film's sound.
  package struct Audio: Sendable, Hashable, Codable {
    /// Samples a second.
    package var rate: Int
    /// Channels.
    package var channels: Int
    /// Samples of the whole.
    package var samples: Int
    /// Whether its packets are a clip's own; `nil` unless that was asked for.
    package var copied: Bool?
    /// The reason why it is encoded; `nil` where it is not, or copying was not asked for.
    package var encoded: String?
  }

  /// The chunks of a film, or of the share of it that was made.
  package struct Chunks: Sendable, Hashable, Codable {
    /// The number of chunks.
    package var count: Int
    /// The number of chunks that were rendered now; the others were there.
    package var rendered: Int
  }

  /// Seconds; the stages overlap, so they sum to more than the total.
  package struct Seconds: Sendable, Hashable, Codable {
    /// Looking at every input.
    package var probe: Double
    /// Drawing.
    package var render: Double
    /// The sink's thread, waits for the encoder included.
    package var encode: Double
    /// From the start to the finished file.
    package var total: Double
  }

  private enum CodingKeys: String, CodingKey {
    case schema, film, clips, junctions, opening, closing, titles, overlays, subtitles, captions
    case subtitleTrack
    case sound = "audio"
    case renderer, seconds, chunks, framesPerSecond, bytes, reproducible, outputs, warnings
  }
}

extension FilmReport {
  /// The plan as text, a line for each clip and junction: film frames, film times, the source's times.
  package var text: String {
    var lines = [
      "film  \(film.width)x\(film.height), \(film.color), \(film.depth) bits, \(film.fps) frames/s, "
        + "\(film.frames) frames, \(Self.time(film.seconds)) s, \(sound == nil ? "no sound" : "sound")"
    ]
    if let part = film.part { lines.append("part  \(part[0])-\(part[1])  \(part[1] - part[0]) frames") }
    if let opening { lines.append("  opening  " + line(opening)) }
    for (index, clip) in clips.enumerated() {
      lines += self.lines(clip)
      if junctions.indices.contains(index) { lines.append("  " + line(junctions[index])) }
    }
    if let closing { lines.append("  closing  " + line(closing)) }
    lines += (titles ?? []).map(line) + (overlays ?? []).map(line)
    if let copied = sound?.copied {
      lines.append(copied ? "sound  copied" : "sound  encoded: \(sound?.encoded ?? "")")
    }
    if let subtitles { lines.append("subtitles  \(subtitles)") }
    lines += (captions ?? []).map {
      layer("captions", "\($0.source), \($0.captions) captions, \($0.words) words", $0.start..<$0.end)
    }
    if let track = subtitleTrack {
      lines.append("subtitle track  \(track.cues) cues\(track.language.isEmpty ? "" : ", \(track.language)")")
    }
    return lines.joined(separator: "\n")
  }

  private func lines(_ clip: Clip) -> [String] {
    let line =
      "clip  \(place(clip.start..<clip.end))  \(clip.source)  "
      + "in \(Self.time(clip.in)) out \(Self.time(clip.out)) s"
      + (clip.speed.map { ", speed \(DecimalText.text($0))" } ?? "") + (clip.order.map { ", \($0)" } ?? "")
      + (clip.audio ? ", sound" : "") + (clip.track.map { " of track \($0)" } ?? "")
      + (clip.language.map { " (\($0))" } ?? "")
    guard let copied = clip.copied else { return [line] }
    return [line] + copied.map { "  copied  \($0[0])-\($0[1])" }
      + (clip.encoded.map { ["  encoded  \($0)"] } ?? [])
  }

  private func line(_ junction: Junction) -> String {
    let sound = junction.sound.map { ", sound=\(DecimalText.text($0))" } ?? ""
    if junction.frames == 0 { return "cut  at \(junction.start)  \(seconds(junction.start)) s\(sound)" }
    let held = junction.held.map { ", \($0) held" } ?? ""
    return "\(junction.transition)  \(place(junction.start..<junction.start + junction.frames))  "
      + "\(junction.frames) frames\(held)\(sound)"
  }

  private func line(_ title: Title) -> String {
    let curve = title.staggerTiming.map { " \($0)" }
    let pause = title.stagger.map {
      " \(curve == nil ? "every" : "within") \(DecimalText.text($0)) s\(curve ?? "")"
    }
    return layer(
      "title", title.text.replacing("\n", with: "\\n"), title.start..<title.end, title.enter, title.exit,
      more: [
        title.within.map { "within the \($0)" }, title.by.map { "by \($0)\(pause ?? "")" },
        title.keyframes.map { "\($0) keyframes" },
      ])
  }

  private func line(_ overlay: Overlay) -> String {
    let (x, y, width, height) = (
      overlay.rectangle[0], overlay.rectangle[1], overlay.rectangle[2], overlay.rectangle[3]
    )
    return layer(
      "overlay", overlay.source, overlay.start..<overlay.end, overlay.enter, overlay.exit,
      settings: ["\(width)x\(height) at (\(x), \(y))"] + (overlay.settings ?? []),
      more: [
        overlay.within.map { "within the \($0)" }, overlay.keyframes.map { "\($0) keyframes" },
      ])
  }

  /// A line for what lies over `frames`.
  private func layer(
    _ kind: String, _ name: String, _ frames: Range<Int>, _ enter: Junction? = nil, _ exit: Junction? = nil,
    settings: [String] = [], more: [String?] = []
  ) -> String {
    let ends =
      [enter.map { ("enter", $0) }, exit.map { ("exit", $0) }].compactMap(\.self)
      .map { "\($0) \($1.transition) \($1.frames) frames" }
    let words = [name] + settings + ends + more.compactMap(\.self)
    return "\(kind)  \(place(frames))  \(words.joined(separator: ", "))"
  }

  /// `frames` and their times.
  private func place(_ frames: Range<Int>) -> String {
    "\(frames.lowerBound)-\(frames.upperBound)  \(seconds(frames.lowerBound))-\(seconds(frames.upperBound)) s"
  }

  private func seconds(_ frame: Int) -> String {
    Self.time(Double(frame) / (film.seconds > 0 ? Double(film.frames) / film.seconds : 1))
  }

  /// Seconds with three digits.
  private static func time(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

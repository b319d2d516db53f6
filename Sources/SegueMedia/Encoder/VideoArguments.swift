import SegueImaging
import SegueMath

/// The command line of `ffmpeg` for raw frames on its standard input.
struct VideoArguments {
  let settings: VideoSettings
  let shape: VideoShape
  /// The file with the video's chapters.
  var chaptersPath: String?

  enum Target {
    /// A seekable file.
    case file(String)
    /// The standard output, which is not seekable.
    case stream
  }

  /// All arguments. The progress report goes to standard output, or to standard error if standard
  /// output carries the stream.
  func all(to target: Target) -> [String] {
    let isStream = if case .stream = target { true } else { false }
    let url = if case .file(let path) = target { "file:" + path } else { "pipe:1" }
    let progress = ["-progress", isStream ? "pipe:2" : "pipe:1"]
    return general + progress + pictures + otherInputs + filter + codec + sound + text + container(isStream)
      + settings.metadata.arguments + extraArguments + ["-f", muxer, url] + analysis
  }

  var encoding: Encoding { settings.encoding }

  /// The requirements of the stream into which the frames are inserted.
  var constraints: StreamConstraints? { encoding.constraints }

  /// The options that make lost frames, a truncated stream and a full disk end with an error
  /// status. The stream of an analysis is empty by design.
  private var general: [String] {
    ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "warning", "-y", "-xerror"]
      + ["-abort_on", "empty_output" + (analysis.isEmpty ? "+empty_output_stream" : "")]
  }

  private var pictures: [String] {
    switch encoding.pictures {
    case .none: []
    case .file(let path, _):
      ["-thread_queue_size", "0", "-protocol_whitelist", "file,pipe", "-i", "file:\(path)"]
    case .files:
      ["-thread_queue_size", "0", "-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe"]
        + ["-i", "pipe:0"]
    // With a queue, ffmpeg reads in a separate thread, and empties the pipe while it encodes.
    case .frames: ["-thread_queue_size", "8"] + frames + ["-i", "pipe:0"]
    }
  }

  /// The format of the frames on standard input.
  private var frames: [String] {
    if settings.palettes != nil { return ["-copyts", "-c:v", "rawvideo", "-f", "ivf"] }
    let format = settings.frameFormat
    return ["-f", "rawvideo", "-video_size", "\(shape.size)", "-framerate", "\(shape.rate)"]
      + ["-pixel_format", format.ffmpegName] + (format.isRGBA || constraints != nil ? [] : colorTags)
  }

  /// The chapter file, as the second input, because options after the last input belong to the
  /// output.
  private var chapterInput: [String] {
    encoding.chapters.isEmpty ? [] : ["-f", "ffmetadata", "-i", "file:\(chaptersPath ?? "chapters")"]
  }

  private var soundInput: [String]? {
    // Copied inputs have no read-ahead: their interleaving must not depend on their speed.
    let queue = ["-thread_queue_size", encoding.copiesPictures ? "0" : "64"]
    return encoding.sound.map { sound in
      switch sound.source {
      case .packets(let path): queue + ["-protocol_whitelist", "file,pipe", "-i", "file:\(path)"]
      case .samples(let path):
        queue + ["-f", "f32le", "-ar", "48000", "-ac", "\(sound.format.layout.channels)"]
          + ["-i", "file:\(path)"]
      }
    }
  }

  /// The inputs beside the pictures, and the streams that are mapped from each input.
  private var otherInputs: [String] {
    let sound = soundInput
    // The pictures or the sound alone are the first input, chapters the second.
    let marks = chapterInput.isEmpty ? [] : ["-map_chapters", "1"]
    if encoding.pictures == .none { return (sound ?? []) + chapterInput + ["-map", "0:a"] + marks }
    let place = marks.isEmpty ? 1 : 2
    var maps = sound == nil ? [] : ["-map", "\(place):a"]
    if !textInput.isEmpty { maps += ["-map", "\(sound == nil ? place : place + 1):s"] }
    return chapterInput + (sound ?? ["-an"]) + textInput + (maps.isEmpty ? [] : ["-map", "0:v"] + maps)
      + marks
  }

  private var textInput: [String] { encoding.text.map { ["-f", "srt", "-i", "file:\($0.path)"] } ?? [] }

  private var text: [String] {
    guard let text = encoding.text, let codec = settings.container.facts.textCodec else { return [] }
    return ["-c:s", codec] + TrackLanguage.arguments(text.language, of: "s:0", in: settings.container)
  }

  /// The format of the sound; by default the one that the container's players expect.
  private var sound: [String] {
    guard let sound = encoding.sound else { return [] }
    let language = TrackLanguage.arguments(sound.language, of: "a:0", in: settings.container)
    return switch sound.source {
    case .packets: sound.format.copyArguments(in: settings.container, beside: settings.codec) + language
    case .samples:
      sound.format.arguments(in: settings.container, beside: settings.codec)
        + (settings.isReproducible ? ["-flags:a", "+bitexact"] : []) + language
    }
  }

  /// The colours of the 4:2:0 frames, for input and output.
  var colorTags: [String] {
    let tags = settings.color.encoding.tags
    return ["-color_range", "tv", "-colorspace", tags.matrix, "-color_primaries", tags.primaries]
      + ["-color_trc", tags.transfer]
      + ["-chroma_sample_location", encoding.chromaLocation]
  }

  /// Whether frames have more than 8 bits per channel.
  var isDeep: Bool { settings.color.depth != .eight }

  /// The user's arguments. Options that change pictures apply to encoded pictures, not to copied
  /// ones. A part that is only sound gets no arguments.
  var extraArguments: [String] {
    if encoding.isPart, encoding.pictures == .none { return [] }
    guard encoding.copiesPictures else { return settings.extraArguments }
    let words = settings.extraArguments
    let isDropped = words.indices.map { index in
      Self.pictureOptions.contains(words[index])
        || index > 0 && Self.pictureOptions.contains(words[index - 1])
    }
    return zip(words, isDropped).filter { !$0.1 }.map(\.0)
  }

  private static let pictureOptions: Set<String> = [
    "-vf", "-filter:v", "-filter_complex", "-c:v", "-vcodec", "-codec:v", "-pix_fmt", "-r", "-s",
  ]

  /// The container's options. The bit-exact flags keep random identifiers and versions out of the
  /// file.
  private func container(_ isStream: Bool) -> [String] {
    let repeatable = ["-fflags", "+bitexact", "-flags:v", "+bitexact"]
    if encoding.isPart {
      return repeatable + (constraints == nil ? [] : ["-tag:v", settings.row.movieTag ?? "avc1"])
    }
    if settings.container.facts.movie != nil {
      // A stream's header waits for the first packets, which determine each encoder's delay.
      let moving = isStream ? "+frag_keyframe+delay_moov+default_base_moof" : "+faststart"
      let tag = settings.row.movieTag.map { ["-tag:v", $0] } ?? []
      return repeatable + tag + timescale + ["-movflags", moving]
    }
    // ffmpeg counts repetitions, and −1 plays once.
    return settings.container.facts.repeats
      ? ["-loop", "\(settings.plays == 1 ? -1 : max(0, settings.plays - 1))"] : repeatable
  }

  /// Ticks per second of copied streams, chosen by ffmpeg's rule for encoded frames.
  private var timescale: [String] {
    guard case .files = encoding.pictures else { return [] }
    var ticks = shape.rate.numerator
    while ticks < 10_000 { ticks *= 2 }
    return ["-video_track_timescale", "\(ticks)"]
  }

  /// The muxer. A part with frames is exact only in a container that stores both timestamps of a frame
  /// as fractions. Only Matroska keeps the second stream for VP9's alpha.
  private var muxer: String {
    guard encoding.isPart, encoding.pictures != .none else { return settings.container.muxer }
    if constraints != nil { return "mp4" }
    return settings.row.alpha == .asSecondStream && settings.keepsAlpha ? "matroska" : "nut"
  }
}

import SegueImaging
import SegueMath

/// The command line of `ffmpeg` for raw frames on its standard input. Pure.
struct VideoArguments {
  let settings: VideoSettings
  let shape: VideoShape
  /// The file with the video's chapters.
  var chaptersPath: String?

  /// The destination of the encoder's output.
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
    var url = if case .file(let path) = target { "file:" + path } else { "pipe:1" }
    if isAnalysisPass { url = "-" }
    let progress = ["-progress", isStream ? "pipe:2" : "pipe:1"]
    return general + progress + pictures + otherInputs + filter + codec + sound + text + container(isStream)
      + settings.metadata.arguments + extraArguments + ["-f", isAnalysisPass ? "null" : muxer, url]
  }

  private var encoding: Encoding { settings.encoding }

  /// The requirements of the stream into which the frames are inserted.
  private var constraints: StreamConstraints? { encoding.constraints }

  /// The options that make lost frames, a truncated stream and a full disk end with an error
  /// status.
  private var general: [String] {
    ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "warning", "-y", "-xerror"]
      + (isAnalysisPass ? [] : ["-abort_on", "empty_output+empty_output_stream"])
  }

  /// Whether the run makes no video: the first of two passes of libvpx outputs no packets.
  private var isAnalysisPass: Bool {
    if case .first? = settings.pass { !settings.codec.facts.firstPassMakesVideo } else { false }
  }

  /// The pass, for encoders with ffmpeg's pass options.
  private var pass: [String] {
    switch settings.pass {
    case .first(let stats)?:
      ["-pass", "1", "-passlogfile", stats] + (settings.codec == .h264 ? ["-fastfirstpass", "0"] : [])
    case .second(let stats, _)?: ["-pass", "2", "-passlogfile", stats]
    case nil: []
    }
  }

  /// The pass in x265's syntax, with separators escaped.
  private var hevcPass: [String] {
    func file(_ stats: String) -> String { stats.replacing(/[\\:'=]/) { "\\" + $0.output } }
    return switch settings.pass {
    case .first(let stats)?: ["pass=1", "slow-firstpass=1", "stats=\(file(stats))"]
    case .second(let stats, _)?: ["pass=2", "stats=\(file(stats))"]
    case nil: []
    }
  }

  /// The input with the pictures.
  private var pictures: [String] {
    switch encoding.pictures {
    case .none: []
    case .file(let path, _):
      ["-thread_queue_size", "0", "-protocol_whitelist", "file,pipe", "-i", "file:\(path)"]
    case .files:
      ["-thread_queue_size", "0", "-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe"]
        + ["-i", "pipe:0"]
    // With a queue ffmpeg reads in a separate thread; otherwise nobody empties the pipe while it encodes.
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

  /// The chapter file, as the second input: options after the last input belong to the output.
  private var chapterInput: [String] {
    encoding.chapters.isEmpty ? [] : ["-f", "ffmetadata", "-i", "file:\(chaptersPath ?? "chapters")"]
  }

  /// The pipe or the file of the sound.
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

  /// The inputs beside the pictures, and the streams that are taken from each input.
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

  /// The file of the subtitles.
  private var textInput: [String] { encoding.text.map { ["-f", "srt", "-i", "file:\($0.path)"] } ?? [] }

  /// The format of the subtitles.
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
  private var colorTags: [String] {
    let tags = settings.color.encoding.tags
    return ["-color_range", "tv", "-colorspace", tags.matrix, "-color_primaries", tags.primaries]
      + ["-color_trc", tags.transfer]
      + ["-chroma_sample_location", encoding.chromaLocation]
  }

  /// Whether frames have more than 8 bits per channel.
  private var isDeep: Bool { settings.color.depth != .eight }

  /// Fixed values of settings that encoders derive from the machine, such as the number of threads.
  private var pinned: [String] {
    guard settings.isReproducible else { return [] }
    let threads = ["-threads", "\(VideoSettings.reproducibleThreads)"]
    return switch settings.codec {
    // x264 with a lookahead thread occasionally gives different bytes.
    case .h264: threads + ["-x264opts", "sync-lookahead=0:cpu-independent=1"]
    case .hevc:
      ["pools=\(VideoSettings.reproducibleThreads)", "frame-threads=2", "lookahead-slices=0", "info=0"]
    case .vp9: ["-row-mt", "0"] + threads
    case .av1 where !settings.container.facts.isStillOnly: []
    case .av1, .other: threads
    case .prores, .ffv1, .gif: []
    }
  }

  /// The flag that makes ffmpeg's scaler round alike on every processor.
  private var exactScaling: String { settings.isReproducible ? "+bitexact" : "" }

  /// The user's arguments. Options that change pictures apply to encoded pictures, not to copied
  /// ones. A part with sound alone has none.
  private var extraArguments: [String] {
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

  private var filter: [String] {
    guard case .frames = encoding.pictures else { return [] }
    if let filters = constraints?.filters {
      return filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]
    }
    if settings.container.facts.isStillOnly {
      return ["-vf", toPlanes(range: "pc") + ",format=\(isDeep ? "yuv444p10le" : "yuv444p")"]
    }
    return switch settings.codec {
    case .gif: ["-filter_complex", palette]
    case .prores where !settings.keepsAlpha:
      ["-vf", "scale=flags=bicubic+accurate_rnd+full_chroma_int\(exactScaling),format=yuv422p10le," + marks]
    case .ffv1 where !settings.keepsAlpha: []
    case .prores: ["-vf", toPlanes() + ",format=yuva444p10le," + marks]
    case .vp9 where settings.keepsAlpha: ["-vf", toPlanes() + ",format=yuva420p"]
    case .ffv1: ["-vf", isDeep ? "format=gbrap10le," + rgbMarks : "format=bgra"]
    default: []
    }
  }

  /// The filter that tags the frames: ProRes writes the frames' tags, not the options, into its
  /// header.
  private var marks: String {
    let tags = settings.color.encoding.tags
    return "setparams=range=tv:color_primaries=\(tags.primaries):color_trc=\(tags.transfer)"
      + ":colorspace=\(tags.matrix)"
  }

  /// The filter that tags RGB frames, which have no matrix and full range.
  private var rgbMarks: String {
    let tags = settings.color.encoding.tags
    return "setparams=range=pc:color_primaries=\(tags.primaries):color_trc=\(tags.transfer):colorspace=gbr"
  }

  private func toPlanes(range: String = "tv") -> String {
    "scale=out_color_matrix=\(settings.color.encoding.isHDR ? "bt2020" : "bt709"):out_range=\(range)"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp\(exactScaling)"
  }

  /// The codec's options. A GIF with transparency is written in whole frames: ffmpeg omits pixels
  /// that equal the previous frame's, which would be missing after a clear. `GIFDisposal` then
  /// corrects the disposal.
  private var codec: [String] {
    switch encoding.pictures {
    case .none: return []
    case .file: return ["-c:v", "copy"]
    case .files: return ["-c:v", "copy"] + colorTags
    case .frames: break
    }
    if settings.container.facts.isStillOnly { return picture }
    let name =
      ["-c:v", settings.codec.facts.encoder] + (constraints?.threads.map { ["-threads", "\($0)"] } ?? [])
    switch settings.codec {
    case .h264:
      return name + ["-preset", settings.preset ?? "veryfast"] + rateFactor(18, ["-qp", "0"]) + pass + pinned
        + (constraints?.h264 ?? h264Depth) + yuv
    case .hevc: return name + hevc + yuv
    case .vp9: return name + vp9
    case .av1:
      let parameters = lightParameters.joined(separator: ":")
      return name + ["-preset", settings.preset ?? "8"] + rateFactor(30, [])
        + (parameters.isEmpty ? [] : ["-svtav1-params", parameters]) + yuv
    case .prores where !settings.keepsAlpha:
      return name + ["-profile:v", "hq", "-pix_fmt", "yuv422p10le"] + colorTags
    case .ffv1 where !settings.keepsAlpha:
      return name + ["-level", "3", "-coder", "1", "-g", "1", "-slices", "16"] + yuv
    case .prores:
      return name + ["-profile:v", "4444", "-pix_fmt", "yuva444p10le", "-alpha_bits", "16"] + colorTags
    case .ffv1: return name + ["-level", "3", "-coder", "1", "-g", "1", "-slices", "16"]
    case .gif: return name + (settings.hasTransparency ? ["-gifflags", "-offsetting-transdiff"] : [])
    case .other: return name + (settings.preset.map { ["-preset", $0] } ?? []) + pinned + colorTags
    }
  }

  /// A still AV1 picture by libaom: SVT-AV1 supports only 4:2:0, and no small sizes.
  private var picture: [String] {
    let tags = settings.color.encoding.tags
    let transfer = settings.color.encoding == .sdr ? "iec61966-2-1" : tags.transfer
    let color = ["-color_range", "pc", "-colorspace", tags.matrix, "-color_primaries", tags.primaries]
    return ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", settings.preset ?? "6"]
      + rateFactor(20, []) + pinned + color + ["-color_trc", transfer]
  }

  private var yuv: [String] {
    if let constraints { return ["-pix_fmt", constraints.pixelFormat] + constraints.tags }
    return ["-pix_fmt", settings.color.planes.ffmpegName] + colorTags
  }

  /// The light levels in the encoder's terms.
  private var lightParameters: [String] {
    settings.color.encoding == .pq ? settings.light?.parameters(for: settings.codec) ?? [] : []
  }

  /// The options of H.264 beyond 8 bits.
  private var h264Depth: [String] {
    guard isDeep else { return [] }
    let parameters = lightParameters.joined(separator: ":")
    return ["-profile:v", "high10"] + (parameters.isEmpty ? [] : ["-x264-params", parameters])
  }

  /// The options of H.265 for PQ.
  private var hevcLight: [String] {
    constraints == nil && settings.color.encoding == .pq ? ["hdr10=1"] + lightParameters : []
  }

  private var hevc: [String] {
    let isLossless = settings.quality == .lossless
    let profile = constraints?.profileOption ?? (isDeep ? ["-profile:v", "main10"] : [])
    return ["-preset", settings.preset ?? "veryfast"] + rateFactor(22, []) + profile
      + [
        "-x265-params",
        (["log-level=error"] + (isLossless ? ["lossless=1"] : []) + pinned + (constraints?.hevc ?? [])
          + hevcPass + hevcLight)
          .joined(separator: ":"),
      ]
  }

  private var vp9: [String] {
    let alpha = ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]
    let depth = isDeep ? ["-profile:v", "2"] : []
    let layout = settings.keepsAlpha ? alpha : depth + ["-pix_fmt", settings.color.planes.ffmpegName]
    let isSecond = if case .second? = settings.pass { true } else { false }
    return rateFactor(30, ["-lossless", "1"]) + (isSecond ? [] : ["-b:v", "0"]) + pass
      + (settings.isReproducible ? pinned : ["-row-mt", "1"])
      + ["-deadline", "good"]
      + ["-cpu-used", settings.preset ?? "4"] + layout + colorTags
  }

  private func rateFactor(_ standard: Int, _ lossless: [String]) -> [String] {
    if case .second(_, let bitRate)? = settings.pass { return ["-b:v", "\(bitRate)"] }
    switch settings.quality {
    case .lossless?: return lossless
    case .value(let value)?:
      let text = value == value.rounded() ? String(Int(value)) : String(value)
      return ["-crf", text]
    case nil: return ["-crf", String(standard)]
    }
  }

  /// The bit-exact flags keep random identifiers and versions out of the file.
  private func container(_ isStream: Bool) -> [String] {
    let repeatable = ["-fflags", "+bitexact", "-flags:v", "+bitexact"]
    if encoding.isPart {
      return repeatable + (constraints == nil ? [] : ["-tag:v", settings.codec == .hevc ? "hvc1" : "avc1"])
    }
    if settings.container.facts.movie != nil {
      // A stream's header waits for the first packets, which determine each encoder's delay.
      let moving = isStream ? "+frag_keyframe+delay_moov+default_base_moof" : "+faststart"
      let tag = settings.codec == .hevc ? ["-tag:v", "hvc1"] : []
      return repeatable + tag + timescale + ["-movflags", moving]
    }
    // ffmpeg counts repetitions, and −1 plays once.
    return settings.container.facts.repeats
      ? ["-loop", "\(settings.plays == 1 ? -1 : max(0, settings.plays - 1))"] : repeatable
  }

  /// Ticks per second of copied streams; ffmpeg chooses the same for encoded frames.
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
    return settings.codec == .vp9 && settings.keepsAlpha ? "matroska" : "nut"
  }
}

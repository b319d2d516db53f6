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
    let output = metadata + extraArguments + ["-f", isAnalysisPass ? "null" : muxer, url]
    if settings.film?.content == .sound {
      let extra = settings.container.facts.isSound ? settings.metadata.arguments + extraArguments : []
      return general + progress + soundInput + sound + container(isStream) + extra + ["-f", muxer, url]
    }
    return general + progress + input + filter + codec + sound + text + container(isStream) + output
  }

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

  /// The file's metadata; empty for a part of a film.
  private var metadata: [String] {
    settings.film?.content.isWholeFilm == false ? [] : settings.metadata.arguments
  }

  private var input: [String] {
    if let path = settings.film?.picturesPath {
      return ["-thread_queue_size", "0", "-protocol_whitelist", "file,pipe", "-i", "file:\(path)"]
        + soundInput
    }
    if settings.film?.chunks != nil {
      return ["-thread_queue_size", "0", "-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe"]
        + ["-i", "pipe:0"] + soundInput
    }
    // With a queue ffmpeg reads in a separate thread; otherwise nobody empties the pipe while it encodes.
    let queue = ["-thread_queue_size", "8"]
    if settings.palettes != nil {
      return queue + ["-copyts", "-c:v", "rawvideo", "-f", "ivf", "-i", "pipe:0"] + soundInput
    }
    let tags = settings.film?.span == nil ? colorTags : []
    let format = settings.frameFormat
    let layout = [format.ffmpegName] + (format.isRGBA ? [] : tags)
    return queue + ["-f", "rawvideo", "-video_size", "\(shape.size)"]
      + ["-framerate", "\(shape.rate)", "-pixel_format"] + layout
      + ["-i", "pipe:0"] + soundInput
  }

  /// The chapter file, as the second input: options after the last input belong to the output.
  private var chapterInput: [String] {
    settings.film?.chapters.isEmpty == false
      ? ["-f", "ffmetadata", "-i", "file:\(chaptersPath ?? "chapters")"] : []
  }

  /// The pipe or the file of a film's sound.
  private var soundInput: [String] {
    guard let film = settings.film else { return ["-an"] }
    // Copied inputs have no read-ahead: their interleaving must not depend on their speed.
    let queue = ["-thread_queue_size", film.copiesPictures ? "0" : "64"]
    let encoded = film.encodedSoundPath.map {
      queue + ["-protocol_whitelist", "file,pipe", "-i", "file:\($0)"]
    }
    let sound =
      encoded
      ?? film.soundPath.map {
        queue + ["-f", "f32le", "-ar", "48000", "-ac", "\(film.sound.layout.channels)", "-i", "file:\($0)"]
      }
    // The pictures or the sound alone are the first input, chapters the second.
    let marks = chapterInput.isEmpty ? [] : ["-map_chapters", "1"]
    if film.content == .sound { return (sound ?? []) + chapterInput + ["-map", "0:a"] + marks }
    let place = marks.isEmpty ? 1 : 2
    var maps = sound == nil ? [] : ["-map", "\(place):a"]
    if !textInput.isEmpty { maps += ["-map", "\(sound == nil ? place : place + 1):s"] }
    return chapterInput + (sound ?? ["-an"]) + textInput + (maps.isEmpty ? [] : ["-map", "0:v"] + maps)
      + marks
  }

  /// The file of a film's subtitles.
  private var textInput: [String] {
    settings.film?.textPath.map { ["-f", "srt", "-i", "file:\($0)"] } ?? []
  }

  /// The format of a film's subtitles.
  private var text: [String] {
    guard let film = settings.film, film.textPath != nil, let codec = settings.container.facts.textCodec
    else {
      return []
    }
    return ["-c:s", codec] + TrackLanguage.arguments(film.textLanguage, of: "s:0", in: settings.container)
  }

  /// The format of a film's sound; by default the one that the container's players expect.
  private var sound: [String] {
    guard let film = settings.film else { return [] }
    let language = TrackLanguage.arguments(film.soundLanguage, of: "a:0", in: settings.container)
    if film.encodedSoundPath != nil {
      return film.sound.copyArguments(in: settings.container, beside: settings.codec) + language
    }
    if film.soundPath == nil { return [] }
    return film.sound.arguments(in: settings.container, beside: settings.codec)
      + (isPinned ? ["-flags:a", "+bitexact"] : []) + language
  }

  /// The colours of the 4:2:0 frames, for input and output.
  private var colorTags: [String] {
    let tags = settings.color.encoding.tags
    return ["-color_range", "tv", "-colorspace", tags.matrix, "-color_primaries", tags.primaries]
      + ["-color_trc", tags.transfer]
      + ["-chroma_sample_location", settings.film?.chromaLocation ?? "center"]
  }

  /// Whether frames have more than 8 bits per channel.
  private var isDeep: Bool { settings.color.depth != .eight }

  private var isChunk: Bool { settings.film?.content == .chunk }

  /// Whether the bytes must not depend on the machine.
  private var isPinned: Bool { isChunk || settings.isReproducible }

  /// Fixed values of settings that encoders derive from the machine, such as the number of threads.
  private var pinned: [String] {
    guard isPinned else { return [] }
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
  private var exactScaling: String { isPinned ? "+bitexact" : "" }

  /// The user's arguments. Options that change pictures apply to encoded pictures, not to copied
  /// ones.
  private var extraArguments: [String] {
    guard settings.film?.copiesPictures == true else { return settings.extraArguments }
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
    if settings.film?.copiesPictures == true { return [] }
    if let span = settings.film?.span {
      return span.filters.isEmpty ? [] : ["-vf", span.filters.joined(separator: ",")]
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
    if settings.film?.picturesPath != nil { return ["-c:v", "copy"] }
    if settings.film?.chunks != nil { return ["-c:v", "copy"] + colorTags }
    if settings.container.facts.isStillOnly { return picture }
    let name =
      ["-c:v", settings.codec.facts.encoder]
      + (settings.film?.span?.threads.map { ["-threads", "\($0)"] } ?? [])
    switch settings.codec {
    case .h264:
      return name + ["-preset", settings.preset ?? "veryfast"] + rateFactor(18, ["-qp", "0"]) + pass + pinned
        + h264Span + h264Depth + yuv
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
    if let span = settings.film?.span { return ["-pix_fmt", span.pixelFormat] + span.tags }
    return ["-pix_fmt", settings.color.planes.ffmpegName] + colorTags
  }

  /// The light levels in the encoder's terms.
  private var lightParameters: [String] {
    settings.color.encoding == .pq ? settings.light?.parameters(for: settings.codec) ?? [] : []
  }

  /// The options of H.264 beyond 8 bits.
  private var h264Depth: [String] {
    guard isDeep, settings.film?.span == nil else { return [] }
    let parameters = lightParameters.joined(separator: ":")
    return ["-profile:v", "high10"] + (parameters.isEmpty ? [] : ["-x264-params", parameters])
  }

  /// The options of H.265 for PQ.
  private var hevcLight: [String] {
    guard settings.film?.span == nil, settings.color.encoding == .pq else { return [] }
    return ["hdr10=1"] + lightParameters
  }

  /// The number of an encoded span's parameter sets; hardly any camera uses it.
  private static let spanSetNumber = 31

  /// The options that keep an H.264 span within its neighbours' decoder requirements.
  private var h264Span: [String] {
    guard let span = settings.film?.span else { return [] }
    let pyramid = span.references < 4 ? ":b-pyramid=none" : ""
    return (span.profile.map { ["-profile:v", $0] } ?? []) + ["-level", span.level]
      + ["-refs", "\(span.references)"] + (span.reorders ? [] : ["-bf", "0"])
      + ["-x264-params", "sps-id=\(Self.spanSetNumber):stitchable=1:open-gop=0\(pyramid)"]
  }

  /// The options of an H.265 span, in x265's syntax. x265 finds the lowest level for the size, the
  /// rate and the references by itself; a given level would cap the bit rate, and so the quality.
  private var hevcSpan: [String] {
    guard let span = settings.film?.span else { return [] }
    return ["open-gop=0", "ref=\(max(1, span.references - 1))"] + (span.reorders ? [] : ["bframes=0"])
      + (span.references < 4 ? ["b-pyramid=0"] : [])
  }

  private var hevc: [String] {
    let isLossless = settings.quality == .lossless
    let depth = isDeep && settings.film?.span == nil ? "main10" : nil
    let profile = (settings.film?.span?.profile ?? depth).map { ["-profile:v", $0] } ?? []
    return ["-preset", settings.preset ?? "veryfast"] + rateFactor(22, []) + profile
      + [
        "-x265-params",
        (["log-level=error"] + (isLossless ? ["lossless=1"] : []) + pinned + hevcSpan + hevcPass + hevcLight)
          .joined(separator: ":"),
      ]
  }

  private var vp9: [String] {
    let alpha = ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]
    let depth = isDeep ? ["-profile:v", "2"] : []
    let layout = settings.keepsAlpha ? alpha : depth + ["-pix_fmt", settings.color.planes.ffmpegName]
    let isSecond = if case .second? = settings.pass { true } else { false }
    return rateFactor(30, ["-lossless", "1"]) + (isSecond ? [] : ["-b:v", "0"]) + pass
      + (isPinned ? pinned : ["-row-mt", "1"])
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
    if isChunk { return repeatable }
    if settings.film?.span != nil {
      return repeatable + ["-tag:v", settings.codec == .hevc ? "hvc1" : "avc1"]
    }
    if settings.film?.content == .sound, !settings.container.facts.isSound { return repeatable }
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
    guard settings.film?.chunks != nil else { return [] }
    var ticks = shape.rate.numerator
    while ticks < 10_000 { ticks *= 2 }
    return ["-video_track_timescale", "\(ticks)"]
  }

  /// The muxer. A chunk is frame-exact only in a container that stores both timestamps of a frame
  /// as fractions. Only Matroska keeps the second stream for VP9's alpha.
  private var muxer: String {
    if isChunk { return settings.codec == .vp9 && settings.keepsAlpha ? "matroska" : "nut" }
    if settings.film?.span != nil { return "mp4" }
    return settings.container.muxer
  }
}

import SegueImaging
import SegueMath
import SegueSystem

/// Facts in a clip's file, read before anything is decoded.
package struct ClipInfo: Sendable, Hashable {
  /// The file.
  package var path: String
  /// The container's name in ffmpeg, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package var container: String
  /// The beginning of the container's clock, in seconds.
  package var startTime: Ratio
  /// The stream of pictures that players show; `nil` for sound alone.
  package var video: Video?
  /// The stream of sound that is heard: the default one, else the first, unless another was chosen.
  package var audio: Audio?
  /// The stream of the right channel, where two are left and right.
  package var rightAudio: Audio?
  /// All streams of sound, in order.
  package var sounds: [Audio] = []
  /// The stream of text subtitles that is read: the default one, else the first, unless another was chosen.
  package var text: Text?
  /// All streams of text subtitles, in order.
  package var texts: [Text] = []
  /// Bytes that were read to tell how long its pictures are; `nil` where its file says it.
  package var countedBytes: Int?
  /// The share of its file that is there, where it is known to be cut off.
  package var presentShare: Double?
  /// Whether its edit list has a picture stand still, or another speed, which nothing here does.
  package var asksForSpeed = false
  /// Whether its times begin anew within, as of transport streams that were put together by `cat`.
  package var timesRestart: Bool { leap != nil }
  /// The least of the leaps by which its times do, in seconds.
  package var leap: Ratio?
  /// The pictures that it is made of; `nil` for a file.
  package var sequence: PictureSequence?
  /// The copy of an input that came through a pipe: the file, which stays as long as this is known.
  package var copy: InputCopy?

  /// The name in errors and warnings.
  package var name: String { copy?.name ?? path }

  /// Whether it is an animated GIF, PNG, WebP, AVIF or JPEG XL, whose pictures have lengths of their own, or a sequence of pictures.
  package var isAnimation: Bool {
    ["gif", "apng", "jpegxl_anim"].contains(container) || isAnimatedWebP || isPictureTrack || sequence != nil
  }

  /// Whether `container` is ffmpeg's reader for files of single pictures.
  static func isPictureFile(_ container: String) -> Bool {
    container.hasSuffix("_pipe") || ["image2", "ico"].contains(container)
  }

  /// Whether it is an animation in the container of HEIF, as of AVIF.
  package var isPictureTrack = false

  /// The parts of the file that are not decoded.
  package var leftOut = LeftOut()

  /// The parts of a file besides its first pictures and its first sound.
  package struct LeftOut: Sendable, Hashable {
    /// Streams of sound besides the first.
    package var soundTracks = 0
    /// Streams of pictures besides the one that is shown, cover art not counted.
    package var videoTracks = 0
    /// Streams of subtitles besides the first one of text.
    package var subtitleTracks = 0
    /// Words for its streams of data: a time code, telemetry, other metadata by time.
    package var data: [String] = []
    /// Chapter marks.
    package var chapters = 0
    /// Names of the tags that say what it is, sorted.
    package var tags: [String] = []
  }

  /// A stream of pictures.
  package struct Video: Sendable, Hashable {
    /// The codec's name in ffmpeg.
    package var codec: String
    /// Size as stored: before the container's crop, the sample aspect ratio and the rotation.
    package var storedSize: ImageSize
    /// The part of the stored pictures that the container shows; `nil` for all of it.
    package var visible: PixelRect?
    /// Width over height of a stored sample.
    package var sampleAspect: Ratio
    /// Degrees by which a player turns the picture.
    package var rotation: Int
    /// The turn and the mirroring by which a player shows it, as its display matrix says; `nil` for a turn by other than
    /// right angles.
    package var orientation: Orientation? = .normal
    /// The projection of a sphere and the layout of two eyes' pictures, in ffprobe's words; empty for a flat picture.
    package var projection = ""
    /// The index of the stream in its file.
    package var stream = 0
    /// The number of the track in a container that has one.
    package var track: Int?
    /// The layout of a decoded frame in ffmpeg's words.
    package var pixelFormat: String
    /// `progressive`, `tt`, `bb`, `tb`, `bt`, or empty where nothing is said: the word of the first frames, of the container
    /// where the codec's frames have none.
    package var fieldOrder: String
    /// `tv`, `pc`, or empty.
    package var colorRange: String
    /// The matrix between RGB and YUV in ffmpeg's words; empty where nothing is said.
    package var colorSpace: String
    /// The transfer curve; empty where nothing is said.
    package var colorTransfer: String
    /// The primaries; empty where nothing is said.
    package var colorPrimaries: String
    /// The location of a chroma sample; empty where the file has none.
    package var chromaLocation: String
    /// The rate in which every time stamp fits.
    package var frameRate: Ratio
    /// Frames over duration.
    package var averageRate: Ratio
    /// Whether pictures lie beside the times of their rate: the first or the last one is longer than the others, or the
    /// lengths of soft telecine alternate.
    package var hasLongEnds = false
    /// Seconds of a tick of its times.
    package var tick = Ratio(1, 1_000_000)
    /// The first picture's time on the container's clock, in seconds.
    package var startTime: Ratio
    /// Seconds from the first picture to the end of the last; `nil` where only reading all of it tells.
    package var duration: Ratio?
    /// Whether pictures are decoded in another order than they are shown in, as far as its header and its first pictures tell.
    package var reorders = false
    /// Seconds by which decoded pictures are later than they are shown, where a container has times of decoding alone.
    package var decodingDelay: Ratio = 0
    /// Seconds by which pictures are decoded before they are shown, where a container has times of decoding alone that the sound
    /// is not in step with.
    package var decodingLead: Ratio = 0
    /// Whether a tag says that alpha lies in a second stream, as VP8 and VP9 have it.
    package var hasAlphaTag: Bool
    /// Dolby Vision's profile; 5 cannot be shown without its own decoder.
    package var dolbyVisionProfile: Int?
    /// Whether the file holds one picture.
    package var isStill: Bool
    /// Whether every pixel is known to have full alpha, where the layout has room for less.
    package var isOpaque = false
    /// The ICC profile of an animated PNG, which ffmpeg ignores; empty where there is none.
    package var profile: [UInt8] = []
    /// The gamma and chromaticities of an animated PNG, which ffmpeg ignores; `nil` if they do not count.
    package var headerColors: PNGColors?
  }

  /// A stream of sound.
  package struct Audio: Sendable, Hashable {
    /// The index of the stream among the file's streams of sound, from 0.
    package var index = 0
    /// The codec's name in ffmpeg.
    package var codec: String
    /// Samples a second.
    package var sampleRate: Int
    /// Channels.
    package var channels: Int
    /// Where each channel is heard, in ffmpeg's words, such as `5.1(side)`; empty where the file does not say it.
    package var layout = ""
    /// The language as ISO 639-2 has it; empty where the file does not say it.
    package var language = ""
    /// Seconds of a tick of its times.
    package var tick = Ratio(1, 1_000_000)
    /// The first sample's time on the container's clock, in seconds.
    package var startTime: Ratio
  }
}

extension ClipInfo {
  /// The latest time on a clip's clock, in seconds: 272 years. Recordings of live streams count from 1970.
  static let latest = Ratio(1 << 33)

  /// Reads a time as containers write it, `3.04` or `00:00:03.040000000`; `nil` where it is beyond ``latest``, and where it
  /// is not a number.
  static func seconds(_ text: String?) -> Ratio? {
    let parts = (text ?? "").split(separator: ":", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard parts.count == 1 || parts.count == 3, parts.allSatisfy({ abs($0) <= latest.value }) else {
      return nil
    }
    return known(parts.reduce(0) { $0 * 60 + Ratio(typed: $1) })
  }

  /// The time of so many ticks, each of `tick` seconds; `nil` where it is beyond ``latest``.
  static func seconds(_ ticks: Int?, _ tick: Ratio?) -> Ratio? {
    guard let ticks, let tick else { return nil }
    return known(Ratio(ticks) * tick)
  }

  /// `time`, unless it is beyond ``latest``.
  private static func known(_ time: Ratio) -> Ratio? { -latest <= time && time <= latest ? time : nil }

  /// The sentence about a file of which so much was read for its length that it took long.
  var countingSentence: String? {
    guard let countedBytes, countedBytes >= 1_000_000_000 else { return nil }
    return
      "its length is not in the file, so all of its \(countedBytes / 1_000_000_000) GB were read; MP4 and MKV say it"
  }

  /// The sentence about a file that was cut off.
  var cutOffSentence: String? {
    presentShare.map { "the file is cut off: it has \(Int($0 * 100)) % of the size that it states" }
  }

  /// Seconds of sound that lie before the first picture, where that is half a second or more; 0 where it is not.
  package var earlySound: Ratio {
    guard let video, let audio else { return 0 }
    return video.startTime - audio.startTime >= 0.5 ? video.startTime - audio.startTime : 0
  }

  /// Sentences about the file that hold wherever it is seen or heard.
  package var fileSentences: [String] {
    let speed =
      asksForSpeed
      ? "its edit list has a picture stand still or changes its speed, which is not done: it is played at its own speed"
      : nil
    return [countingSentence, cutOffSentence, speed].compactMap(\.self)
  }

  /// Whether it is a transport or a program stream, which has times for groups of packets.
  var isProgramStream: Bool { ["mpegts", "mpeg"].contains(container) }

  /// Whether it says when pictures are shown and not only in which order they are decoded.
  package var saysOrder: Bool { !["avi", "asf", "h264", "hevc"].contains(container) }

  /// Whether it is a stream of a sound's packets and nothing else, which has no times.
  var isBareSound: Bool { ["aac", "mp3", "ac3", "eac3", "dts", "loas", "amr"].contains(container) }

  /// The time that ffmpeg seeks to in order to decode one stream alone from `time` on, and the beginning of its clock
  /// then, both in seconds, `time` and the clock on the container's.
  ///
  /// A stream is entered `lead` seconds early, one whose times begin anew or are guessed at its beginning. Without a seek the clock of a transport or program stream begins with the
  /// stream that is decoded; that of every other container, with the container.
  ///
  /// **Source:** `correct_input_start_times` in FFmpeg's fftools, since 5.1; it seeks to whole microseconds.
  func entry(at time: Ratio, early lead: Ratio, intoStreamFrom streamStart: Ratio) -> (
    seek: Ratio?, clock: Ratio
  ) {
    if timesRestart {
      return (nil, min(video?.startTime ?? streamStart, audio?.startTime ?? streamStart))
    }
    if isBareSound { return (nil, startTime) }
    let early = time - lead
    // Many containers are entered at a picture: before the first there is none.
    if early > max(startTime, streamStart, video?.startTime ?? startTime) {
      let seek = Ratio(((early - startTime) * 1_000_000).floor, 1_000_000)
      return (seek, startTime + seek)
    }
    return (nil, isProgramStream ? streamStart : startTime)
  }

  /// The arguments by which ffmpeg takes a time for one of another part. A packet that comes late across a seam is ahead of the others
  /// by as much as they went back; what is less than a second may be how late one of two streams begins.
  static func restarting(by leap: Ratio?) -> [String] {
    guard let leap, leap > 1.25 else { return [] }
    return ["-dts_delta_threshold", ClipInput.seconds(min(10, max(1, leap * 0.75)))]
  }

  /// The arguments that have ffmpeg read `stream` besides the one that it decodes: where times begin anew, both are
  /// moved by the same then.
  func reading(besides stream: String) -> [String] {
    timesRestart ? ["-map", stream + "?", "-c", "copy", "-f", "null", "-"] : []
  }
}

extension ClipInfo.Audio {
  /// Whether ffmpeg knows where each channel is heard: by a layout that has a name, or by their number.
  ///
  /// **Source:** `channel_layout_map` and `av_channel_layout_default` in FFmpeg's libavutil.
  package var hasLayout: Bool {
    layout.isEmpty
      ? (0...8).contains(channels) || [16, 24].contains(channels)
      : !layout.contains("ambisonic") && !layout.contains("channels")
  }

  /// Whether one of its channels is the bass by their number alone, which is as well that of a recorder's microphones.
  var mayHaveNoBass: Bool { layout.isEmpty && [3, 6, 7, 8].contains(channels) }

  /// The sentence about what its channels lose in a film whose sound is `target`; `nil` where they lose nothing.
  package func mixingSentence(into target: SoundLayout) -> String? {
    guard channels > 2, !hasLayout || SoundLayout(holding: self).channels > target.channels else {
      return nil
    }
    return hasLayout
      ? "its \(channels) channels of sound\(layout.isEmpty ? "" : " (\(layout))") are mixed down to \(target.rawValue)"
      : "its \(channels) channels of sound do not say where they are heard, so both sides have all of them alike"
  }
}

extension ClipInfo.Video {
  /// Size of the stored pixels that are shown.
  var visibleSize: ImageSize {
    visible.map { ImageSize(width: $0.width, height: $0.height) } ?? storedSize
  }

  /// Size as shown: after the crop, the sample aspect ratio and the rotation, sides to the nearest pixel.
  package var displaySize: ImageSize {
    let width = Double(visibleSize.width) * sampleAspect.value
    let shown = ImageSize(width: max(1, Int(limiting: width.rounded())), height: visibleSize.height)
    return isTurned ? ImageSize(width: shown.height, height: shown.width) : shown
  }

  /// Whether the rotation exchanges width and height.
  var isTurned: Bool { abs(rotation % 180) == 90 }

  /// Bits of a decoded value.
  package var bits: Int { Self.bits(ofLayout: pixelFormat) }

  /// Bits of a value in a layout, in ffmpeg's words: those that it names, else 8.
  static func bits(ofLayout layout: String) -> Int {
    let name = layout.hasSuffix("le") || layout.hasSuffix("be") ? layout.dropLast(2) : ""
    let digits = String(name.reversed().prefix { $0.isNumber }.reversed())
    return ["48": 16, "64": 16][digits] ?? Int(digits).flatMap { (9...16).contains($0) ? $0 : nil } ?? 8
  }

  /// Whether frames hold two fields of different times.
  package var isInterlaced: Bool { ["tt", "bb", "tb", "bt"].contains(fieldOrder) }

  /// The filters that make whole pictures of those that hold two fields, and leave the others as they are; none where a codec
  /// has no fields. A picture itself says whether it has them, from one to the next, as far as its codec can say it.
  ///
  /// **Source:** `AV_FIELD_TB` and its like in FFmpeg's codec_par.h: the second letter is the field that is shown first.
  var deinterlacing: [String] {
    let deinterlacer = "bwdif=send_frame:auto:interlaced"
    if Self.flaggedCodecs.contains(codec) {
      return isRGB || min(storedSize.width, storedSize.height) < Self.leastFields ? [] : [deinterlacer]
    }
    return isInterlaced ? ["setfield=\(fieldOrder.hasSuffix("t") ? "tff" : "bff")", deinterlacer] : []
  }

  /// The least side that the deinterlacer takes.
  private static let leastFields = 4

  /// Codecs whose decoders say of each picture whether it holds fields.
  static let flaggedCodecs: Set<String> = [
    "mpeg2video", "mpeg4", "h264", "hevc", "vc1", "wmv3", "dvvideo", "prores", "dnxhd", "ffv1", "rawvideo",
    "v210",
    "cavs",
  ]

  /// The encoding of its values.
  package var color: ColorEncoding { ColorEncoding(transfer: colorTransfer) }

  /// Whether the transfer curve is that of a high dynamic range.
  package var isHDR: Bool { color.isHDR }

  /// Whether pixels have alpha, or are decoded as RGBA for their profile or their header's colours.
  package var hasAlpha: Bool {
    hasAlphaTag || !profile.isEmpty || headerColors != nil
      || ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "pal8"].contains {
        pixelFormat.hasPrefix($0)
      }
  }

  /// Whether something may show through it.
  package var hasTransparency: Bool { hasAlpha && !isOpaque }

  /// Whether the layout is red, green and blue.
  package var isRGB: Bool {
    ["rgb", "bgr", "argb", "abgr", "gbr", "pal8", "0rgb", "0bgr", "gray", "ya", "mono"].contains {
      pixelFormat.hasPrefix($0)
    }
  }

  /// Whether values go from 0 to 255.
  package var isFullRange: Bool { colorRange == "pc" || pixelFormat.hasPrefix("yuvj") }

  /// The matrix that is taken, in the words of ffmpeg's scaler. Where the file does not say it: that of HD from 720 lines on, else
  /// that of SD, as televisions take it.
  package var matrix: String {
    switch colorSpace {
    case "bt709": "bt709"
    case "smpte170m", "bt470bg": "bt601"
    case "smpte240m": "smpte240m"
    case "fcc": "fcc"
    case "bt2020nc", "bt2020c": "bt2020"
    default: storedSize.height >= 720 || storedSize.width >= 1280 ? "bt709" : "bt601"
    }
  }

  /// Whether the file says which matrix it has, or needs none.
  package var namesItsMatrix: Bool { isRGB || !["", "unknown", "reserved"].contains(colorSpace) }
}

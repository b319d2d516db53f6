import SegueImaging
import SegueMath
import SegueSystem

/// The properties of a clip's file, read without decoding it.
package struct ClipInfo: Sendable, Hashable {
  package var path: String
  /// The container's name in ffmpeg, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package var container: String
  /// The beginning of the container's clock, in seconds.
  package var startTime: Ratio
  /// The video stream that players show; `nil` for an audio file.
  package var video: Video?
  /// The sound stream that is used: the chosen one, else the default one, else the first.
  package var audio: Audio?
  /// The stream of the right channel, if two mono streams form a stereo pair.
  package var rightAudio: Audio?
  package var sounds: [Audio] = []
  /// The text subtitle stream that is used: the chosen one, else the default one, else the first.
  package var text: Text?
  package var texts: [Text] = []
  /// The number of bytes that were read to determine the duration; `nil` if the file states it.
  package var countedBytes: Int?
  /// The fraction of the file that exists; `nil` unless the file is truncated.
  package var availableFraction: Double?
  /// Whether the edit list asks for a pause or another speed, both unsupported.
  package var hasEditRates = false
  /// Whether timestamps restart within the file, as in transport streams concatenated by `cat`.
  package var hasTimestampDiscontinuities: Bool { discontinuity != nil }
  /// The smallest timestamp discontinuity, in seconds; `nil` if the timestamps are continuous.
  package var discontinuity: Ratio?
  package var sequence: PictureSequence?
  /// The temporary copy of an input from a pipe; it is removed with the last reference.
  package var copy: InputCopy?

  /// The name for errors and warnings.
  package var name: String { copy?.name ?? path }

  /// Whether the clip is an animated GIF, PNG, WebP, AVIF or JPEG XL, with a length per picture, or
  /// a sequence of pictures.
  package var isAnimation: Bool {
    ["gif", "apng", "jpegxl_anim"].contains(container) || isAnimatedWebP || isPictureTrack || sequence != nil
  }

  static func isPictureFile(_ container: String) -> Bool {
    container.hasSuffix("_pipe") || ["image2", "ico"].contains(container)
  }

  /// Whether the clip is an animation in a HEIF container, such as AVIF.
  package var isPictureTrack = false

  package var ignored = IgnoredStreams()

  /// The parts of a file other than its used video and sound streams.
  package struct IgnoredStreams: Sendable, Hashable {
    /// The number of sound streams besides the used one.
    package var soundTracks = 0
    /// The number of video streams besides the used one, without cover art.
    package var videoTracks = 0
    /// The number of subtitle streams besides the used text stream.
    package var subtitleTracks = 0
    /// The kinds of the data streams: time code, telemetry, timed metadata.
    package var data: [String] = []
    package var chapters = 0
    /// Names of the descriptive tags, sorted.
    package var tags: [String] = []
  }

  package struct Video: Sendable, Hashable {
    /// The codec's name in ffmpeg.
    package var codec: String
    /// Stored size: before the container's crop, the sample aspect ratio and the rotation.
    package var storedSize: ImageSize
    /// The part of the stored picture that the container shows; `nil` for all of it.
    package var visible: PixelRect?
    /// Sample aspect ratio: the width of a stored sample over its height.
    package var sampleAspect = Ratio(1, 1)
    /// Rotation in degrees that players apply.
    package var rotation = 0
    /// The orientation in the display matrix; `nil` for a rotation that is not a multiple of 90°.
    package var orientation: Orientation? = .normal
    /// The spherical projection and the stereo layout, in ffprobe's terms; empty for a flat
    /// picture.
    package var projection = ""
    package var stream = 0
    /// The track number, for containers that number tracks.
    package var track: Int?
    /// The pixel format of a decoded frame, in ffmpeg's terms.
    package var pixelFormat: String
    /// The field order: `progressive`, `tt`, `bb`, `tb`, `bt`, or empty if unknown. The first
    /// frames determine it, or the container if the codec's frames have no flag.
    package var fieldOrder = ""
    /// `tv`, `pc`, or empty if unknown.
    package var colorRange = ""
    /// The matrix coefficients in ffmpeg's terms; empty if unknown.
    package var colorSpace = ""
    package var colorTransfer = ""
    package var colorPrimaries = ""
    package var chromaLocation = ""
    /// The lowest rate that can represent every timestamp.
    package var frameRate: Ratio
    /// The number of frames divided by the duration.
    package var averageRate: Ratio
    /// Whether the rate is constant apart from a longer first or last picture, or from soft
    /// telecine.
    package var hasUnevenEnds = false
    /// The duration of a timestamp tick, in seconds.
    package var tick = Ratio(1, 1_000_000)
    /// The first picture's time on the container's clock, in seconds.
    package var startTime: Ratio
    /// Seconds from the first picture to the end of the last; `nil` if unknown without reading the
    /// whole file.
    package var duration: Ratio?
    /// Whether decoding order differs from presentation order, judged by the header and the first
    /// pictures.
    package var reorders = false
    /// The decoder's delay in seconds, for containers with decoding timestamps only.
    package var decodingDelay: Ratio = 0
    /// Seconds from decoding to presentation, for containers without presentation timestamps whose
    /// sound follows presentation time.
    package var decodingLead: Ratio = 0
    /// Whether a tag declares alpha in a second stream, as in VP8 and VP9.
    package var hasAlphaTag: Bool
    /// Dolby Vision's profile; profile 5 needs Dolby's decoder.
    package var dolbyVisionProfile: Int?
    package var isStill: Bool
    /// Whether every pixel is known to be opaque, although the pixel format has alpha.
    package var isOpaque = false
    /// The ICC profile of an animated PNG, which ffmpeg ignores; empty if the file has no profile.
    package var profile: [UInt8] = []
    /// The gamma and chromaticities of an animated PNG, which ffmpeg ignores; `nil` if they have no
    /// effect.
    package var headerColors: PNGColors?
  }

  package struct Audio: Sendable, Hashable {
    /// The index among the file's sound streams, from 0.
    package var index = 0
    /// The codec's name in ffmpeg.
    package var codec: String
    package var sampleRate: Int
    package var channels: Int
    /// The channel layout in ffmpeg's terms, such as `5.1(side)`; empty if unknown.
    package var layout = ""
    /// The language in ISO 639-2; empty if unknown.
    package var language = ""
    /// The duration of a timestamp tick, in seconds.
    package var tick = Ratio(1, 1_000_000)
    /// The first sample's time on the container's clock, in seconds.
    package var startTime: Ratio
  }
}

extension ClipInfo {
  /// The latest accepted time, in seconds: 272 years. Timestamps of recorded live streams may count
  /// from 1970.
  static let latest = Ratio(1 << 33)

  /// Reads a time such as `3.04` or `00:00:03.040000000`; `nil` for invalid text and for times
  /// beyond ``latest``.
  static func seconds(_ text: String?) -> Ratio? {
    let parts = (text ?? "").split(separator: ":", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard parts.count == 1 || parts.count == 3, parts.allSatisfy({ abs($0) <= latest.value }) else {
      return nil
    }
    return known(parts.reduce(0) { $0 * 60 + Ratio(typed: $1) })
  }

  static func seconds(_ ticks: Int?, _ tick: Ratio?) -> Ratio? {
    guard let ticks, let tick else { return nil }
    return known(Ratio(ticks) * tick)
  }

  private static func known(_ time: Ratio) -> Ratio? { -latest <= time && time <= latest ? time : nil }

  /// The warning about a long read to determine the duration; `nil` for short reads.
  var countingSentence: String? {
    guard let countedBytes, countedBytes >= 1_000_000_000 else { return nil }
    return "the file does not state its duration, so all \(countedBytes / 1_000_000_000) GB were read; "
      + "MP4 and MKV files state it"
  }

  var cutOffSentence: String? {
    availableFraction.map { "the file is truncated: it has \(Int($0 * 100)) % of the size that it states" }
  }

  /// Seconds of sound before the first picture; 0 if less than half a second.
  package var soundLead: Ratio {
    guard let video, let audio else { return 0 }
    return video.startTime - audio.startTime >= 0.5 ? video.startTime - audio.startTime : 0
  }

  /// Warnings about the file that do not depend on its use.
  package var fileSentences: [String] {
    let speed =
      hasEditRates
      ? "pauses and changes of speed in its edit list are ignored"
      : nil
    return [countingSentence, cutOffSentence, speed].compactMap(\.self)
  }

  /// Whether the container is a transport or program stream, which may omit timestamps for some
  /// packets.
  var isProgramStream: Bool { ["mpegts", "mpeg"].contains(container) }

  /// Whether the container has presentation timestamps, not just decoding order.
  package var hasPresentationTimes: Bool { !["avi", "asf", "h264", "hevc"].contains(container) }

  /// Whether the container is a raw stream of sound packets, which has no timestamps.
  var isBareSound: Bool { ["aac", "mp3", "ac3", "eac3", "dts", "loas", "amr"].contains(container) }

  /// The arguments that make ffmpeg treat a timestamp as restarted. A late packet at a seam is
  /// ahead of the others by the size of the discontinuity. A difference below a second may be the
  /// late start of one of two streams.
  static func restarting(by discontinuity: Ratio?) -> [String] {
    guard let discontinuity, discontinuity > 1.25 else { return [] }
    return ["-dts_delta_threshold", ClipInput.seconds(min(10, max(1, discontinuity * 0.75)))]
  }

  /// The arguments that make ffmpeg also read `stream`. Restarting timestamps are then shifted
  /// equally for both streams.
  func reading(besides stream: String) -> [String] {
    hasTimestampDiscontinuities ? ["-map", stream + "?", "-c", "copy", "-f", "null", "-"] : []
  }
}

extension ClipInfo.Audio {
  /// Whether the channels have positions in ffmpeg, by a named layout or by their number.
  ///
  /// **Source:** `channel_layout_map` and `av_channel_layout_default` in FFmpeg's libavutil.
  package var hasLayout: Bool {
    layout.isEmpty
      ? (0...8).contains(channels) || [16, 24].contains(channels)
      : !layout.contains("ambisonic") && !layout.contains("channels")
  }

  /// Whether the number of channels alone implies a bass channel. A recorder may have as many
  /// microphones.
  var mayLackBassChannel: Bool { layout.isEmpty && [3, 6, 7, 8].contains(channels) }

  /// The warning about down-mixing into `target`; `nil` if no channel is lost.
  package func mixingSentence(into target: SoundLayout) -> String? {
    guard channels > (hasLayout ? target.mixedChannels : 2) else { return nil }
    return hasLayout
      ? "its \(channels) channels of sound\(layout.isEmpty ? "" : " (\(layout))") are mixed down to \(target.rawValue)"
      : "its \(channels) sound channels have no layout, so left and right both play their mean"
  }
}

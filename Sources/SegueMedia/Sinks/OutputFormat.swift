import SegueSystem

/// The kinds of output that there are.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  /// MPEG-4 video.
  case mp4
  /// QuickTime video.
  case mov
  /// Matroska video.
  case mkv
  /// WebM video.
  case webm
  /// Animated GIF.
  case gif
  /// WebP, animated or still.
  case webp
  /// Animated PNG.
  case apng
  /// YUV4MPEG2, uncompressed 4:2:0.
  case y4m
  /// RGBA8 frames back to back.
  case raw
  /// One PNG picture.
  case png
  /// One JPEG picture.
  case jpg
  /// One AVIF picture.
  case avif
  /// A folder of PNG pictures.
  case pngSequence = "png-sequence"
  /// A film's sound alone, uncompressed.
  case wav
  /// A film's sound alone, without loss.
  case flac
  /// A film's sound alone, in MPEG-4.
  case m4a
  /// A film's sound alone, in MP3.
  case mp3
  /// A film's sound alone, in Opus.
  case opus

  /// The format called `name`.
  /// - Throws: `MediaError.unsupported`, with what there is instead.
  package init(named name: String) throws(MediaError) {
    guard let format = OutputFormat(rawValue: name) else {
      throw .unsupported(format: name, limit: .unknownFormat(known: Self.allCases.map(\.rawValue)))
    }
    self = format
  }

  /// The format for a path and the one that is asked for, which wins.
  ///
  /// `-` is standard output and needs a name. A path that ends in a slash or has a pattern such as `%05d` in a `.png`
  /// name is a PNG sequence.
  /// - Throws: `MediaError.unsupported`, with what there is instead.
  package static func resolve(path: String, format: OutputFormat?) throws(MediaError) -> OutputFormat {
    if path.isEmpty { throw .invalidOption(.output, problem: .missing) }
    if let format {
      if path == "-", !format.canStream {
        throw .unsupported(
          format: format.rawValue,
          limit: .standardOutput(isManyFiles: format != .avif))
      }
      return format
    }
    if path == "-" {
      throw .unsupported(format: "-", limit: .unnamed)
    }
    let suffix = OutputPath.fileExtension(of: path)
    if path.hasSuffix("/") || (suffix == "png" && SequencePattern.isPattern(path)) { return .pngSequence }
    guard let format = allCases.first(where: { $0.extensions.contains(suffix) }) else {
      let known = allCases.flatMap(\.extensions).map { "." + $0 }
      if suffix.isEmpty {
        throw .unsupported(format: path, limit: .noExtension(known: known))
      }
      throw .unsupported(format: "." + suffix, limit: .unknownExtension(known: known))
    }
    return format
  }

  /// The facts of the format.
  package var facts: Facts {
    switch self {
    case .mp4:
      Facts(
        summary: "MPEG-4 video: H.264 unless a codec is named; HEVC, AV1, VP9", codec: .h264, holdsSound: true
      )
    case .mov:
      Facts(
        summary: "QuickTime video: H.264 unless a codec is named; HEVC, ProRes 4444 with alpha", codec: .h264,
        holdsSound: true)
    case .mkv:
      Facts(
        summary: "Matroska video: H.264 unless a codec is named; every codec, lossless FFV1 with alpha",
        codec: .h264,
        holdsSound: true, largestFrameRate: 1000)
    case .webm:
      Facts(
        summary: "WebM video: VP9 unless a codec is named, with alpha where the pictures have it; AV1",
        codec: .vp9,
        keepsAlpha: true, holdsSound: true, largestFrameRate: 1000)
    case .gif:
      Facts(
        summary: "animated GIF with a palette of its own, alpha on or off", codec: .gif, keepsAlpha: true,
        largestFrameRate: 100, smoothFrameRate: 50, defaultFrameRate: 25, defaultWidth: 800, repeats: true,
        reduced: ("% colours", [256, 128, 64, 32]))
    case .webp:
      Facts(
        summary: "animated WebP, or a still one", keepsAlpha: true, largestFrameRate: 1000,
        smoothFrameRate: 95,
        repeats: true, reduced: ("quality %", [80, 70, 60, 50, 40, 30]), quality: 80, canBeLossless: true)
    case .apng: Facts(summary: "animated PNG, lossless", keepsAlpha: true, smoothFrameRate: 95, repeats: true)
    case .y4m: Facts(summary: "YUV4MPEG2, uncompressed 4:2:0 video", isTenBits: true, needsEvenSize: true)
    case .raw:
      Facts(
        summary: "RGBA of 8 or 16 bits with straight alpha, rows packed, top row first, frames back to back",
        extensions: [],
        keepsAlpha: true, holdsSixteenBits: true)
    case .png:
      Facts(summary: "one PNG picture", keepsAlpha: true, holdsSixteenBits: true, isStillOnly: true)
    case .jpg:
      Facts(summary: "one JPEG picture", extensions: ["jpg", "jpeg"], isStillOnly: true, quality: 90)
    case .avif:
      Facts(
        summary: "one AVIF picture, of 8 or 10 bits, without alpha", codec: .av1, isTenBits: true,
        isStillOnly: true)
    case .pngSequence:
      Facts(
        summary: "PNG pictures: a folder (frames/) or a pattern (frame-%05d.png)", extensions: [],
        keepsAlpha: true, holdsSixteenBits: true)
    case .wav: Facts(summary: "the sound of a film alone, uncompressed", holdsSound: true, isSound: true)
    case .flac: Facts(summary: "the sound of a film alone, without loss", holdsSound: true, isSound: true)
    case .m4a:
      Facts(
        summary: "the sound of a film alone: AAC unless a codec is named; ALAC", holdsSound: true,
        isSound: true)
    case .mp3:
      Facts(summary: "the sound of a film alone, in mono or stereo", holdsSound: true, isSound: true)
    case .opus: Facts(summary: "the sound of a film alone, in Opus", holdsSound: true, isSound: true)
    }
  }

  /// The facts of a format, in one place: options, limits, warnings and lists follow from it.
  package struct Facts: Sendable {
    /// One line about it.
    package var summary: String
    /// Extensions that mean it, without the dot; `nil` is its name.
    fileprivate var extensions: [String]?
    /// The codec that `ffmpeg` makes it with where none is named; `nil` where Segue makes it.
    package var codec: VideoCodec?
    /// Whether transparency is kept; for video, with the codec that is taken when none is named. Video with other codecs:
    /// `VideoSettings.keepsAlpha`.
    package var keepsAlpha = false
    /// Whether it can have 16 bits a channel.
    package var holdsSixteenBits = false
    /// Whether it can have 10 bits a channel, as all video that can have sound has.
    package var holdsTenBits: Bool { isContainer || isTenBits }
    /// Whether it can have them without sound.
    fileprivate var isTenBits = false
    /// Whether it takes the sound of a film.
    package var holdsSound = false
    /// Whether it holds sound and nothing else.
    package var isSound = false
    /// Whether it is a container of video and sound.
    package var isContainer: Bool { holdsSound && !isSound }
    /// Whether it holds one picture and nothing else.
    package var isStillOnly = false
    /// Whether both sides have to be even whatever its codec.
    package var needsEvenSize = false
    /// The most frames a second that it can tell apart; `nil` where there is no limit.
    /// **Source:** a GIF counts in hundredths of a second, WebP and Matroska in thousandths.
    package var largestFrameRate: Int?
    /// The most frames a second that browsers play as they should.
    /// **Source:** browsers show a frame of 10 ms or less for 100 ms; a GIF of more than 50 frames a second has such.
    package var smoothFrameRate: Int?
    /// Frames a second where none are asked for; `nil` is 60, or those of a film's first video.
    package var defaultFrameRate: Int?
    /// The width that a frame is scaled down to whose size is not asked for: what players play, and for a GIF what pages
    /// load.
    package var defaultWidth = 3840
    /// Whether it says how often it plays.
    package var repeats = false
    /// The quality that is given up first for a limit of bytes, in words in which `%` is a value, from the default
    /// down; `nil` where the number of bytes cannot be limited.
    package var reduced: (words: String, values: [Int])?
    /// The default of a quality of 1 to 100; `nil` where it has none.
    package var quality: Double?
    /// Whether such a quality may be `lossless`.
    package var canBeLossless = false
  }
}

extension OutputFormat {
  /// Extensions that mean this format, without the dot.
  package var extensions: [String] { facts.extensions ?? [rawValue] }

  /// Whether `ffmpeg` makes it.
  package var needsEncoder: Bool { facts.codec != nil }

  /// The codecs of its video, the one that is taken where none is named first; none without an encoder.
  package var codecs: [VideoCodec] {
    guard let first = facts.codec else { return [] }
    let others: [VideoCodec] = [.h264, .hevc, .vp9, .av1, .prores, .ffv1]
    return [first]
      + others.filter { $0 != first && (try? VideoSettings(container: self, codec: $0)) != nil }
  }

  /// Whether it can go to standard output, a fifo or a device.
  package var canStream: Bool { self != .pngSequence && self != .avif }
}

import SegueMath
import SegueSystem

/// A format of an output. The raw value is its name on the command line.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  /// MPEG-4 video: H.264 by default, HEVC, VP9 or AV1; sound is AAC by default.
  case mp4
  /// QuickTime video: H.264 by default, HEVC, or ProRes with alpha.
  case mov
  /// Matroska video: H.264 by default, or any other codec but GIF's; sound is FLAC by default.
  case mkv
  /// WebM video: VP9 by default, with alpha, or AV1; sound is Opus by default.
  case webm
  /// Animated GIF: at most 256 colours, one-bit alpha, 25 frames/s by default.
  case gif
  /// WebP, animated or still, lossy or lossless, with alpha.
  case webp
  /// Animated PNG: lossless, with alpha.
  case apng
  /// YUV4MPEG2: uncompressed 4:2:0 planes of 8 or 10 bits; sides are even.
  case y4m
  /// RGBA of 8 or 16 bits with straight alpha, rows packed, top row first, frames back to back, no
  /// header.
  case raw
  /// A single PNG picture of 8 or 16 bits per channel, with alpha.
  case png
  /// A single JPEG picture of 8 bits per channel, without alpha.
  case jpg
  /// A single AVIF picture of 8 or 10 bits per channel, without alpha.
  case avif
  /// PNG pictures in a folder (`frames/`) or by a pattern (`frame-%05d.png`), a file for each
  /// frame.
  case pngSequence = "png-sequence"
  /// Only a film's sound, as uncompressed WAV.
  case wav
  /// Only a film's sound, as lossless FLAC.
  case flac
  /// Only a film's sound, in MPEG-4: AAC by default, or ALAC.
  case m4a
  /// Only a film's sound, as MP3 in mono or stereo.
  case mp3
  /// Only a film's sound, as Opus in Ogg.
  case opus

  /// The format's row in the table of all formats.
  package var facts: Facts {
    switch self {
    case .mp4:
      Facts(
        summary: "MPEG-4 video: H.264 by default, or HEVC, AV1, VP9",
        codecs: [.h264, .hevc, .vp9, .av1], sounds: ["aac", "opus", "mp3", "ac3", "flac", "alac"],
        textCodec: "mov_text", holdsChapters: true, movie: .mpeg4)
    case .mov:
      Facts(
        summary: "QuickTime video: H.264 by default, or HEVC, or ProRes 4444 with alpha",
        codecs: [.h264, .hevc, .prores], sounds: ["aac", "mp3", "ac3", "alac", "pcm"], textCodec: "mov_text",
        holdsChapters: true, movie: .quickTime)
    case .mkv:
      // Encoded sound with a delay would shift the pictures, so the default codec has no delay.
      Facts(
        summary: "Matroska video: H.264 by default, or any other codec, such as lossless FFV1 with alpha",
        muxer: "matroska", codecs: [.h264, .hevc, .vp9, .av1, .prores, .ffv1],
        sounds: ["flac", "aac", "opus", "vorbis", "mp3", "ac3", "alac", "pcm"], textCodec: "srt",
        holdsChapters: true, texts: .any, keepsAlphaOfVP9: true, largestFrameRate: 1000)
    case .webm:
      Facts(
        summary: "WebM video: VP9 by default, with alpha if the pictures have it, or AV1",
        codecs: [.vp9, .av1], sounds: ["opus", "vorbis"], textCodec: "webvtt", holdsChapters: true,
        texts: .any, keepsAlpha: true, keepsAlphaOfVP9: true, largestFrameRate: 1000)
    case .gif:
      Facts(
        summary: "animated GIF with its own palette and one-bit alpha", codecs: [.gif], keepsAlpha: true,
        largestFrameRate: 100, smoothFrameRate: 50, defaultFrameRate: 25, defaultWidth: 800, repeats: true,
        reduced: .colors, retention: .all)
    case .webp:
      Facts(
        summary: "animated WebP, or a still one", sink: Self.webP, keepsAlpha: true, largestFrameRate: 1000,
        smoothFrameRate: 95, repeats: true,
        reduced: .quality, quality: 80, canBeLossless: true, retention: .compressed)
    case .apng:
      Facts(
        summary: "animated PNG, lossless", sink: Self.animatedPNG, keepsAlpha: true, smoothFrameRate: 95,
        repeats: true)
    case .y4m:
      Facts(
        summary: "YUV4MPEG2, uncompressed 4:2:0 video",
        sink: { try Y4MSink($0.destination, shape: $0.shape, format: $0.color.planes) }, isTenBits: true,
        storesColor: false, needsEvenSize: true)
    case .raw:
      Facts(
        summary: "RGBA of 8 or 16 bits with straight alpha, rows packed, top row first, frames back to back",
        extensions: [], sink: { RawSink($0.destination, depth: $0.color.depth.pixels) }, keepsAlpha: true,
        holdsSixteenBits: true, storesColor: false)
    case .png:
      Facts(
        summary: "one PNG picture",
        sink: { StillSink($0.destination, encoder: $0.png, hasAlpha: $0.hasAlpha()) }, keepsAlpha: true,
        holdsSixteenBits: true, isStillOnly: true)
    case .jpg:
      Facts(
        summary: "one JPEG picture", extensions: ["jpg", "jpeg"],
        sink: { StillSink($0.destination, encoder: JPEGEncoder(quality: Int($0.quality))) },
        isStillOnly: true, quality: 90)
    case .avif:
      Facts(
        summary: "one AVIF picture, of 8 or 10 bits, without alpha", codecs: [.av1], isStillOnly: true)
    case .pngSequence:
      Facts(
        summary: "PNG pictures: a folder (frames/) or a pattern (frame-%05d.png)", extensions: [],
        sink: Self.sequence, keepsAlpha: true, holdsSixteenBits: true, isManyFiles: true)
    case .wav:
      Facts(
        summary: "only a film's sound, uncompressed", sounds: ["pcm"],
        texts: .names(FileMetadata.waveTexts))
    case .flac: Facts(summary: "only a film's sound, lossless", sounds: ["flac"], texts: .any)
    case .m4a:
      Facts(
        summary: "only a film's sound: AAC by default, or ALAC", muxer: "ipod",
        sounds: ["aac", "alac"], holdsChapters: true, movie: .mpeg4)
    case .mp3:
      Facts(
        summary: "only a film's sound, in mono or stereo", sounds: ["mp3"], holdsChapters: true,
        texts: .any)
    // In Opus, ffmpeg 5.1 rounds up the seconds of a chapter's start.
    case .opus: Facts(summary: "only a film's sound, in Opus", sounds: ["opus"], texts: .any)
    }
  }

  /// The properties of a format, in one place: options, limits, warnings and lists derive from
  /// them.
  package struct Facts: Sendable {
    package var summary: String
    /// File name extensions, without the dot; `nil` for the format's name.
    fileprivate var extensions: [String]?
    /// ffmpeg's muxer; `nil` for the format's name.
    fileprivate var muxer: String?
    /// The video codecs for `ffmpeg`, the default first; empty for formats that Segue writes itself
    /// and for sound.
    package var codecs: [VideoCodec] = []
    /// The sound codecs, by name, the default first.
    package var sounds: [String] = []
    /// The subtitle codec in ffmpeg's terms; `nil` for a format without subtitles.
    package var textCodec: String?
    /// Whether the format stores chapters, and ffmpeg writes them at their times.
    package var holdsChapters = false
    /// The kind of ISO base media file; `nil` for other formats.
    package var movie: Movie?
    /// The metadata texts that the format stores; the texts of a movie derive from `movie`.
    package var texts = Texts.none
    /// Makes the sink for the format's frames; `nil` if frames go to an encoder.
    package var sink: (@Sendable (SinkRequest) throws -> any FrameSink)?
    /// Whether transparency is kept; for video, with the default codec. For other codecs see
    /// `VideoSettings.keepsAlpha`.
    package var keepsAlpha = false
    /// Whether the format keeps the second stream with VP9's alpha.
    package var keepsAlphaOfVP9 = false
    package var holdsSixteenBits = false
    /// Whether 10 bits per channel are possible in a format without codecs.
    fileprivate var isTenBits = false
    /// Whether the format can state the colour encoding of its values.
    package var storesColor = true
    package var isStillOnly = false
    package var isManyFiles = false
    /// Whether both sides have to be even for every codec.
    package var needsEvenSize = false
    /// The highest frame rate with distinct timestamps; `nil` for no limit.
    /// **Source:** a GIF counts in hundredths of a second, WebP and Matroska in thousandths.
    package var largestFrameRate: Int?
    /// The highest frame rate that browsers play at full speed.
    /// **Source:** browsers show a frame of 10 ms or less for 100 ms. A GIF above 50 frames/s has
    /// such frames.
    package var smoothFrameRate: Int?
    /// The default frame rate; `nil` for 60, or the rate of a film's first video.
    package var defaultFrameRate: Int?
    /// The default maximum width. Larger frames are scaled down to what players support, or for a
    /// GIF to what web pages use.
    package var defaultWidth = 3840
    package var repeats = false
    /// The reductions for a limit on bytes; `nil` if bytes cannot be limited.
    package var reduced: Reduction?
    /// The default quality, from 1 to 100; `nil` for formats without a quality.
    package var quality: Double?
    package var canBeLossless = false
    package var retention = Retention.few

    package enum Movie: Sendable { case mpeg4, quickTime }

    package enum Texts: Sendable, Equatable {
      case none
      /// Texts with any name.
      case any
      /// Only texts with these names.
      case names(Set<String>)
    }

    /// The frames that an output keeps in memory until its end.
    package enum Retention: Sendable { case few, all, compressed }

    /// The steps of quality or colours for a limit on bytes.
    package struct Reduction: Sendable {
      /// The name of a step, with `%` for its value.
      package let words: String
      /// The steps from the default down.
      package let values: [Int]
      /// Lower steps, tried after smaller sizes and lower rates.
      package let least: [Int]
      /// The expected number of bytes at a step, as a fraction of the default's.
      package let share: @Sendable (Int) -> Double

      /// The numbers of colours in a palette. With n colours, a pixel's index needs log₂ n bits.
      static let colors = Reduction(
        words: "% colours", values: counts(in: 40...64), least: counts(in: 16..<40),
        share: { StableMath.log2(Double($0)) / 8 })
      /// The qualities of a WebP. The number of bytes is linear in libwebp's compression level
      /// (`QualityToCompression`).
      static let quality = Reduction(
        words: "quality %", values: (30...80).reversed(), least: (1..<30).reversed(),
        share: { quality in
          let level = quality < 75 ? Double(quality) / 150 : Double(quality) / 50 - 1
          return (level + 0.12) / 0.72
        })

      /// The numbers of colours that need `eighths` / 8 bits, in descending order.
      private static func counts(in eighths: some Sequence<Int>) -> [Int] {
        eighths.map { Int(StableMath.pow(2, Double($0) / 8).rounded()) }.reversed()
      }
    }

    /// The default codec for `ffmpeg`; `nil` for a format that Segue writes itself.
    package var codec: VideoCodec? { codecs.first }
    /// Whether frames have a palette, whose dither may be chosen.
    package var hasPalette: Bool { codec == .gif }
    package var holdsSound: Bool { !sounds.isEmpty }
    package var isSound: Bool { holdsSound && codecs.isEmpty }
    /// Whether frames are RGBA for every codec. Other outputs receive 4:2:0 planes unless they keep
    /// alpha.
    package var takesRGB: Bool { !holdsSound && !needsEvenSize }
    package var isContainer: Bool { holdsSound && !codecs.isEmpty }
    package var holdsTenBits: Bool { isTenBits || tenBitCodec != nil }
    /// The default codec for 10 bits and HDR, which stores light levels if possible; `nil` for a format
    /// without a codec of 10 bits.
    package var tenBitCodec: VideoCodec? {
      codecs.first { $0.facts.tenBits == .always && $0.facts.storesLightLevels }
        ?? codecs.first { $0.facts.tenBits != .never }
    }
    package var holdsCreationTime: Bool { movie != nil || isContainer && texts == .any }
    /// Whether packets copied from other files can be mixed with encoded ones.
    package var allowsCopying: Bool { isContainer && codecs.contains(.h264) && codecs.contains(.hevc) }
  }
}

extension OutputFormat {
  /// The format called `name`.
  /// - Throws: `MediaError.unsupported`, with the available formats.
  package init(named name: String) throws(MediaError) {
    guard let format = OutputFormat(rawValue: name) else {
      throw .unsupported(format: name, limit: .unknownFormat(known: Self.allCases.map(\.rawValue)))
    }
    self = format
  }

  /// The format of an output path; an explicit `format` takes precedence.
  ///
  /// `-` is standard output and needs an explicit format. A path with a trailing slash, or with a
  /// pattern such as `%05d` in a `.png` name, is a PNG sequence.
  /// - Parameter hasSound: whether errors also list the formats for sound alone.
  /// - Throws: `MediaError.unsupported`, with the available formats.
  package static func resolve(
    path: String, format: OutputFormat?, hasSound: Bool = true
  ) throws(MediaError) -> OutputFormat {
    if path.isEmpty { throw .invalidOption(.output, problem: .missing) }
    if let format {
      if path == "-", !format.canStream {
        throw .unsupported(
          format: format.rawValue, limit: .standardOutput(isManyFiles: format.facts.isManyFiles))
      }
      return format
    }
    if path == "-" {
      throw .unsupported(format: "-", limit: .unnamed)
    }
    let suffix = OutputPath.fileExtension(of: path)
    if path.hasSuffix("/") || (suffix == "png" && SequencePattern.isPattern(path)) { return .pngSequence }
    guard let format = allCases.first(where: { $0.extensions.contains(suffix) }) else {
      let known = allCases.filter { hasSound || !$0.facts.isSound }.flatMap(\.extensions).map { "." + $0 }
      if suffix.isEmpty {
        throw .unsupported(format: path, limit: .noExtension(known: known))
      }
      throw .unsupported(format: "." + suffix, limit: .unknownExtension(known: known))
    }
    return format
  }

  package var extensions: [String] { facts.extensions ?? [rawValue] }
  package var muxer: String { facts.muxer ?? rawValue }
  package var needsEncoder: Bool { facts.codec != nil }

  /// Whether the output can be standard output, a fifo or a device.
  package var canStream: Bool { !facts.isManyFiles && !(facts.isStillOnly && needsEncoder) }

  package static func names(_ isIncluded: (Facts) -> Bool) -> [String] {
    allCases.filter { isIncluded($0.facts) }.map(\.rawValue)
  }
}

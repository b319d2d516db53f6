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

  /// The row of the format: what it is made by, what it holds, and its limits. All that is known of a format is here.
  package var facts: Facts {
    switch self {
    case .mp4:
      Facts(
        summary: "MPEG-4 video: H.264 unless a codec is named; HEVC, AV1, VP9",
        codecs: [.h264, .hevc, .vp9, .av1], sounds: ["aac", "opus", "mp3", "ac3", "flac", "alac"],
        textCodec: "mov_text", holdsChapters: true, movie: .mpeg4)
    case .mov:
      Facts(
        summary: "QuickTime video: H.264 unless a codec is named; HEVC, ProRes 4444 with alpha",
        codecs: [.h264, .hevc, .prores], sounds: ["aac", "mp3", "ac3", "alac", "pcm"], textCodec: "mov_text",
        holdsChapters: true, movie: .quickTime)
    case .mkv:
      // Sound that is encoded with a delay would shift the pictures by it, so it is one without.
      Facts(
        summary: "Matroska video: H.264 unless a codec is named; every codec, lossless FFV1 with alpha",
        muxer: "matroska", codecs: [.h264, .hevc, .vp9, .av1, .prores, .ffv1],
        sounds: ["flac", "aac", "opus", "vorbis", "mp3", "ac3", "alac", "pcm"], textCodec: "srt",
        holdsChapters: true, texts: .any, keepsAlphaOfVP9: true, largestFrameRate: 1000)
    case .webm:
      Facts(
        summary: "WebM video: VP9 unless a codec is named, with alpha where the pictures have it; AV1",
        codecs: [.vp9, .av1], sounds: ["opus", "vorbis"], textCodec: "webvtt", holdsChapters: true,
        texts: .any, keepsAlpha: true, keepsAlphaOfVP9: true, largestFrameRate: 1000)
    case .gif:
      Facts(
        summary: "animated GIF with a palette of its own, alpha on or off", codecs: [.gif], keepsAlpha: true,
        largestFrameRate: 100, smoothFrameRate: 50, defaultFrameRate: 25, defaultWidth: 800, repeats: true,
        reduced: ("% colours", [256, 128, 64, 32]), held: .all)
    case .webp:
      Facts(
        summary: "animated WebP, or a still one", sink: Self.webP, keepsAlpha: true, largestFrameRate: 1000,
        smoothFrameRate: 95, repeats: true, reduced: ("quality %", [80, 70, 60, 50, 40, 30]), quality: 80,
        canBeLossless: true, held: .compressed)
    case .apng:
      Facts(
        summary: "animated PNG, lossless", sink: Self.animatedPNG, keepsAlpha: true, smoothFrameRate: 95,
        repeats: true)
    case .y4m:
      Facts(
        summary: "YUV4MPEG2, uncompressed 4:2:0 video",
        sink: { try Y4MSink($0.destination, shape: $0.shape, format: $0.color.planes) }, isTenBits: true,
        saysColor: false, needsEvenSize: true)
    case .raw:
      Facts(
        summary: "RGBA of 8 or 16 bits with straight alpha, rows packed, top row first, frames back to back",
        extensions: [], sink: { RawSink($0.destination, depth: $0.color.depth.pixels) }, keepsAlpha: true,
        holdsSixteenBits: true, saysColor: false)
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
        summary: "one AVIF picture, of 8 or 10 bits, without alpha", codecs: [.av1], isTenBits: true,
        isStillOnly: true)
    case .pngSequence:
      Facts(
        summary: "PNG pictures: a folder (frames/) or a pattern (frame-%05d.png)", extensions: [],
        sink: Self.sequence, keepsAlpha: true, holdsSixteenBits: true, isManyFiles: true)
    case .wav:
      Facts(
        summary: "the sound of a film alone, uncompressed", sounds: ["pcm"],
        texts: .names(FileMetadata.waveTexts))
    case .flac: Facts(summary: "the sound of a film alone, without loss", sounds: ["flac"], texts: .any)
    case .m4a:
      Facts(
        summary: "the sound of a film alone: AAC unless a codec is named; ALAC", muxer: "ipod",
        sounds: ["aac", "alac"], holdsChapters: true, movie: .mpeg4)
    case .mp3:
      Facts(
        summary: "the sound of a film alone, in mono or stereo", sounds: ["mp3"], holdsChapters: true,
        texts: .any)
    // ffmpeg 5.1 rounds the seconds of a chapter's start up in Opus.
    case .opus: Facts(summary: "the sound of a film alone, in Opus", sounds: ["opus"], texts: .any)
    }
  }

  /// The facts of a format, in one place: options, limits, warnings and lists follow from it.
  package struct Facts: Sendable {
    /// One line about it.
    package var summary: String
    /// Extensions that mean it, without the dot; `nil` is its name.
    fileprivate var extensions: [String]?
    /// ffmpeg's name of it; `nil` is its own.
    fileprivate var muxer: String?
    /// The codecs that `ffmpeg` makes its pictures with, the one that is taken where none is named first; none where Segue
    /// makes them, or there are none.
    package var codecs: [VideoCodec] = []
    /// The codecs of the sound of a film that it takes, by their names, the one that is taken where none is named first.
    package var sounds: [String] = []
    /// The codec of its subtitles, in ffmpeg's words; `nil` where it holds none.
    package var textCodec: String?
    /// Whether it holds chapters that ffmpeg writes at their times.
    package var holdsChapters = false
    /// Which of the two kinds of files of the same boxes it is; `nil` for others.
    package var movie: Movie?
    /// The texts about itself that it holds; those of a movie follow from its kind.
    package var texts = Texts.none
    /// Makes the sink of its frames; `nil` where an encoder does.
    package var sink: (@Sendable (SinkRequest) throws -> any FrameSink)?
    /// Whether transparency is kept; for video, with the codec that is taken when none is named. Video with other codecs:
    /// `VideoSettings.keepsAlpha`.
    package var keepsAlpha = false
    /// Whether it keeps the second stream that the alpha of VP9 is.
    package var keepsAlphaOfVP9 = false
    /// Whether it can have 16 bits a channel.
    package var holdsSixteenBits = false
    /// Whether it can have 10 bits a channel without sound.
    fileprivate var isTenBits = false
    /// Whether it can say what its values mean, where they may mean several things.
    package var saysColor = true
    /// Whether it holds one picture and nothing else.
    package var isStillOnly = false
    /// Whether it is a file for each frame.
    package var isManyFiles = false
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
    /// The frames that are in memory until its end.
    package var held = Held.few

    /// The kinds of files of ISO's boxes.
    package enum Movie: Sendable { case mpeg4, quickTime }

    /// The texts that a file holds, by their names.
    package enum Texts: Sendable, Equatable {
      case none
      /// Any name.
      case any
      /// These names.
      case names(Set<String>)
    }

    /// The frames that an output has in memory until its end.
    package enum Held: Sendable { case few, all, compressed }

    /// The codec that `ffmpeg` makes it with where none is named; `nil` where Segue makes it.
    package var codec: VideoCodec? { codecs.first }
    /// Whether it takes the sound of a film.
    package var holdsSound: Bool { !sounds.isEmpty }
    /// Whether it holds sound and nothing else.
    package var isSound: Bool { holdsSound && codecs.isEmpty }
    /// Whether its frames are RGBA whatever its codec; other outputs take 4:2:0 planes unless they keep alpha.
    package var takesPixels: Bool { !holdsSound && !needsEvenSize }
    /// Whether it is a container of video and sound.
    package var isContainer: Bool { holdsSound && !codecs.isEmpty }
    /// Whether it can have 10 bits a channel, as all video that can have sound has.
    package var holdsTenBits: Bool { isContainer || isTenBits }
    /// Whether packets of other files can be put into it between encoded ones.
    package var takesCopies: Bool { isContainer && codecs.contains(.h264) && codecs.contains(.hevc) }
  }
}

extension OutputFormat {
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
      let known = allCases.flatMap(\.extensions).map { "." + $0 }
      if suffix.isEmpty {
        throw .unsupported(format: path, limit: .noExtension(known: known))
      }
      throw .unsupported(format: "." + suffix, limit: .unknownExtension(known: known))
    }
    return format
  }

  /// Extensions that mean this format, without the dot.
  package var extensions: [String] { facts.extensions ?? [rawValue] }

  /// ffmpeg's name of it.
  package var muxer: String { facts.muxer ?? rawValue }

  /// Whether `ffmpeg` makes it.
  package var needsEncoder: Bool { facts.codec != nil }

  /// Whether it can go to standard output, a fifo or a device.
  package var canStream: Bool { !facts.isManyFiles && !(facts.isStillOnly && needsEncoder) }

  /// Those of all formats whose facts are such, by their names.
  package static func names(_ isMeant: (Facts) -> Bool) -> [String] {
    allCases.filter { isMeant($0.facts) }.map(\.rawValue)
  }
}

import SegueImaging
import SegueSystem

/// The settings of an encoder. They determine the frames' pixel format, the support for alpha and
/// the encoder's arguments.
package struct VideoSettings: Sendable, Hashable {
  /// A format that ffmpeg writes.
  package let container: OutputFormat
  /// The codec of the frames.
  package let codec: VideoCodec
  /// The quality; `nil` for the codec's default.
  package let quality: VideoQuality?
  /// The speed preset in the encoder's own terms (`medium`, a number for VP9 and AV1). `nil` for the codec's
  /// default.
  package let preset: String?
  /// Further arguments for the encoder, after all others.
  package let extraArguments: [String]
  /// Whether the frames may be transparent. Only then does VP9 keep alpha, which needs a second
  /// stream. An opaque GIF omits pixels that equal the previous frame's.
  package let hasTransparency: Bool
  /// The further settings of a film's video; `nil` for a video of one transition.
  package var film: FilmEncoding?
  /// The pass of two-pass encoding; nil for a single pass.
  package var pass: EncodingPass?
  package var metadata = FileMetadata()
  /// The number of plays of a GIF, 0 for endless.
  package let plays: Int
  /// The encoding of the frames' values, and their number of bits.
  package let color: FrameColor
  /// The light levels of the video; nil if unknown.
  package var light: LightLevels?
  /// The dither of a GIF.
  package var dither = Dither.automatic
  /// Whether the thread count and other machine-dependent settings are fixed.
  package var isReproducible = false
  /// The encoder's threads in a reproducible output.
  package static let reproducibleThreads = 4

  /// Settings for `container`; nil selects the codec's default.
  /// - Throws: `MediaError.unsupported` if the container cannot hold the codec, or the codec lacks
  ///   a requested feature.
  package init(
    container: OutputFormat, codec: VideoCodec? = nil, quality: VideoQuality? = nil, preset: String? = nil,
    extraArguments: [String] = [], hasTransparency: Bool = false, plays: Int = 0,
    color: FrameColor = FrameColor()
  ) throws(MediaError) {
    precondition(
      container.needsEncoder || container.facts.isSound, "\(container.rawValue) is not made by an encoder")
    self.container = container
    self.codec = codec ?? container.facts.codec ?? .h264
    self.quality = quality
    self.preset = preset
    self.extraArguments = extraArguments
    self.hasTransparency = hasTransparency
    self.plays = plays
    self.color = color
    try check()
    guard (0...65_535).contains(plays) else {
      throw .unsupported(format: container.rawValue, limit: .plays(plays, maximum: 65_535))
    }
  }

  /// Whether the output keeps transparency.
  package var keepsAlpha: Bool {
    if film != nil, !hasTransparency { return false }
    return switch codec.facts.alpha {
    case .none: false
    case .always: true
    case .asSecondStream: hasTransparency && container.facts.keepsAlphaOfVP9
    }
  }

  /// The pixel format that the encoder takes.
  package var frameFormat: PixelFormat {
    keepsAlpha || container.facts.takesRGB ? color.pixels : color.planes
  }

  /// The number of entries in a GIF's palette.
  var colorCount: Int { if case .value(let value)? = quality { Int(value) } else { 256 } }

  /// Chooses the palettes of a GIF's frames; `nil` if their dither is named.
  var palettes: GIFPalettes? {
    guard codec == .gif, dither == .automatic else { return nil }
    return GIFPalettes(limit: colorCount, hasGaps: hasTransparency)
  }

  /// Whether width and height have to be even.
  package var needsEvenSize: Bool { !frameFormat.isRGBA || codec == .vp9 }

  private func check() throws(MediaError) {
    if codec == .other("copy") {
      throw .invalidOption(.codec, problem: .copies)
    }
    guard isHeld else {
      throw .unsupported(
        format: container.rawValue,
        limit: .codec(codec.name, containers: OutputFormat.names { $0.takes(codec) }))
    }
    let facts = codec.facts
    if color.depth != .eight {
      let bits = color.depth.rawValue
      if facts.alpha == .asSecondStream && hasTransparency {
        throw .unsupported(format: container.rawValue, limit: .depth(bits, codec: codec.name))
      }
      if facts.tenBits == .never {
        throw .unsupported(
          format: container.rawValue,
          limit: codec == .gif ? .depth(bits, codec: nil) : .unknownDepth(bits, codec: codec.name))
      }
    }
    switch quality {
    case nil: break
    case .lossless where facts.canBeLossless: break
    case .value(let value) where facts.quality != nil:
      if facts.quality?.contains(value) == true { break }
      throw .unsupported(
        format: container.rawValue, limit: .qualityRange(facts.quality, codec: codec.name))
    case .lossless, .value:
      throw .unsupported(format: container.rawValue, limit: .quality(codec: codec.name))
    }
    // libaom encodes still pictures.
    let presets = container.facts.isStillOnly ? VideoCodec.numbers(0...8) : facts.presets
    if let preset, let presets, !presets.contains(preset) {
      throw .unsupported(
        format: container.rawValue,
        limit: .preset(preset, codec: codec.name, known: presets))
    }
  }

  private var isHeld: Bool { container.facts.isSound || container.facts.takes(codec) }
}

extension OutputFormat.Facts {
  /// Whether the container holds pictures of `codec`; always true for an unknown encoder.
  fileprivate func takes(_ codec: VideoCodec) -> Bool {
    if case .other = codec { isContainer } else { codecs.contains(codec) }
  }
}

/// The additional settings of a film's video. In a container with sound, the video is 4:2:0 for
/// every codec unless it keeps alpha. The chroma location is that of the clips.
package struct FilmEncoding: Sendable, Hashable {
  /// The written part of a film.
  package enum Content: Sendable, Hashable {
    /// The whole film, encoded.
    case whole
    /// A chunk without sound: the same bytes on every machine.
    case chunk
    /// The whole film, from finished chunks, whose pictures are copied.
    case joined([Chunk])
    /// Frames without sound, to be inserted between pictures of other files.
    case span(SpanEncoding)
    /// The sound alone.
    case sound
    /// The whole film, with pictures copied from a finished file.
    case pictures(path: String, count: Int)

    /// Whether the file is the final film.
    package var isWholeFilm: Bool {
      switch self {
      case .whole, .joined, .pictures: true
      case .chunk, .span, .sound: false
      }
    }
  }

  /// A finished chunk: a file, and its frames of the film.
  package struct Chunk: Sendable, Hashable {
    /// The absolute path, which ffmpeg resolves independently of the list's location.
    package var path: String
    package var frames: Range<Int>

    package init(path: String, frames: Range<Int>) {
      self.path = path
      self.frames = frames
    }
  }

  package var content = Content.whole
  /// The chroma sample location, in ffmpeg's terms.
  package var chromaLocation: String
  /// The pipe of the sound: 48 kHz, 32-bit floating point; nil for a silent film.
  package var soundPath: String?
  /// The file of the encoded sound, in the film's container, whose packets are copied; nil if the sound is
  /// encoded here.
  package var encodedSoundPath: String?
  package var sound = SoundFormat()
  /// The sound's language in ISO 639-2; empty if unknown.
  package var soundLanguage = ""
  /// The chapters, in order.
  package var chapters: [VideoChapter] = []

  /// The subtitle file; nil without subtitles.
  package var textPath: String?
  /// The subtitles' language in ISO 639-2; empty if unknown.
  package var textLanguage = ""

  package init(_ content: Content = .whole, chromaLocation: String, soundPath: String? = nil) {
    self.content = content
    self.chromaLocation = chromaLocation
    self.soundPath = soundPath
  }

  /// The finished chunks to join; `nil` if frames are encoded.
  var chunks: [Chunk]? {
    if case .joined(let chunks) = content { chunks } else { nil }
  }

  /// The constraints of an encoded span; `nil` for other contents.
  var span: SpanEncoding? {
    if case .span(let span) = content { span } else { nil }
  }

  /// The file with the pictures to copy.
  var picturesPath: String? {
    if case .pictures(let path, _) = content { path } else { nil }
  }

  /// The number of pictures to copy.
  var pictureCount: Int? {
    if case .pictures(_, let count) = content { count } else { nil }
  }

  /// Whether no pictures are encoded.
  var copiesPictures: Bool { chunks != nil || picturesPath != nil }
}

/// The encoding of frames between copied pictures. It raises no decoder requirement and keeps the
/// colours and their storage.
package struct SpanEncoding: Sendable, Hashable {
  /// The profile in the encoder's terms; `nil` for the encoder's choice.
  package var profile: String?
  /// H.264's highest level, such as `4.1`.
  package var level: String
  /// The maximum number of reference pictures.
  package var references: Int
  /// Whether decoding order may differ from presentation order.
  package var reorders: Bool
  /// The pixel format of a decoded frame, in ffmpeg's terms.
  package var pixelFormat: String
  /// ffmpeg's filters from the film's frames to the stored form.
  package var filters: [String]
  /// Colour options, each followed by its value.
  package var tags: [String]
  /// The number of frames encoded in parallel; `nil` for the encoder's choice. Each frame needs
  /// memory that is cleared first.
  package var threads: Int?

  package init(
    profile: String?, level: String, references: Int, reorders: Bool, pixelFormat: String,
    filters: [String], tags: [String]
  ) {
    self.profile = profile
    self.level = level
    self.references = references
    self.reorders = reorders
    self.pixelFormat = pixelFormat
    self.filters = filters
    self.tags = tags
  }
}

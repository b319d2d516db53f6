import SegueImaging
import SegueSystem

/// The settings of an encoder: a pure value, from which the layout of the frames, whether alpha is kept and the
/// encoder's arguments follow.
package struct VideoSettings: Sendable, Hashable {
  /// `mp4`, `mov`, `mkv`, `webm` or `gif`, or one of sound alone.
  package let container: OutputFormat
  /// The codec of the frames.
  package let codec: VideoCodec
  /// The quality; `nil` for the codec's default.
  package let quality: VideoQuality?
  /// Speed against size in the encoder's own terms (`medium`, a number for VP9 and AV1). Nil for the codec's default.
  package let preset: String?
  /// Further arguments for the encoder, after all others.
  package let extraArguments: [String]
  /// Whether the frames may have transparency. VP9 keeps alpha only then, since it costs a second stream; a GIF
  /// without leaves out what a frame shares with the one before.
  package let hasTransparency: Bool
  /// The further settings of a film's video; `nil` for a video of one transition.
  package var film: FilmEncoding?
  /// Which pass of two this is; nil for one pass.
  package var pass: EncodingPass?
  /// What the file says of itself.
  package var metadata = FileMetadata()
  /// The number of times that an animation plays, 0 for ever. Only a GIF says that.
  package let plays: Int
  /// The encoding of the frames' values, and their number of bits.
  package let color: FrameColor
  /// The light that the video was made for; nil where that is not known.
  package var light: LightLevels?
  /// The dither of a GIF.
  package var dither = Dither.automatic
  /// Whether the encoder's threads and all else that depends on the machine are fixed.
  package var isReproducible = false
  /// The encoder's threads in a reproducible output.
  package static let reproducibleThreads = 4

  /// Settings for `container`; what is nil is the codec's default.
  /// - Throws: `MediaError.unsupported` when the container cannot hold the codec, or the codec cannot do what was
  ///   asked.
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
      throw .unsupported(format: container.rawValue, limit: .plays(plays, most: 65_535))
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

  /// Layout of the frames that the encoder takes.
  package var frameFormat: PixelFormat {
    keepsAlpha || container.facts.takesPixels ? color.pixels : color.planes
  }

  /// The entries of a GIF's palette.
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
    // A picture's is libaom's.
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
  /// Whether it holds pictures of `codec`; of an encoder that is not known here, every container may.
  fileprivate func takes(_ codec: VideoCodec) -> Bool {
    if case .other = codec { isContainer } else { codecs.contains(codec) }
  }
}

/// The settings of a film's video that a transition's has not. In a container of video and sound it is 4:2:0 whatever its codec,
/// unless it keeps alpha; its chroma lies where that of its clips does. It may have sound.
package struct FilmEncoding: Sendable, Hashable {
  /// What of a film is written.
  package enum Content: Sendable, Hashable {
    /// All of it, encoded.
    case whole
    /// A chunk without sound: the same bytes whatever the machine and its number of cores.
    case chunk
    /// All of it, from finished chunks, whose pictures are copied.
    case joined([Chunk])
    /// Frames without sound that fit between pictures of other files.
    case span(SpanEncoding)
    /// The sound alone.
    case sound
    /// All of it, with the pictures of a finished file, which are copied.
    case pictures(path: String, count: Int)

    /// Whether it is what is played in the end.
    package var isWholeFilm: Bool {
      switch self {
      case .whole, .joined, .pictures: true
      case .chunk, .span, .sound: false
      }
    }
  }

  /// A finished chunk: a file, and its frames of the film.
  package struct Chunk: Sendable, Hashable {
    /// The file; absolute, so that ffmpeg finds it from wherever the list is.
    package var path: String
    /// Its frames of the film.
    package var frames: Range<Int>

    /// The chunk of `frames` in the file at `path`.
    package init(path: String, frames: Range<Int>) { (self.path, self.frames) = (path, frames) }
  }

  /// What is written.
  package var content = Content.whole
  /// The location of a chroma sample, in ffmpeg's words.
  package var chromaLocation: String
  /// The pipe of the sound: 48 kHz, 32-bit floating point; nil for none.
  package var soundPath: String?
  /// The format of that.
  package var sound = SoundFormat()
  /// Its language as ISO 639-2 has it; empty where it is not known.
  package var soundLanguage = ""
  /// The marks by which a player finds its chapters, in order.
  package var chapters: [VideoChapter] = []

  /// The file of the subtitles; nil for none.
  package var textPath: String?
  /// Their language as ISO 639-2 has it; empty where it is not known.
  package var textLanguage = ""

  /// Video alone, or with the sound of a pipe.
  package init(_ content: Content = .whole, chromaLocation: String, soundPath: String? = nil) {
    (self.content, self.chromaLocation, self.soundPath) = (content, chromaLocation, soundPath)
  }

  /// The finished chunks that are joined; `nil` where frames are encoded.
  var chunks: [Chunk]? {
    if case .joined(let chunks) = content { chunks } else { nil }
  }

  /// The bounds that encoded frames have to fit; `nil` for none.
  var span: SpanEncoding? {
    if case .span(let span) = content { span } else { nil }
  }

  /// The file whose pictures are copied.
  var picturesPath: String? {
    if case .pictures(let path, _) = content { path } else { nil }
  }

  /// The number of its pictures.
  var pictureCount: Int? {
    if case .pictures(_, let count) = content { count } else { nil }
  }

  /// Whether no pictures are encoded.
  var copiesPictures: Bool { chunks != nil || picturesPath != nil }
}

/// The encoding of frames between copied pictures: what a decoder has to do does not grow, and the colours
/// and the way in which they are stored are the same.
package struct SpanEncoding: Sendable, Hashable {
  /// The profile in the encoder's words; `nil` for the encoder's choice.
  package var profile: String?
  /// H.264's highest level, such as `4.1`.
  package var level: String
  /// The most pictures that may be referred to.
  package var references: Int
  /// Whether pictures may be decoded in another order than they are shown in.
  package var reorders: Bool
  /// The layout of a decoded frame in ffmpeg's words.
  package var pixelFormat: String
  /// Filters that bring the film's frames to how the pictures are stored, in ffmpeg's words.
  package var filters: [String]
  /// Tags of the colours, an option and its value by turns.
  package var tags: [String]
  /// The number of frames that are encoded at once; `nil` for the encoder's choice. Each takes memory, to be cleared first.
  package var threads: Int?

  /// A way to encode.
  package init(
    profile: String?, level: String, references: Int, reorders: Bool, pixelFormat: String,
    filters: [String], tags: [String]
  ) {
    (self.profile, self.level, self.references) = (profile, level, references)
    (self.reorders, self.pixelFormat) = (reorders, pixelFormat)
    (self.filters, self.tags) = (filters, tags)
  }
}

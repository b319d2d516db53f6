import SegueImaging
import SegueSystem

/// The settings of an encoder. They determine the frames' pixel format, the support for alpha and
/// the encoder's arguments.
package struct VideoSettings: Sendable, Hashable {
  package let container: OutputFormat
  package let codec: VideoCodec
  /// The quality; `nil` for the codec's default.
  package let quality: VideoQuality?
  /// The speed preset in the encoder's own terms, such as `medium`, or a number for VP9 and AV1.
  /// `nil` for the codec's default.
  package let preset: String?
  package let extraArguments: [String]
  /// Whether the frames may be transparent. Only then does VP9 keep alpha, which needs a second
  /// stream. An opaque GIF omits pixels that equal the previous frame's.
  package let hasTransparency: Bool
  package var encoding = Encoding()
  /// Whether the codec keeps alpha even if all frames are opaque.
  package var keepsOpaqueAlpha = true
  package var pass: EncodingPass?
  package var metadata = FileMetadata()
  /// The number of plays of a GIF, 0 for endless.
  package let plays: Int
  /// The encoding of the frames' values, and their number of bits.
  package let color: FrameColor
  package var light: LightLevels?
  package var dither = Dither.automatic
  /// Whether the thread count and other machine-dependent settings are fixed.
  package var isReproducible = false
  /// The encoder's threads in a reproducible output.
  package static let reproducibleThreads = 4

  /// Settings for `container`; `nil` selects the codec's default.
  /// - Throws: `MediaError.unsupported` if the container does not support the codec, or the codec
  ///   lacks a requested feature.
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

  var row: VideoCodec.Facts { container.facts.isStillOnly ? .avif : codec.facts }

  package var keepsAlpha: Bool {
    if !keepsOpaqueAlpha, !hasTransparency { return false }
    return switch codec.facts.alpha {
    case .none: false
    case .always: true
    case .asSecondStream: hasTransparency && container.facts.keepsAlphaOfVP9
    }
  }

  package var frameFormat: PixelFormat {
    keepsAlpha || container.facts.takesRGB ? color.pixels : color.planes
  }

  var colorCount: Int { if case .value(let value)? = quality { Int(value) } else { 256 } }

  /// The palettes of a GIF's frames; `nil` if a dither is chosen by name.
  var palettes: GIFPalettes? {
    guard codec == .gif, dither == .automatic else { return nil }
    return GIFPalettes(limit: colorCount, hasGaps: hasTransparency)
  }

  package var needsEvenSize: Bool { !frameFormat.isRGBA || codec.facts.alpha == .asSecondStream }

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
    if let preset, let presets = row.presets, !presets.contains(preset) {
      throw .unsupported(
        format: container.rawValue,
        limit: .preset(preset, codec: codec.name, known: presets))
    }
  }

  private var isHeld: Bool { container.facts.isSound || container.facts.takes(codec) }
}

extension OutputFormat.Facts {
  /// Whether the container supports `codec`; always true for an unknown encoder.
  fileprivate func takes(_ codec: VideoCodec) -> Bool {
    if case .other = codec { isContainer } else { codecs.contains(codec) }
  }
}

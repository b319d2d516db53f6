import SegueMath

/// The codec of a video, with its encoder in ffmpeg. ``OutputFormat`` lists the codecs of each
/// format.
public enum VideoCodec: Sendable, Hashable {
  /// H.264, by x264: 8 or 10 bits.
  case h264
  /// H.265, by x265: 8 or 10 bits.
  case hevc
  /// VP9, by libvpx: 8 or 10 bits. WebM and Matroska keep alpha, in 8 bits.
  case vp9
  /// AV1, by SVT-AV1: 8 or 10 bits.
  case av1
  /// Apple ProRes, 10 bits: 4444 with alpha, or 422 HQ for a film without transparency.
  case prores
  /// FFV1, lossless, 8 or 10 bits: RGB with alpha, or 4:2:0 for a film without transparency.
  case ffv1
  /// The codec of GIF: at most 256 colours, one-bit alpha.
  case gif
  /// An encoder of `ffmpeg` by its own name, such as `h264_nvenc`.
  case other(String)

  package struct Facts: Sendable {
    let codec: VideoCodec
    /// The name on the command line.
    package let name: String
    /// The name of the encoder in `ffmpeg`.
    package let encoder: String
    /// The arguments between the encoder's name and the sound, in groups.
    let arguments: @Sendable (VideoArguments) -> [[String]]
    /// The arguments of an analysis that the first pass makes beside its video; `nil` if the
    /// video's encoder makes it.
    var analysis: (@Sendable (VideoArguments) -> [[String]])?
    /// The arguments with the filters of the frames.
    var filters: @Sendable (VideoArguments) -> [String] = { _ in [] }
    /// The codec's tag in MP4 and MOV if it differs from ffmpeg's default.
    var movieTag: String?
    /// The quality range; `nil` for a codec without a quality.
    var quality: ClosedRange<Double>?
    var canBeLossless = false
    /// The presets, the fastest first. `nil` for presets that only `ffmpeg` defines.
    var presets: [String]? = []
    /// Whether the codec keeps transparency, if the container does.
    var alpha = Alpha.none
    /// The condition under which the codec's channels have ten bits.
    package var tenBits = TenBits.always
    /// Whether the codec supports a size limit, in two passes.
    package var hasTwoPasses = false
    /// The encoder's notation of the light levels; `nil` for a codec whose streams do not store
    /// them.
    var light: LightLevels.Notation?
    /// Whether editors use the codec, so that uncompressed sound is its default.
    var isForEditing = false

    /// Whether the codec's streams store the mastering display and the light levels.
    package var storesLightLevels: Bool { light != nil }

    enum Alpha { case none, always, asSecondStream }

    /// The condition under which a codec has ten bits: never, on request or for the film's colours,
    /// or always.
    package enum TenBits: Sendable { case never, requested, always }
  }

  /// The codec's properties. The properties of an encoder without a row are derived from its name.
  package var facts: Facts {
    if let known = Facts.table.first(where: { $0.codec == self }) { return known }
    guard case .other(let name) = self else { preconditionFailure("the codec has no row") }
    func isAny(of families: String...) -> Bool { families.contains { name.contains($0) } }
    let tenBits: Facts.TenBits =
      isAny(of: "hevc", "265", "av1", "vp9")
      ? .always
      : isAny(of: "vvc", "264", "prores", "ffv1", "ffvhuff", "dnxhd", "cfhd", "v210", "jpeg2000")
        ? .requested : .never
    return Facts(
      codec: self, name: name, encoder: name, arguments: Facts.unknown, presets: nil, tenBits: tenBits)
  }

  /// The codec called `name` on the command line; any other name is an encoder of `ffmpeg`.
  package init(name: String) {
    let word = name.lowercased()
    self = Facts.table.first { $0.name == word || $0.encoder == word }?.codec ?? .other(name)
  }

  /// The name on the command line.
  package var name: String { facts.name }

  /// The names of the known codecs and their encoders, sorted.
  package static var names: [String] { Set(Facts.table.flatMap { [$0.name, $0.encoder] }).sorted() }
}

/// The quality of a video or an animation, in its encoder's terms.
public enum VideoQuality: Sendable, Hashable {
  /// The encoder's number. H.264 and H.265 have a rate factor of 0…51, VP9 and AV1 of 0…63; lower
  /// is better. GIF has the number of colours, 4…256. WebP and JPEG have a percentage, 1…100;
  /// higher is better.
  case value(Double)
  /// Every pixel is preserved exactly; for H.264, H.265, VP9, FFV1 and WebP.
  case lossless

  /// The quality as it is typed.
  package var text: String {
    switch self {
    case .lossless: "lossless"
    case .value(let value): value.typed
    }
  }

  /// Reads a number or `lossless`; `nil` for anything else.
  package init?(_ text: String) {
    if text == "lossless" {
      self = .lossless
    } else if let value = Double(text), value.isFinite {
      self = .value(value)
    } else {
      return nil
    }
  }
}

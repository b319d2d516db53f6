/// The codec of a video.
public enum VideoCodec: Sendable, Hashable {
  /// H.264, by x264.
  case h264
  /// H.265, by x265.
  case hevc
  /// VP9, by libvpx.
  case vp9
  /// AV1, by SVT-AV1.
  case av1
  /// Apple ProRes 4444, with alpha.
  case prores
  /// FFV1, lossless RGB with alpha.
  case ffv1
  /// GIF's own.
  case gif
  /// An encoder of `ffmpeg` by its own name, such as `h264_nvenc`.
  case other(String)

  /// The facts of a codec, in one place.
  package struct Facts: Sendable {
    let codec: VideoCodec
    /// Its name on the command line.
    package let name: String
    /// The name of the encoder in `ffmpeg`.
    package let encoder: String
    /// The bounds of its quality; `nil` where it has none.
    var quality: ClosedRange<Double>?
    /// Whether its quality may be `lossless`.
    var canBeLossless = false
    /// The presets that it has, the quickest first. `nil` where that is for `ffmpeg` to know.
    var presets: [String]? = []
    /// Whether it keeps transparency, where the container does.
    var alpha = Alpha.none
    /// When its channels have ten bits.
    package var tenBits = TenBits.always
    /// Whether it can be brought to a number of bytes, in two passes.
    package var hasTwoPasses = false
    /// Whether the first of two passes makes the video that one pass would make; libvpx only looks at the frames.
    package var firstPassMakesVideo = true
    /// Whether its streams say for which display and which brightest light they were made.
    package var saysLightLevels = false
    /// Whether it is for editing, beside which sound is expected as it was recorded.
    var isForEditing = false

    /// Whether a codec keeps transparency.
    enum Alpha { case none, always, asSecondStream }

    /// When the channels of a codec have ten bits: never, where that is asked for, or where the film's colours need it, too.
    package enum TenBits: Sendable { case never, asked, always }
  }

  private static let table: [Facts] = [
    Facts(
      codec: .h264, name: "h264", encoder: "libx264", quality: 0...51, canBeLossless: true, presets: x26x,
      tenBits: .asked, hasTwoPasses: true, saysLightLevels: true),
    Facts(
      codec: .hevc, name: "hevc", encoder: "libx265", quality: 0...51, canBeLossless: true, presets: x26x,
      hasTwoPasses: true, saysLightLevels: true),
    Facts(
      codec: .vp9, name: "vp9", encoder: "libvpx-vp9", quality: 0...63, canBeLossless: true,
      presets: numbers(-8...8), alpha: .asSecondStream, hasTwoPasses: true, firstPassMakesVideo: false),
    Facts(
      codec: .av1, name: "av1", encoder: "libsvtav1", quality: 0...63, presets: numbers(0...13),
      saysLightLevels: true),
    Facts(codec: .prores, name: "prores", encoder: "prores_ks", alpha: .always, isForEditing: true),
    Facts(codec: .ffv1, name: "ffv1", encoder: "ffv1", canBeLossless: true, alpha: .always),
    Facts(codec: .gif, name: "gif", encoder: "gif", quality: 4...256, alpha: .always, tenBits: .never),
  ]

  private static let x26x = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  static func numbers(_ range: ClosedRange<Int>) -> [String] { range.reversed().map(String.init) }

  /// Its facts. Of an encoder that has no row here they are what its name says, and ffmpeg knows the rest.
  package var facts: Facts {
    if let known = Self.table.first(where: { $0.codec == self }) { return known }
    guard case .other(let name) = self else { preconditionFailure("every codec has a row") }
    func isAny(of families: String...) -> Bool { families.contains { name.contains($0) } }
    let tenBits: Facts.TenBits =
      isAny(of: "hevc", "265", "av1", "vp9")
      ? .always
      : isAny(of: "vvc", "264", "prores", "ffv1", "ffvhuff", "dnxhd", "cfhd", "v210", "jpeg2000")
        ? .asked : .never
    return Facts(codec: self, name: name, encoder: name, presets: nil, tenBits: tenBits)
  }

  /// The codec called `name` on the command line; any other name is taken for an encoder of `ffmpeg`.
  package init(name: String) {
    let word = name.lowercased()
    self = Self.table.first { $0.name == word || $0.encoder == word }?.codec ?? .other(name)
  }

  /// Its name on the command line.
  package var name: String { facts.name }

  /// The names that are codecs here, sorted.
  package static var names: [String] { Set(table.flatMap { [$0.name, $0.encoder] }).sorted() }
}

/// A pass of two, by which a video comes to a number of bytes: what the first one finds out about the frames lies in files
/// whose names begin with `stats`.
package enum EncodingPass: Sendable, Hashable {
  /// Encodes, or only looks at the frames: ``VideoCodec/firstPassMakesVideo``.
  case first(stats: String)
  /// Gives each frame its share of `bitRate` bits a second.
  case second(stats: String, bitRate: Int)
}

/// The quality of a video, in its encoder's own terms.
public enum VideoQuality: Sendable, Hashable {
  /// The encoder's number: a rate factor (less is better), for GIF the number of colours.
  case value(Double)
  /// Every pixel comes back as it went in.
  case lossless

  /// As it is typed.
  package var text: String {
    switch self {
    case .lossless: "lossless"
    case .value(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }
  }

  /// Reads a number or `lossless`; nil for anything else.
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

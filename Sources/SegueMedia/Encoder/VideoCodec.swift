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

  /// The codec called `name` on the command line; any other name is taken for an encoder of `ffmpeg`.
  package init(name: String) {
    self = Self.named[name.lowercased()] ?? .other(name)
  }

  /// Its name on the command line.
  package var name: String {
    if case .other(let name) = self { return name }
    return Self.named.filter { $0.value == self }.keys.min { $0.count < $1.count } ?? encoderName
  }

  /// The names that are codecs here, sorted.
  package static var names: [String] { named.keys.sorted() }

  /// The name of the encoder in `ffmpeg`.
  package var encoderName: String {
    switch self {
    case .h264: "libx264"
    case .hevc: "libx265"
    case .vp9: "libvpx-vp9"
    case .av1: "libsvtav1"
    case .prores: "prores_ks"
    case .ffv1: "ffv1"
    case .gif: "gif"
    case .other(let name): name
    }
  }

  /// Whether it can be brought to a number of bytes, in two passes.
  package var hasTwoPasses: Bool { [.h264, .hevc, .vp9].contains(self) }

  /// Whether the first of two passes makes the video that one pass would make; libvpx only looks at the frames.
  package var firstPassMakesVideo: Bool { self != .vp9 }

  /// Whether its streams say for which display and which brightest light they were made.
  package var saysLightLevels: Bool { [.hevc, .h264, .av1].contains(self) }

  /// Whether an encoder of ffmpeg, by its name there, takes ten bits a channel.
  package static func holdsTenBits(_ name: String) -> Bool {
    [
      "hevc", "265", "av1", "vp9", "vvc", "264", "prores", "ffv1", "ffvhuff", "dnxhd", "cfhd", "v210",
      "jpeg2000",
    ].contains {
      name.contains($0)
    }
  }

  /// The presets that it has, the quickest first; for GIF the dithers. `nil` where that is for `ffmpeg` to know.
  var presets: [String]? {
    switch self {
    case .h264, .hevc:
      let words = "ultrafast superfast veryfast faster fast medium slow slower veryslow placebo"
      return words.split(separator: " ").map(String.init)
    case .vp9: return (-8...8).reversed().map(String.init)
    case .av1: return (0...13).reversed().map(String.init)
    case .gif:
      let plain = ["none", "bayer", "heckbert", "floyd_steinberg", "sierra2", "sierra2_4a"]
      return plain + (0...5).map { "bayer:bayer_scale=\($0)" }
    case .prores, .ffv1: return []
    case .other: return nil
    }
  }

  private static let named: [String: VideoCodec] = [
    "h264": .h264, "hevc": .hevc, "vp9": .vp9, "av1": .av1, "prores": .prores, "ffv1": .ffv1, "gif": .gif,
    "libx264": .h264, "libx265": .hevc, "libvpx-vp9": .vp9, "libsvtav1": .av1, "prores_ks": .prores,
  ]
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

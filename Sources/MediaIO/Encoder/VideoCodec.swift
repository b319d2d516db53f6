/// How a video is compressed.
///
/// **Thread-safety:** a value.
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
  public init(name: String) {
    self = Self.named[name.lowercased()] ?? .other(name)
  }

  /// The names that are codecs here, sorted.
  public static var names: [String] { named.keys.sorted() }

  /// The name of the encoder in `ffmpeg`.
  public var encoderName: String {
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

  private static let named: [String: VideoCodec] = [
    "h264": .h264, "hevc": .hevc, "vp9": .vp9, "av1": .av1, "prores": .prores, "ffv1": .ffv1, "gif": .gif,
    "libx264": .h264, "libx265": .hevc, "libvpx-vp9": .vp9, "libsvtav1": .av1, "prores_ks": .prores,
  ]
}

import SegueSystem

package struct SoundFormat: Sendable, Hashable {
  /// The codec: a known name, or an encoder of ffmpeg; `nil` means the container's default.
  package var codec: String?
  /// Bits per second in ffmpeg's notation, such as `128k`; `nil` means the codec's default.
  package var bitRate: String?
  /// The upper bound of the default bit rate, in bits per second; `nil` for no bound.
  package var bitRateLimit: Int?
  package var layout = SoundLayout.stereo

  private struct Codec {
    let name: String
    let encoder: String
    /// Default bit rate of stereo, in kilobits per second; `nil` for a lossless codec.
    let bitRate: Int?
    var options: [String] = []
    /// The largest layout that the codec's encoder accepts.
    var maximumLayout = SoundLayout.sevenPointOne
  }

  private static let codecs = [
    Codec(name: "aac", encoder: "aac", bitRate: 192),
    Codec(name: "opus", encoder: "libopus", bitRate: 160),
    Codec(name: "vorbis", encoder: "libvorbis", bitRate: 192),
    Codec(name: "mp3", encoder: "libmp3lame", bitRate: 192, maximumLayout: .stereo),
    Codec(name: "ac3", encoder: "ac3", bitRate: 192, maximumLayout: .fivePointOne),
    Codec(name: "flac", encoder: "flac", bitRate: nil, options: ["-sample_fmt", "s16"]),
    Codec(name: "alac", encoder: "alac", bitRate: nil, maximumLayout: .fivePointOne),
    Codec(name: "pcm", encoder: "pcm_s16le", bitRate: nil),
  ]

  /// The default sound codec in `container` beside `video`: the one that players expect, or a
  /// lossless one for editing.
  private static func standard(in container: OutputFormat, beside video: VideoCodec?) -> String {
    let held = container.facts.sounds
    let isForEditing = video?.facts.isForEditing == true && held.first == "aac" && held.contains("pcm")
    return isForEditing ? "pcm" : held.first ?? "aac"
  }

  package init() {}

  /// The largest layout that the container supports, and its codec's name. An unknown encoder is
  /// assumed to accept at most stereo.
  package func maximumLayout(in container: OutputFormat, beside video: VideoCodec?) -> (
    layout: SoundLayout, codec: String
  ) {
    let name = codec ?? Self.standard(in: container, beside: video)
    return (Self.codecs.first { $0.name == name || $0.encoder == name }?.maximumLayout ?? .stereo, name)
  }

  /// Checks that `container` supports this sound beside a video of codec `video`.
  package func check(in container: OutputFormat, beside video: VideoCodec?) throws(MediaError) {
    let name = codec ?? Self.standard(in: container, beside: video)
    let known = Self.codecs.first { $0.name == name }
    let held = container.facts.sounds
    if known != nil, !held.contains(name) {
      throw .unsupported(format: container.rawValue, limit: .soundCodec(name, known: held))
    }
    let maximum = Self.codecs.first { $0.name == name || $0.encoder == name }?.maximumLayout
    if let maximum, maximum.channels < layout.channels {
      throw .unsupported(
        format: container.rawValue,
        limit: .soundLayout(layout.rawValue, codec: name, maximum: maximum.rawValue))
    }
    guard let bitRate else { return }
    guard Self.bitsPerSecond(bitRate) != nil else {
      throw .invalidOption(
        .audioBitRate, problem: .value(bitRate, expected: "bits per second, such as 128k"))
    }
    if let known, known.bitRate == nil {
      throw .invalidOption(.audioBitRate, problem: .lossless(codec: name))
    }
  }

  private func standardRate(_ codec: Codec) -> Int? {
    codec.bitRate.map { rate in
      switch layout {
      case .mono: rate / 2
      case .stereo: rate
      case .fivePointOne: rate * 2
      case .sevenPointOne: rate * 8 / 3
      }
    }
  }

  /// Bits per second of `text` in ffmpeg's notation; `nil` if it is invalid.
  private static func bitsPerSecond(_ text: String) -> Int? {
    let factor = text.hasSuffix("k") ? 1000 : text.hasSuffix("M") ? 1_000_000 : 1
    guard let number = Int(factor == 1 ? text[...] : text.dropLast()), (1...10_000_000).contains(number)
    else { return nil }
    return number * factor
  }

  /// The bit rate of the encoded sound in bits per second: the requested one, else the default
  /// within ``bitRateLimit``. It is 0 for a lossless codec and if it is unknown.
  package func encodedBitRate(in container: OutputFormat, beside video: VideoCodec?) -> Int {
    if let bitRate { return Self.bitsPerSecond(bitRate) ?? 0 }
    let name = codec ?? Self.standard(in: container, beside: video)
    guard let known = Self.codecs.first(where: { $0.name == name }), let standard = standardRate(known)
    else { return 0 }
    return (reduction(in: container, beside: video)?.bits ?? standard) * 1000
  }

  /// The rates that every lossy codec supports, in kilobits per second.
  private static let rates = [192, 160, 128, 112, 96, 80, 64, 48]

  /// The bit rate reduced by ``bitRateLimit``, and the default one, in kilobits per second. `nil`
  /// if the default fits or the codec is lossless.
  package func reduction(in container: OutputFormat, beside video: VideoCodec?) -> (bits: Int, standard: Int)?
  {
    let name = codec ?? Self.standard(in: container, beside: video)
    guard bitRate == nil, let bitRateLimit, let known = Self.codecs.first(where: { $0.name == name }),
      let standard = standardRate(known), bitRateLimit < standard * 1000
    else { return nil }
    let rates = Self.rates.filter { $0 < standard }
    return (rates.first { $0 * 1000 <= bitRateLimit } ?? rates[rates.count - 1], standard)
  }

  func arguments(in container: OutputFormat, beside video: VideoCodec?) -> [String] {
    let name = codec ?? Self.standard(in: container, beside: video)
    guard let known = Self.codecs.first(where: { $0.name == name }) else {
      return ["-c:a", name] + (bitRate.map { ["-b:a", $0] } ?? [])
    }
    let encoded = encodedBitRate(in: container, beside: video)
    let rate = bitRate ?? (encoded > 0 ? "\(encoded / 1000)k" : nil)
    return ["-c:a", known.encoder] + (rate.map { ["-b:a", $0] } ?? []) + known.options
      + Self.strictness(of: name, in: container)
  }

  func copyArguments(in container: OutputFormat, beside video: VideoCodec?) -> [String] {
    ["-c:a", "copy"]
      + Self.strictness(of: codec ?? Self.standard(in: container, beside: video), in: container)
  }

  /// The option that allows FLAC in MP4, which ffmpeg treats as experimental.
  private static func strictness(of codec: String, in container: OutputFormat) -> [String] {
    codec == "flac" && container.facts.movie != nil ? ["-strict", "experimental"] : []
  }
}

/// The kinds of output that there are.
///
/// **Thread-safety:** a value.
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
  /// A folder of PNG pictures.
  case pngSequence = "png-sequence"

  /// The format called `name`.
  /// - Throws: `MediaError.unsupported`, with what there is instead.
  package init(named name: String) throws(MediaError) {
    guard let format = OutputFormat(rawValue: name) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .unsupported(format: name, reason: "there is no such format; use one of \(known)")
    }
    self = format
  }

  /// The format for a path and the one that is asked for, which wins.
  ///
  /// `-` is standard output and needs a name. A path that ends in a slash or has a pattern such as `%05d` in a `.png`
  /// name is a PNG sequence.
  /// - Throws: `MediaError.unsupported`, with what there is instead.
  package static func resolve(path: String, format: OutputFormat?) throws(MediaError) -> OutputFormat {
    if path.isEmpty { throw .invalidOption("\(option: .output): the name is missing") }
    if let format {
      if path == "-", !format.canStream {
        throw .unsupported(
          format: format.rawValue, reason: "it is many files and cannot go to standard output")
      }
      return format
    }
    if path == "-" {
      throw .unsupported(format: "-", reason: "standard output needs \(option: .format)")
    }
    let suffix = OutputPath.fileExtension(of: path)
    if path.hasSuffix("/") || (suffix == "png" && SequencePattern.isPattern(path)) { return .pngSequence }
    guard let format = allCases.first(where: { $0.extensions.contains(suffix) }) else {
      let known = allCases.flatMap(\.extensions).map { "." + $0 }.joined(separator: ", ")
      if suffix.isEmpty {
        throw .unsupported(
          format: path,
          reason:
            "it has none of the extensions \(known); say it with \(option: .format), or \(path)/ for a folder of PNG files"
        )
      }
      throw .unsupported(
        format: "." + suffix,
        reason: "the extension is unknown; use one of \(known), or \(option: .format)")
    }
    return format
  }

  /// Extensions that mean this format, without the dot.
  package var extensions: [String] {
    switch self {
    case .jpg: ["jpg", "jpeg"]
    case .raw, .pngSequence: []
    default: [rawValue]
    }
  }

  /// Whether `ffmpeg` makes it.
  package var needsEncoder: Bool { [.mp4, .mov, .mkv, .webm, .gif].contains(self) }

  /// The codecs of its video, the one that is taken where none is named first; none without an encoder.
  package var codecs: [VideoCodec] {
    guard needsEncoder else { return [] }
    let usual = VideoSettings.usualCodec(for: self)
    let all: [VideoCodec] = [usual, .h264, .hevc, .vp9, .av1, .prores, .ffv1]
    return all.enumerated().filter { index, codec in
      (index == 0 || codec != usual) && (try? VideoSettings(container: self, codec: codec)) != nil
    }.map(\.element)
  }

  /// Whether it can go to standard output, a fifo or a device.
  package var canStream: Bool { self != .pngSequence }

  /// Whether it holds one picture and nothing else, so that a progress has to be given with `--at`.
  package var isStillOnly: Bool { self == .png || self == .jpg }

  /// Whether transparency is kept; for video, with the codec that is taken when none is named. Video with
  /// other codecs: `VideoSettings.keepsAlpha`.
  package var keepsAlpha: Bool {
    switch self {
    case .webm, .gif, .webp, .apng, .raw, .png, .pngSequence: true
    case .mp4, .mov, .mkv, .y4m, .jpg: false
    }
  }

  /// The most frames a second that it can tell apart; `nil` where there is no limit.
  /// **Source:** a GIF counts in hundredths of a second, WebP and Matroska in thousandths.
  package var largestFrameRate: Int? {
    switch self {
    case .gif: 100
    case .webp, .mkv, .webm: 1000
    case .mp4, .mov, .apng, .y4m, .raw, .png, .jpg, .pngSequence: nil
    }
  }

  /// One line about it.
  package var summary: String {
    switch self {
    case .mp4: "MPEG-4 video: H.264 unless a codec is named; HEVC, AV1, VP9"
    case .mov: "QuickTime video: H.264 unless a codec is named; HEVC, ProRes 4444 with alpha"
    case .mkv: "Matroska video: H.264 unless a codec is named; every codec, lossless FFV1 with alpha"
    case .webm: "WebM video: VP9 unless a codec is named, with alpha where the pictures have it; AV1"
    case .gif: "animated GIF with a palette of its own, alpha on or off"
    case .webp: "animated WebP, or a still one"
    case .apng: "animated PNG, lossless"
    case .y4m: "YUV4MPEG2, uncompressed 4:2:0 video"
    case .raw: "RGBA8 with straight alpha, rows packed, top row first, frames back to back"
    case .png: "one PNG picture"
    case .jpg: "one JPEG picture"
    case .pngSequence: "PNG pictures: a folder (frames/) or a pattern (frame-%05d.png)"
    }
  }
}

import SegueBitstream
import SegueImaging
import SegueMedia

/// The picture properties of a copied film, taken from its first video.
struct CopyTarget: Sendable {
  let video: ClipInfo.Video
  let standard: VideoStandard
  /// The frame size after rotation.
  let size: ImageSize
  let color: FrameColor

  /// The target of a film whose first video is `video`.
  /// - Throws: `CopyObstacle` if it cannot be copied.
  init(_ video: ClipInfo.Video, size: ImageSize, _ color: FrameColor) throws(CopyObstacle) {
    guard let standard = Self.standard(of: video) else {
      throw CopyObstacle(
        reason: "the first video's codec is \(video.codec), but only H.264 and HEVC can be copied")
    }
    self.video = video
    self.standard = standard
    self.size = size
    self.color = color
    if let objection = objection(to: video) {
      throw CopyObstacle(reason: "the first video cannot be copied: \(objection)")
    }
  }

  static func standard(of video: ClipInfo.Video) -> VideoStandard? {
    switch video.codec {
    case "h264": .h264
    case "hevc": .hevc
    default: nil
    }
  }

  /// The reason why `other` cannot be copied into the film, according to its header; `nil` if it can.
  func objection(to other: ClipInfo.Video) -> String? {
    func differs<Value: Equatable>(_ value: (ClipInfo.Video) -> Value) -> Bool {
      value(video) != value(other)
    }
    if differs(\.codec) { return "its codec is \(other.codec), not the film's \(video.codec)" }
    if differs(\.storedSize) || differs(\.sampleAspect) { return "its size differs from the film's" }
    if differs(\.orientation) {
      return "its \(other.isMirrored == video.isMirrored ? "rotation" : "mirroring") differs from the film's"
    }
    if differs(\.projection) { return "its projection differs from the film's" }
    if differs(\.pixelFormat) {
      return "its pixel format is \(other.pixelFormat), not the film's \(video.pixelFormat)"
    }
    if differs(\.isFullRange) || differs(\.colorSpace) || differs(\.colorTransfer)
      || differs(\.colorPrimaries)
    {
      return "its colour tags differ from the film's"
    }
    if differs({ $0.chromaLocation.isEmpty ? "left" : $0.chromaLocation }) {
      return "its chroma location differs from the film's"
    }
    if other.visible != nil { return "its container crops it" }
    if other.displaySize != size { return "its size differs from the film's" }
    if other.orientation == nil { return "it is rotated by \(other.rotation) degrees" }
    if other.isInterlaced { return "it is interlaced" }
    if other.color != color.encoding {
      return "it is \(other.color.name), but the film is \(color.encoding.name)"
    }
    if other.hasAlpha || other.isRGB { return "its pixel format is \(other.pixelFormat)" }
    return nil
  }

  /// The orientation that a player applies to the stored pictures.
  var orientation: Orientation { video.orientation ?? .normal }

  /// The constraints of encoded frames between copied pictures with the properties `facts`.
  func constraints(_ facts: [SequenceFacts], reorders: Bool) -> StreamConstraints {
    let tenths = max(10, facts.map(\.level).min() ?? 0)
    return StreamConstraints(
      profile: standard.profileName(facts.map(\.profile).min() ?? 0), level: "\(tenths / 10).\(tenths % 10)",
      references: max(1, min(facts.map(\.references).min() ?? 1, 4)),
      reorders: reorders, pixelFormat: video.pixelFormat, filters: filters, tags: tags)
  }

  /// The filters that convert the film's frames, as displayed and in limited range, to stored pictures.
  private var filters: [String] {
    var filters: [String] = []
    switch orientation {
    case .normal: break
    case .mirrored: filters.append("hflip")
    case .turnedHalf: filters.append("hflip,vflip")
    case .flipped: filters.append("vflip")
    case .transposed: filters.append("transpose=cclock_flip")
    case .needsClockwiseTurn: filters.append("transpose=cclock")
    case .transversed: filters.append("transpose=clock_flip")
    case .needsCounterclockwiseTurn: filters.append("transpose=clock")
    }
    let layout = color.depth == .eight ? "yuv420p" : "yuv420p10le"
    var matrix = color.encoding.isHDR ? "bt2020" : "bt709"
    if video.needsColorConversion {
      filters.append("zscale=\(color.encoding.zscaleInput):\(video.zscaleOutput),format=\(layout)")
      matrix = video.matrix
    }
    if video.matrix != matrix || video.isFullRange || video.pixelFormat != layout
      || video.sampleAspect.numerator != video.sampleAspect.denominator
    {
      filters.append(
        "scale=\(video.storedSize.width):\(video.storedSize.height):in_color_matrix=\(matrix):in_range=tv"
          + ":out_color_matrix=\(video.matrix):out_range=\(video.isFullRange ? "pc" : "tv")"
          + ":flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact")
      filters.append("format=\(video.pixelFormat)")
      filters.append("setsar=\(video.sampleAspect.numerator)/\(video.sampleAspect.denominator)")
    }
    func word(_ text: String) -> String { text.isEmpty ? "unknown" : text }
    filters.append(
      "setparams=range=\(video.isFullRange ? "pc" : word(video.colorRange)):colorspace=\(word(video.colorSpace))"
        + ":color_primaries=\(word(video.colorPrimaries)):color_trc=\(word(video.colorTransfer))")
    return filters
  }

  private var tags: [String] {
    let tags = [
      ("-color_range", video.colorRange), ("-colorspace", video.colorSpace),
      ("-color_primaries", video.colorPrimaries), ("-color_trc", video.colorTransfer),
      ("-chroma_sample_location", video.chromaLocation),
    ]
    return tags.filter { !$0.1.isEmpty }.flatMap { [$0.0, $0.1] }
  }
}

extension ClipInfo.Video {
  /// Whether the stored pictures are mirrored for display, with or without rotation.
  var isMirrored: Bool {
    let matrix = orientation?.matrix ?? [1, 0, 0, 1]
    return matrix[0] * matrix[3] - matrix[1] * matrix[2] < 0
  }
}

extension VideoStandard {
  fileprivate func profileName(_ profile: Int) -> String? {
    switch (self, profile) {
    case (.h264, 66): "baseline"
    case (.h264, 77): "main"
    case (.h264, 100): "high"
    case (.h264, 110): "high10"
    case (.h264, 122): "high422"
    case (.h264, 244): "high444"
    case (.hevc, 1): "main"
    case (.hevc, 2): "main10"
    default: nil
    }
  }
}

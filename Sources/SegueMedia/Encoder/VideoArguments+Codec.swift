import SegueImaging

/// Parts of an encoder's arguments, which the rows of `VideoCodec.Facts.table` combine.
extension VideoArguments {
  var filter: [String] {
    guard case .frames = encoding.pictures else { return [] }
    guard let filters = constraints?.filters else { return settings.row.filters(self) }
    return filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]
  }

  var codec: [String] {
    switch encoding.pictures {
    case .none: []
    case .file: ["-c:v", "copy"]
    case .files: ["-c:v", "copy"] + colorTags
    case .frames(let constraints):
      ["-c:v", settings.row.encoder] + (constraints?.threads.map { ["-threads", "\($0)"] } ?? [])
        + settings.row.arguments(self).flatMap(\.self)
    }
  }

  /// The arguments of a second output without a file: the first pass's analysis, made beside the
  /// first video.
  var analysis: [String] {
    guard case .first? = settings.pass, let arguments = settings.row.analysis else { return [] }
    return ["-map", "0:v"] + filter + ["-c:v", settings.row.encoder] + arguments(self).flatMap(\.self)
      + extraArguments + ["-f", "null", "-"]
  }

  func chain(_ filters: String...) -> [String] { ["-vf", filters.joined(separator: ",")] }

  func toPlanes(range: String = "tv") -> String {
    "scale=out_color_matrix=\(settings.color.encoding.isHDR ? "bt2020" : "bt709"):out_range=\(range)"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp\(exactScaling)"
  }

  /// The flag that makes ffmpeg's scaler round alike on every processor.
  var exactScaling: String { settings.isReproducible ? "+bitexact" : "" }
  var frameTags: String { setparams(matrix: settings.color.encoding.tags.matrix, range: "tv") }

  /// The filter that tags RGB frames, which have no matrix and full range.
  var frameTagsOfRGB: String { setparams(matrix: "gbr", range: "pc") }

  private func setparams(matrix: String, range: String) -> String {
    let tags = settings.color.encoding.tags
    return "setparams=range=\(range):color_primaries=\(tags.primaries):color_trc=\(tags.transfer)"
      + ":colorspace=\(matrix)"
  }

  /// The tags of a still picture, which has full range and for SDR the curve of sRGB.
  var pictureTags: [String] {
    let tags = settings.color.encoding.tags
    let transfer = settings.color.encoding == .sdr ? "iec61966-2-1" : tags.transfer
    return [
      "-color_range", "pc", "-colorspace", tags.matrix, "-color_primaries", tags.primaries, "-color_trc",
      transfer,
    ]
  }

  var planes: [String] {
    if let constraints { return ["-pix_fmt", constraints.pixelFormat] + constraints.tags }
    return ["-pix_fmt", settings.color.planes.ffmpegName] + colorTags
  }

  func preset(_ option: String, _ standard: String?) -> [String] {
    (settings.preset ?? standard).map { [option, $0] } ?? []
  }

  /// The bit rate of the second of two passes, else the quality on the encoder's scale.
  func quality(_ standard: Int, lossless: [String] = []) -> [String] {
    if let targetRate { return ["-b:v", "\(targetRate)"] }
    switch settings.quality {
    case .lossless?: return lossless
    case .value?, nil: return ["-crf", settings.quality?.text ?? "\(standard)"]
    }
  }

  /// The bit rate of the second of two passes.
  var targetRate: Int? { if case .second(_, let bitRate)? = settings.pass { bitRate } else { nil } }

  /// The pass in ffmpeg's options, with further options of the first pass.
  func pass(first: [String] = []) -> [String] {
    switch settings.pass {
    case .first(let stats)?: ["-pass", "1", "-passlogfile", stats] + first
    case .second(let stats, _)?: ["-pass", "2", "-passlogfile", stats]
    case nil: []
    }
  }

  /// The pass in x265's syntax, with separators escaped.
  var passOfX265: [String] {
    func file(_ stats: String) -> String { stats.replacing(/[\\:'=]/) { "\\" + $0.output } }
    return switch settings.pass {
    case .first(let stats)?: ["pass=1", "slow-firstpass=1", "stats=\(file(stats))"]
    case .second(let stats, _)?: ["pass=2", "stats=\(file(stats))"]
    case nil: []
    }
  }

  /// An option with colon-separated `parameters`; empty without any.
  func parameters(_ option: String, _ parameters: [String]) -> [String] {
    parameters.isEmpty ? [] : [option, parameters.joined(separator: ":")]
  }

  /// The light levels of a PQ video as parameters.
  var light: [String] { pq(settings.row.light.flatMap { settings.light?.parameters(in: $0) } ?? []) }
  func alpha(_ words: [String]) -> [String] { settings.keepsAlpha ? words : [] }
  func opaque(_ words: [String]) -> [String] { settings.keepsAlpha ? [] : words }
  func deep(_ words: [String]...) -> [String] { isDeep ? words.flatMap(\.self) : [] }
  func pq(_ words: [String]) -> [String] { settings.color.encoding == .pq ? words : [] }
  func reproducible(_ words: [String]) -> [String] { settings.isReproducible ? words : [] }
}

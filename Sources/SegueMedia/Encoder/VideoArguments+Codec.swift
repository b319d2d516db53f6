import SegueImaging

extension VideoArguments {
  /// The filters of encoded frames.
  var filter: [String] {
    guard case .frames = encoding.pictures else { return [] }
    if let filters = constraints?.filters {
      return filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]
    }
    if settings.container.facts.isStillOnly {
      return ["-vf", toPlanes(range: "pc") + ",format=\(isDeep ? "yuv444p10le" : "yuv444p")"]
    }
    return switch settings.codec {
    case .gif: ["-filter_complex", palette]
    case .prores where !settings.keepsAlpha:
      ["-vf", "scale=flags=bicubic+accurate_rnd+full_chroma_int\(exactScaling),format=yuv422p10le," + marks]
    case .ffv1 where !settings.keepsAlpha: []
    case .prores: ["-vf", toPlanes() + ",format=yuva444p10le," + marks]
    case .vp9 where settings.keepsAlpha: ["-vf", toPlanes() + ",format=yuva420p"]
    case .ffv1: ["-vf", isDeep ? "format=gbrap10le," + rgbMarks : "format=bgra"]
    default: []
    }
  }

  /// The filter that tags the frames: ProRes writes the frames' tags, not the options, into its
  /// header.
  private var marks: String {
    let tags = settings.color.encoding.tags
    return "setparams=range=tv:color_primaries=\(tags.primaries):color_trc=\(tags.transfer)"
      + ":colorspace=\(tags.matrix)"
  }

  /// The filter that tags RGB frames, which have no matrix and full range.
  private var rgbMarks: String {
    let tags = settings.color.encoding.tags
    return "setparams=range=pc:color_primaries=\(tags.primaries):color_trc=\(tags.transfer):colorspace=gbr"
  }

  private func toPlanes(range: String = "tv") -> String {
    "scale=out_color_matrix=\(settings.color.encoding.isHDR ? "bt2020" : "bt709"):out_range=\(range)"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp\(exactScaling)"
  }

  /// The codec's options. A GIF with transparency is written in whole frames: ffmpeg omits pixels
  /// that equal the previous frame's, which would be missing after a clear. `GIFDisposal` then
  /// corrects the disposal.
  var codec: [String] {
    switch encoding.pictures {
    case .none: return []
    case .file: return ["-c:v", "copy"]
    case .files: return ["-c:v", "copy"] + colorTags
    case .frames: break
    }
    if settings.container.facts.isStillOnly { return picture }
    let name =
      ["-c:v", settings.codec.facts.encoder] + (constraints?.threads.map { ["-threads", "\($0)"] } ?? [])
    switch settings.codec {
    case .h264:
      return name + ["-preset", settings.preset ?? "veryfast"] + rateFactor(18, ["-qp", "0"]) + pass + pinned
        + (constraints?.h264 ?? h264Depth) + yuv
    case .hevc: return name + hevc + yuv
    case .vp9: return name + vp9
    case .av1:
      let parameters = lightParameters.joined(separator: ":")
      return name + ["-preset", settings.preset ?? "8"] + rateFactor(30, [])
        + (parameters.isEmpty ? [] : ["-svtav1-params", parameters]) + yuv
    case .prores where !settings.keepsAlpha:
      return name + ["-profile:v", "hq", "-pix_fmt", "yuv422p10le"] + colorTags
    case .ffv1 where !settings.keepsAlpha:
      return name + ["-level", "3", "-coder", "1", "-g", "1", "-slices", "16"] + yuv
    case .prores:
      return name + ["-profile:v", "4444", "-pix_fmt", "yuva444p10le", "-alpha_bits", "16"] + colorTags
    case .ffv1: return name + ["-level", "3", "-coder", "1", "-g", "1", "-slices", "16"]
    case .gif: return name + (settings.hasTransparency ? ["-gifflags", "-offsetting-transdiff"] : [])
    case .other: return name + (settings.preset.map { ["-preset", $0] } ?? []) + pinned + colorTags
    }
  }

  /// A still AV1 picture by libaom: SVT-AV1 supports only 4:2:0, and no small sizes.
  private var picture: [String] {
    let tags = settings.color.encoding.tags
    let transfer = settings.color.encoding == .sdr ? "iec61966-2-1" : tags.transfer
    let color = ["-color_range", "pc", "-colorspace", tags.matrix, "-color_primaries", tags.primaries]
    return ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", settings.preset ?? "6"]
      + rateFactor(20, []) + pinned + color + ["-color_trc", transfer]
  }

  private var yuv: [String] {
    if let constraints { return ["-pix_fmt", constraints.pixelFormat] + constraints.tags }
    return ["-pix_fmt", settings.color.planes.ffmpegName] + colorTags
  }

  /// The light levels in the encoder's terms.
  private var lightParameters: [String] {
    settings.color.encoding == .pq ? settings.light?.parameters(for: settings.codec) ?? [] : []
  }

  /// The options of H.264 beyond 8 bits.
  private var h264Depth: [String] {
    guard isDeep else { return [] }
    let parameters = lightParameters.joined(separator: ":")
    return ["-profile:v", "high10"] + (parameters.isEmpty ? [] : ["-x264-params", parameters])
  }

  /// The options of H.265 for PQ.
  private var hevcLight: [String] {
    constraints == nil && settings.color.encoding == .pq ? ["hdr10=1"] + lightParameters : []
  }

  private var hevc: [String] {
    let isLossless = settings.quality == .lossless
    let profile = constraints?.profileOption ?? (isDeep ? ["-profile:v", "main10"] : [])
    return ["-preset", settings.preset ?? "veryfast"] + rateFactor(22, []) + profile
      + [
        "-x265-params",
        (["log-level=error"] + (isLossless ? ["lossless=1"] : []) + pinned + (constraints?.hevc ?? [])
          + hevcPass + hevcLight)
          .joined(separator: ":"),
      ]
  }

  private var vp9: [String] {
    let alpha = ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]
    let depth = isDeep ? ["-profile:v", "2"] : []
    let layout = settings.keepsAlpha ? alpha : depth + ["-pix_fmt", settings.color.planes.ffmpegName]
    let isSecond = if case .second? = settings.pass { true } else { false }
    return rateFactor(30, ["-lossless", "1"]) + (isSecond ? [] : ["-b:v", "0"]) + pass
      + (settings.isReproducible ? pinned : ["-row-mt", "1"])
      + ["-deadline", "good"]
      + ["-cpu-used", settings.preset ?? "4"] + layout + colorTags
  }

  private func rateFactor(_ standard: Int, _ lossless: [String]) -> [String] {
    if case .second(_, let bitRate)? = settings.pass { return ["-b:v", "\(bitRate)"] }
    switch settings.quality {
    case .lossless?: return lossless
    case .value(let value)?:
      let text = value == value.rounded() ? String(Int(value)) : String(value)
      return ["-crf", text]
    case nil: return ["-crf", String(standard)]
    }
  }

  /// Fixed values of settings that encoders derive from the machine, such as the number of threads.
  private var pinned: [String] {
    guard settings.isReproducible else { return [] }
    let threads = ["-threads", "\(VideoSettings.reproducibleThreads)"]
    return switch settings.codec {
    // x264 with a lookahead thread occasionally gives different bytes.
    case .h264: threads + ["-x264opts", "sync-lookahead=0:cpu-independent=1"]
    case .hevc:
      ["pools=\(VideoSettings.reproducibleThreads)", "frame-threads=2", "lookahead-slices=0", "info=0"]
    case .vp9: ["-row-mt", "0"] + threads
    case .av1 where !settings.container.facts.isStillOnly: []
    case .av1, .other: threads
    case .prores, .ffv1, .gif: []
    }
  }

  /// The flag that makes ffmpeg's scaler round alike on every processor.
  private var exactScaling: String { settings.isReproducible ? "+bitexact" : "" }

  /// The pass, for encoders with ffmpeg's pass options.
  private var pass: [String] {
    switch settings.pass {
    case .first(let stats)?:
      ["-pass", "1", "-passlogfile", stats] + (settings.codec == .h264 ? ["-fastfirstpass", "0"] : [])
    case .second(let stats, _)?: ["-pass", "2", "-passlogfile", stats]
    case nil: []
    }
  }

  /// The pass in x265's syntax, with separators escaped.
  private var hevcPass: [String] {
    func file(_ stats: String) -> String { stats.replacing(/[\\:'=]/) { "\\" + $0.output } }
    return switch settings.pass {
    case .first(let stats)?: ["pass=1", "slow-firstpass=1", "stats=\(file(stats))"]
    case .second(let stats, _)?: ["pass=2", "stats=\(file(stats))"]
    case nil: []
    }
  }
}

/// The codecs, one row each.
extension VideoCodec.Facts {
  static let table = [h264, hevc, vp9, av1, prores, ffv1, gif]

  private static let h264 = Self(
    codec: .h264, name: "h264", encoder: "libx264",
    arguments: {
      [
        $0.preset("-preset", "veryfast"), $0.quality(18, lossless: ["-qp", "0"]),
        $0.pass(first: ["-fastfirstpass", "0"]),
        // x264 with a lookahead thread occasionally produces different bytes.
        $0.reproducible(threads), $0.reproducible(["-x264opts", "sync-lookahead=0:cpu-independent=1"]),
        $0.constraints?.h264 ?? $0.deep(["-profile:v", "high10"], $0.parameters("-x264-params", $0.light)),
        $0.planes,
      ]
    },
    quality: 0...51, canBeLossless: true, presets: x26x, tenBits: .requested, hasTwoPasses: true,
    light: LightLevels.Notation(display: "mastering-display", content: "cll"))

  private static let hevc = Self(
    codec: .hevc, name: "hevc", encoder: "libx265",
    arguments: {
      let parameters: [[String]] = [
        ["log-level=error"], $0.settings.quality == .lossless ? ["lossless=1"] : [],
        $0.reproducible([
          "pools=\(VideoSettings.reproducibleThreads)", "frame-threads=2", "lookahead-slices=0", "info=0",
        ]),
        $0.constraints?.hevc ?? [], $0.passOfX265, $0.constraints == nil ? $0.pq(["hdr10=1"]) + $0.light : [],
      ]
      return [
        $0.preset("-preset", "veryfast"), $0.quality(22),
        $0.constraints?.profileOption ?? $0.deep(["-profile:v", "main10"]),
        $0.parameters("-x265-params", parameters.flatMap(\.self)), $0.planes,
      ]
    },
    movieTag: "hvc1", quality: 0...51, canBeLossless: true, presets: x26x, hasTwoPasses: true,
    light: LightLevels.Notation(display: "master-display", content: "max-cll"))

  private static let vp9 = Self(
    codec: .vp9, name: "vp9", encoder: "libvpx-vp9",
    arguments: { argumentsOfVP9($0, pass: $0.targetRate == nil ? [] : $0.pass()) },
    // libvpx collects statistics in a separate pass.
    analysis: { argumentsOfVP9($0, pass: $0.pass()) },
    filters: { $0.alpha($0.chain($0.toPlanes(), "format=yuva420p")) },
    quality: 0...63, canBeLossless: true, presets: numbers(-8...8), alpha: .asSecondStream,
    hasTwoPasses: true)

  private static func argumentsOfVP9(_ video: VideoArguments, pass: [String]) -> [[String]] {
    [
      video.quality(30, lossless: ["-lossless", "1"]), video.targetRate == nil ? ["-b:v", "0"] : [], pass,
      video.settings.isReproducible ? ["-row-mt", "0"] : ["-row-mt", "1"], video.reproducible(threads),
      ["-deadline", "good"], video.preset("-cpu-used", "4"),
      video.alpha(["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"] + video.colorTags),
      video.opaque(video.deep(["-profile:v", "2"]) + video.planes),
    ]
  }

  private static let av1 = Self(
    codec: .av1, name: "av1", encoder: "libsvtav1",
    arguments: {
      [
        $0.preset("-preset", "8"), $0.quality(30), $0.parameters("-svtav1-params", $0.light), $0.planes,
      ]
    },
    quality: 0...63, presets: numbers(0...13),
    light: LightLevels.Notation(display: "mastering-display", isInUnits: true, content: "content-light"))

  /// A still AV1 picture by libaom: SVT-AV1 supports only 4:2:0, and no small sizes.
  static let avif = Self(
    codec: .av1, name: "av1", encoder: "libaom-av1",
    arguments: {
      [
        ["-still-picture", "1"], $0.preset("-cpu-used", "6"), $0.quality(20), $0.reproducible(threads),
        $0.pictureTags,
      ]
    },
    filters: { $0.chain($0.toPlanes(range: "pc"), "format=\($0.isDeep ? "yuv444p10le" : "yuv444p")") },
    quality: 0...63, presets: numbers(0...8))

  private static let prores = Self(
    codec: .prores, name: "prores", encoder: "prores_ks",
    arguments: {
      [
        $0.alpha(["-profile:v", "4444", "-pix_fmt", "yuva444p10le", "-alpha_bits", "16"]),
        $0.opaque(["-profile:v", "hq", "-pix_fmt", "yuv422p10le"]), $0.colorTags,
      ]
    },
    // ProRes writes the frames' tags, not the options, into its header.
    filters: {
      let scaling = "scale=flags=bicubic+accurate_rnd+full_chroma_int\($0.exactScaling)"
      return $0.alpha($0.chain($0.toPlanes(), "format=yuva444p10le", $0.frameTags))
        + $0.opaque($0.chain(scaling, "format=yuv422p10le", $0.frameTags))
    },
    alpha: .always, isForEditing: true)

  private static let ffv1 = Self(
    codec: .ffv1, name: "ffv1", encoder: "ffv1",
    arguments: { [["-level", "3", "-coder", "1", "-g", "1", "-slices", "16"], $0.opaque($0.planes)] },
    filters: {
      $0.alpha($0.isDeep ? $0.chain("format=gbrap10le", $0.frameTagsOfRGB) : $0.chain("format=bgra"))
    },
    canBeLossless: true, alpha: .always)

  /// A GIF with transparency is written in whole frames: ffmpeg omits pixels that equal the previous
  /// frame's, which would be missing after a clear. `GIFDisposal` then corrects the disposal.
  private static let gif = Self(
    codec: .gif, name: "gif", encoder: "gif",
    arguments: { [$0.settings.hasTransparency ? ["-gifflags", "-offsetting-transdiff"] : []] },
    filters: { ["-filter_complex", $0.palette] },
    quality: 4...256, alpha: .always, tenBits: .never)

  /// The arguments of an encoder without a row.
  static let unknown: @Sendable (VideoArguments) -> [[String]] = {
    [$0.preset("-preset", nil), $0.reproducible(threads), $0.colorTags]
  }

  /// A fixed number of threads, which encoders otherwise derive from the machine.
  private static let threads = ["-threads", "\(VideoSettings.reproducibleThreads)"]

  private static let x26x = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.reversed().map(String.init) }
}

import SegueImaging
import SegueMath

extension ClipInfo.Video {
  var visibleSize: ImageSize { visible?.size ?? storedSize }

  /// Display size: after the crop, the sample aspect ratio and the rotation, rounded to the nearest
  /// pixel.
  package var displaySize: ImageSize {
    let width = Double(visibleSize.width) * sampleAspect.value
    let shown = ImageSize(width: max(1, Int(limiting: width.rounded())), height: visibleSize.height)
    return isTurned ? shown.transposed : shown
  }

  var isTurned: Bool { abs(rotation % 180) == 90 }

  /// Bits per channel of a decoded frame.
  package var bits: Int { Self.bits(ofLayout: pixelFormat) }

  /// Bits per channel of a pixel format in ffmpeg's terms: the number in its name, else 8.
  static func bits(ofLayout layout: String) -> Int {
    let name = layout.hasSuffix("le") || layout.hasSuffix("be") ? layout.dropLast(2) : ""
    let digits = String(name.reversed().prefix { $0.isNumber }.reversed())
    return ["48": 16, "64": 16][digits] ?? Int(digits).flatMap { (9...16).contains($0) ? $0 : nil } ?? 8
  }

  /// Whether a frame consists of two fields of different times.
  package var isInterlaced: Bool { ["tt", "bb", "tb", "bt"].contains(fieldOrder) }

  /// The filters that deinterlace interlaced frames and pass progressive ones unchanged; empty for
  /// codecs without fields. If the codec flags each frame, the flag decides.
  ///
  /// **Source:** `AV_FIELD_TB` and its siblings in FFmpeg's codec_par.h: the second letter is the
  /// field that is shown first.
  var deinterlacing: [String] {
    let deinterlacer = "bwdif=send_frame:auto:interlaced"
    if Self.flaggedCodecs.contains(codec) {
      let isTooSmall = min(storedSize.width, storedSize.height) < Self.minimumDeinterlacedSide
      return isRGB || isTooSmall ? [] : [deinterlacer]
    }
    return isInterlaced ? ["setfield=\(fieldOrder.hasSuffix("t") ? "tff" : "bff")", deinterlacer] : []
  }

  /// The minimum side that the deinterlacer accepts.
  private static let minimumDeinterlacedSide = 4

  /// Codecs whose decoders flag each interlaced frame.
  static let flaggedCodecs: Set<String> = [
    "mpeg2video", "mpeg4", "h264", "hevc", "vc1", "wmv3", "dvvideo", "prores", "dnxhd", "ffv1", "rawvideo",
    "v210", "cavs",
  ]

  package var color: ColorEncoding { ColorEncoding(transfer: colorTransfer) }
  package var isHDR: Bool { color.isHDR }

  /// Whether pixels have alpha, or are decoded as RGBA because of an ICC profile or colours in the header.
  package var hasAlpha: Bool {
    hasAlphaTag || !profile.isEmpty || headerColors != nil
      || ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "pal8"].contains {
        pixelFormat.hasPrefix($0)
      }
  }

  package var hasTransparency: Bool { hasAlpha && !isOpaque }

  package var isRGB: Bool {
    ["rgb", "bgr", "argb", "abgr", "gbr", "pal8", "0rgb", "0bgr", "gray", "ya", "mono"].contains {
      pixelFormat.hasPrefix($0)
    }
  }

  /// Whether values range from 0 to 255.
  package var isFullRange: Bool { colorRange == "pc" || pixelFormat.hasPrefix("yuvj") }

  /// The matrix in the terms of ffmpeg's scaler. Without a tag, it is HD's from 720 lines or 1,280
  /// columns on, else SD's, as in televisions.
  package var matrix: String {
    switch colorSpace {
    case "bt709": "bt709"
    case "smpte170m", "bt470bg": "bt601"
    case "smpte240m": "smpte240m"
    case "fcc": "fcc"
    case "bt2020nc", "bt2020c": "bt2020"
    default: storedSize.height >= 720 || storedSize.width >= 1280 ? "bt709" : "bt601"
    }
  }

  /// Whether the file names its matrix, or needs none.
  package var namesItsMatrix: Bool { isRGB || !["", "unknown", "reserved"].contains(colorSpace) }

  /// The frame rate if all frames have the same length, else the average rate.
  package var nominalRate: Ratio { isVariableRate ? averageRate : frameRate }

  package var isVariableRate: Bool {
    let (a, b) = (frameRate.value, averageRate.value)
    return abs(a - b) > 0.005 * max(a, b)
  }

  /// The minimum duration of the last picture, in seconds.
  var shortestFrame: Ratio { isVariableRate ? min(0.1, 1 / averageRate) : 1 / min(60, frameRate) }

  /// The end of the last picture, which starts at `lastStart` and ends at `stated` according to the
  /// file. In a variable-rate file, a last frame too short for any screen is a placeholder, as in
  /// files copied by ffmpeg.
  func end(stated: Ratio, lastStart: Ratio) -> Ratio {
    let isLength = isVariableRate && stated - lastStart > Ratio(1, 240)
    return isLength ? stated : max(stated, lastStart + shortestFrame)
  }

  /// Whether the average rate is that of soft telecine, or equals the frame rate apart from a tenth
  /// of a second at the ends.
  var hasNearlyConstantRate: Bool {
    guard isVariableRate, let duration else { return false }
    return abs(duration.value * (1 - averageRate.value / frameRate.value)) <= 0.1
      || pulldownRates.contains { abs(averageRate.value / $0.value - 1) < 0.03 }
  }

  /// The film rates that soft telecine (alternating two and three fields) can carry at this frame
  /// or field rate.
  private var pulldownRates: [Ratio] {
    [frameRate * Ratio(4, 5), frameRate * Ratio(2, 5)].filter { abs($0.value / 24 - 1) < 0.002 }
  }

  /// Marks the video as constant-rate if `times`, the times of all pictures, are soft telecine or
  /// evenly spaced except at the ends. The first picture of a fragmented MP4 may be longer,
  /// until the sound begins. Returns whether the video is constant-rate.
  @discardableResult
  mutating func settleEvenRate(_ times: [Ratio]) -> Bool {
    let steps = zip(times, times.dropFirst()).map { ($1 - $0).value }.dropFirst().dropLast()
    let isSteady = !steps.isEmpty && steps.allSatisfy { abs($0 * frameRate.value - 1) < 0.1 }
    let film = pulldownRates.first { rate in
      times.enumerated().allSatisfy { abs((($1 - times[0]) * rate).value - Double($0)) < 0.45 }
    }
    guard let rate = isSteady && hasNearlyConstantRate ? frameRate : film, times.count > 2 else {
      return false
    }
    frameRate = rate
    averageRate = rate
    hasUnevenEnds = true
    return true
  }
}

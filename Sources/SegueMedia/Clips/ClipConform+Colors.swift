import SegueImaging

extension ClipConform {
  /// The film's matrix in the terms of ffmpeg's scaler.
  var matrix: String { target.color.isHDR ? "bt2020" : "bt709" }

  /// The filter from the clip's colours to the film's; `nil` if they are equal. Also `nil` for SDR
  /// with alpha in an HDR film, which is converted during drawing.
  var conversion: String? {
    if video.isHDR, !target.color.isHDR {
      return Self.toneMapping(of: video.zscaleInput + ":", layout: conversionLayout)
    }
    if video.color == target.color || video.hasAlpha {
      return video.needsColorConversion
        ? Self.conversion(of: video, to: video.color, layout: conversionLayout) : nil
    }
    return Self.conversion(of: video, to: target.color, layout: convertedPlanes)
  }

  /// The pixel format after the conversion.
  private var conversionLayout: String {
    video.hasAlpha ? "gbrap16le" : format.isRGBA ? "gbrp16le" : convertedPlanes
  }

  /// The film's planes after a conversion. `zscale` rejects odd sides with subsampled chroma.
  private var convertedPlanes: String {
    let planes = target.planes.ffmpegName
    return shownPart.isEven ? planes : planes.replacing("yuv420p", with: "yuv444p")
  }

  /// The filters before a conversion of `video` to `size`. If a side is odd, they expand chroma to
  /// full resolution.
  static func fullChroma(of video: ClipInfo.Video, _ size: ImageSize) -> [String] {
    guard !size.isEven, !video.isRGB else { return [] }
    let range = video.isFullRange ? "pc" : "tv"
    let layout = (video.hasAlpha ? "yuva444p" : "yuv444p") + (video.bits > 8 ? "\(video.bits)le" : "")
    return ["scale=iw:ih\(scaling):in_range=\(range):out_range=\(range)", "format=\(layout)"]
  }

  /// Converts HDR to BT.709, in limited range unless `layout` is RGB.
  /// - Parameter input: zscale's options for the pictures; empty uses the pictures' own tags.
  static func toneMapping(of input: String = "", layout: String) -> String {
    let light = layout.hasPrefix("gbrap") ? "gbrapf32le" : "gbrpf32le"
    let output = layout.hasPrefix("gbr") ? "m=gbr:r=full" : "m=709:r=limited"
    return "zscale=\(input)t=linear:npl=100,format=\(light),zscale=p=709,tonemap=hable:desat=0"
      + ",zscale=t=709:\(output),format=\(layout)"
  }

  /// Converts `video` to another encoding, or within its own encoding to standard primaries and
  /// matrix. SDR becomes HDR with the reference white of BT.2408. RGB layouts have full range.
  static func conversion(of video: ClipInfo.Video, to color: ColorEncoding, layout: String) -> String {
    if layout.hasPrefix("gbr") {
      return "zscale=\(video.zscaleInput):\(color.zscaleOutput(of: "gbr", range: "full")),format=\(layout)"
    }
    let conversion = "zscale=\(video.zscaleInput):\(color.zscaleOutput())"
    guard color.isHDR else { return "\(conversion),format=\(layout)" }
    return conversion + ":npl=\(Int(TransferFunction.sdrWhite)),format=\(layout)"
      // Codes outside of the nominal range are clipped, since no other frame of the film has them.
      + ",lutyuv=y='clip(val,64,940)':u='clip(val,64,960)':v='clip(val,64,960)'"
  }
}

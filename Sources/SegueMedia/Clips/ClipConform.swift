import SegueImaging
import SegueMath

/// The arguments of the `ffmpeg` process that converts a clip to frames of the film. Pure.
///
/// The output is RGBA if the clip has alpha or the film keeps chroma, else the film's 4:2:0 planes.
/// The output excludes the borders of `contain` and `blur`.
///
/// **Source:** `man ffmpeg-filters` for `fps`, `scale`, `bwdif`; the conversion from HDR to BT.709
/// is the common chain of zscale and tonemap with Hable's curve. Conversion to HDR goes through
/// display light, as in `ColorConversion`, because zscale's approximations (`agamma`) are off by up
/// to 87 10-bit code values.
package struct ClipConform: Sendable, Hashable {
  package let info: ClipInfo
  package private(set) var video: ClipInfo.Video
  /// Whether the clip also has pictures of other sizes, which are skipped.
  private var isInset: Bool { clipFormat != nil }
  /// The pixel format of a clip with pictures of several sizes; `nil` for a clip of one size.
  private var clipFormat: PixelFormat?
  package let target: ClipTarget
  package let framing: ClipFraming

  /// The conversion of `video` to `target`, rotated and cropped by `framing`.
  package init(
    _ info: ClipInfo, _ video: ClipInfo.Video, framing: ClipFraming = ClipFraming(), to target: ClipTarget
  ) {
    self.info = info
    self.video = video
    self.framing = framing
    self.target = target
  }

  /// Layout of the decoded frames.
  package var format: PixelFormat {
    if let clipFormat { return clipFormat }
    // zscale converts other colours to HDR as planes.
    let isDirect = !target.color.isHDR || video.color == target.color
    let keepsChroma = target.keepsChroma && isDirect && !keepsSamples
    guard video.hasAlpha || keepsChroma else { return target.planes }
    return info.isAnimatedWebP ? .rgba8 : PixelFormat(target.planes.depth)
  }

  /// The colour encoding of the decoded values.
  package var color: ColorEncoding { format.planeColor ?? (target.color.isHDR ? video.color : .sdr) }

  /// The film's pixel format in ffmpeg's terms.
  private var planes: String { target.planes.ffmpegName }

  /// The clip's rectangle in the film's frame: the whole frame except for `contain` and `blur`.
  /// In a frame with even sides, every edge is even.
  package var placement: PixelRect {
    guard [.contain, .blur].contains(target.fit) else { return PixelRect(target.size) }
    let scaled = scaledSize
    let x = (target.size.width - scaled.width) / 4 * 2
    let y = (target.size.height - scaled.height) / 4 * 2
    return PixelRect(x0: x, y0: y, x1: x + scaled.width, y1: y + scaled.height)
  }

  /// Size of the decoded frames.
  package var outputSize: ImageSize { placement.size }

  /// Whether the decoded frames are used unchanged.
  private var isExact: Bool {
    hasFilmValues && video.pixelFormat == format.ffmpegName && video.storedSize == target.size
  }

  /// Whether the film can use the clip's 4:2:0 samples unscaled and unconverted. RGBA would not add
  /// chroma detail.
  private var keepsSamples: Bool {
    target.size.isEven && hasFilmValues && video.pixelFormat.hasPrefix("yuv420p")
      && video.storedSize == scaledSize
  }

  /// Whether the samples have the film's encoding and are shown as stored: opaque, progressive,
  /// upright, uncropped, with square pixels.
  private var hasFilmValues: Bool {
    !video.isFullRange && video.matrix == matrix && !video.isInterlaced
      && video.color == target.color && !video.needsColorConversion && !video.hasAlpha
      && video.orientation == .normal && video.visible == nil && framing.isWhole
      && video.sampleAspect.numerator == video.sampleAspect.denominator
  }

  /// Size after scaling and before cropping: even sides, unless the frame has an odd side and is RGBA.
  var scaledSize: ImageSize {
    let (shown, size) = (shownSize, target.size)
    let (x, y) = (Double(size.width) / shown.width, Double(size.height) / shown.height)
    let step = size.isEven ? 2.0 : 1
    func side(_ value: Double, minimum: Int, maximum: Int) -> Int {
      min(maximum, max(minimum, Int(limiting: (value / step).rounded() * step)))
    }
    switch target.fit {
    case .stretch: return size
    case .cover where isSquare && Fit.isNearly(framedSize, size): return framedSize
    case .cover:
      let scale = max(x, y)
      return ImageSize(
        width: side(shown.width * scale, minimum: size.width, maximum: .max),
        height: side(shown.height * scale, minimum: size.height, maximum: .max))
    case .contain, .blur:
      let scale = min(x, y)
      return ImageSize(
        width: side(shown.width * scale, minimum: 2, maximum: size.width),
        height: side(shown.height * scale, minimum: 2, maximum: size.height))
    }
  }

  /// Whether the framed pictures have the display size, without scaling.
  private var isSquare: Bool {
    shownSize == (Double(framedSize.width), Double(framedSize.height))
  }

  /// Display size, unrounded.
  private var shownSize: (width: Double, height: Double) {
    let width = Double(video.visibleSize.width) * video.sampleAspect.value
    let height = Double(video.visibleSize.height)
    let (w, h) = video.isTurned != framing.isTurned ? (height, width) : (width, height)
    return (w * framing.crop.width, h * framing.crop.height)
  }

  /// The conversion for pictures of `shape`.
  func fitting(_ shape: ShapeRun) -> ClipConform {
    var conform = self
    conform.clipFormat = format
    let size = video.isTurned ? shape.size.transposed : shape.size
    let aspect = shape.sampleAspect.map { video.isTurned ? Ratio($0.denominator, $0.numerator) : $0 }
    conform.video.sampleAspect =
      aspect ?? (size == video.storedSize ? video.sampleAspect : Ratio(1, 1))
    if size != video.storedSize { conform.video.visible = nil }
    conform.video.storedSize = size
    return conform
  }

  /// The arguments that log the shape of each picture in `decoding`, one line per frame of the
  /// film. Standard output gets a line per frame, which shows that ffmpeg has not stalled.
  func arguments(sizing decoding: ClipDecoding) -> [String] {
    arguments(
      from: decoding.clipStart, skipping: decoding.first, count: decoding.count, isStrict: false,
      into: ["-f", "framecrc"]
    ) { "\(frames($0)),showinfo=checksum=0,scale=16:16" }
  }

  /// All arguments for `count` frames, beginning at frame `first`, of a clip that begins `start`
  /// seconds after the first picture. Decoding from the clip's beginning gives the same frames.
  /// - Parameter isStrict: whether damage ends the decoder instead of being concealed.
  func arguments(from start: Ratio, skipping first: Int, count: Int, isStrict: Bool) -> [String] {
    arguments(
      from: start, skipping: first, count: count, isStrict: isStrict, into: ["-f", "rawvideo"],
      filtered: filter)
  }

  private func arguments(
    from start: Ratio, skipping first: Int, count: Int, isStrict: Bool, into output: [String],
    filtered filters: (ClipTimes) -> String
  ) -> [String] {
    let times = ClipTimes(info, video, from: start, skipping: first, rate: target.rate)
    let words: [[String]] = [
      ["-hide_banner", "-nostdin", "-nostats", "-v", DecoderLog.verbosity], isStrict ? ["-xerror"] : [],
      ClipInput.whitelists, ClipInfo.restarting(by: info.leap), decoder,
      // A multithreaded decoder reports some damage only after the frame was taken.
      ["-threads", isStrict ? "1" : "2", "-reinit_filter", "0"], times.input,
      ["-i", "file:\(info.path)", "-map", "0:\(video.stream)", "-frames:v", "\(count)", "-an", "-sn", "-dn"],
      ["-vf", filters(times), "-fps_mode", "passthrough"], output, ["pipe:1"],
      info.audio.map { info.reading(besides: "0:a:\($0.index)") } ?? [],
    ]
    return words.flatMap(\.self)
  }

  /// Decoders that replace ffmpeg's default: libvpx decodes alpha, and integer arithmetic is the
  /// same on every processor.
  private var decoder: [String] {
    if video.hasAlphaTag, video.codec == "vp8" { return ["-c:v", "libvpx"] }
    if video.hasAlphaTag, video.codec == "vp9" { return ["-c:v", "libvpx-vp9"] }
    let hasFloatingTransform = ["mpeg1video", "mpeg2video", "mjpeg", "prores", "mpeg4", "dvvideo"]
    return hasFloatingTransform.contains(video.codec) ? ["-flags", "bitexact", "-idct", "simple"] : []
  }

  /// The filter chain. `fps` comes early, so that frames before the start are dropped before the
  /// expensive filters. `scale` adapts to a change of size within the clip; `crop` does not, so it
  /// comes later. The last frame is always output, even if ffmpeg assumes a duration of one tick,
  /// as for H.264 in a MOV with 600 ticks per second.
  private func filter(_ times: ClipTimes) -> String {
    // Other filters do not follow a change of size; this one passes pictures of this size
    // unchanged.
    let isEven = !isInset && video.deinterlacing.isEmpty
    var chain = isEven ? [] : ["scale=\(orientedSize.width):\(orientedSize.height)\(Self.scaling)"]
    chain += video.deinterlacing + [frames(times)]
    if let visible { chain.append("crop=\(visible.width):\(visible.height):\(visible.x0):\(visible.y0)") }
    if let conversion { chain += Self.fullChroma(of: video, shownPart) + [conversion] }
    chain += framing.filters(for: shownPart)
    chain += video.hasAlpha && scaledSize != framedSize ? scaleWithAlpha : [scale(to: scaledSize)]
    if scaledSize != outputSize { chain.append("crop=\(outputSize.width):\(outputSize.height)") }
    chain.append("setsar=1")
    chain.append("format=\(format.ffmpegName)")
    return chain.joined(separator: ",")
  }

  /// The filters that select the picture for each output frame.
  private func frames(_ times: ClipTimes) -> String {
    let steadying = steadying(from: times.firstPicture)
    // Ticks of 5 µs; an output frame is a whole number of them. Steadied pictures may need half
    // of that, because `fps` rounds the start to a tick.
    let ticks = max(1, 200_000 / target.rate.numerator) * (steadying.isEmpty ? 1 : 2)
    return "settb=1/\(target.rate.numerator * ticks),\(spacing)\(steadying)"
      + "fps=\(target.rate.numerator)/\(target.rate.denominator):start_time=\(ClipInput.seconds(times.start))"
      + ":eof_action=pass"
  }

  /// The filter that spaces pictures without presentation times, by slightly less than the stream's
  /// frame duration. ffmpeg guesses the times of the pictures that the decoder flushes at the end,
  /// partly from the length of empty packets.
  private var spacing: String {
    guard video.decodingDelay > 0 else { return "" }
    let step = "0.9*\(video.frameRate.denominator)/(\(video.frameRate.numerator)*TB)"
    return "setpts='if(isnan(PREV_OUTPTS),PTS,max(PTS,PREV_OUTPTS+floor(\(step))))',"
  }

  /// The filter that undoes the container's rounding of timestamps in a stream of constant rate.
  /// Without it, a clip of twice the film's rate would not show exactly every second picture.
  /// Timestamps more than a tick off stay unchanged. The first picture's rounding stays too.
  private func steadying(from first: Ratio) -> String {
    let ticks = 1 / (video.frameRate * video.tick)
    let isSteady = !video.isVariableRate && !video.hasUnevenEnds && !info.hasTimestampLeaps
    guard isSteady, video.frameRate != target.rate, max(video.decodingDelay, video.decodingLead) == 0,
      ticks.denominator > 1
    else { return "" }
    let (rate, start) = ("\(video.frameRate)", "(\(ClipInput.seconds(first)))")
    let place = "(T-\(start))*\(rate)"
    return "setpts='if(lte(abs(\(place)-round(\(place))),\(1 / ticks)*1.01),"
      + "round((\(start)+round(\(place))/(\(rate)))/TB),PTS)',"
  }

  /// Decoded size in display orientation.
  private var orientedSize: ImageSize { video.isTurned ? video.storedSize.transposed : video.storedSize }

  /// The part that the container shows, in display orientation; `nil` for the whole picture.
  private var visible: PixelRect? {
    guard let part = video.visible, let orientation = video.orientation else { return nil }
    return orientation.apply(to: part, of: video.storedSize)
  }

  /// Size of the shown part.
  private var shownPart: ImageSize { visible?.size ?? orientedSize }

  /// Size after framing.
  private var framedSize: ImageSize {
    framing.part(of: framing.turned(shownPart), step: framing.crop == .whole ? 1 : 2).size
  }

  /// Premultiplies by alpha before scaling, so that transparent pixels do not bleed into edges.
  private var scaleWithAlpha: [String] {
    [
      scale(to: framedSize), "format=gbrap16le", "premultiply=inplace=1",
      "scale=\(scaledSize.width):\(scaledSize.height)\(Self.scaling)", "unpremultiply=inplace=1",
    ]
  }

  private static let scaling = ":flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"

  private func scale(to target: ImageSize) -> String {
    let size = "scale=\(target.width):\(target.height)"
    if isExact { return size }
    let input: String =
      if conversion != nil, !format.isRGBA {
        ":in_color_matrix=\(matrix):in_range=tv"
      } else if video.isRGB || conversion != nil {
        ""
      } else {
        ":in_color_matrix=\(video.matrix):in_range=\(video.isFullRange ? "pc" : "tv")"
      }
    let output = format.isRGBA ? "" : ":out_color_matrix=\(matrix):out_range=tv"
    return size + Self.scaling + input + output
  }

  /// The film's matrix in the terms of ffmpeg's scaler.
  private var matrix: String { target.color.isHDR ? "bt2020" : "bt709" }

  /// The filter from the clip's colours to the film's; `nil` if they are equal. Also `nil` for SDR
  /// with alpha in an HDR film, which is converted during drawing.
  private var conversion: String? {
    if video.isHDR, !target.color.isHDR {
      return Self.toneMapping(of: video.zscaleInput + ":", layout: conversionLayout)
    }
    if video.color == target.color || video.hasAlpha {
      return video.needsColorConversion
        ? Self.conversion(of: video, to: video.color, layout: conversionLayout) : nil
    }
    return Self.conversion(of: video, to: target.color, layout: convertedPlanes)
  }

  /// The layout after the conversion.
  private var conversionLayout: String {
    video.hasAlpha ? "gbrap16le" : format.isRGBA ? "gbrp16le" : convertedPlanes
  }

  /// The film's planes after a conversion. `zscale` rejects odd sides with subsampled chroma.
  private var convertedPlanes: String {
    shownPart.isEven ? planes : planes.replacing("yuv420p", with: "yuv444p")
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
      // Codes above nominal white appear nowhere else in the film.
      + ",lutyuv=y='clip(val,64,940)':u='clip(val,64,960)':v='clip(val,64,960)'"
  }
}

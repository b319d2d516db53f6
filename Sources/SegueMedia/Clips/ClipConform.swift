import SegueImaging
import SegueMath

/// The conversion of a clip to frames of the film: the arguments of the `ffmpeg` process that decodes it. Pure.
///
/// Frames come out as RGBA where the clip has alpha, and where the film keeps chroma, else as its 4:2:0 planes; what a clip
/// leaves empty under `contain` and `blur` is not in them.
///
/// **Source:** `man ffmpeg-filters` for `fps`, `scale`, `bwdif`; the chain from a high dynamic range to bt709 is the common
/// one of zscale and tonemap with Hable's curve. Into a high dynamic range zscale converts by way of display light, as
/// `ColorConversion` does: its own approximations (`agamma`) are off by up to 87 codes of 10 bits.
package struct ClipConform: Sendable, Hashable {
  /// The clip.
  package let info: ClipInfo
  /// Its pictures.
  package private(set) var video: ClipInfo.Video
  /// Whether the clip has pictures of other sizes, which are passed over.
  private var isPart: Bool { clipFormat != nil }
  /// Layout of the clip's frames, where it has pictures of other sizes; `nil` for a clip of one size.
  private var clipFormat: PixelFormat?
  /// The film.
  package let target: ClipTarget
  /// The part of its pictures that is shown.
  package let framing: ClipFraming

  /// Brings what `framing` leaves of the pictures of `info` to `target`.
  package init(
    _ info: ClipInfo, _ video: ClipInfo.Video, framing: ClipFraming = ClipFraming(), to target: ClipTarget
  ) {
    (self.info, self.video, self.framing, self.target) = (info, video, framing, target)
  }

  /// Layout of the frames that come out.
  package var format: PixelFormat {
    if let clipFormat { return clipFormat }
    // zscale brings other colours to a high dynamic range as planes.
    let isDirect = !target.color.isHDR || video.color == target.color
    let keepsChroma = target.keepsChroma && isDirect && !keepsSamples
    guard video.hasAlpha || keepsChroma else { return target.planes }
    return info.isAnimatedWebP ? .rgba8 : PixelFormat(target.planes.depth)
  }

  /// The encoding of the values that come out.
  package var color: ColorEncoding { format.planeColor ?? (target.color.isHDR ? video.color : .sdr) }

  /// The layout of the film's planes in ffmpeg's words.
  private var planes: String { target.planes.ffmpegName }

  /// The place of the clip's pictures in the film's frame: all of it but for `contain` and `blur`. Every edge is even.
  package var placement: PixelRect {
    guard [.contain, .blur].contains(target.fit) else { return PixelRect(target.size) }
    let scaled = scaledSize
    let x = (target.size.width - scaled.width) / 4 * 2
    let y = (target.size.height - scaled.height) / 4 * 2
    return PixelRect(x0: x, y0: y, x1: x + scaled.width, y1: y + scaled.height)
  }

  /// Size of the frames that come out.
  package var outputSize: ImageSize {
    ImageSize(width: placement.width, height: placement.height)
  }

  /// Whether decoded frames are the film's as they are, so that nothing is computed.
  package var isExact: Bool {
    hasFilmValues && video.pixelFormat == format.ffmpegName && video.storedSize == target.size
  }

  /// Whether it is 4:2:0 of the film's values, not scaled: no chroma is gained by interpolation.
  private var keepsSamples: Bool {
    hasFilmValues && video.pixelFormat.hasPrefix("yuv420p") && video.storedSize == scaledSize
  }

  /// Whether its samples have the film's meaning, and are where they are shown.
  private var hasFilmValues: Bool {
    !video.isFullRange && video.matrix == matrix && !video.isInterlaced
      && video.color == target.color && !video.needsColorConversion && !video.hasAlpha
      && video.orientation == .normal && video.visible == nil && framing.isWhole
      && video.sampleAspect.numerator == video.sampleAspect.denominator
  }

  /// Size after scaling, before anything is cut off: even sides.
  var scaledSize: ImageSize {
    let (shown, size) = (shownSize, target.size)
    let (x, y) = (Double(size.width) / shown.width, Double(size.height) / shown.height)
    func even(_ value: Double, least: Int, most: Int) -> Int {
      min(most, max(least, Int(limiting: (value / 2).rounded() * 2)))
    }
    switch target.fit {
    case .stretch: return size
    case .cover:
      let scale = max(x, y)
      return ImageSize(
        width: even(shown.width * scale, least: size.width, most: .max),
        height: even(shown.height * scale, least: size.height, most: .max))
    case .contain, .blur:
      let scale = min(x, y)
      return ImageSize(
        width: even(shown.width * scale, least: 2, most: size.width),
        height: even(shown.height * scale, least: 2, most: size.height))
    }
  }

  /// Size as shown, unrounded.
  private var shownSize: (width: Double, height: Double) {
    let width = Double(video.visibleSize.width) * video.sampleAspect.value
    let height = Double(video.visibleSize.height)
    let (w, h) = video.isTurned != framing.isTurned ? (height, width) : (width, height)
    return (w * framing.crop.width, h * framing.crop.height)
  }

  /// The same for pictures of another shape, among which `shape` are found.
  func fitting(_ shape: PictureShapes) -> ClipConform {
    var conform = self
    conform.clipFormat = format
    let size = video.isTurned ? ImageSize(width: shape.size.height, height: shape.size.width) : shape.size
    let aspect = shape.sampleAspect.map { video.isTurned ? Ratio($0.denominator, $0.numerator) : $0 }
    conform.video.sampleAspect =
      aspect ?? (size == video.storedSize ? video.sampleAspect : Ratio(1, 1))
    if size != video.storedSize { conform.video.visible = nil }
    conform.video.storedSize = size
    return conform
  }

  /// The arguments for the shapes of the pictures that `decoding` decodes, in the log, one line for each frame of the film; and
  /// on standard output a sign of life for each.
  func arguments(sizing decoding: ClipDecoding) -> [String] {
    arguments(
      from: decoding.clipStart, skipping: decoding.first, count: decoding.count, isStrict: false,
      into: ["-f", "framecrc"]
    ) { "\(frames($0)),showinfo=checksum=0,scale=16:16" }
  }

  /// All arguments for `count` frames of a clip that begins `start` seconds after the first picture, from its frame `first`
  /// on: the very frames that it has there when it is decoded from its beginning.
  /// - Parameter isStrict: whether damage ends the decoder instead of being concealed.
  func arguments(from start: Ratio, skipping first: Int, count: Int, isStrict: Bool) -> [String] {
    arguments(
      from: start, skipping: first, count: count, isStrict: isStrict, into: ["-f", "rawvideo"],
      filtered: filter)
  }

  /// Times on the clock of the filters, in seconds.
  private struct FilterTimes {
    /// The film's first frame.
    var start: Ratio
    /// The clip's first picture.
    var first: Ratio
  }

  /// The arguments for `count` frames that go through filters into an output.
  private func arguments(
    from start: Ratio, skipping first: Int, count: Int, isStrict: Bool, into output: [String],
    filtered filters: (FilterTimes) -> String
  ) -> [String] {
    let rate = target.rate
    let lead = (ClipInput.videoLead(in: info.container) * rate).ceiling
    func entry(_ time: Ratio) -> (seek: Ratio?, clock: Ratio) {
      info.entry(at: time, early: Ratio(lead) / rate, intoStreamFrom: video.startTime)
    }
    // The film's clock begins whole frames before the clip, wherever that is entered: a frame of its own that is as near to one
    // of the film's as to the next must not change sides with what ffmpeg rounds when it seeks.
    let time = start + video.startTime
    let whole = entry(time)
    let before = whole.seek == nil ? max(0, ((time - whole.clock) * rate).floor) : lead
    let clock = time - Ratio(before) / rate
    let begins = Ratio(before + first) / rate
    let own = entry(clock + begins)
    let seeking = own.seek.map { ["-noaccurate_seek", "-ss", ClipInput.seconds($0)] } ?? []
    var shift = ["-itsoffset", ClipInput.seconds(own.clock - clock)]
    var times = FilterTimes(start: begins, first: video.startTime - clock)
    if keepsTimes {
      shift = ["-copyts", "-itsoffset", ClipInput.seconds(-clock - video.decodingDelay)]
    } else if own.seek != nil {
      shift = []
      times = FilterTimes(start: clock + begins - own.clock, first: video.startTime - own.clock)
    }
    return ["-hide_banner", "-nostdin", "-nostats", "-v", DecoderLog.verbosity]
      + (isStrict ? ["-xerror"] : [])
      // With threads of its own a decoder tells of some damage only when the frame has been taken.
      + ClipInput.whitelists + ClipInfo.restarting(by: info.leap) + decoder + [
        "-threads", isStrict ? "1" : "2", "-reinit_filter", "0",
      ] + shift
      + seeking
      + [
        "-i", "file:\(info.path)", "-map", "0:\(video.stream)", "-frames:v", "\(count)", "-an", "-sn", "-dn",
      ]
      + [
        "-vf", filters(times), "-fps_mode", "passthrough",
      ] + output + ["pipe:1"] + (info.audio.map { info.reading(besides: "0:a:\($0.index)") } ?? [])
  }

  /// Whether the clip's times are taken as its container has them. Those of a stream that is made to be cut are mended by
  /// ffmpeg, which it does not do then; they are fine enough to be exact after a seek.
  private var keepsTimes: Bool { ClipInput.hasIndex(info.container) && !info.timesRestart }

  /// Decoders that ffmpeg would not choose by itself: those of libvpx see alpha, and integer arithmetic is the same on
  /// every processor.
  private var decoder: [String] {
    if video.hasAlphaTag, video.codec == "vp8" { return ["-c:v", "libvpx"] }
    if video.hasAlphaTag, video.codec == "vp9" { return ["-c:v", "libvpx-vp9"] }
    let hasFloatingTransform = ["mpeg1video", "mpeg2video", "mjpeg", "prores", "mpeg4", "dvvideo"]
    return hasFloatingTransform.contains(video.codec) ? ["-flags", "bitexact", "-idct", "simple"] : []
  }

  /// The chain of filters. `fps` comes first of what counts frames, so that frames before the start are resolved
  /// without being scaled; `scale` follows a change of size within the clip, `crop` would not, so it comes after. The last
  /// frame is given however short ffmpeg takes it for, which is a tick for H.264 in a MOV of 600 ticks a second.
  private func filter(_ times: FilterTimes) -> String {
    // Other filters do not follow a change of size; it passes pictures of this size on as they are.
    let isEven = !isPart && video.deinterlacing.isEmpty
    var chain = isEven ? [] : ["scale=\(orientedSize.width):\(orientedSize.height)\(Self.scaling)"]
    chain += video.deinterlacing + [frames(times)]
    if let visible { chain.append("crop=\(visible.width):\(visible.height):\(visible.x0):\(visible.y0)") }
    if let conversion { chain.append(conversion) }
    chain += framing.filters(for: shownPart)
    chain += video.hasAlpha && scaledSize != framedSize ? scaleWithAlpha : [scale(to: scaledSize)]
    if scaledSize != outputSize { chain.append("crop=\(outputSize.width):\(outputSize.height)") }
    chain.append("setsar=1")
    chain.append("format=\(format.ffmpegName)")
    return chain.joined(separator: ",")
  }

  /// The filters that choose the picture of each frame of the film.
  private func frames(_ times: FilterTimes) -> String {
    let steadying = steadying(from: times.first)
    // Ticks of 5 µs of which a film's frame has a whole number, and half of one, where pictures may lie there: `fps` rounds the
    // start to a tick.
    let ticks = max(1, 200_000 / target.rate.numerator) * (steadying.isEmpty ? 1 : 2)
    return "settb=1/\(target.rate.numerator * ticks),\(spacing)\(steadying)"
      + "fps=\(target.rate.numerator)/\(target.rate.denominator):start_time=\(ClipInput.seconds(times.start))"
      + ":eof_action=pass"
  }

  /// The filter by which pictures without times of showing are nearly as far apart as the stream's rate has them: those that wait
  /// in the decoder at the end have times that ffmpeg guesses, by the length of empty packets, too.
  private var spacing: String {
    guard video.decodingDelay > 0 else { return "" }
    let step = "0.9*\(video.frameRate.denominator)/(\(video.frameRate.numerator)*TB)"
    return "setpts='if(isnan(PREV_OUTPTS),PTS,max(PTS,PREV_OUTPTS+floor(\(step))))',"
  }

  /// The filter by which pictures of one length lie where their rate has them, and not where the container's ticks have rounded
  /// that to: of twice the film's rate every other one is shown then, and not now the next, now the one after the next. What is
  /// farther off than a tick, and the first picture's own rounding, is as it is.
  private func steadying(from first: Ratio) -> String {
    let ticks = 1 / (video.frameRate * video.tick)
    let isSteady = !video.isVariableRate && !video.hasLongEnds && !info.timesRestart
    guard isSteady, video.frameRate != target.rate, max(video.decodingDelay, video.decodingLead) == 0,
      ticks.denominator > 1
    else { return "" }
    let (rate, start) = ("\(video.frameRate)", "(\(ClipInput.seconds(first)))")
    let place = "(T-\(start))*\(rate)"
    return "setpts='if(lte(abs(\(place)-round(\(place))),\(1 / ticks)*1.01),"
      + "round((\(start)+round(\(place))/(\(rate)))/TB),PTS)',"
  }

  /// Size as decoded, in its display orientation.
  private var orientedSize: ImageSize {
    let stored = video.storedSize
    return video.isTurned ? ImageSize(width: stored.height, height: stored.width) : stored
  }

  /// The part of it that the container shows, in its display orientation; `nil` for all of it.
  private var visible: PixelRect? {
    guard let part = video.visible, let orientation = video.orientation else { return nil }
    return orientation.apply(to: part, of: video.storedSize)
  }

  /// Size of that part.
  private var shownPart: ImageSize {
    visible.map { ImageSize(width: $0.width, height: $0.height) } ?? orientedSize
  }

  /// Size of what is shown of it.
  private var framedSize: ImageSize {
    let part = framing.part(of: framing.turned(shownPart), step: framing.crop == .whole ? 1 : 2)
    return ImageSize(width: part.width, height: part.height)
  }

  /// Colour is scaled by its alpha before its size changes, or what is transparent would shine through at the edges.
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

  /// The film's matrix, in the words of ffmpeg's scaler.
  private var matrix: String { target.color.isHDR ? "bt2020" : "bt709" }

  /// From the clip's colours to the film's; `nil` where they are those, and for a standard range with alpha in a film of a high
  /// one: that is converted while it is drawn.
  private var conversion: String? {
    if video.isHDR, !target.color.isHDR {
      return Self.toneMapping(of: video.zscaleInput + ":", layout: conversionLayout)
    }
    if video.color == target.color || video.hasAlpha {
      return video.needsColorConversion
        ? Self.conversion(of: video, to: video.color, layout: conversionLayout) : nil
    }
    return Self.conversion(of: video, to: target.color, layout: planes)
  }

  /// The layout between the conversion and what comes after it.
  private var conversionLayout: String {
    video.hasAlpha ? "gbrap16le" : format.isRGBA ? "gbrp16le" : planes
  }

  /// From a high dynamic range to BT.709, in limited range unless `layout` is red, green and blue.
  /// - Parameter input: zscale's options for the pictures; empty takes their own tags.
  static func toneMapping(of input: String = "", layout: String) -> String {
    let light = layout.hasPrefix("gbrap") ? "gbrapf32le" : "gbrpf32le"
    let output = layout.hasPrefix("gbr") ? "m=gbr:r=full" : "m=709:r=limited"
    return "zscale=\(input)t=linear:npl=100,format=\(light),zscale=p=709,tonemap=hable:desat=0"
      + ",zscale=t=709:\(output),format=\(layout)"
  }

  /// The colours of `video` in another encoding, or in the primaries and the matrix of its own; into a high dynamic range from
  /// BT.709, whose white is that of BT.2408. Layouts of red, green and blue are of full range.
  static func conversion(of video: ClipInfo.Video, to color: ColorEncoding, layout: String) -> String {
    if layout.hasPrefix("gbr") {
      return "zscale=\(video.zscaleInput):\(color.zscaleOutput(of: "gbr", range: "full")),format=\(layout)"
    }
    let conversion = "zscale=\(video.zscaleInput):\(color.zscaleOutput())"
    guard color.isHDR else { return "\(conversion),format=\(layout)" }
    return conversion + ":npl=\(Int(TransferFunction.sdrWhite)),format=\(layout)"
      // What is brighter than white is a code that nothing else in the film has.
      + ",lutyuv=y='clip(val,64,940)':u='clip(val,64,960)':v='clip(val,64,960)'"
  }
}

import SegueImaging
import SegueMath

extension ClipConform {
  /// The arguments of an ffmpeg process that logs the shape of the picture in each frame of
  /// `decoding`. The process also writes a line per frame to standard output, which shows that it
  /// has not stalled.
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
      ClipInput.whitelists, ClipInfo.restarting(by: info.discontinuity), decoder,
      // A multithreaded decoder reports some damage only after it has output the frame.
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
  /// comes later. The last frame is always output, even if ffmpeg assumes a duration of one tick
  /// for it. An example is H.264 in a MOV with 600 ticks per second.
  private func filter(_ times: ClipTimes) -> String {
    // Other filters do not adapt to a change of size. This `scale` passes pictures of the oriented
    // size unchanged.
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

  private func frames(_ times: ClipTimes) -> String {
    let steadying = steadying(from: times.firstPicture)
    // A tick has about 5 µs, and an output frame has a whole number of ticks. Steadied pictures may
    // need ticks of half that length, because `fps` rounds the start to a tick.
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
    let isSteady = !video.isVariableRate && !video.hasUnevenEnds && !info.hasTimestampDiscontinuities
    guard isSteady, video.frameRate != target.rate, max(video.decodingDelay, video.decodingLead) == 0,
      ticks.denominator > 1
    else { return "" }
    let (rate, start) = ("\(video.frameRate)", "(\(ClipInput.seconds(first)))")
    let place = "(T-\(start))*\(rate)"
    return "setpts='if(lte(abs(\(place)-round(\(place))),\(1 / ticks)*1.01),"
      + "round((\(start)+round(\(place))/(\(rate)))/TB),PTS)',"
  }

  /// Premultiplies by alpha before scaling, so that transparent pixels do not bleed into edges.
  private var scaleWithAlpha: [String] {
    [
      scale(to: framedSize), "format=gbrap16le", "premultiply=inplace=1",
      "scale=\(scaledSize.width):\(scaledSize.height)\(Self.scaling)", "unpremultiply=inplace=1",
    ]
  }

  static let scaling = ":flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"

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
}

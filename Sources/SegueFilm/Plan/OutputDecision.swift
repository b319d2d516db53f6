import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The format, the size and the rate of a film, decided from its probed clips.
struct OutputDecision {
  /// The request with every decision about its output.
  let request: FilmRequest
  let format: FrameFormat
  /// The size of the film; both sides are even unless frames are RGBA.
  let size: ImageSize
  /// The device around the film; `nil` for none.
  let device: DeviceLayout?
  let rate: FrameRate
  /// The first video that is not an animation.
  let firstVideo: ClipInfo.Video?
  let notices: [Notice]
  /// The notices about the colours, for an output with pictures.
  let colorNotices: [Notice]

  /// - Throws: `UsageError`, `SystemError`, `MediaError`, `FrameRateError`.
  init(_ resolved: ResolvedRequest, _ clips: [ProbedClip]) async throws {
    let contents = clips.map(\.content)
    var request = resolved.request
    let settled = try Self.settled(request, by: clips)
    request.output = settled.output
    colorNotices = settled.notices
    let file = request.output.knownFormat
    if file?.facts.repeats == true, request.stillTime == nil, request.output.plays == nil {
      request.output.plays = request.plays
    }
    if request.copies { try await FilmPlan.checkCopying(resolved.request, contents) }
    // An output in memory has a format but no path.
    let isRGBA = (request.output.format ?? file)?.facts.takesRGB == true
    let backdrops = try Self.backdrops(of: request, clips, file)
    let format = FrameFormat(
      request.output.frameColor, isRGBA: isRGBA, over: backdrops.film, outer: backdrops.outer)
    self.format = format
    // An HDR film converts its clips in 4:2:0 planes. VP9 stores alpha beside 4:2:0 planes.
    let isEven =
      !format.pixels.isRGBA || format.color.encoding.isHDR
      || request.output.codec ?? file?.facts.codec == .vp9
    let sizes = try Self.size(of: request, clips, file, isEven: isEven)
    size = sizes.film
    device = sizes.device
    let (rate, rateNotice) = try await FilmPlan.rate(of: request, contents, file)
    self.rate = rate
    firstVideo = contents.lazy.compactMap(\.video).first
    notices = resolved.notices + sizes.notices + [rateNotice].compactMap(\.self)
    request.output.size = .exact(device?.size ?? size)
    request.output.frameRate = rate
    if request.copies, let standard = firstVideo.flatMap(CopyTarget.standard(of:)) {
      request.output.codec = standard == .h264 ? .h264 : .hevc
    }
    self.request = request
  }

  /// The output of `request` with unset colour options resolved from the first video, else from the first
  /// picture. An encoding that the output does not support is converted.
  private static func settled(
    _ request: FilmRequest, by clips: [ProbedClip]
  ) throws -> (output: OutputRequest, notices: [Notice]) {
    let first = clips.first { $0.content.video != nil } ?? clips.first { $0.content.isPicture }
    var output = request.output
    // Frames encoded beside copied frames need the same bit depth.
    if request.copies, output.depth == nil, case .video(_, let video) = first?.content, video.bits == 10 {
      output.depth = .ten
      output.codec = video.codec == "h264" ? .h264 : .hevc
    }
    return try output.settlingColor(
      first?.content.color ?? .sdr, of: first?.input.source.text ?? "", request.drawing.names)
  }

  /// The background behind the clips, and the background of the output's frames. They differ only if the
  /// film has a device.
  private static func backdrops(
    of request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?
  ) throws -> (film: Backdrop, outer: Backdrop) {
    let hasDevice = request.device.shape != nil
    let first = hasDevice ? nil : clips.first(where: \.content.hasTransparency)
    let ground = request.backgrounds.first { !$0.isOpaque } ?? request.backgrounds.first
    var outer = Backdrop.opaque(ground ?? .black)
    if format != nil {
      outer = try FilmOutput(request).backdrop(request, ground, clipsAreOpaque: first == nil)
    }
    outer.transparentSource = first?.input.source.text
    let background = request.drawing.background.flatMap { $0.isOpaque ? $0 : nil }
    return (hasDevice ? .opaque(background ?? .black) : outer, outer)
  }

  /// The size of the film, and the device around it. The frame has the requested size. Otherwise it has the
  /// size of the first video, else of the first animation or picture, plus the device. This size is scaled
  /// down to the default bounds of `format`, with a notice.
  private static func size(
    of request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?, isEven: Bool
  ) throws -> (film: ImageSize, device: DeviceLayout?, notices: [Notice]) {
    func rounded(_ size: ImageSize) -> ImageSize { isEven ? size.roundedDownToEven : size }
    let shaped = clips.indices.filter { clips[$0].size != nil }
    let index = shaped.first { clips[$0].content.video != nil } ?? shaped.first
    let first = index.map { clips[$0] }
    let shape = request.device.shape
    let whole = first?.size ?? ImageSize(width: 1920, height: 1080)
    let own = shape == nil ? whole : request.device.screen(in: whole)
    let natural = shape.map { DeviceLayout(request.device, $0, around: rounded(own)).size } ?? own
    let bounded = request.copies ? natural : natural.scaledDown(toFit: (format ?? .mp4).defaultBounds)
    let size = request.output.size?.size(for: natural, isEven: isEven) ?? rounded(bounded)
    try size.checkFrame()
    // A nested film with odd sides is drawn in RGBA.
    guard size.isEven || !isEven || request.nesting != nil else {
      throw MediaError.oddSides(size, format: "a film")
    }
    let device = try shape.map { try DeviceLayout(request.device, $0, showing: rounded(own), in: size) }
    let film = device?.screenSize ?? size
    guard request.output.size == nil, let first, let index, format?.facts.isSound != true else {
      return (film, device, [])
    }
    let (name, place) = (first.input.source.text, Place(request.place(ofClip: index)))
    if bounded != natural {
      let around = shape == nil ? "" : " with its device"
      let sentence = request.drawing.names.text(
        """
        \(name)\(around) is \(natural), scaled down to \(size); \
        \(short: .size) \(rounded(natural)) keeps its size
        """)
      return (film, device, [Notice(.note, at: place, of: .size, sentence)])
    }
    let fit = first.input.fit ?? request.output.fit
    let notices = first.content.isSquare ? fit.evenNotices(name, own, film).at(place) : []
    return (film, device, notices)
  }
}

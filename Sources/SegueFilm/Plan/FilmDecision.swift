import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

/// The format, the size and the rate of a film, decided from its probed clips.
struct OutputDecision {
  /// The request with every decision about its output.
  let request: FilmRequest
  let format: FrameFormat
  /// The frame size; both sides are even unless frames are RGBA.
  let size: ImageSize
  let rate: FrameRate
  /// The first video that is not an animation.
  let firstVideo: ClipInfo.Video?
  let notes: [String]
  /// Notes about the colours, for an output with pictures.
  let colorNotes: [String]

  /// - Throws: `UsageError`, `MediaError`, `FrameRateError`.
  init(_ resolved: ResolvedRequest, _ clips: [ProbedClip]) async throws {
    let contents = clips.map(\.content)
    var (request, notes) = (resolved.request, resolved.notes)
    let settled = try Self.settled(request, by: clips)
    request.output = settled.output
    colorNotes = settled.notes
    let file = request.output.knownFormat
    if request.copies { try await FilmPlan.checkCopying(resolved.request, contents) }
    // An output in memory has a format but no path.
    let isRGBA = (request.output.format ?? file)?.facts.takesRGB == true
    let format = FrameFormat(
      request.output.frameColor, isRGBA: isRGBA, over: try Self.backdrop(of: request, clips, file))
    self.format = format
    // Clips become HDR as 4:2:0 planes, and VP9 keeps alpha beside planes.
    let isEven =
      !format.pixels.isRGBA || format.color.encoding.isHDR
      || request.output.codec ?? file?.facts.codec == .vp9
    size = try Self.size(of: request, clips, file, isEven: isEven, &notes)
    let (rate, rateNote) = try await FilmPlan.rate(of: request, contents, file)
    self.rate = rate
    firstVideo = contents.lazy.compactMap(\.video).first
    self.notes = notes + [rateNote].compactMap(\.self)
    request.output.size = .exact(size)
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
  ) throws -> (output: OutputRequest, notes: [String]) {
    let first = clips.first { $0.content.video != nil } ?? clips.first { $0.content.isPicture }
    var output = request.output
    // Frames encoded beside copied ones need the same bit depth.
    if request.copies, output.depth == nil, case .video(_, let video) = first?.content, video.bits == 10 {
      output.depth = .ten
      output.codec = video.codec == "h264" ? .h264 : .hevc
    }
    return try output.settlingColor(
      first?.content.color ?? .sdr, of: first?.input.source.text ?? "", request.drawing.names)
  }

  /// The background behind the clips.
  private static func backdrop(
    of request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?
  ) throws -> Backdrop {
    if format == nil { return .opaque(request.drawing.background ?? .black) }
    let first = clips.first(where: \.content.hasTransparency)
    var backdrop = try FilmOutput(request).backdrop(request, clipsAreOpaque: first == nil)
    backdrop.transparentSource = first?.input.source.text
    return backdrop
  }

  /// The frame size: the requested size, else that of the first video, else of the first animation or
  /// picture, scaled down to the default bounds of `format`. Scaling down is a warning.
  private static func size(
    of request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?, isEven: Bool,
    _ warnings: inout [String]
  ) throws -> ImageSize {
    func rounded(_ size: ImageSize) -> ImageSize { isEven ? size.roundedDownToEven : size }
    let shaped = clips.filter { $0.size != nil }
    let first = shaped.first { $0.content.video != nil } ?? shaped.first
    let natural = first?.size ?? ImageSize(width: 1920, height: 1080)
    let bounded = request.copies ? natural : natural.scaledDown(toFit: (format ?? .mp4).defaultBounds)
    let size = request.output.size?.size(for: natural, isEven: isEven) ?? rounded(bounded)
    try size.checkFrame()
    // A nested film with odd sides is drawn in RGBA.
    guard size.isEven || !isEven || request.nesting != nil else {
      throw UsageError.oddSize(size, format: "a film")
    }
    if request.output.size == nil, bounded != natural, let first, format?.facts.isSound != true {
      warnings.append(
        request.drawing.names.text(
          """
          \(first.input.source.text) is \(natural), scaled down to \(size); \
          \(short: .size) \(rounded(natural)) keeps its size
          """))
    } else if request.output.size == nil, let first, first.content.isSquare, format?.facts.isSound != true {
      let fit = first.input.fit ?? request.output.fit
      warnings += fit.evenNotes(first.input.source.text, natural, size)
    }
    return size
  }
}

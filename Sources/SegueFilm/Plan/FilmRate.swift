import SegueFields
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

extension FilmPlan {
  /// The lowest frame rate of a video that sets the film's rate. Slower videos are slides.
  private static let minimumRate = 10.0
  /// The default frame rate, for a film of stills.
  private static let defaultRate = (30, 1)

  /// The film's frame rate, and a notice about the choice. Without a requested rate, the first of these
  /// applies:
  /// - the default rate of `format`
  /// - the rate of the first video of at least `minimumRate`
  /// - the frame rate that is set for a picture sequence
  /// - the standard rate nearest to the first animation's average rate
  static func rate(
    of request: FilmRequest, _ contents: [FilmInputs.Content], _ format: OutputFormat?
  ) async throws -> (rate: FrameRate, notice: Notice?) {
    if let rate = request.output.frameRate ?? format?.facts.defaultRate { return (rate, nil) }
    var videos: [(info: ClipInfo, video: ClipInfo.Video)] = []
    for case .video(let info, let video) in contents where !info.isAnimation { videos.append((info, video)) }
    guard let first = videos.first else { return (try animationRate(of: contents), nil) }
    let deciding = videos.first { $0.video.nominalRate.value >= minimumRate }
    // Copied pictures keep their rate.
    if let deciding = deciding ?? (request.copies ? first : nil) {
      let rate = try await rate(of: deciding.info, deciding.video)
      guard deciding.info != first.info else { return (rate, nil) }
      return (rate, slidesNotice(first, rate, of: deciding.info.name, request))
    }
    let rate = try FrameRate(defaultRate.0, per: defaultRate.1)
    return (rate, slidesNotice(first, rate, of: nil, request))
  }

  /// The note that the first video is too slow to set the rate.
  private static func slidesNotice(
    _ slides: (info: ClipInfo, video: ClipInfo.Video), _ rate: FrameRate, of name: String?,
    _ request: FilmRequest
  ) -> Notice {
    let own = slides.video.nominalRate
    let source = name.map { " like \($0)" } ?? ""
    let sentence = request.drawing.names.text(
      """
      \(slides.info.name) has \(own.numerator)/\(own.denominator) frames/s, too few for a film, so the film has \
      \(rate) frames/s\(source); \(short: .frameRate) \(own.numerator)/\(own.denominator) keeps its rate
      """)
    return Notice(.note, of: .frameRate, sentence)
  }

  /// The film's rate if `video` sets it. For a variable frame rate it is a standard rate at which few
  /// frames are dropped.
  private static func rate(of info: ClipInfo, _ video: ClipInfo.Video) async throws -> FrameRate {
    let nominal = video.nominalRate
    guard video.isVariableRate else { return try FrameRate(nominal.numerator, per: nominal.denominator) }
    if let grid = standardRate(near: video.frameRate.value) { return rate(on: grid, mean: nominal.value) }
    if let standard = standardRate(near: nominal.value) { return standard }
    if let grid = await gridRate(of: info) { return rate(on: grid, mean: nominal.value) }
    return try standardRates.first { $0.framesPerSecond >= nominal.value }
      ?? FrameRate(nominal.numerator, per: nominal.denominator)
  }

  /// The rate for a recording at `grid` with skipped frames: `grid`, or half of it if this drops at most 3 %
  /// of the frames.
  private static func rate(on grid: FrameRate, mean: Double) -> FrameRate {
    let half = standardRate(near: grid.framesPerSecond / 2)
    return half.flatMap { $0.framesPerSecond >= 0.97 * mean ? $0 : nil } ?? grid
  }

  /// The standard rate of a video's shortest frame intervals, ignoring gaps.
  private static func gridRate(of info: ClipInfo) async -> FrameRate? {
    guard let times = try? await ClipProbe().frameTimes(of: info, limits: DecodingLimits()) else {
      return nil
    }
    return ClipProbe.gridRate(of: times.map(\.value)).flatMap(standardRate)
  }

  /// The standard rates of cameras and screens, in ascending order.
  private static let standardRates = [
    (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1),
  ].compactMap { try? FrameRate($0.0, per: $0.1) }

  /// The standard rate nearest to `value`; `nil` if none is within 3 %.
  private static func standardRate(near value: Double) -> FrameRate? {
    let nearest = standardRates.min {
      abs($0.framesPerSecond - value) < abs($1.framesPerSecond - value)
    }
    return nearest.flatMap { abs($0.framesPerSecond - value) <= 0.03 * value ? $0 : nil }
  }

  private static func animationRate(of contents: [FilmInputs.Content]) throws -> FrameRate {
    for case .video(let info, let animation) in contents {
      if let sequence = info.sequence {
        if let rate = sequence.rate, !sequence.isSlideShow {
          return try FrameRate(rate.numerator, per: rate.denominator)
        }
        continue
      }
      let rate = animation.nominalRate.value
      return try FrameRate(
        [60, 50, 30, 25, 24, 15, 12].min { abs(Double($0) - rate) < abs(Double($1) - rate) } ?? 30)
    }
    return try FrameRate(defaultRate.0, per: defaultRate.1)
  }
}

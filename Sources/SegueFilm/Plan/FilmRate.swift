import SegueImaging
import SegueMedia
import SegueMotion

extension FilmPlan {
  /// The rate where none is asked for: a GIF's, else that of the first video; of animations, whose rate is an average, a
  /// standard one near the first's. A sequence of pictures counts by the rate that it was given.
  static func rate(
    of contents: [FilmInputs.Content], _ format: OutputFormat?
  ) async throws -> FrameRate {
    if let rate = format?.facts.defaultRate { return rate }
    for case .video(let info, let video) in contents where !info.isAnimation {
      let nominal = video.nominalRate
      if video.isVariableRate {
        if let standard = standardRate(near: nominal.value) { return standard }
        if let standard = await rateBetweenGaps(of: info, mean: nominal.value) { return standard }
      }
      return try FrameRate(nominal.numerator, per: nominal.denominator)
    }
    for case .video(let info, let animation) in contents {
      if let sequence = info.sequence {
        if let rate = sequence.rate { return try FrameRate(rate.numerator, per: rate.denominator) }
        continue
      }
      let rate = animation.nominalRate.value
      return try FrameRate(
        [60, 50, 30, 25, 24, 15, 12].min { abs(Double($0) - rate) < abs(Double($1) - rate) } ?? 30)
    }
    return try FrameRate(30)
  }

  /// The standard rate of a video of `mean` frames a second between its gaps: recordings leave pictures out, here up to a
  /// fifth of them.
  private static func rateBetweenGaps(of info: ClipInfo, mean: Double) async -> FrameRate? {
    guard let times = try? await ClipProbe().frameTimes(of: info, limits: DecodingLimits()) else {
      return nil
    }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard let median = steps.dropFirst(steps.count / 2).first, median > 0 else { return nil }
    return standardRate(near: 1 / median).flatMap { $0.framesPerSecond <= 1.25 * mean ? $0 : nil }
  }

  /// The rate of cameras and screens next to `value`; `nil` where none is within three hundredths of it.
  private static func standardRate(near value: Double) -> FrameRate? {
    let parts = [(24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1)]
    let standard = parts.compactMap { try? FrameRate($0.0, per: $0.1) }
    let nearest = standard.min {
      abs($0.framesPerSecond - value) < abs($1.framesPerSecond - value)
    }
    return nearest.flatMap { abs($0.framesPerSecond - value) <= 0.03 * value ? $0 : nil }
  }
}

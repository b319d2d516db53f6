import SegueMath

extension ClipInfo.Video {
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
  /// evenly spaced except at the ends. The first picture of a fragmented MP4 may wait for the
  /// sound. Returns whether the video is constant-rate.
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

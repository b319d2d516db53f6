import SegueMath

/// The rate of a clip's pictures, and the length of the last one.
extension ClipInfo.Video {
  /// The rate of its frames: that of the time stamps where all frames have the same length, else their average.
  package var nominalRate: Ratio { isVariableRate ? averageRate : frameRate }

  /// Whether frames differ in length.
  package var isVariableRate: Bool {
    let (a, b) = (frameRate.value, averageRate.value)
    return abs(a - b) > 0.005 * max(a, b)
  }

  /// Seconds for which its last picture is shown at the least.
  var leastFrame: Ratio {
    isVariableRate ? min(0.1, 1 / averageRate) : 1 / min(60, frameRate)
  }

  /// The end of its last picture, which begins at `lastStart`, by the end that its file states. Where lengths vary, a stated
  /// one that no screen could show is a placeholder, as of what ffmpeg copies.
  func end(stated: Ratio, lastStart: Ratio) -> Ratio {
    let isLength = isVariableRate && stated - lastStart > Ratio(1, 240)
    return isLength ? stated : max(stated, lastStart + leastFrame)
  }

  /// Whether its average is that of its rate but for a tenth of a second that may be at one of its ends, or that of soft telecine.
  var mayBeEven: Bool {
    guard isVariableRate, let duration else { return false }
    return abs(duration.value * (1 - averageRate.value / frameRate.value)) <= 0.1
      || pulldownRates.contains { abs(averageRate.value / $0.value - 1) < 0.03 }
  }

  /// The rates of a film that soft telecine may show at its rate of frames or of fields: two and three fields by turns.
  private var pulldownRates: [Ratio] {
    [frameRate * Ratio(4, 5), frameRate * Ratio(2, 5)].filter { abs($0.value / 24 - 1) < 0.002 }
  }

  /// Takes `times`, those of all its pictures, for those of one rate if they are: of soft telecine, or of pictures that follow one
  /// another at its rate but for the first and the last, as those of a fragmented MP4, whose first picture waits for the sound.
  /// - Returns: whether they are.
  @discardableResult
  mutating func settleEvenRate(_ times: [Ratio]) -> Bool {
    let steps = zip(times, times.dropFirst()).map { ($1 - $0).value }.dropFirst().dropLast()
    let isSteady = !steps.isEmpty && steps.allSatisfy { abs($0 * frameRate.value - 1) < 0.1 }
    let film = pulldownRates.first { rate in
      times.enumerated().allSatisfy { abs((($1 - times[0]) * rate).value - Double($0)) < 0.45 }
    }
    guard let rate = isSteady && mayBeEven ? frameRate : film, times.count > 2 else { return false }
    frameRate = rate
    averageRate = rate
    hasLongEnds = true
    return true
  }
}

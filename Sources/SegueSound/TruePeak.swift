import Glibc

/// Measures the true peak of sound, that is, of the wave between its samples.
///
/// **Source:** ITU-R BS.1770-4, annex 2: the peak after 4x oversampling, here with a Hann-windowed sinc of
/// 24 samples.
struct TruePeakDetector: Sendable {
  /// The highest true peak that all players and lossy codecs handle, in dBTP.
  ///
  /// **Source:** EBU R 128, 2020.
  static let highest = -1.0

  /// The number of samples on each side of a point that affect it.
  private static let reach = 12
  /// The number of points that are examined together.
  private static let run = 32

  /// The filter weights for the points at 1/4, 1/2 and 3/4 between two samples.
  private static let weights: [[Float]] = (1...3).map { quarter in
    (0..<2 * reach).map { tap in
      let x = Double(tap - reach + 1) - Double(quarter) / 4
      return Float(sin(.pi * x) / (.pi * x) * pow(cos(.pi * x / Double(2 * reach)), 2))
    }
  }
  /// The largest sample value that cannot cause an excessive peak.
  private static let harmless: Float = {
    let maximum = weights.map { $0.map(abs).reduce(0, +) }.max() ?? 1
    return Float(pow(10, highest / 20)) / maximum
  }()

  /// The latest samples of each channel, needed for the following points.
  private var latest: [[Float]]
  private var peak: Float = 0

  init(channels: Int = 2) {
    latest = Array(repeating: [Float](repeating: 0, count: 2 * Self.reach - 1), count: channels)
  }

  /// The excess of the peak over `highest` in decibels; `nil` below 0.005 dB.
  var excess: Double? {
    let excess = 20 * log10(Double(peak)) - Self.highest
    return excess >= 0.005 ? excess : nil
  }

  /// Adds the next samples, interleaved.
  mutating func add(_ samples: [Float]) {
    let mayPeak = latest.contains { $0.contains { abs($0) > Self.harmless } }
    guard mayPeak || samples.contains(where: { abs($0) > Self.harmless }) else { return keep(samples) }
    take(samples[...]) { $0.look(at: $1) }
  }

  /// Examines the points after the last samples, as if silence followed.
  mutating func finish() { add([Float](repeating: 0, count: 2 * Self.reach * latest.count)) }

  /// Keeps the last of `samples`, which cannot cause an excessive peak.
  private mutating func keep(_ samples: [Float]) {
    take(samples.suffix(latest.count * (2 * Self.reach - 1))) { _, _ in }
  }

  /// Appends `samples` to the latest samples of each channel, passes all to `look`, and keeps the
  /// last.
  private mutating func take(_ samples: ArraySlice<Float>, _ look: (inout Self, [Float]) -> Void) {
    for channel in latest.indices {
      var values = latest[channel]
      values.reserveCapacity(values.count + samples.count / latest.count)
      for index in stride(from: samples.startIndex + channel, to: samples.endIndex, by: latest.count) {
        values.append(samples[index])
      }
      look(&self, values)
      latest[channel] = Array(values.suffix(2 * Self.reach - 1))
    }
  }

  /// Examines every point whose samples are complete.
  private mutating func look(at channel: [Float]) {
    let width = 2 * Self.reach
    channel.withUnsafeBufferPointer { samples in
      var first = 0
      while first + width <= samples.count {
        let end = min(first + Self.run, samples.count - width + 1)
        let span = samples[first..<(end - 1 + width)]
        if span.contains(where: { abs($0) > Self.harmless }) {
          for point in first..<end {
            peak = max(peak, abs(samples[point + Self.reach - 1]))
            for weights in Self.weights {
              var value: Float = 0
              for tap in 0..<width { value += weights[tap] * samples[point + tap] }
              peak = max(peak, abs(value))
            }
          }
        }
        first = end
      }
    }
  }
}

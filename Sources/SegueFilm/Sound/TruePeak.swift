import FoundationEssentials
import Glibc

/// Measures how far the wave through the samples of a sound goes, between the samples too.
///
/// **Source:** ITU-R BS.1770-4, annex 2: the peak of four times as many samples, here by a sinc of 24 samples under Hann's
/// window.
struct TruePeakDetector: Sendable {
  /// The highest true peak that every player and lossy codec gets by with, in dBTP.
  ///
  /// **Source:** EBU R 128, 2020.
  static let highest = -1.0

  /// Samples before and after a point that count for it.
  private static let reach = 12
  /// Points that are looked at together.
  private static let run = 32

  /// The weights of the samples around the points at a quarter, a half and three quarters of the way to the next.
  private static let weights: [[Float]] = (1...3).map { quarter in
    (0..<2 * reach).map { tap in
      let x = Double(tap - reach + 1) - Double(quarter) / 4
      return Float(sin(.pi * x) / (.pi * x) * pow(cos(.pi * x / Double(2 * reach)), 2))
    }
  }
  /// Samples up to here make no point that is too high.
  private static let harmless: Float = {
    let most = weights.map { $0.map(abs).reduce(0, +) }.max() ?? 1
    return Float(pow(10, highest / 20)) / most
  }()

  /// The latest samples of each channel, which count for points that are not looked at yet.
  private var latest: [[Float]]
  private var peak: Float = 0

  init(channels: Int = 2) {
    latest = Array(repeating: [Float](repeating: 0, count: 2 * Self.reach - 1), count: channels)
  }

  /// Decibels by which the peak is above the highest; `nil` where it is not, to the hundredth.
  var excess: Double? {
    let excess = 20 * log10(Double(peak)) - Self.highest
    return excess >= 0.005 ? excess : nil
  }

  /// Takes the next samples, a value for each channel.
  mutating func add(_ samples: [Float]) {
    guard samples.contains(where: { abs($0) > Self.harmless }) || mayPeak else { return keep(samples) }
    take(samples[...]) { $0.look(at: $1) }
  }

  /// Looks at the points after the last samples, as if silence followed.
  mutating func finish() { add([Float](repeating: 0, count: 2 * Self.reach * latest.count)) }

  private var mayPeak: Bool { latest.contains { $0.contains { abs($0) > Self.harmless } } }

  /// Remembers the last of harmless samples.
  private mutating func keep(_ samples: [Float]) {
    take(samples.suffix(latest.count * (2 * Self.reach - 1))) { _, _ in }
  }

  /// Adds `samples` to those of each channel, shows them to `look`, and keeps the last.
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

  /// Looks at every point that has all its samples.
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

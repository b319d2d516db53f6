import Foundation

/// Measures how loud a sound of two channels at 48 kHz is, from its first sample to its last.
///
/// **Source:** ITU-R BS.1770-4, annex 1: two filters for each channel, blocks of 400 ms that overlap by three quarters,
/// those below −70 LUFS and then those 10 LU below the rest left out.
///
/// **Thread-safety:** a value.
struct LoudnessDetector: Sendable {
  /// A filter of second order, in direct form II transposed.
  private struct Filter {
    var b: (Double, Double, Double)
    var a: (Double, Double)
    var state = (0.0, 0.0)

    mutating func next(_ x: Double) -> Double {
      let y = b.0 * x + state.0
      state = (b.1 * x - a.0 * y + state.1, b.2 * x - a.1 * y)
      return y
    }
  }

  /// One channel's: the head's effect, then the ear's.
  private struct Weighting {
    var shelf = Filter(
      b: (1.53512485958697, -2.69169618940638, 1.19839281085285), a: (-1.69065929318241, 0.73248077421585))
    var highPass = Filter(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))

    mutating func next(_ x: Float) -> Double { highPass.next(shelf.next(Double(x))) }
  }

  private var (left, right) = (Weighting(), Weighting())
  /// The power of each tenth of a second, and of the one that is being added up.
  private var steps: [Double] = []
  private var (sum, count) = (0.0, 0)

  private static let step = FilmTimeline.sampleRate / 10

  /// Takes the next samples, two values each.
  mutating func add(_ samples: [Float]) {
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      let (l, r) = (left.next(samples[index]), right.next(samples[index + 1]))
      sum += l * l + r * r
      count += 1
      guard count == Self.step else { continue }
      steps.append(sum / Double(Self.step))
      (sum, count) = (0, 0)
    }
  }

  /// The loudness of all of it in LUFS; `nil` for silence, or less than a block.
  var integrated: Double? {
    guard steps.count >= 4 else { return nil }
    let blocks = (0...steps.count - 4).map { steps[$0..<$0 + 4].reduce(0, +) / 4 }
    func mean(above limit: Double) -> Double? {
      let kept = blocks.filter { $0 > 0 && Self.loudness($0) > limit }
      return kept.isEmpty ? nil : kept.reduce(0, +) / Double(kept.count)
    }
    guard let audible = mean(above: -70), let rest = mean(above: Self.loudness(audible) - 10) else {
      return nil
    }
    return Self.loudness(rest)
  }

  private static func loudness(_ power: Double) -> Double { -0.691 + 10 * log10(power) }
}

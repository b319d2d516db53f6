import Glibc

/// Lowers music while something else is heard, beginning so early that it is down when that comes.
struct Ducker {
  /// Change in decibels, at most 0.
  let change: Double
  /// Samples that have to be known ahead: those of the attack.
  static let lookahead = FilmTimeline.sampleRate / 5
  private static let release = FilmTimeline.sampleRate
  /// Samples of the past that decide a gain.
  static let memory = hold + lookahead + release
  /// The time for which a sound counts as heard: waves cross zero.
  private static let hold = FilmTimeline.sampleRate / 10
  /// The level below which sound counts as silence: −45 dB of full scale.
  private static let threshold: Float = 0.0056

  private var level: Double?
  private var lastHeard = Int.min / 2
  private var scanned = 0
  private var gainCache: (level: Double, gain: Float) = (0, 1)

  init(change: Double) { self.change = min(0, change) }

  /// The factor at the film's sample `index`; each is asked for once, in order.
  /// - Parameters:
  ///   - clips: the mix that lowers music, from the film's sample `first` to `lookahead` samples behind `index` or the
  ///     film's end.
  ///   - channels: values of a sample.
  mutating func gain(at index: Int, clips: [Float], of channels: Int = 2, from first: Int) -> Float {
    if change == 0 { return 1 }
    let end = min(index + Self.lookahead, first + clips.count / channels)
    scanned = max(scanned, first)
    while scanned < end {
      let place = (scanned - first) * channels
      if clips[place..<place + channels].contains(where: { abs($0) > Self.threshold }) {
        lastHeard = scanned
      }
      scanned += 1
    }
    let isHeard = lastHeard >= index - Self.hold
    let before = level ?? (isHeard ? change : 0)
    let now =
      isHeard
      ? max(change, before + change / Double(Self.lookahead)) : min(0, before - change / Double(Self.release))
    level = now
    if now != gainCache.level { gainCache = (now, Float(pow(10, now / 20))) }
    return gainCache.gain
  }
}

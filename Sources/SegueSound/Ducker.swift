import Glibc
import SegueMedia

/// Ducks music under other sound. A look-ahead lowers the music before the other sound begins.
struct Ducker {
  /// The change in decibels, at most 0.
  let change: Double
  /// The look-ahead in samples: the length of the attack.
  static let lookahead = SoundDecoding.sampleRate / 5
  private static let release = SoundDecoding.sampleRate
  /// The length of the memory in samples: earlier sound has no effect.
  static let memory = hold + lookahead + release
  /// The time for which sound counts as audible after a sample above the threshold, since waves
  /// cross zero.
  private static let hold = SoundDecoding.sampleRate / 10
  /// The threshold of silence: −45 dBFS.
  private static let threshold: Float = 0.0056

  private var level: Double?
  private var lastHeard = Int.min / 2
  private var scanned = 0
  private var gainCache: (level: Double, gain: Float) = (0, 1)

  init(change: Double) { self.change = min(0, change) }

  /// The gain at sample `index` of the mix. Each sample is requested once, in order.
  /// - Parameter clips: the mix that lowers music, from sample `first` to `lookahead` beyond `index`.
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

import SegueFields
import SegueMedia
import SegueMotion
import SegueSystem

/// The bit rates of a video that exceeds its limit. The first encode, with default settings, is the first of two
/// passes. Every further encode is a second pass.
struct VideoSizeSearch: SizeSearch {
  private let output: OutputRequest
  private let stats: WorkFolder
  private let byteLimit: Int
  /// The video's duration in seconds.
  private let seconds: Double
  /// The upper bound of the sound's default bit rate, in bits per second.
  private let soundBitRate: Int
  /// The expected bytes of the sound.
  private let soundBytes: Double
  /// The lowest bit rate that is tried, in bits per second.
  private var lowest = 1000
  private var pending = 0
  /// The most recent second pass.
  private var last: (bitRate: Int, byteCount: Int)?

  /// The share of the limit that a video is made for.
  private static let goal = 0.985
  /// The share of the limit at which no further encode is made.
  private static let minimumShare = 0.97
  /// The largest share of the limit for sound.
  private static let soundShare = 0.2

  /// The bit rates of `output`, which has `first.byteCount` bytes, more than `byteLimit`. The first pass's statistics
  /// are in `stats`.
  init(
    _ output: OutputRequest, _ format: OutputFormat, stats: WorkFolder, first: SizeLimitExceeded,
    byteLimit: Int
  ) {
    self.output = output
    self.stats = stats
    self.byteLimit = byteLimit
    seconds = first.rate.time(ofFrame: max(1, first.frameCount))
    soundBitRate = Int(limiting: Self.soundShare * Double(byteLimit) * 8 / seconds)
    var sound = first.sound
    sound?.bitRateLimit = soundBitRate
    soundBytes = Double(sound?.encodedBitRate(in: format, beside: output.codec) ?? 0) * seconds / 8
  }

  var advice: PropertyNames.Sentence? {
    "; a smaller \(option: .size), a lower \(option: .frameRate) or less sound makes it smaller"
  }

  mutating func next() -> (output: OutputRequest, reduction: String)? {
    guard let bitRate = nextBitRate(), bitRate != last?.bitRate else { return nil }
    pending = bitRate
    var second = output
    second.soundBitRate = soundBitRate
    second.pass = .second(stats: stats.file("stats"), bitRate: bitRate)
    return (second, "two passes at \(Self.text(bitRate)) instead of the default quality")
  }

  mutating func add(byteCount: Int) { last = (pending, byteCount) }

  /// Raises the lowest bit rate to x264's minimum for these frames.
  mutating func avoids(_ error: any Error) -> Bool {
    guard case MediaError.encoderFailed(_, _, let log) = error,
      let minimum = Self.minimumBitRate(log, requested: pending), minimum > pending
    else { return false }
    lowest = minimum
    return true
  }

  /// The bit rate of the next encode; `nil` if the last one is close to the limit.
  private func nextBitRate() -> Int? {
    let limit = Double(byteLimit)
    let goal = limit * Self.goal
    guard let last else { return max(lowest, Int(limiting: (goal - soundBytes) * 8 / seconds)) }
    let bytes = max(1, Double(last.byteCount))
    let bitRate = Double(last.bitRate)
    // Without constant bytes, such as those of sound, bytes are proportional to the bit rate.
    let proportional = bitRate * goal / bytes
    if bytes <= limit {
      return bytes >= limit * Self.minimumShare ? nil : Int(limiting: proportional)
    }
    // The last encode has to fit, also if a part of the excess is constant.
    let margin = 0.25 * (bytes - limit)
    let shifted = bitRate - (bytes - goal + margin) * 8 / seconds
    return max(lowest, Int(limiting: min(proportional - margin * 8 / seconds, shifted)))
  }

  /// The lowest bit rate at which x264 makes a second pass, from its log. x265 may log an invalid number; the result is
  /// then twice the requested rate.
  private static func minimumBitRate(_ log: [String], requested: Int) -> Int? {
    let match = log.compactMap { $0.firstMatch(of: /estimated minimum is (-?\d+) kbps/) }.first
    guard let match else { return nil }
    return Int(match.output.1).flatMap { $0 > 0 ? ($0 + 1) * 1000 : nil } ?? requested * 2
  }

  private static func text(_ bitRate: Int) -> String {
    bitRate < 10_000_000 ? "\((bitRate + 500) / 1000) kbit/s" : "\((bitRate + 500_000) / 1_000_000) Mbit/s"
  }
}

import SegueFields
import SegueMath
import SegueMedia
import SegueSystem

/// A search for the bit rate of a video that exceeds its size limit. The first encode, with default
/// settings, is the first of two passes. Every further encode is a second pass. Its bit rate is
/// predicted from the last two encodes. In the model, the logarithm of the video's bytes is linear in
/// the logarithm of the bit rate.
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
  /// The last bit rate that was tried.
  private var pending = 0
  /// The complete encodes in order, with the bytes of the whole output.
  private var encodes: [(bitRate: Double, bytes: Double)] = []

  /// The targeted share of the limit.
  private static let goal = 0.985
  /// The share of the limit at which no further encode is made.
  private static let minimumShare = 0.97
  /// The largest share of the limit for sound.
  private static let soundShare = 0.2

  /// The bit rates of `output`, which has `first.byteCount` bytes, more than `byteLimit`. The first
  /// pass's statistics are in `stats`.
  init(
    _ output: OutputRequest, _ format: OutputFormat, stats: WorkFolder, first: SizeLimitExceeded,
    byteLimit: Int
  ) {
    self.output = output
    self.stats = stats
    self.byteLimit = byteLimit
    seconds = first.seconds
    soundBitRate = Int(limiting: Self.soundShare * Double(byteLimit) * 8 / seconds)
    func bytes(of sound: SoundFormat?) -> Double {
      Double(sound?.encodedBitRate(in: format, beside: output.codec) ?? 0) * first.seconds / 8
    }
    var sound = first.sound
    sound?.bitRateLimit = soundBitRate
    soundBytes = bytes(of: sound)
    // The first encode counts as if it had this sound. The bit rate of its video follows from its bytes.
    let whole = max(1, Double(first.byteCount) - bytes(of: first.sound) + soundBytes)
    encodes = [(videoBytes(whole) * 8 / seconds, whole)]
  }

  var advice: PropertyNames.Sentence? {
    "; a smaller \(option: .size), a lower \(option: .frameRate) or less sound makes it smaller"
  }

  mutating func next() -> (output: OutputRequest, reduction: String)? {
    guard let bitRate = nextBitRate(), bitRate != pending else { return nil }
    pending = bitRate
    var second = output
    second.soundBitRate = soundBitRate
    second.pass = .second(stats: stats.file("stats"), bitRate: bitRate)
    return (second, "two passes at \(Self.text(bitRate)) instead of the default quality")
  }

  mutating func add(byteCount: Int) { encodes.append((Double(pending), max(1, Double(byteCount)))) }

  /// Raises the lowest bit rate to x264's minimum for these frames.
  mutating func avoids(_ error: any Error) -> Bool {
    guard case SystemError.programFailed(_, _, let log) = error,
      let minimum = Self.minimumBitRate(log, requested: pending), minimum > pending
    else { return false }
    lowest = minimum
    return true
  }

  /// The bit rate of the next encode; `nil` if the last one is close to the limit.
  private func nextBitRate() -> Int? {
    let limit = Double(byteLimit)
    let goal = limit * Self.goal
    guard encodes.count > 1, let last = encodes.last else {
      return max(lowest, Int(limiting: (goal - soundBytes) * 8 / seconds))
    }
    let distance = StableMath.log(limit / last.bytes)
    let fits = distance >= 0
    if fits, last.bytes >= limit * Self.minimumShare { return nil }
    // The error grows with the distance. After an output above the limit, the next one has to fit.
    let target = goal * StableMath.exp(fits ? -0.1 * distance : 0.2 * distance)
    let ratio = videoBytes(target) / videoBytes(last.bytes)
    let predicted = last.bitRate * StableMath.pow(ratio, 1 / slope(in: fits ? 0.5...2 : 0.2...1))
    // This value is exact even if the bytes besides the video differ from the expected ones.
    let shifted = last.bitRate + (target - last.bytes) * 8 / seconds
    if fits { return Int(limiting: min(predicted, shifted)) }
    // Two second passes measure the slope without an assumption about those bytes.
    return max(lowest, Int(limiting: encodes.count > 2 ? predicted : max(predicted, shifted)))
  }

  private func videoBytes(_ bytes: Double) -> Double { max(1, bytes - soundBytes) }

  /// The slope of the logarithms of bytes and bit rate between the last two encodes.
  private func slope(in bounds: ClosedRange<Double>) -> Double {
    guard let last = encodes.last, let before = encodes.dropLast().last else { return 1 }
    let slope =
      StableMath.log(videoBytes(before.bytes) / videoBytes(last.bytes))
      / StableMath.log(before.bitRate / last.bitRate)
    return slope.isFinite ? min(max(slope, bounds.lowerBound), bounds.upperBound) : 1
  }

  /// The lowest bit rate at which x264 makes a second pass, from its log. x265 may log an invalid
  /// number; the result is then twice the requested rate.
  private static func minimumBitRate(_ log: [String], requested: Int) -> Int? {
    let match = log.compactMap { $0.firstMatch(of: /estimated minimum is (-?\d+) kbps/) }.first
    guard let match else { return nil }
    return Int(match.output.1).flatMap { $0 > 0 ? ($0 + 1) * 1000 : nil } ?? requested * 2
  }

  private static func text(_ bitRate: Int) -> String {
    bitRate < 10_000_000 ? "\((bitRate + 500) / 1000) kbit/s" : "\((bitRate + 500_000) / 1_000_000) Mbit/s"
  }
}

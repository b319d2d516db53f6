import SegueMedia
import SegueMotion
import SegueSystem

/// Brings a video to a number of bytes. It is encoded with default settings; if it is too large, a second pass has the
/// bit rate that just meets the limit.
///
/// Encoders miss a bit rate slightly, and more so in short videos, so the second pass is repeated until the video fits.
package struct VideoSizeLimit {
  private let output: OutputRequest
  private let codec: VideoCodec
  private let byteLimit: Int

  /// The smallest share of the limit that a video uses.
  private static let minimumShare = 0.98
  /// The largest share of the limit for sound.
  private static let soundShare = 0.2
  /// The lowest bit rate that is tried, in bits per second.
  private static let lowest = 1000
  /// The largest number of second passes.
  private static let maximumAttempts = 9

  init(_ output: OutputRequest, _ codec: VideoCodec, byteLimit: Int) {
    self.output = output
    self.codec = codec
    self.byteLimit = byteLimit
  }

  /// Makes the video.
  /// - Throws: the errors of `attempts.make`; `UsageError` if the lowest bit rate is not enough.
  func output<Made: Job>(_ attempts: SizeAttempts<Made>) async throws -> Made.Report {
    let folder = try WorkFolder(beside: nil)
    let stats = folder.file("stats")
    var first = output
    if codec.facts.firstPassMakesVideo { first.pass = .first(stats: stats) }
    let unlimited: SizeLimitExceeded
    do {
      return try await attempts.make(first, nil)
    } catch let exceeded as SizeLimitExceeded { unlimited = exceeded }
    if !codec.facts.firstPassMakesVideo {
      var analysis = output
      (analysis.pass, analysis.acceptedBytes) = (.first(stats: stats), 0..<0)
      do { _ = try await attempts.make(analysis, nil) } catch is SizeLimitExceeded {}
    }
    let seconds = unlimited.rate.time(ofFrame: max(1, unlimited.frameCount))
    var search = BitRateSearch(
      byteLimit: byteLimit, seconds: seconds, lowest: Self.lowest, minimumShare: Self.minimumShare)
    for attempt in 1...Self.maximumAttempts {
      guard let bitRate = search.next(isLast: attempt == Self.maximumAttempts) else { break }
      var second = output
      second.soundBitRate = Int(limiting: Self.soundShare * Double(byteLimit) * 8 / seconds)
      second.pass = .second(stats: stats, bitRate: bitRate)
      second.acceptedBytes = search.acceptedBytes
      do {
        return try await attempts.make(
          second, "two passes at \(Self.text(bitRate)) instead of the default quality")
      } catch let exceeded as SizeLimitExceeded {
        search.add(bitRate, byteCount: exceeded.byteCount)
      } catch MediaError.encoderFailed(let name, let reason, let log) {
        guard let minimum = Self.minimumBitRate(log, requested: bitRate), minimum > bitRate else {
          throw MediaError.encoderFailed(name: name, reason: reason, log: log)
        }
        search.raiseLowest(to: minimum)
      }
    }
    throw UsageError.invalidValue(
      option: .byteLimit, value: "\(byteLimit) bytes",
      expected:
        "at least \(search.smallest ?? unlimited.byteCount) bytes, the smallest size reached for \(output.path); "
        + attempts.names.text(
          "a smaller \(option: .size), a lower \(option: .frameRate) or less sound makes it smaller"))
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

/// Searches for the bit rate at which a video has at most a number of bytes and at least a share of it. It follows the
/// line through the last two attempts, between the best attempts on either side of the limit.
struct BitRateSearch {
  private let byteLimit: Int
  private let seconds: Double
  private var lowest: Int
  private let minimumShare: Double
  /// The highest bit rate that fitted and the lowest that did not, with their bytes.
  private var (below, above): (Attempt?, Attempt?)
  private var last: Attempt?
  private var slope: Double
  /// Whether the highest bit rate that fitted is accepted.
  private var isSettled = false

  private typealias Attempt = (bitRate: Int, byteCount: Int)

  /// A search for a video of `seconds` and at least `minimumShare` times `byteLimit` bytes.
  init(byteLimit: Int, seconds: Double, lowest: Int, minimumShare: Double) {
    self.byteLimit = byteLimit
    self.seconds = seconds
    self.lowest = lowest
    self.minimumShare = minimumShare
    slope = seconds / 8
  }

  /// The smallest video that was made, in bytes.
  var smallest: Int? { (below ?? above)?.byteCount }

  /// The accepted numbers of bytes.
  var acceptedBytes: Range<Int> {
    (isSettled ? 0 : Int((minimumShare * Double(byteLimit)).rounded(.up)))..<(byteLimit + 1)
  }

  /// Excludes bit rates below `bitRate`.
  mutating func raiseLowest(to bitRate: Int) { lowest = max(lowest, bitRate) }

  /// Adds the number of bytes of an attempt.
  mutating func add(_ bitRate: Int, byteCount: Int) {
    let attempt = (bitRate, byteCount)
    if let last, last.bitRate != bitRate {
      let found = Double(byteCount - last.byteCount) / Double(bitRate - last.bitRate)
      // Attempts close to each other give a noisy slope.
      if (0.2...2).contains(found / (seconds / 8)) { slope = found }
    }
    last = attempt
    if byteCount <= byteLimit {
      if below.map({ $0.bitRate < bitRate }) ?? true { below = attempt }
    } else if above.map({ $0.bitRate > bitRate }) ?? true {
      above = attempt
    }
  }

  /// The next bit rate to try; `nil` if none is left.
  /// - Parameter isLast: whether it is the last attempt, so that any video that fits is accepted.
  mutating func next(isLast: Bool) -> Int? {
    if isSettled { return nil }
    let target = Double(byteLimit) * (1 + minimumShare) / 2
    guard let last else { return isLast ? nil : max(lowest, Int(limiting: target / slope)) }
    let (low, high) = (below?.bitRate ?? lowest, above?.bitRate ?? .max)
    if let above, above.bitRate <= lowest { return nil }
    // Encoders cannot distinguish bit rates within this interval.
    if isLast || high - low <= max(2, low / 1000) {
      guard let below else { return isLast ? lowest : above == nil ? nil : lowest }
      isSettled = true
      return below.bitRate
    }
    var bitRate = Int(limiting: Double(last.bitRate) + (target - Double(last.byteCount)) / slope)
    if bitRate <= low || bitRate >= high {
      bitRate = below == nil ? lowest : above == nil ? low * 2 : low + (high - low) / 2
    }
    return max(lowest, bitRate)
  }
}

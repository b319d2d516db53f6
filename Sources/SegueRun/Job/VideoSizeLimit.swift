import SegueMedia
import SegueMotion
import SegueSystem

/// Brings a video to a number of bytes: encodes it with its defaults, and, where that is too large, in a second pass at
/// the bit rate at which it has at most that many and hardly fewer.
///
/// Encoders meet a bit rate about, and short videos less, so the second pass is made again with another one until it fits.
package struct VideoSizeLimit {
  private let output: OutputRequest
  private let codec: VideoCodec
  private let byteLimit: Int

  /// The share of the limit that a video has at least.
  private static let least = 0.98
  /// The share of it that its sound has at most.
  private static let soundShare = 0.2
  /// The lowest bit rate that is asked for, in bits a second.
  private static let lowest = 1000
  /// The most attempts at the second pass.
  private static let mostAttempts = 9

  /// A video of at most `byteLimit` bytes.
  init(_ output: OutputRequest, _ codec: VideoCodec, byteLimit: Int) {
    (self.output, self.codec, self.byteLimit) = (output, codec, byteLimit)
  }

  /// Makes it; `make` is as of `SizeLimit.output`.
  /// - Throws: what `make` throws; `UsageError` where the lowest bit rate is not enough.
  func output<Report>(
    _ names: PropertyNames, make: (OutputRequest, _ warnings: [String]) async throws -> Report
  ) async throws -> Report {
    let folder = try WorkFolder(beside: nil)
    let stats = folder.file("stats")
    var first = output
    if codec.facts.firstPassMakesVideo { first.pass = .first(stats: stats) }
    let unlimited: OutputMisfit
    do {
      return try await make(first, [])
    } catch let misfit as OutputMisfit { unlimited = misfit }
    if !codec.facts.firstPassMakesVideo {
      var analysis = output
      (analysis.pass, analysis.keptBytes) = (.first(stats: stats), 0..<0)
      do { _ = try await make(analysis, []) } catch is OutputMisfit {}
    }
    let seconds = unlimited.rate.time(ofFrame: max(1, unlimited.frameCount))
    var search = BitRateSearch(byteLimit: byteLimit, seconds: seconds, lowest: Self.lowest, least: Self.least)
    for attempt in 1...Self.mostAttempts {
      guard let bitRate = search.next(isLast: attempt == Self.mostAttempts) else { break }
      var second = output
      second.soundBitRate = Int(limiting: Self.soundShare * Double(byteLimit) * 8 / seconds)
      second.pass = .second(stats: stats, bitRate: bitRate)
      second.keptBytes = search.keptBytes
      let sentence = names.text(
        "to stay within \(option: .byteLimit): two passes at \(Self.text(bitRate)) instead of the default quality"
      )
      do {
        return try await make(second, [sentence])
      } catch let misfit as OutputMisfit {
        search.add(bitRate, byteCount: misfit.byteCount)
      } catch MediaError.encoderFailed(let name, let reason, let log) {
        guard let least = Self.leastBitRate(log, asked: bitRate), least > bitRate else {
          throw MediaError.encoderFailed(name: name, reason: reason, log: log)
        }
        search.raiseLowest(to: least)
      }
    }
    throw UsageError.invalidValue(
      option: .byteLimit, value: "\(byteLimit) bytes",
      expected:
        "at least \(search.smallest ?? unlimited.byteCount) bytes, the smallest that \(output.path) could be made as it is; "
        + names.text("a smaller \(option: .size), a lower \(option: .frameRate) or less sound takes less"))
  }

  /// The bit rate below which x264 makes no second pass, as it says itself; twice what was asked for where x265 says a
  /// number that is none.
  private static func leastBitRate(_ log: [String], asked: Int) -> Int? {
    let said = log.compactMap { $0.firstMatch(of: /estimated minimum is (-?\d+) kbps/) }.first
    guard let said else { return nil }
    return Int(said.output.1).flatMap { $0 > 0 ? ($0 + 1) * 1000 : nil } ?? asked * 2
  }

  private static func text(_ bitRate: Int) -> String {
    bitRate < 10_000_000 ? "\((bitRate + 500) / 1000) kbit/s" : "\((bitRate + 500_000) / 1_000_000) Mbit/s"
  }
}

/// Looks for the bit rate at which a video has at most a number of bytes and at least a share of it, along the line through
/// the two that were tried last, within those that were too little and too much.
struct BitRateSearch {
  private let byteLimit: Int
  private let seconds: Double
  private var lowest: Int
  private let least: Double
  /// The highest bit rate that was enough, and the lowest that was too much, with their bytes.
  private var (below, above): (Attempt?, Attempt?)
  private var last: Attempt?
  private var slope: Double
  /// Whether the highest one that was enough is taken as it is.
  private var isSettled = false

  private typealias Attempt = (bitRate: Int, byteCount: Int)

  /// A video of `seconds`, whose bytes are to be at least the share `least` of `byteLimit`.
  init(byteLimit: Int, seconds: Double, lowest: Int, least: Double) {
    (self.byteLimit, self.seconds, self.lowest, self.least) = (byteLimit, seconds, lowest, least)
    slope = seconds / 8
  }

  /// The fewest bytes that were made.
  var smallest: Int? { (below ?? above)?.byteCount }

  /// The numbers of bytes that are right.
  var keptBytes: Range<Int> {
    (isSettled ? 0 : Int((least * Double(byteLimit)).rounded(.up)))..<(byteLimit + 1)
  }

  /// Tries none below `bitRate` any more.
  mutating func raiseLowest(to bitRate: Int) { lowest = max(lowest, bitRate) }

  /// Adds the size that a bit rate gave.
  mutating func add(_ bitRate: Int, byteCount: Int) {
    let attempt = (bitRate, byteCount)
    if let last, last.bitRate != bitRate {
      let found = Double(byteCount - last.byteCount) / Double(bitRate - last.bitRate)
      // Attempts too near each other give a slope that is mostly noise.
      if (0.2...2).contains(found / (seconds / 8)) { slope = found }
    }
    last = attempt
    if byteCount <= byteLimit {
      if below.map({ $0.bitRate < bitRate }) ?? true { below = attempt }
    } else if above.map({ $0.bitRate > bitRate }) ?? true {
      above = attempt
    }
  }

  /// The bit rate that is tried next; `nil` where none is left.
  /// - Parameter isLast: whether it is the last one, so that what fits is taken.
  mutating func next(isLast: Bool) -> Int? {
    if isSettled { return nil }
    let target = Double(byteLimit) * (1 + least) / 2
    guard let last else { return isLast ? nil : max(lowest, Int(limiting: target * 0.95 / slope)) }
    let (low, high) = (below?.bitRate ?? lowest, above?.bitRate ?? .max)
    if let above, above.bitRate <= lowest { return nil }
    // Nothing lies between them that an encoder could tell apart.
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

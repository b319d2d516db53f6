import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem

/// An attempt whose number of bytes is outside of the accepted range.
package struct SizeLimitExceeded: Error {
  package let byteCount: Int
  /// The size of the frames.
  package let size: ImageSize
  package let rate: FrameRate
  /// The number of frames.
  package let frameCount: Int

  /// An output of `byteCount` bytes.
  package init(byteCount: Int, size: ImageSize, rate: FrameRate, frameCount: Int) {
    self.byteCount = byteCount
    self.size = size
    self.rate = rate
    self.frameCount = frameCount
  }
}

/// Reduces an animation until it fits a number of bytes. It lowers, in this order, the quality of a
/// WebP or the colours of a GIF, the frame rate to 15 frames/s, the size, then the frame rate and
/// the quality or colours further. Explicit settings are kept.
///
/// The reductions form a ladder, and each step has an expected share of the bytes. The step that
/// fits is interpolated from two attempts. The second output is kept if it fits and the step before
/// it would not fit. The third and later ones are kept if they fit.
package struct SizeLimit {
  /// A reduction of a request.
  struct Change: Equatable {
    var quality: Int?
    var rate: FrameRate?
    var size: ImageSize?

    /// `output` with this reduction. The file is kept if its number of bytes is in `bytes`.
    func applied(to output: OutputRequest, keeping bytes: Range<Int>) -> OutputRequest {
      var output = output
      if let quality { output.quality = .value(Double(quality)) }
      if let rate { output.frameRate = rate }
      if let size { output.size = .exact(size) }
      output.acceptedBytes = bytes
      return output
    }
  }

  package let byteLimit: Int
  /// The values of quality or colours in descending order; empty if the request sets one.
  let qualities: [Int]
  /// The lower values. They are tried after every other reduction.
  let leastQualities: [Int]
  /// The frame rates with smooth motion in descending order; empty if the request sets one.
  package let rates: [FrameRate]
  /// The lower frame rates. They are tried last.
  let slowRates: [FrameRate]
  /// Whether the size may be reduced.
  let canResize: Bool
  /// The divisor of every width and height, in pixels.
  let sideStep: Int

  /// The factor of width and height per step.
  private static let sizeStep = 0.97
  /// The share of bytes per step of quality in a typical photograph.
  private static let qualityShare = 0.85
  /// The factor of bytes per pixel from resampling, at the first smaller size.
  private static let shrunkShare = 1.03
  /// The number of interpolated attempts before bisection.
  private static let guessLimit = 6
  /// The tolerance of accumulated shares.
  private static let rounding = 1.000_001
  /// The minimum width and height.
  private static let smallestSide = 16

  /// The reductions that `output` permits. `rate` is its default frame rate.
  package init(
    _ output: OutputRequest, _ format: OutputFormat, isStill: Bool, rate: FrameRate, sideStep: Int,
    byteLimit: Int
  ) {
    self.sideStep = sideStep
    self.byteLimit = byteLimit
    let reduced = output.quality == nil ? format.facts.reduced : nil
    qualities = reduced?.values ?? []
    leastQualities = reduced?.least ?? []
    let isFixed = output.frameRate != nil || isStill
    func lower(_ rates: [Int]) -> [FrameRate] {
      isFixed
        ? []
        : rates.filter { $0 * rate.denominator < rate.numerator }.compactMap { try? FrameRate($0) }
    }
    rates = isFixed ? [] : [rate] + lower([30, 25, 20, 15])
    slowRates = lower([12, 10])
    canResize = output.size == nil
  }

  /// Makes the output of `job`. If it exceeds its limit of bytes, makes it again with reductions until
  /// it fits.
  /// - Throws: the errors of `job.make`; `UsageError` if no reduction suffices.
  static func output<Made: Job>(
    of job: Made, _ handlers: JobHandlers<Made.Report>
  ) async throws -> Made.Report {
    let format = try job.format
    var output = job.request.output
    guard let limit = output.byteLimit else {
      return try await job.make(job.request, notices: [], handlers)
    }
    // The upper bound of the range is one more.
    let byteLimit = min(limit, .max - 1)
    output.acceptedBytes = 0..<(byteLimit + 1)
    let attempts = SizeAttempts(job, handlers)
    if let codec = output.sizedCodec(format) {
      return try await VideoSizeLimit(output, codec, byteLimit: byteLimit).output(attempts)
    }
    do {
      return try await attempts.make(output, nil)
    } catch let first as SizeLimitExceeded {
      let search = SizeLimit(
        output, format, isStill: job.isStill, rate: first.rate, sideStep: job.sideStep, byteLimit: byteLimit)
      var report: Made.Report?
      let outcome = try await search.change(from: first) { change, accepted in
        do {
          report = try await attempts.make(
            change.applied(to: output, keeping: accepted), words(for: change, from: first, format))
          return nil
        } catch let exceeded as SizeLimitExceeded {
          return exceeded
        }
      }
      if let report { return report }
      let smallest = if case .tooLarge(let bytes) = outcome { bytes } else { first.byteCount }
      let advice = output.size == nil ? "" : attempts.names.text("; leave out \(option: .size) to shrink it")
      throw UsageError.invalidValue(
        option: .byteLimit, value: "\(byteLimit) bytes",
        expected: "at least \(smallest) bytes, the smallest size reached for \(output.path)" + advice)
    }
  }

  /// The reduction of the kept output, or the bytes of the smallest attempt.
  enum Outcome: Equatable {
    case accepted(Change)
    case tooLarge(smallest: Int)
  }

  /// Finds the reduction with which the output fits.
  /// - Parameters:
  ///   - first: the output without a reduction.
  ///   - make: makes the output with a reduction and keeps it if its number of bytes is in a range.
  ///     Otherwise discards it and returns its size.
  func change(
    from first: SizeLimitExceeded, make: (Change, _ keeping: Range<Int>) async throws -> SizeLimitExceeded?
  ) async throws -> Outcome {
    let ladder = ladder(from: first)
    // The last step that is too large, and the first one that is too small.
    var large: Attempt = (0, first.byteCount)
    var small: Attempt?
    var attempt = 1
    while large.index < ladder.count - 1 {
      var index = (large.index + (small?.index ?? ladder.count)) / 2
      if attempt <= Self.guessLimit {
        index = fitting(ladder, large, small) ?? small?.index ?? ladder.count - 1
        // The last reduction saved less than expected; allow for the next one to do so, too.
        if attempt > 1, small == nil { index = min(index + 1, ladder.count - 1) }
      }
      index = max(index, large.index + 1)
      // With fewer bytes the step before would probably fit as well.
      let share = ladder[index].weight / ladder[index - 1].weight
      let isKept = attempt > 1 || index == large.index + 1
      let minimum = isKept ? 0 : Int(limiting: Double(byteLimit) * min(1, share))
      guard let exceeded = try await make(ladder[index].change, minimum..<byteLimit + 1) else {
        return .accepted(ladder[index].change)
      }
      if exceeded.byteCount > byteLimit {
        large = (index, exceeded.byteCount)
        if let last = small, last.index <= index { small = nil }
      } else {
        small = (index, exceeded.byteCount)
      }
      attempt += 1
    }
    return .tooLarge(smallest: large.byteCount)
  }

  private typealias Step = (change: Change, weight: Double)
  private typealias Attempt = (index: Int, byteCount: Int)

  /// The first step after `large` that fits by linear interpolation between two attempts; `nil` if
  /// no step before `small` fits.
  private func fitting(_ ladder: [Step], _ large: Attempt, _ small: Attempt?) -> Int? {
    let weight = small.map { ladder[$0.index].weight } ?? 0
    let bytes = Double(small?.byteCount ?? 0)
    let slope = (Double(large.byteCount) - bytes) / (ladder[large.index].weight - weight)
    return (large.index + 1..<(small?.index ?? ladder.count)).first { index in
      bytes + (ladder[index].weight - weight) * slope <= Double(byteLimit) * Self.rounding
    }
  }

  /// The reductions in order, each with its expected share of the first output's bytes.
  private func ladder(from first: SizeLimitExceeded) -> [Step] {
    var change = Change()
    var weight = 1.0
    var ladder: [Step] = [(change, weight)]
    func add(_ share: Double) {
      weight *= share
      ladder.append((change, weight))
    }
    for quality in qualities.dropFirst() {
      change.quality = quality
      add(Self.qualityShare)
    }
    var rate = first.rate
    for slower in rates.dropFirst() {
      change.rate = slower
      add(slower.framesPerSecond / rate.framesPerSecond)
      rate = slower
    }
    var size = first.size
    while canResize, min(size.width, size.height) > Self.smallestSide {
      let smaller = shrunk(size, by: Self.sizeStep, shape: first.size)
      change.size = smaller
      add(Double(smaller.area) / Double(size.area) * (size == first.size ? Self.shrunkShare : 1))
      size = smaller
    }
    for slower in slowRates {
      change.rate = slower
      add(slower.framesPerSecond / rate.framesPerSecond)
      rate = slower
    }
    for quality in leastQualities {
      change.quality = quality
      add(Self.qualityShare)
    }
    return ladder
  }

  /// A size of at most `factor` times the sides of `size`, in whole steps, closest to the aspect
  /// ratio of `shape`.
  func shrunk(_ size: ImageSize, by factor: Double, shape: ImageSize) -> ImageSize {
    func side(_ length: Double, _ rounding: FloatingPointRoundingRule) -> Int {
      max(Self.smallestSide, Int((length / Double(sideStep)).rounded(rounding)) * sideStep)
    }
    let ratio = Double(shape.height) / Double(shape.width)
    if ratio > 1 {
      let height = side(Double(size.height) * factor, .down)
      return ImageSize(width: side(Double(height) / ratio, .toNearestOrAwayFromZero), height: height)
    }
    let width = side(Double(size.width) * factor, .down)
    return ImageSize(width: width, height: side(Double(width) * ratio, .toNearestOrAwayFromZero))
  }

  /// The reduction in words, such as `quality 40 instead of 80`.
  private static func words(
    for change: Change, from first: SizeLimitExceeded, _ format: OutputFormat
  ) -> String {
    func plain(_ rate: FrameRate) -> String {
      rate.denominator == 1 ? "\(rate.numerator)" : rate.description
    }
    var parts: [String] = []
    if let quality = change.quality, let (words, values, _) = format.facts.reduced {
      parts.append(words.replacing("%", with: "\(quality)") + " instead of \(values.first ?? quality)")
    }
    if let rate = change.rate { parts.append("\(plain(rate)) frames/s instead of \(plain(first.rate))") }
    if let size = change.size { parts.append("\(size) instead of \(first.size)") }
    return parts.joined(separator: ", ")
  }
}

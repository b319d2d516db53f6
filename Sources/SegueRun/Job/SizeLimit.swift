import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem

/// An output that came out with another number of bytes than is kept.
package struct OutputMisfit: Error {
  package let byteCount: Int
  /// Size of its frames.
  package let size: ImageSize
  /// Frames a second.
  package let rate: FrameRate
  /// The number of frames.
  package let frameCount: Int

  /// An output of `byteCount` bytes.
  package init(byteCount: Int, size: ImageSize, rate: FrameRate, frameCount: Int) {
    (self.byteCount, self.size, self.rate, self.frameCount) = (byteCount, size, rate, frameCount)
  }
}

/// Looks for what to give up, in this order, so that an animation stays within a number of bytes: the quality of a WebP
/// or the colours of a GIF, the rate down to 15 a second, the size, the rest of the rate. What was asked for by name is kept.
///
/// The choices form a ladder, in which each step is expected to take a share of the bytes. The step that fits is interpolated
/// from two outputs. The first output that fits and has no room for the step before is kept.
package struct SizeLimit {
  /// A change of a request.
  struct Change: Equatable {
    var quality: Int?
    var rate: FrameRate?
    var size: ImageSize?

    /// `output` with this change, kept if it has so many bytes.
    func applied(to output: OutputRequest, keeping bytes: Range<Int>) -> OutputRequest {
      var output = output
      if let quality { output.quality = .value(Double(quality)) }
      if let rate { output.frameRate = rate }
      if let size { output.size = .exact(size) }
      output.keptBytes = bytes
      return output
    }
  }

  package let byteLimit: Int
  /// The choices of quality or colours, from the default down; empty where it is fixed.
  let qualities: [Int]
  /// The choices of the rate at which motion looks smooth, from the default down; empty where it is fixed.
  package let rates: [FrameRate]
  /// The choices below them, which come last.
  let slowRates: [FrameRate]
  /// Whether the size may change.
  let mayShrink: Bool
  /// The step of both sides.
  let sideStep: Int

  /// The factor of both sides per step.
  private static let sizeStep = 0.97
  /// The share of bytes per step of quality in a typical photograph.
  private static let qualityShare = 0.85
  /// The factor of bytes per pixel of the first smaller size, whose frames are resampled.
  private static let shrunkShare = 1.03
  /// The number of interpolated steps before the rest is halved.
  private static let guessLimit = 6
  /// The tolerance of sums of shares.
  private static let rounding = 1.000_001
  /// Frames are not made smaller than this.
  private static let smallestSide = 16

  /// The changes that may be made to an animation that `output` asks for and that has `rate` frames a second without a
  /// change.
  package init(
    _ output: OutputRequest, _ format: OutputFormat, isStill: Bool, rate: FrameRate, sideStep: Int,
    byteLimit: Int
  ) {
    (self.sideStep, self.byteLimit) = (sideStep, byteLimit)
    qualities = output.quality == nil ? format.facts.reduced?.values ?? [] : []
    let isFixed = output.frameRate != nil || isStill
    func lower(_ rates: [Int]) -> [FrameRate] {
      isFixed
        ? []
        : rates.filter { $0 * rate.denominator < rate.numerator }.compactMap { try? FrameRate($0) }
    }
    rates = isFixed ? [] : [rate] + lower([30, 25, 20, 15])
    slowRates = lower([12, 10])
    mayShrink = output.size == nil
  }

  /// Makes an output, and, if it has a limit of bytes and is too large, makes it again with something given up until it
  /// fits.
  /// - Parameters:
  ///   - sideStep: the step of both sides of its frames.
  ///   - onProgress: receives the progress of all attempts together.
  ///   - onNote: takes the notes of the one that is kept, when it is made; without a limit at once.
  ///   - make: makes it as it is told, with the sentences about that among its warnings. One that does not have a number
  ///     of bytes that is kept is thrown away with its notes, and is an `OutputMisfit`.
  /// - Throws: what `make` throws; `UsageError` where nothing is enough.
  package static func output<Report>(
    _ output: OutputRequest, _ format: OutputFormat, isStill: Bool = false, sideStep: Int = 1,
    _ names: PropertyNames, onProgress: @escaping RenderJob.ProgressHandler,
    onNote: @escaping RenderJob.NoteHandler,
    make attempt: (
      OutputRequest, _ warnings: [String], @escaping RenderJob.ProgressHandler,
      @escaping RenderJob.NoteHandler
    ) async throws -> Report
  ) async throws -> Report {
    guard let limit = output.byteLimit else { return try await attempt(output, [], onProgress, onNote) }
    let progress = AttemptProgress(onProgress)
    func make(_ output: OutputRequest, _ warnings: [String]) async throws -> Report {
      let notes = HeldNotes()
      defer { notes.release(to: onNote) }
      let number = progress.next()
      let change = warnings.first?.split(separator: ": ").last.map { String($0) }
      onNote(.attempt("attempt \(number), \(change ?? (number == 1 ? "unchanged" : "first pass"))"))
      do {
        let report = try await attempt(output, warnings, { progress.show(done: $0, total: $1) }) {
          notes.add($0)
        }
        progress.finish()
        return report
      } catch let misfit as OutputMisfit {
        notes.drop()
        throw misfit
      }
    }
    // What is one byte larger has a number.
    let byteLimit = min(limit, .max - 1)
    var output = output
    output.keptBytes = 0..<(byteLimit + 1)
    if let codec = output.sizedCodec(format) {
      return try await VideoSizeLimit(output, codec, byteLimit: byteLimit).output(names, make: make)
    }
    do {
      return try await make(output, [])
    } catch let first as OutputMisfit {
      let search = SizeLimit(
        output, format, isStill: isStill, rate: first.rate, sideStep: sideStep, byteLimit: byteLimit)
      var report: Report?
      let outcome = try await search.change(from: first) { change, kept in
        do {
          report = try await make(
            change.applied(to: output, keeping: kept), [sentence(change, from: first, format, names)])
          return nil
        } catch let misfit as OutputMisfit {
          return misfit
        }
      }
      if let report { return report }
      let smallest = if case .tooLarge(let bytes) = outcome { bytes } else { first.byteCount }
      let advice = output.size == nil ? "" : names.text("; without \(option: .size) it is made smaller")
      throw UsageError.invalidValue(
        option: .byteLimit, value: "\(byteLimit) bytes",
        expected: "at least \(smallest) bytes, the smallest that \(output.path) could be made" + advice)
    }
  }

  /// The change with which an output was kept, and otherwise the bytes of its smallest attempt.
  enum Outcome: Equatable {
    case kept(Change)
    case tooLarge(smallest: Int)
  }

  /// Finds the change that makes the output fit.
  /// - Parameters:
  ///   - first: the output without a change.
  ///   - make: makes the output with a change and keeps it if its number of bytes is in a range. Otherwise throws it away and
  ///     returns its length.
  func change(
    from first: OutputMisfit, make: (Change, _ keeping: Range<Int>) async throws -> OutputMisfit?
  ) async throws -> Outcome {
    let ladder = ladder(from: first)
    // The last step that is too large, and the first one that is too small.
    var large: Attempt = (0, first.byteCount)
    var small: Attempt?
    var attempt = 1
    while large.index < ladder.count - 1 {
      let end = small?.index ?? ladder.count
      var index = (large.index + end) / 2
      var isLast = false
      if attempt <= Self.guessLimit {
        let fitting = fitting(ladder, large, small)
        isLast = fitting == nil && small != nil
        index = fitting ?? small?.index ?? ladder.count - 1
      }
      if index <= large.index + 1 {
        index = large.index + 1
        isLast = true
      }
      // With fewer bytes the step before would probably fit, too.
      let share = ladder[index].weight / ladder[index - 1].weight
      let least = isLast ? 0 : Int(limiting: Double(byteLimit) * min(1, share))
      guard let misfit = try await make(ladder[index].change, least..<byteLimit + 1) else {
        return .kept(ladder[index].change)
      }
      if misfit.byteCount > byteLimit {
        large = (index, misfit.byteCount)
        if let last = small, last.index <= index { small = nil }
      } else {
        small = (index, misfit.byteCount)
      }
      attempt += 1
    }
    return .tooLarge(smallest: large.byteCount)
  }

  private typealias Step = (change: Change, weight: Double)
  private typealias Attempt = (index: Int, byteCount: Int)

  /// The first step after `large` that fits if bytes are a line through two attempts; `nil` if none fits before `small`.
  private func fitting(_ ladder: [Step], _ large: Attempt, _ small: Attempt?) -> Int? {
    let weight = small.map { ladder[$0.index].weight } ?? 0
    let bytes = Double(small?.byteCount ?? 0)
    let slope = (Double(large.byteCount) - bytes) / (ladder[large.index].weight - weight)
    return (large.index + 1..<(small?.index ?? ladder.count)).first { index in
      bytes + (ladder[index].weight - weight) * slope <= Double(byteLimit) * Self.rounding
    }
  }

  /// The changes in order, each with the expected share of the first output's bytes.
  private func ladder(from first: OutputMisfit) -> [Step] {
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
    while mayShrink, min(size.width, size.height) > Self.smallestSide {
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
    return ladder
  }

  /// A size of `factor` times the sides of `size` at most, as near to the shape of `shape` as whole steps allow.
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

  /// The sentence about the change.
  private static func sentence(
    _ change: Change, from first: OutputMisfit, _ format: OutputFormat, _ names: PropertyNames
  ) -> String {
    func plain(_ rate: FrameRate) -> String {
      rate.denominator == 1 ? "\(rate.numerator)" : rate.description
    }
    var parts: [String] = []
    if let quality = change.quality, let (words, values) = format.facts.reduced {
      parts.append(words.replacing("%", with: "\(quality)") + " instead of \(values.first ?? quality)")
    }
    if let rate = change.rate { parts.append("\(plain(rate)) frames/s instead of \(plain(first.rate))") }
    if let size = change.size { parts.append("\(size) instead of \(first.size)") }
    return names.text("to stay within \(option: .byteLimit): \(parts.joined(separator: ", "))")
  }
}

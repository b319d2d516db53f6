import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem

/// An output with a number of bytes that the request does not keep.
package struct OutputMisfit: Error {
  package let byteCount: Int
  /// The size of its frames, in pixels.
  package let size: ImageSize
  /// The frames per second.
  package let rate: FrameRate
  package let frameCount: Int

  package init(byteCount: Int, size: ImageSize, rate: FrameRate, frameCount: Int) {
    (self.byteCount, self.size, self.rate, self.frameCount) = (byteCount, size, rate, frameCount)
  }
}

/// Finds the reductions that keep an animation within a number of bytes, in this order: the quality of a WebP or the
/// colours of a GIF, the rate down to 15 frames/s, the size, the rest of the rate. Options that were requested are
/// kept.
///
/// The worst choice of each reduction is tried first. If it fits, a binary search finds the best choice that fits;
/// otherwise it is kept and the next reduction follows.
package struct SizeLimit {
  /// A set of reductions of a request.
  struct Change: Equatable {
    var quality: Int?
    var rate: FrameRate?
    var size: ImageSize?

    /// `output` with this change, kept if its number of bytes is in `bytes`.
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
  /// The choices of quality or colours, from the default down; empty if fixed.
  let qualities: [Int]
  /// The choices of the rate at which motion looks smooth, from the default down; empty if fixed.
  package let rates: [FrameRate]
  /// The choices of lower rates, which are tried last.
  let slowRates: [FrameRate]
  /// Whether the size may change.
  let mayShrink: Bool
  /// The step of both sides, in pixels.
  let sideStep: Int

  /// The largest number of sizes that are tried. Each is scaled by area to come near the limit.
  private static let mostSizes = 12
  /// The smallest side of a frame, in pixels.
  private static let smallestSide = 16

  /// The reductions that are possible for an animation of `output`, which has `rate` frames per second without them.
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

  /// Makes an output. If it exceeds its size limit, makes it again with reductions until it fits.
  /// - Parameters:
  ///   - sideStep: the step of both sides of its frames, in pixels.
  ///   - onProgress: receives the progress of all attempts together.
  ///   - onNote: receives the notes of the output that is kept, once it is made; without a limit immediately.
  ///   - make: makes an output with the given warnings. It throws `OutputMisfit` for a number of bytes that is not
  ///     kept; the output and its notes are then discarded.
  /// - Throws: the errors of `make`; `UsageError` if no reduction is enough.
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
    // The limit plus one must be representable.
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
      let found = try await search.change(from: first) { change in
        do {
          _ = try await make(change.applied(to: output, keeping: 0..<0), [])
        } catch let measured as OutputMisfit {
          return measured
        }
        return first
      }
      switch found {
      case .success(let change):
        return try await make(
          change.applied(to: output, keeping: 0..<(byteLimit + 1)),
          [sentence(change, from: first, format, names)])
      case .failure(let least):
        let advice = output.size == nil ? "" : names.text("; leave out \(option: .size) to shrink it")
        throw UsageError.invalidValue(
          option: .byteLimit, value: "\(byteLimit) bytes",
          expected: "at least \(least.byteCount) bytes, the smallest that \(output.path) could be made"
            + advice)
      }
    }
  }

  /// The reductions with which the output fits; if none is enough, the smallest output that was tried.
  /// - Parameters:
  ///   - first: the output without reductions.
  ///   - measure: makes the output with reductions, discards it, and returns its length and frame size.
  func change(
    from first: OutputMisfit, measure: (Change) async throws -> OutputMisfit
  ) async throws -> Result<Change, OutputMisfit> {
    var (change, last) = (Change(), first)
    let stages: [[(inout Change) -> Void]] = [
      qualities.map { quality in { $0.quality = quality } }, rates.map { rate in { $0.rate = rate } },
    ]
    for stage in stages where stage.count > 1 {
      var worst = change
      stage[stage.count - 1](&worst)
      last = try await measure(worst)
      if last.byteCount <= byteLimit { return .success(try await best(of: stage, from: change, measure)) }
      change = worst
    }
    for _ in 0..<Self.mostSizes where mayShrink && min(last.size.width, last.size.height) > Self.smallestSide
    {
      let factor = min(0.95, (Double(byteLimit) / Double(last.byteCount)).squareRoot() * 0.97)
      change.size = shrunk(last.size, by: factor, shape: first.size)
      last = try await measure(change)
      if last.byteCount <= byteLimit { return .success(change) }
    }
    for rate in slowRates {
      change.rate = rate
      last = try await measure(change)
      if last.byteCount <= byteLimit { return .success(change) }
    }
    return .failure(last)
  }

  /// A size of at most `factor` times the sides of `size`, with the aspect ratio of `shape` to the nearest step.
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

  /// The first choice after the default that fits; the last one is known to fit.
  private func best(
    of stage: [(inout Change) -> Void], from change: Change,
    _ measure: (Change) async throws -> OutputMisfit
  ) async throws -> Change {
    func choice(_ index: Int) -> Change {
      var result = change
      stage[index](&result)
      return result
    }
    var (low, high) = (1, stage.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if try await measure(choice(middle)).byteCount <= byteLimit { high = middle } else { low = middle + 1 }
    }
    return choice(high)
  }

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

import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem
import Synchronization

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

/// The notes of an output that may be thrown away.
private final class HeldNotes: Sendable {
  private let events = Mutex<[RenderEvent]>([])

  func add(_ event: RenderEvent) { events.withLock { $0.append(event) } }
  func drop() { events.withLock { $0 = [] } }
  func release(to handler: RenderJob.NoteHandler) { events.withLock { $0 }.forEach(handler) }
}

/// Looks for what to give up, in this order, so that an animation stays within a number of bytes: the quality of a WebP
/// or the colours of a GIF, the rate down to 15 a second, the size, the rest of the rate. What was asked for by name is kept.
///
/// Of each the worst choice is tried first; where it is enough, the best that is enough is found by halving, else it
/// stays and the next is given up too.
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

  /// The most sizes that are tried: each comes near the limit by the area.
  private static let mostSizes = 12
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

  /// Makes an output, and, if it has a limit of bytes and is too large, makes it again and again with something given up
  /// until it is not.
  /// - Parameters:
  ///   - sideStep: the step of both sides of its frames.
  ///   - onNote: takes the notes of the one that is kept, when it is made; without a limit at once.
  ///   - make: makes it as it is told, with the sentences about that among its warnings. One that does not have a number
  ///     of bytes that is kept is thrown away with its notes, and is an `OutputMisfit`.
  /// - Throws: what `make` throws; `UsageError` where nothing is enough.
  package static func output<Report>(
    _ output: OutputRequest, _ format: OutputFormat, isStill: Bool = false, sideStep: Int = 1,
    _ names: PropertyNames, onNote: @escaping RenderJob.NoteHandler,
    make attempt: (OutputRequest, _ warnings: [String], @escaping RenderJob.NoteHandler) async throws ->
      Report
  ) async throws -> Report {
    guard let limit = output.byteLimit else { return try await attempt(output, [], onNote) }
    func make(_ output: OutputRequest, _ warnings: [String]) async throws -> Report {
      let notes = HeldNotes()
      defer { notes.release(to: onNote) }
      do { return try await attempt(output, warnings) { notes.add($0) } } catch let misfit as OutputMisfit {
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
        let advice = output.size == nil ? "" : names.text("; without \(option: .size) it is made smaller")
        throw UsageError.invalidValue(
          option: .byteLimit, value: "\(byteLimit) bytes",
          expected: "at least \(least.byteCount) bytes, the smallest that \(output.path) could be made"
            + advice)
      }
    }
  }

  /// The changes with which the output fits, and, where nothing is enough, the smallest output that was tried.
  /// - Parameters:
  ///   - first: how large it is without a change.
  ///   - measure: makes the output with a change, throws it away, and tells its length and the size of its frames.
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

  /// The first choice after the default that is enough; the last is known to be.
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

import SegueFields
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
  package let frameCount: Int
  /// The format of the sound; `nil` without sound.
  package let sound: SoundFormat?

  /// An output of `byteCount` bytes.
  package init(
    byteCount: Int, size: ImageSize, rate: FrameRate, frameCount: Int, sound: SoundFormat? = nil
  ) {
    self.byteCount = byteCount
    self.size = size
    self.rate = rate
    self.frameCount = frameCount
    self.sound = sound
  }

  /// The duration in seconds.
  var seconds: Double { rate.time(ofFrame: max(1, frameCount)) }
}

/// A search for an output within a size limit, after a first output that exceeds it.
protocol SizeSearch {
  /// Advice on how to get a smaller output, as the continuation of a sentence.
  var advice: PropertyNames.Sentence? { get }
  /// The output to encode next, and a sentence that describes how it is smaller; `nil` if no further
  /// attempt can come closer to the limit.
  mutating func next() -> (output: OutputRequest, reduction: String)?
  /// Adds the number of bytes of the last output.
  mutating func add(byteCount: Int)
  /// Whether the next output may avoid the error of the last one.
  mutating func avoids(_ error: any Error) -> Bool
}

extension SizeSearch {
  func avoids(_ error: any Error) -> Bool { false }
}

/// Makes an output that fits a number of bytes, usually in at most three encodes: one without a
/// reduction, one with a predicted reduction, and one with a reduction that the first two encodes
/// predict. The largest output that fits is kept. If none fits, further encodes reduce the output until
/// one does.
package enum SizeLimit {
  private static let usualEncodes = 3

  /// Makes the output of `job`. If it exceeds its limit of bytes, makes it again with reductions.
  /// - Throws: the errors of `job.make`; `UsageError` if no encode fits.
  static func output<Made: Job>(
    of job: Made, _ handlers: JobHandlers<Made.Report>
  ) async throws -> Made.Report {
    let format = try job.format
    var output = job.request.output
    guard let limit = output.byteLimit else {
      return try await job.make(job.request, notices: [], handlers)
    }
    // The upper bound of the range is exclusive.
    let byteLimit = min(limit, .max - 1)
    output.acceptedBytes = 0..<(byteLimit + 1)
    let attempts = SizeAttempts(job, handlers)
    let stats = output.sizedCodec(format) == nil ? nil : try WorkFolder(beside: nil)
    var first = output
    first.pass = stats.map { .first(stats: $0.file("stats")) }
    do {
      return try await attempts.make(first, nil)
    } catch let exceeded as SizeLimitExceeded {
      let search: any SizeSearch =
        if let stats {
          VideoSizeSearch(output, format, stats: stats, first: exceeded, byteLimit: byteLimit)
        } else {
          AnimationSizeSearch(
            output, format, isStill: job.isStill, first: exceeded, sideStep: job.sideStep,
            byteLimit: byteLimit)
        }
      return try await reduced(output, search, attempts, byteLimit, smallest: exceeded.byteCount)
    }
  }

  /// Makes `output` with the reductions of `search`, the first of them in a temporary folder.
  private static func reduced<Made: Job>(
    _ output: OutputRequest, _ search: any SizeSearch, _ attempts: SizeAttempts<Made>, _ byteLimit: Int,
    smallest: Int
  ) async throws -> Made.Report {
    var search = search
    var smallest = smallest
    var kept: SizeAttempts<Made>.Kept?
    var encode = 2
    while encode <= usualEncodes || kept == nil, let next = search.next() {
      do {
        if encode >= usualEncodes {
          var output = next.output
          if let kept { output.acceptedBytes = kept.byteCount..<(byteLimit + 1) }
          return try await attempts.make(output, next.reduction)
        }
        let made = try await attempts.keep(next.output, next.reduction)
        search.add(byteCount: made.byteCount)
        kept = made
      } catch let exceeded as SizeLimitExceeded {
        search.add(byteCount: exceeded.byteCount)
        smallest = min(smallest, exceeded.byteCount)
      } catch {
        guard search.avoids(error) else { throw error }
        continue
      }
      encode += 1
    }
    if let kept { return try attempts.commit(kept, to: output) }
    throw UsageError.invalidValue(
      option: .byteLimit, value: "\(byteLimit) bytes",
      expected: "at least \(smallest) bytes, the smallest size reached for \(output.path)"
        + (search.advice.map(attempts.names.text) ?? ""))
  }
}

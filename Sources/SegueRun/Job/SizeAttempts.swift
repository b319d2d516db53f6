import SegueFields
import SegueSystem
import Synchronization

/// The attempts at a job's output with a size limit.
struct SizeAttempts<Made: Job> {
  private let job: Made
  private let handlers: JobHandlers<Made.Report>
  private let progress: AttemptProgress

  init(_ job: Made, _ handlers: JobHandlers<Made.Report>) {
    self.job = job
    self.handlers = handlers
    progress = AttemptProgress(handlers.onProgress)
  }

  var names: PropertyNames { job.request.drawing.names }

  /// Makes `output`. Notes about it are reported when it is complete.
  /// - Parameter reduction: the reduction of the request's output in words; `nil` without one.
  /// - Throws: the errors of the job. The notes of an output that is not accepted are discarded.
  func make(_ output: OutputRequest, _ reduction: String?) async throws -> Made.Report {
    let notes = Mutex<[RenderEvent]>([])
    defer { notes.withLock { $0 }.forEach(handlers.onNote) }
    let number = progress.next()
    handlers.onNote(
      .attempt("attempt \(number), \(reduction ?? (number == 1 ? "unchanged" : "first pass"))"))
    let notice = reduction.map {
      Notice(
        .loss, of: .byteLimit,
        names.text("to stay within \(option: .byteLimit): \($0)"))
    }
    var request = job.request
    request.output = output
    let attempt = JobHandlers(
      onProgress: { [progress] in progress.show(done: $0, total: $1) },
      onNote: { event in notes.withLock { $0.append(event) } }, onReport: handlers.onReport)
    do {
      let report = try await job.make(request, notices: [notice].compactMap(\.self), attempt)
      progress.finish()
      return report
    } catch let exceeded as SizeLimitExceeded {
      notes.withLock { $0 = [] }
      throw exceeded
    }
  }
}

/// The progress of all attempts at an output on one scale. It never decreases. Each attempt fills a third; later attempts
/// stay just below the end.
final class AttemptProgress: Sendable {
  private struct State {
    var number = 0
    /// The frame count of the first attempt. Later attempts are scaled to it.
    var frames: Int?
  }

  private static let usualAttempts = 3
  private let state = Mutex(State())
  private let handler: RenderJob.ProgressHandler

  init(_ handler: @escaping RenderJob.ProgressHandler) { self.handler = handler }

  /// The number of the next attempt, from 1.
  func next() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// Reports that `done` of `total` frames of the current attempt are finished.
  func show(done: Int, total: Int) {
    let (number, frames) = state.withLock { state in
      let frames = state.frames ?? total
      state.frames = frames
      return (state.number, frames)
    }
    let whole = frames * Self.usualAttempts
    let position = (number - 1) * frames + (total > 0 ? done * frames / total : 0)
    handler(min(position, whole - 1), whole)
  }

  /// Reports that an attempt is kept.
  func finish() {
    guard let frames = state.withLock({ $0.frames }) else { return }
    handler(frames * Self.usualAttempts, frames * Self.usualAttempts)
  }
}

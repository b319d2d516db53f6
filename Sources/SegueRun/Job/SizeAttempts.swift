import SegueFields
import SegueSystem
import Synchronization

/// The attempts at a job's output with a size limit.
struct SizeAttempts<Made: Job> {
  /// A complete output in a temporary folder.
  struct Kept {
    fileprivate let report: Made.Report
    fileprivate let notes: [RenderEvent]
    fileprivate let folder: WorkFolder
    fileprivate let file: String
    let byteCount: Int
  }

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
    let (report, notes) = try await attempt(output, reduction, handlers.onReport)
    notes.forEach(handlers.onNote)
    progress.finish()
    return report
  }

  /// Makes `output` in a temporary folder beside its path.
  /// - Throws: as `make`.
  func keep(_ output: OutputRequest, _ reduction: String?) async throws -> Kept {
    let folder = try WorkFolder(beside: output.path)
    let file = folder.file(OutputPath.name(of: output.path))
    var hidden = output
    hidden.path = file
    let (report, notes) = try await attempt(hidden, reduction) { _ in }
    return Kept(
      report: report, notes: notes, folder: folder, file: file, byteCount: OutputPath.length(of: file))
  }

  /// Moves a kept output to the path of `output`.
  /// - Throws: `SystemError`, and the errors of the report's handler.
  func commit(_ kept: Kept, to output: OutputRequest) throws -> Made.Report {
    defer { kept.folder.remove() }
    var report = kept.report
    report.outputPaths = [output.path]
    let place = try AtomicOutput(path: output.path, overwrite: output.overwrites)
    try handlers.onReport(report)
    try place.commit(kept.file)
    kept.notes.forEach(handlers.onNote)
    progress.finish()
    return report
  }

  private func attempt(
    _ output: OutputRequest, _ reduction: String?,
    _ onReport: @escaping @Sendable (Made.Report) throws -> Void
  ) async throws -> (Made.Report, [RenderEvent]) {
    let notes = Mutex<[RenderEvent]>([])
    let number = progress.next()
    handlers.onNote(.attempt("attempt \(number), \(reduction ?? "unchanged")"))
    let notice = reduction.map {
      Notice(
        .loss, of: .byteLimit,
        names.text("to stay within \(option: .byteLimit): \($0)"))
    }
    var request = job.request
    request.output = output
    let attempt = JobHandlers(
      onProgress: { [progress] in progress.show(done: $0, total: $1) },
      onNote: { event in notes.withLock { $0.append(event) } }, onReport: onReport)
    do {
      let report = try await job.make(request, notices: [notice].compactMap(\.self), attempt)
      return (report, notes.withLock { $0 })
    } catch {
      if !(error is SizeLimitExceeded) { notes.withLock { $0 }.forEach(handlers.onNote) }
      throw error
    }
  }
}

/// The progress of all attempts at an output on one scale. It never decreases. Each attempt fills a third.
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

import SegueFields
import SegueMedia
import SegueSystem

package protocol JobRequest: Sendable {
  var output: OutputRequest { get set }
  var drawing: DrawingOptions { get }
}

package protocol JobReport: Encodable, Sendable {
  var notices: [Notice] { get }
  var outputPaths: [String] { get set }
}

/// The closures that a job calls.
package struct JobHandlers<Report>: Sendable {
  package let onProgress: RenderJob.ProgressHandler
  package let onNote: RenderJob.NoteHandler
  /// A closure that takes the report of the complete output, before the output is moved to its path. An
  /// error fails the job.
  package let onReport: @Sendable (Report) throws -> Void
}

/// A job that makes an output in a slot of a pool, within limits of time and size.
package protocol Job: Sendable {
  associatedtype Request: JobRequest
  associatedtype Report: JobReport

  var request: Request { get }
  var pool: RenderPool { get }
  /// Every file that the job reads.
  var inputFiles: [String] { get }
  /// The estimated peak memory in bytes.
  var memory: Int { get }
  var format: OutputFormat { get throws }
  /// Whether the output is one picture at a progress.
  var isStill: Bool { get }
  /// The divisor of every width and height, in pixels.
  var sideStep: Int { get }

  init(_ request: Request) throws(SegueError)
  init(_ request: Request, in pool: RenderPool) throws
  /// Makes the output of `request`: the job's request, or a reduction of it that meets a size
  /// limit.
  /// - Throws: `SizeLimitExceeded` for an output whose number of bytes is not accepted.
  func make(
    _ request: Request, notices: [Notice], _ handlers: JobHandlers<Report>
  ) async throws -> Report
}

extension Job {
  /// Makes the output.
  /// - Throws: the original errors. After a cancellation, an error with another cause takes precedence.
  ///   Otherwise `isCancellation` is true for the error.
  @discardableResult
  package func run(
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    onNote: @escaping RenderJob.NoteHandler = { _ in }, onReport: @escaping @Sendable (Report) throws -> Void
  ) async throws -> Report {
    let drawing = request.drawing
    let handlers = JobHandlers(
      onProgress: onProgress,
      onNote: { event in
        drawing.note(event)
        onNote(event)
      }, onReport: onReport)
    let report = try await drawing.limitingTime {
      try await pool.admit(bytes: memory) { try await SizeLimit.output(of: self, handlers) }
    }
    drawing.warn(report.notices)
    return report
  }

  /// Makes the output. Calls `run` and converts its errors to `SegueError`.
  package func report(
    _ onProgress: @escaping RenderJob.ProgressHandler, _ onNote: @escaping RenderJob.NoteHandler
  ) async throws(SegueError) -> Report {
    do {
      return try await run(onProgress: onProgress, onNote: onNote, onReport: { _ in })
    } catch {
      throw SegueError(error)
    }
  }

  /// The output of `request` in memory.
  package static func file(
    _ request: Request, _ format: OutputFormat, _ onProgress: @escaping RenderJob.ProgressHandler,
    _ onNote: @escaping RenderJob.NoteHandler
  ) async throws(SegueError) -> RenderedFile<Report> {
    try await OutputBytes.written(as: format, request.output) { output in
      var request = request
      request.output = output
      var report = try await Self(request).report(onProgress, onNote)
      report.outputPaths = []
      return report
    }
  }
}

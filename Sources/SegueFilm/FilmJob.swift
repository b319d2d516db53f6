import FoundationEssentials
import Glibc
import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem
import SegueText
import SegueTransitions

/// One film, from its inputs to a finished file.
///
/// **Thread-safety:** `run` is called once, from any task; cancelling that ends it.
public final class FilmJob: Sendable {
  /// Called with the report when the output is complete and about to be put in its place.
  package typealias ReportHandler = @Sendable (FilmReport) throws -> Void

  private let request: FilmRequest
  private let room: DrawingRoom

  /// Checks the request as far as that can be done without opening a file; for its ``plan()`` it needs no output.
  /// - Throws: `SegueError.film`, `.usage`, `.media`.
  public convenience init(_ request: FilmRequest) throws(SegueError) {
    do { try self.init(request, in: request.drawing.room) } catch { throw SegueError(error) }
  }

  /// As `init(_:)`, with the renderers and pictures that `room` has from other jobs.
  package init(_ request: FilmRequest, in room: DrawingRoom) throws {
    var request = request
    request.drawing.threads = request.drawing.threads ?? room.threads
    if request.chunks != nil { request.output.isReproducible = true }
    (self.request, self.room) = (request, room)
    try request.check()
    try request.checkTexts()
    if !request.output.path.isEmpty { try checkOutputs(try FilmOutput(request).files(0..<0)) }
  }

  /// The film as it will be, without drawing a frame: every input is looked at, and nothing is written.
  /// - Returns: the report without what only the work can tell.
  /// - Throws: `SegueError`, where the film cannot be made.
  public func plan() async throws(SegueError) -> FilmReport {
    do {
      return try await FilmPlan(request).checkedReport(pictures: room.pictures)
    } catch {
      throw SegueError(error)
    }
  }

  /// Makes the film.
  /// - Throws: `SegueError`. There is no output then, and what was there before is untouched.
  @discardableResult
  public func run(
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    onNote: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws(SegueError) -> FilmReport {
    do {
      return try await run(onProgress: onProgress, onNote: onNote, onReport: { _ in })
    } catch {
      throw SegueError(error)
    }
  }

  /// The file that `request` describes, whose path is not looked at, in memory. It is made in a file of the system's
  /// temporary folder, which is gone afterwards.
  /// - Throws: as ``run(onProgress:onNote:)``, and `SegueError.usage` for a sequence of files.
  public static func file(
    of request: FilmRequest, as format: OutputFormat,
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    onNote: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws(SegueError) -> RenderedFile<FilmReport> {
    try await OutputBytes.written(as: format, request.output) { output in
      var request = request
      request.output = output
      var report = try await FilmJob(request).run(onProgress: onProgress, onNote: onNote)
      report.outputs = []
      return report
    }
  }

  /// The film while it is made: it begins when this is read, and ends with the report. Who stops iterating ends the film, once
  /// the iterator is gone: at the top level of `main.swift` that is never, so a loop to be left belongs in a function. It throws
  /// as ``run(onProgress:onNote:)``, and `SegueError.cancelled` where the task that iterates is cancelled.
  public var events: some AsyncSequence<JobEvent<FilmReport>, any Error> & Sendable {
    JobEvents { try await self.run(onProgress: $0, onNote: $1) }
  }

  /// Makes the film.
  /// - Parameter onReport: what it throws ends the run as if drawing had failed.
  /// - Throws: `FilmError`, `UsageError`, `ColorTableError`, `MediaError`, `RenderError`, `ShaderFileError`;
  ///   `CancellationError` when it was cancelled, and what `onReport` throws.
  @discardableResult
  package func run(
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    onNote: @escaping RenderJob.NoteHandler = { _ in }, onReport: @escaping ReportHandler
  ) async throws -> FilmReport {
    try await request.drawing.limitingTime { [self] in
      return try await room.admit(bytes: bytes) {
        do {
          return try await SizeLimit.output(
            request.output, try FilmOutput(request).format, sideStep: 2, request.drawing.names,
            onProgress: onProgress, onNote: noting(onNote)
          ) { output, warnings, onProgress, onNote in
            var request = request
            request.output = output
            return try await make(request, warnings: warnings, onProgress, onNote, onReport)
          }
        } catch MediaError.cancelled {
          throw CancellationError()
        }
      }
    }
  }

  /// About how much memory it takes: that of each of its parts that are at work at once.
  private var bytes: Int {
    let bytes = JobMemory.bytesOfFilm(request.output)
    guard request.copies || request.chunks != nil else { return bytes }
    return bytes * PartWorkers.count(request.drawing, bytes: bytes, in: room)
  }

  /// `handler`, and the request's own log.
  private func noting(_ handler: @escaping RenderJob.NoteHandler) -> RenderJob.NoteHandler {
    { [drawing = request.drawing] event in
      drawing.note(event)
      handler(event)
    }
  }

  /// Does what comes before the first frame of a film in chunks, and no more.
  /// - Returns: how many chunks there are.
  /// - Throws: as `run`.
  package func countChunks() async throws -> Int {
    let (plan, prepared, _) = try await prepare(request)
    guard request.copies, let copy = try await CopyPlanner.make(plan, prepared).plan else {
      return plan.timeline.chunks.count
    }
    return copy.inChunks(of: plan.timeline.longestChunk).encodedFrames.count
  }

  /// Everything that can be found out before a frame is drawn.
  private func prepare(_ request: FilmRequest) async throws -> (
    plan: FilmPlan, FilmPreparation, FilmOutput
  ) {
    let plan = try await FilmPlan(request).fixed()
    let prepared = try await FilmPreparation(plan, pictures: room.pictures)
    let output = try FilmOutput(plan.request, chromaLocation: plan.chromaLocation)
    try checkOutputs(try output.files(plan.frames))
    if let chunks = request.chunks, chunks.share == nil { try output.check() }
    return (plan, prepared, output)
  }

  /// Makes `request`, which is this job's or one with something given up.
  private func make(
    _ request: FilmRequest, warnings: [String] = [], _ onProgress: @escaping RenderJob.ProgressHandler,
    _ onNote: @escaping RenderJob.NoteHandler,
    _ onReport: @escaping ReportHandler
  ) async throws -> FilmReport {
    let start = ContinuousClock.now
    let (plan, prepared, output) = try await prepare(request)
    let probeSeconds = start.secondsToNow
    let hasSound = plan.hasSound && output.format.facts.holdsSound
    let copying = request.copies ? try await CopyPlanner.make(plan, prepared) : nil
    let warnings =
      plan.warnings + warnings + output.warnings(plan) + (hasSound ? output.soundWarnings(plan) : [])
      + prepared.warnings + (copying?.warnings ?? [])
    for warning in warnings { onNote(.warning(warning)) }
    let choice = RendererChoice(
      plan.request.drawing, size: plan.size, format: plan.layout, needsOpenGL: plan.needsOpenGL,
      onNote: onNote)
    let account = FilmAccount(
      plan: plan, prepared: prepared, copying: copying, choice: choice, hasSound: hasSound,
      warnings: warnings, start: start, probeSeconds: probeSeconds)
    let text = try await Self.textFile(prepared.text, request, output, isCopied: copying?.plan != nil)
    let finished = try await onThread(named: "segue.write") { [room, place = DrawingRoom.held] stop in
      let production = FilmProduction(
        plan, prepared, output, copying, choice, hasSound: hasSound, text: text, in: room, place,
        onProgress: onProgress, onNote: onNote, stop: stop)
      let (made, chunks) = try production.make { made, chunks in
        if let kept = request.output.keptBytes, !kept.contains(made.byteCount) {
          throw OutputMisfit(
            byteCount: made.byteCount, size: plan.size, rate: plan.rate, frameCount: plan.frames.count)
        }
        try onReport(account.report(made, chunks))
      }
      return account.report(made, chunks)
    }
    request.drawing.warn(finished.warnings)
    return finished
  }

  /// The clips' subtitles as what writes the film takes them; `nil` where there are none.
  private static func textFile(
    _ text: CarriedText?, _ request: FilmRequest, _ output: FilmOutput, isCopied: Bool
  ) async throws -> TextTrackFile? {
    guard let text, !text.cues.isEmpty, request.chunks?.share == nil else { return nil }
    let file = try TextTrackFile(text.cues, language: text.language)
    return isCopied && output.format.facts.movie != nil ? try await file.movie(output.format) : file
  }

  /// - Throws: `UsageError.outputIsInput` where one of `outputs` is a file that is read.
  private func checkOutputs(_ outputs: [String]) throws {
    try OutputGuard.check(outputs, areNot: request.inputFiles)
  }
}

extension FilmPlan {
  /// The location of the film's chroma samples: that of its first clip; without one, that of our own drawing.
  var chromaLocation: String {
    for clip in clips {
      guard case .video(_, let video, _, _) = clip.content else { continue }
      return video.chromaLocation.isEmpty ? "left" : video.chromaLocation
    }
    return "center"
  }
}

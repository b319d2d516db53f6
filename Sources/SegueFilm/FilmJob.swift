import SegueFields
import SegueMedia
import SegueRun
import SegueSystem

/// A job that renders a film into a file.
///
/// **Thread-safety:** call `run` once, from any task; cancelling that task cancels the run.
public final class FilmJob: Job {
  package let request: FilmRequest
  package let pool: RenderPool

  /// Checks the request without opening a clip. ``plan()`` needs no output.
  /// - Throws: `SegueError` with the code `invalidValue` for an invalid value; `conflict` for
  ///   properties that contradict each other or that the output's format does not support.
  public convenience init(_ request: FilmRequest) throws(SegueError) {
    do { try self.init(request, in: request.drawing.pool) } catch { throw SegueError(error) }
  }

  /// A job that shares the renderers and pictures of `pool` with other jobs.
  package init(_ request: FilmRequest, in pool: RenderPool) throws {
    var request = request
    request.drawing.threads = request.drawing.threads ?? pool.threads
    if request.chunks != nil { request.output.isReproducible = true }
    self.request = request
    self.pool = pool
    try request.check()
    try request.checkConflicts()
    if request.output.path.isEmpty { return }
    try OutputGuard.check(try FilmOutput(request).plan.files(for: 0..<0), areNot: inputFiles)
  }

  /// Plans the film: probes every input, but draws and writes nothing.
  /// - Returns: the report without the results of rendering.
  /// - Throws: `SegueError` with the code `unreadable` or `invalidData` for an input; `invalidValue`
  ///   for clips that are too short and invalid times; `unknownName` for a transition or a filter;
  ///   `conflict`; `programMissing`; `cancelled`.
  public func plan() async throws(SegueError) -> FilmReport {
    do {
      return try await FilmPlan(request).checkedReport(pictures: pool.pictures)
    } catch {
      throw SegueError(error)
    }
  }

  /// Renders the film.
  /// - Parameters:
  ///   - onProgress: called on the writing thread with the numbers of written frames and of all
  ///     frames.
  ///   - onNote: called with choices and warnings, on any thread.
  /// - Throws: `SegueError`: the errors of ``plan()``; `programFailed` for the encoder,
  ///   `cannotWrite` for a full disk, `deviceFailed`, `timedOut`. A previous output is then unchanged.
  @discardableResult
  public func run(
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    onNote: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws(SegueError) -> FilmReport {
    try await report(onProgress, onNote)
  }

  /// Renders `request` into memory; its output path is ignored. A file in the system's temporary
  /// folder is used and removed.
  /// - Parameters:
  ///   - request: the film, whose `output` has the options.
  ///   - format: the format of the bytes; not a sequence of files.
  ///   - onProgress: called on the writing thread with the numbers of written frames and of all
  ///     frames.
  ///   - onNote: called with choices and warnings, on any thread.
  /// - Throws: the errors of ``init(_:)`` and ``run(onProgress:onNote:)``, and `conflict` for a
  ///   sequence of files.
  public static func file(
    of request: FilmRequest, as format: OutputFormat,
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    onNote: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws(SegueError) -> RenderedFile<FilmReport> {
    try await file(request, format, onProgress, onNote)
  }

  /// The run as a sequence of events. Reading this property starts the run; the report is the last
  /// event. Releasing the iterator cancels the run. A global in `main.swift` is never released, so
  /// put the loop into a function if it may end early.
  ///
  /// Iterating throws as ``run(onProgress:onNote:)``, and a `cancelled` error if the iterating task
  /// is cancelled.
  public var events: some AsyncSequence<JobEvent<FilmReport>, any Error> & Sendable {
    JobEvents(of: self)
  }

  /// The memory of a film whose parts are rendered at the same time, in bytes.
  package var memory: Int {
    let bytes = MemoryEstimate.bytesOfFilm(request.output) + OverlayMemory.bytes(of: request)
    guard request.copies || request.chunks != nil else { return bytes }
    return bytes * PartWorkers.count(request.drawing, bytes: bytes, in: pool)
  }

  package var inputFiles: [String] { request.inputFiles }
  package var format: OutputFormat { get throws { try FilmOutput(request).format } }
  package var isStill: Bool { false }
  package var sideStep: Int { 2 }

  /// Prepares a film in chunks without rendering it.
  /// - Returns: the number of chunks.
  /// - Throws: as `run`.
  package func countChunks() async throws -> Int {
    let film = try await resolve(request).film
    guard request.copies, let copy = try await CopyPlanner.make(film).plan else {
      return film.plan.timeline.chunks.count
    }
    return copy.inChunks(of: film.plan.timeline.longestChunk).encodedFrames.count
  }

  /// Plans and loads the film, and prepares its output, before the first frame.
  private func resolve(_ request: FilmRequest) async throws -> (film: ResolvedFilm, output: FilmOutput) {
    let plan = try await FilmPlan(request)
    let film = try await ResolvedFilm(plan, pictures: pool.pictures)
    let output = try FilmOutput(plan.request)
    try OutputGuard.check(try output.plan.files(for: plan.frames), areNot: inputFiles)
    if let chunks = request.chunks, chunks.share == nil { try output.check() }
    return (film, output)
  }

  package func make(
    _ request: FilmRequest, notices: [Notice], _ handlers: JobHandlers<FilmReport>
  ) async throws -> FilmReport {
    let start = ContinuousClock.now
    let gpu = request.drawing.device.flatMap(DeviceList.find)
    if let word = request.drawing.device, gpu == nil, Int(word) == nil { throw FilmDevice.unknown(word) }
    let (film, output) = try await resolve(request)
    let plan = film.plan
    let probeSeconds = start.secondsToNow
    let hasSound = plan.hasSound && output.format.facts.holdsSound
    let copying = request.copies ? try await CopyPlanner.make(film) : nil
    let notices =
      plan.notices + notices + output.notices(plan) + (hasSound ? output.soundNotices(plan) : [])
      + film.notices + (copying?.notices ?? [])
    for notice in notices { handlers.onNote(.warning(notice)) }
    let choice = RendererChoice(
      plan.request.drawing, gpu: gpu, size: plan.size, format: plan.format.pixels,
      needsOpenGL: plan.needsOpenGL, onNote: handlers.onNote)
    let text = try await Self.textFile(film.text, request, output, isCopied: copying?.plan != nil)
    return try await onThread(named: "segue.write") { [pool, reservation = RenderPool.current] stop in
      let builder = FilmBuilder(
        film: film, output: output, copying: copying, choice: choice, hasSound: hasSound, notices: notices,
        start: start, probeSeconds: probeSeconds, text: text, pool: pool, reservation: reservation,
        handlers: handlers, stop: stop)
      return try builder.make()
    }
  }

  /// The clips' subtitles as a file for the sink; `nil` without subtitles.
  private static func textFile(
    _ text: MergedSubtitles?, _ request: FilmRequest, _ output: FilmOutput, isCopied: Bool
  ) async throws -> TextTrackFile? {
    guard let text, !text.cues.isEmpty, request.chunks?.share == nil else { return nil }
    let file = try TextTrackFile(text.cues, language: text.language)
    return isCopied && output.format.facts.movie != nil ? try await file.movie(output.format) : file
  }
}

extension FilmRequest: JobRequest {}

extension FilmReport: JobReport {
  package var outputPaths: [String] {
    get { outputs ?? [] }
    set { outputs = newValue }
  }
}

extension FilmPlan {
  /// The chroma location of the film: that of its first clip, else `center`.
  var chromaLocation: String {
    for case .video(_, let video, _, _) in clips.lazy.map(\.content) {
      return video.chromaLocation.isEmpty ? "left" : video.chromaLocation
    }
    return "center"
  }
}

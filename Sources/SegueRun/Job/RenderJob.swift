import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueSystem
import SegueTransitions

/// A job that renders a transition from two pictures to a finished file.
///
/// **Thread-safety:** call `run` once, from any task; cancelling that task ends the render.
public final class RenderJob: Job {
  /// A closure that is called on the writing thread with the number of frames written, and of all
  /// frames.
  package typealias ProgressHandler = @Sendable (_ done: Int, _ total: Int) -> Void
  /// A closure that is called with choices and warnings, on any thread.
  package typealias NoteHandler = @Sendable (RenderEvent) -> Void

  package let request: RenderRequest
  private let output: OutputPlan
  package let pool: RenderPool
  private let pictures: SharedPictures
  /// The size in bytes of the picture cache while an output is rendered several times.
  private static let sharedBytes = 512 << 20
  private let prepared: PreparedTransition
  /// The notices about the output's colours.
  private let colorNotices: [Notice]

  /// Checks the request without decoding its pictures. A transition's file is read.
  /// - Throws: `SegueError` with the code `invalidValue` or `unknownName` for a value; `conflict`
  ///   for properties that contradict each other or that the format does not support; `unreadable` or
  ///   `invalidData` for the file of a look, a shader or a timeline.
  public convenience init(_ request: RenderRequest) throws(SegueError) {
    do { try self.init(request, in: request.drawing.pool) } catch { throw SegueError(error) }
  }

  /// Checks the request like `init(_:)`, and reuses renderers and pictures of `pool`.
  package init(_ request: RenderRequest, in pool: RenderPool) throws {
    var request = request
    request.drawing.threads = request.drawing.threads ?? pool.threads
    (request.output, colorNotices) = try request.settledOutput()
    self.request = request
    self.pool = pool
    pictures =
      request.output.byteLimit == nil || pool.pictures.keepsPictures
      ? pool.pictures : SharedPictures(byteBudget: Self.sharedBytes)
    try request.check()
    output = try request.outputPlan()
    prepared = try PreparedTransition(
      request.transition, request.filters, in: request.library, for: request.drawing.backend)
  }

  /// Every file that the job reads: pictures, including those of parameters and filters, the timeline,
  /// and the transition's files.
  package var inputFiles: [String] {
    var seen: Set<String> = []
    return (request.paths + prepared.files).filter { seen.insert($0).inserted }
  }

  /// Renders the output.
  /// - Parameters:
  ///   - onProgress: called on the writing thread with the number of frames written, and of all
  ///     frames.
  ///   - onNote: called with choices and warnings, on any thread.
  /// - Throws: `SegueError` with the code `unreadable` or `invalidData` for an input; `invalidValue`;
  ///   `outputExists`, `cannotCreate` or `cannotWrite` for the output; `programMissing` or
  ///   `programFailed` for the encoder; `deviceUnavailable` or `deviceFailed` for the GPU; `timedOut`;
  ///   `cancelled`. No output is left then, and an existing file is unchanged.
  @discardableResult
  public func run(
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    onNote: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws(SegueError) -> RenderReport {
    try await report(onProgress, onNote)
  }

  /// Renders `request` into memory; its output path is ignored. A video is written to a temporary
  /// file, which is removed afterwards.
  /// - Parameters:
  ///   - request: the render, whose `output` has the options.
  ///   - format: the format of the bytes; not a sequence of files.
  ///   - onProgress: called on the writing thread with the number of frames written, and of all
  ///     frames.
  ///   - onNote: called with choices and warnings, on any thread.
  /// - Throws: the errors of ``init(_:)`` and ``run(onProgress:onNote:)``, and `conflict`
  ///   for a sequence of files.
  public static func file(
    of request: RenderRequest, as format: OutputFormat,
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    onNote: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws(SegueError) -> RenderedFile<RenderReport> {
    try await file(request, format, onProgress, onNote)
  }

  /// The render as a sequence of events. Reading this property starts the render; the report is the last
  /// event. Releasing the iterator cancels the render. A global variable in `main.swift` is never
  /// released, so put the loop into a function if it may end early. Iterating throws the errors of
  /// ``run(onProgress:onNote:)``, and a `cancelled` error if the iterating task is cancelled.
  public var events: some AsyncSequence<JobEvent<RenderReport>, any Error> & Sendable {
    JobEvents(of: self)
  }

  package var memory: Int { MemoryEstimate.bytes(of: request, output, pictures: pictures) }
  package var format: OutputFormat { output.format }
  package var isStill: Bool { request.stillProgress != nil }
  package var sideStep: Int { 1 }

  package func make(
    _ request: RenderRequest, notices: [Notice], _ handlers: JobHandlers<RenderReport>
  ) async throws -> RenderReport {
    let start = ContinuousClock.now
    var output = output
    output.request = request.output
    try OutputGuard.check(try output.files(for: 0..<0), areNot: inputFiles)
    var (request, notices) = (request, notices + colorNotices + prepared.match.notices)
    if let file = request.timelineFile {
      let (timeline, unknownKeys) = try await TimelineFile.read(path: file)
      request.timeline = timeline
      notices += unknownKeys
    }
    let pictures = try await load(request, output)
    let decodeSeconds = start.secondsToNow
    handlers.onNote(.pictures(size: pictures.size, seconds: decodeSeconds))
    let scene = try await RenderScene(request, prepared, output, pictures)
    try OutputGuard.check(try output.files(for: scene.frames), areNot: inputFiles)
    let sink = try scene.makeSink()
    if let command = sink.command { handlers.onNote(.encoder(command: command)) }
    let choice = RendererChoice(
      request.drawing, size: pictures.size, format: sink.format, needsOpenGL: prepared.needsOpenGL,
      onNote: handlers.onNote)
    notices += try scene.notices
    for notice in notices { handlers.onNote(.warning(notice)) }
    let report: @Sendable (RunReport) -> RenderReport = { [notices] made in
      scene.report(made, choice, notices, decodeSeconds: decodeSeconds, totalSeconds: start.secondsToNow)
    }
    let run = Run(
      scene.source, to: sink, makeRenderer: choice.makeRenderer,
      onFrame: { handlers.onProgress($0, scene.frames.count) },
      onComplete: { try handlers.onReport(report(try scene.checked($0))) })
    return report(try await run.run(in: pool))
  }

  /// Loads the pictures of `request` at the frame's size.
  private func load(_ request: RenderRequest, _ output: OutputPlan) async throws -> LoadedScene {
    let loader = SceneLoader(
      request.output, request.drawing, needsEvenSize: output.needsEvenSize,
      stretchesTextures: prepared.stretchesTextures, defaultBounds: output.defaultBounds,
      pictures: self.pictures)
    return try await loader.load(request.from, request.to, prepared.textures)
  }
}

extension RenderRequest: JobRequest {}

extension RenderReport: JobReport {
  package var outputPaths: [String] {
    get { outputs }
    set { outputs = newValue }
  }
}

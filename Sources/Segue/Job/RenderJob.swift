import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import Synchronization
import SegueTransitions

/// One render, from two pictures to a finished file.
///
/// **Thread-safety:** `run` is called once, from any task; cancelling that ends it.
public final class RenderJob: Sendable {
  /// Called with the frames written so far and in all, on the thread that writes them.
  public typealias ProgressHandler = @Sendable (_ done: Int, _ total: Int) -> Void
  /// Called with what was chosen on the way, from any thread.
  public typealias NoteHandler = @Sendable (RenderEvent) -> Void
  /// Called with the report when the output is complete and about to be put in its place.
  package typealias ReportHandler = @Sendable (RenderReport) throws -> Void

  private let request: RenderRequest
  let output: OutputPlan
  private let worker: BatchWorker?
  private let pictures: SharedPictures
  /// The most bytes of pixels that stay while an output is made again and again.
  private static let sharedBytes = 512 << 20
  private let description: TransitionDescription
  private let values: ParameterValues
  private let filters: RequestFilters
  private let match: TransitionLibrary.Match
  private let running = Mutex<FramePipeline?>(nil)
  private let loading = Mutex<(@Sendable () -> Void)?>(nil)
  private let isCancelled = Atomic<Bool>(false)

  /// Checks the request as far as that can be done without opening a file.
  /// A transition's own file is read here.
  /// - Throws: `UsageError`, `MediaError`, `ShaderFileError`.
  public convenience init(_ request: RenderRequest) throws { try self.init(request, on: nil) }

  /// As `init(_:)`, with the renderers and pictures that `worker` has from other jobs.
  init(_ request: RenderRequest, on worker: BatchWorker?) throws {
    self.request = request
    self.worker = worker
    pictures =
      worker?.pictures ?? SharedPictures(byteBudget: request.byteLimit == nil ? 0 : Self.sharedBytes)
    try request.check()
    output = try OutputPlan(request)
    filters = try RequestFilters(request.filters)
    match = try request.transition.match(in: request.library)
    description = match.description
    values = try description.values(request.parameters)
    if request.backend == .cpu, let name = openGLUser { throw UsageError.needsOpenGL(name) }
  }

  /// What takes OpenGL, if anything does.
  private var openGLUser: String? {
    description.needsOpenGL ? description.name : filters.shaderFiles.first
  }

  /// Every file that the job reads: pictures, also those of parameters and filters, a timeline, and a transition's files,
  /// also one that goes by its name.
  package var inputFiles: [String] {
    let files =
      [request.from.path, request.to.path].compactMap(\.self)
      + values.texturePaths.sorted { $0.key < $1.key }.map(\.value)
      + filters.paths + [request.timelineFile].compactMap(\.self) + match.files
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  /// Renders.
  /// - Throws: `UsageError`, `ColorTableError`, `MediaError`, `RenderError`, `FrameTimesError`,
  ///   `TimelineError`, `TimelineFileError`; `CancellationError` when it was cancelled. There is no output then, and what
  ///   was there before is untouched.
  @discardableResult
  public func run(
    onProgress: @escaping ProgressHandler = { _, _ in }, onNote: @escaping NoteHandler = { _ in }
  ) async throws -> RenderReport {
    try await run(onProgress: onProgress, onNote: onNote, onReport: { _ in })
  }

  /// Renders.
  /// - Parameter onReport: what it throws ends the run as if drawing had failed.
  /// - Throws: as ``run(onProgress:onNote:)``.
  @discardableResult
  package func run(
    onProgress: @escaping ProgressHandler = { _, _ in }, onNote: @escaping NoteHandler = { _ in },
    onReport: @escaping ReportHandler
  ) async throws -> RenderReport {
    try await withTaskCancellationHandler {
      do {
        guard let limit = request.byteLimit else {
          return try await render(request, onProgress, onNote, onReport)
        }
        return try await SizeLimit.output(of: request, format: output.format, byteLimit: limit) {
          change, limit, warnings in
          var changed = change.applied(to: request)
          changed.byteLimit = limit
          return try await render(changed, warnings: warnings, onProgress, onNote, onReport)
        }
      } catch MediaError.cancelled {
        throw CancellationError()
      }
    } onCancel: {
      cancel()
    }
  }

  /// The bytes of the file that `request` describes, whose output is not looked at. A video is made in a file of the
  /// system's temporary folder, which is gone afterwards.
  /// - Throws: as ``run(onProgress:onNote:)``, and `UsageError` for a sequence of files.
  public static func bytes(of request: RenderRequest, as format: OutputFormat) async throws -> [UInt8] {
    try await OutputBytes.written(as: format) { path in
      var request = request
      (request.output, request.format) = (path, format)
      try await RenderJob(request).run()
    }
  }

  /// Ends the run soon: it throws `CancellationError`.
  package func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    loading.withLock { $0 }?()
    running.withLock { $0 }?.cancel()
  }

  /// Renders `request`, which is this job's or one with something given up.
  private func render(
    _ request: RenderRequest, warnings: [String] = [], _ onProgress: @escaping ProgressHandler,
    _ onNote: @escaping NoteHandler, _ onReport: @escaping ReportHandler
  ) async throws -> RenderReport {
    // A batch has a budget of its own.
    let isGated = worker == nil
    if isGated { try await load { try await RenderGate.shared.enter() } }
    defer { if isGated { RenderGate.shared.leave() } }
    let onNote: NoteHandler = { [options = request.options] event in
      options.note(event)
      onNote(event)
    }
    let start = ContinuousClock.now
    let output = try OutputPlan(request)
    let textures = Array(values.texturePaths.values) + filters.paths + description.files.map(\.path)
    try request.checkOutputs(try output.files(for: 0..<0), textures: textures)
    var request = request
    var warnings = warnings + match.warnings
    if let file = request.timelineFile {
      let (timeline, strange) = try await load { try TimelineFile.read(path: file) }
      request.timeline = timeline
      warnings += strange
    }
    let loader = SceneLoader(
      request: request, needsEvenSize: output.needsEvenSize, stretchesTextures: description.kind == .builtIn,
      usualBounds: output.usualBounds, pictures: self.pictures)
    let pictures = try await load { [values] in try await loader.load(values) }
    onNote(.pictures(size: pictures.size, seconds: start.secondsToNow))
    let decodeSeconds = start.secondsToNow
    let filters = try await load { [filters, limits = request.limits] in
      var filters = filters
      try await filters.load(limits: limits)
      return filters
    }
    let description = try await load { [description, limits = request.limits] in
      try await description.loadingFiles(limits: limits)
    }
    let plain = try description.make(request.parameters, textures: pictures.textures)
    let schedule = try request.schedule(for: plain, rate: output.rate, playsAgain: output.playsAgain)
    let transition = try filters.applied(
      to: plain, size: pictures.size, progresses: schedule.distinctProgresses)
    let backdrop = try output.backdrop(picturesAreOpaque: pictures.sourcesAreOpaque)
    let frames = try request.frames?.frames(of: schedule.count) ?? 0..<schedule.count
    try request.checkOutputs(try output.files(for: frames), textures: textures)
    let recipes = FrameRecipes(
      transition: transition, schedule: schedule, size: pictures.size, background: backdrop.color,
      snapshotsAreOpaque: !pictures.hasTransparency)
    let sink = try output.makeSink(
      size: pictures.size, frames: frames, over: backdrop, areAllOpaque: { recipes.areAllOpaque })
    if let command = sink.command { onNote(.encoder(command: command)) }
    let choice = RendererChoice(
      request.options, size: pictures.size, format: sink.format, needsOpenGL: openGLUser != nil,
      onNote: onNote)
    warnings += pictures.warnings + schedule.warnings + output.warnings(backdrop)
    if request.stillProgress == nil { warnings += filters.warnings(size: pictures.size, request.names) }
    if let path = try output.leftOver(after: schedule.count) {
      warnings.append("\(path) is left over from a longer run; a player takes it for a frame of this one")
    }
    for warning in warnings { onNote(.warning(warning)) }
    let makeReport: @Sendable (PipelineReport) -> RenderReport = { [self, warnings] report in
      self.makeReport(
        report, choice: choice, rate: output.rate, size: pictures.size, warnings: warnings + sink.warnings,
        decode: decodeSeconds, total: start.secondsToNow)
    }
    let pipeline = FramePipeline(
      frames: frames, request: { pictures.request(recipes.recipe(forFrame: $0)) },
      makeRenderer: { [worker] in try choice.makeRenderer(framesHeld: $0, on: worker?.drawing) }, sink: sink,
      onFrame: { onProgress($0, frames.count) },
      onComplete: { [limit = request.byteLimit] report in
        if let limit, report.byteCount > limit {
          throw OutputTooLarge(
            byteCount: report.byteCount, size: pictures.size, rate: output.rate)
        }
        try onReport(makeReport(report))
      })
    let report = makeReport(try await run(pipeline))
    request.options.warn(report.warnings)
    return report
  }

  /// What `read` gives; `cancel` ends the wait for a slow input.
  private func load<Input: Sendable>(_ read: @escaping @Sendable () async throws -> Input) async throws
    -> Input
  {
    let task = Task { try await read() }
    loading.withLock { $0 = task.cancel }
    defer { loading.withLock { $0 = nil } }
    if isCancelled.load(ordering: .sequentiallyConsistent) { task.cancel() }
    do {
      return try await task.value
    } catch {
      throw isCancelled.load(ordering: .sequentiallyConsistent) ? MediaError.cancelled : error
    }
  }

  private var parameterTexts: [String: String] {
    let pairs = description.parameters.map { ($0.name, values[$0.name]?.description) }
    return Dictionary(pairs, uniquingKeysWith: { $1 }).compactMapValues(\.self)
  }

  /// Runs the pipeline where `cancel` reaches it.
  private func run(_ pipeline: FramePipeline) async throws -> PipelineReport {
    running.withLock { $0 = pipeline }
    defer { running.withLock { $0 = nil } }
    if isCancelled.load(ordering: .sequentiallyConsistent) { throw MediaError.cancelled }
    return try await pipeline.runOnThread(drawingOn: worker?.drawing)
  }

  private func makeReport(
    _ report: PipelineReport, choice: RendererChoice, rate: FrameRate, size: ImageSize, warnings: [String],
    decode: Double, total: Double
  ) -> RenderReport {
    RenderReport(
      transition: description.name, parameters: parameterTexts, width: size.width, height: size.height,
      frames: report.frameCount,
      fps: rate.description,
      duration: request.stillProgress == nil ? rate.time(ofFrame: report.frameCount) : 0,
      renderer: RenderReport.Renderer(report.renderer, reason: choice.reason),
      seconds: RenderReport.Seconds(
        decode: decode, prepare: report.statistics.prepare, render: report.statistics.render,
        readback: report.statistics.readback, encode: report.encodeSeconds, total: total),
      framesPerSecond: Double(report.frameCount) / max(total, 1e-9), outputs: report.outputs,
      bytes: report.byteCount > 0 ? report.byteCount : nil,
      warnings: warnings + choice.warnings + report.incidents)
  }
}

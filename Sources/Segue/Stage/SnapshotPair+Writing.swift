import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueTransitions

extension SnapshotPair {
  /// Draws one frame for each recipe, in their order, and writes them: whatever the name of `output` says,
  /// `frames/` or `run.mp4`.
  /// - Parameters:
  ///   - rate: frames a second of a video.
  ///   - background: what lies under everything; `nil` is transparent where the output keeps alpha, else black.
  ///   - overwrites: whether an existing output is replaced.
  ///   - backend: which renderer; every one makes the same bytes.
  ///   - onProgress: called with the frames written so far and in all, on the thread that writes them.
  /// - Returns: what drew, the files that were written, and what should be known about them.
  /// - Throws: `UsageError`, `MediaError`, which is `.cancelled` when the task was, `RenderError`; there is no output then.
  @discardableResult
  public func write(
    _ recipes: [Recipe], to output: String, at rate: FrameRate = .sixty, over background: RGBAColor? = nil,
    overwrites: Bool = false, backend: BackendPreference = .auto,
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in }
  ) async throws -> PipelineReport {
    precondition(!recipes.isEmpty, "a run has at least one frame")
    var request = RenderRequest(
      from: .file(path: "from"), to: .file(path: "to"), output: output)
    request.size = .exact(size)
    request.frameRate = rate
    request.background = background
    request.overwrites = overwrites
    request.backend = backend
    return try await run(recipes, request, onProgress)
  }

  private func run(
    _ recipes: [Recipe], _ request: RenderRequest, _ onProgress: @escaping RenderJob.ProgressHandler
  ) async throws -> PipelineReport {
    let plan = try OutputPlan(request)
    let backdrop = try plan.backdrop(picturesAreOpaque: isOpaque)
    let frames = recipes.map { $0.over(backdrop.color, snapshotsAreOpaque: isOpaque) }
    let sink = try plan.makeSink(
      size: size, frames: 0..<frames.count, over: backdrop,
      areAllOpaque: { frames.allSatisfy { $0.isOpaque(snapshotsAreOpaque: isOpaque) } })
    let choice = RendererChoice(
      request: request, size: size, format: sink.format, needsOpenGL: needsOpenGL(frames))
    let pipeline = FramePipeline(
      frames: 0..<frames.count, request: { self.request(frames[$0]) }, makeRenderer: choice.makeRenderer,
      sink: sink,
      onFrame: { onProgress($0, frames.count) })
    var report = try await pipeline.runOnThread()
    report.warnings = warnings + plan.warnings(backdrop) + sink.warnings + choice.warnings
    return report
  }
}

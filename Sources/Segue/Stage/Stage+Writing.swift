import Imaging
import MediaIO
import Motion
import Rendering
import Transitions

extension Stage {
  /// Draws one frame for each recipe, in their order, and writes them: whatever the name of `output` says,
  /// `frames/` or `run.mp4`.
  /// - Parameters:
  ///   - rate: frames a second of a video.
  ///   - background: what lies under everything; `nil` is transparent where the output keeps alpha, else black.
  ///   - overwrites: whether an existing output is replaced.
  ///   - backend: which renderer; every one makes the same bytes.
  /// - Returns: what drew, and the files that were written.
  /// - Throws: `UsageError`, `MediaError`, `RenderError`; there is no output then.
  @discardableResult
  public func write(
    _ recipes: [Recipe], to output: String, at rate: FrameRate = .sixty, over background: Color? = nil,
    overwrites: Bool = false, backend: BackendPreference = .auto
  ) async throws -> PipelineReport {
    precondition(!recipes.isEmpty, "a run has at least one frame")
    var request = RenderRequest(
      from: .file(path: "from"), to: .file(path: "to"), output: output)
    request.size = size
    request.frameRate = rate
    request.background = background
    request.overwrites = overwrites
    request.backend = backend
    return try await pipeline(recipes, request: request).runOnThread()
  }

  private func pipeline(_ recipes: [Recipe], request: RenderRequest) throws -> FramePipeline {
    let plan = try OutputPlan(request)
    let backdrop = try plan.backdrop(snapshotsAreOpaque: isOpaque)
    let frames = recipes.map { $0.over(backdrop.color, snapshotsAreOpaque: isOpaque) }
    let sink = try plan.makeSink(
      size: size, frames: 0..<frames.count, over: backdrop,
      areAllOpaque: { frames.allSatisfy { $0.isOpaque(snapshotsAreOpaque: isOpaque) } })
    let choice = RendererChoice(
      request: request, scene: Scene(from: from, to: to, format: sink.format),
      needsOpenGL: needsOpenGL(frames))
    return FramePipeline(
      frames: 0..<frames.count, recipe: { frames[$0] }, makeRenderer: choice.makeRenderer, sink: sink)
  }
}

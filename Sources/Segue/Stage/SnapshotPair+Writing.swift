import SegueImaging
import SegueMedia
import SegueRendering

extension SnapshotPair {
  /// Draws one frame for each recipe, in their order, and writes them: whatever the name of `output` says, `frames/` or
  /// `run.mp4`.
  /// - Parameter onProgress: called with the frames written so far and in all, on the thread that writes them.
  /// - Returns: what drew, the files that were written, and what should be known about them.
  /// - Throws: `UsageError`, `MediaError`, `RenderError`, `CancellationError`; there is no output then.
  @discardableResult
  public func write(
    _ recipes: [Recipe], to output: String, options: RenderOptions = RenderOptions(),
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in }
  ) async throws -> PipelineReport {
    var report = try await FrameRenderer(size: size, options: options).write(
      recipes.count, to: output, picturesAreOpaque: isOpaque,
      framesAreOpaque: { recipes.allSatisfy { $0.isOpaque(snapshotsAreOpaque: isOpaque) } },
      needsOpenGL: needsOpenGL(recipes), onProgress: onProgress, frame: { request(recipes[$0]) })
    report.warnings = warnings + report.warnings
    return report
  }

  /// The bytes of such a file: see ``write(_:to:options:onProgress:)``.
  public func bytes(
    of recipes: [Recipe], as format: OutputFormat, options: RenderOptions = RenderOptions()
  ) async throws -> [UInt8] {
    var options = options
    options.format = format
    return try await OutputBytes.written(as: format) { [options] path in
      try await write(recipes, to: path, options: options)
    }
  }
}

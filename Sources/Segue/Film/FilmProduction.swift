import SegueMedia
import SegueRendering

/// Makes a film's frames and its output: all of it at once, or a part at a time.
struct FilmProduction {
  let plan: FilmPlan
  let preparation: FilmPreparation
  let output: FilmOutput
  private let choice: RendererChoice
  private let onProgress: RenderJob.ProgressHandler
  private let onNote: RenderJob.NoteHandler
  /// Told how to end what is under way.
  private let stop: (@escaping @Sendable () -> Void) -> Void

  init(
    _ plan: FilmPlan, _ preparation: FilmPreparation, _ output: FilmOutput, _ choice: RendererChoice,
    onProgress: @escaping RenderJob.ProgressHandler, onNote: @escaping RenderJob.NoteHandler,
    stop: @escaping (@escaping @Sendable () -> Void) -> Void
  ) {
    (self.plan, self.preparation, self.output, self.choice) = (plan, preparation, output, choice)
    (self.onProgress, self.onNote, self.stop) = (onProgress, onNote, stop)
  }

  /// Makes all of it.
  /// - Parameter onComplete: called when it is complete, before it is put in its place.
  /// - Throws: as `FilmJob.run`.
  func make(_ sound: FilmSound?, onComplete: (PipelineReport) throws -> Void) throws -> PipelineReport {
    let sink = try output.makeSink(plan, soundPath: sound?.feed.path)
    let count = plan.timeline.frameCount
    return try run(0..<count, sink, sound, total: count, onComplete: onComplete)
  }

  /// Makes the chunk of `frames` in the file at `path`.
  /// - Parameters:
  ///   - done: frames that were made before.
  ///   - total: those of all chunks that are made.
  /// - Throws: as `FilmJob.run`.
  func make(chunk frames: Range<Int>, at path: String, done: Int, total: Int) throws -> PipelineReport {
    try run(frames, try output.makeSink(plan, .chunk, path: path), nil, done: done, total: total)
  }

  /// Joins finished chunks, and encodes the sound.
  /// - Parameter onComplete: called when it is complete, before it is put in its place.
  /// - Throws: as `FilmJob.run`.
  func join(
    _ chunks: [FilmEncoding.Chunk], _ sound: FilmSound?, onComplete: (PipelineReport) throws -> Void
  ) throws -> PipelineReport {
    let sink = try output.makeSink(plan, .joined(chunks), soundPath: sound?.feed.path)
    return try run(0..<0, sink, sound, total: 0, onComplete: onComplete)
  }

  private func run(
    _ frames: Range<Int>, _ sink: any FrameSink, _ sound: FilmSound?, done: Int = 0, total: Int,
    onComplete: (PipelineReport) throws -> Void = { _ in }
  ) throws -> PipelineReport {
    if let command = sink.command { onNote(.encoder(command: command)) }
    let pipeline = FilmPipeline(
      plan, frames: frames, sink: sink, sound: sound, preparation,
      makeRenderer: { [choice] in try choice.makeRenderer(framesHeld: $0) })
    stop { pipeline.cancel() }
    return try pipeline.run(onFrame: { onProgress(done + $0, total) }, onComplete: onComplete)
  }
}

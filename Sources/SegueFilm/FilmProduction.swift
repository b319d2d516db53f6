import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem

/// Makes a film's frames and its output: all of it at once, or a part at a time.
struct FilmProduction {
  let plan: FilmPlan
  let preparation: FilmPreparation
  let output: FilmOutput
  /// The clips' subtitles; `nil` for none.
  private let text: TextTrackFile?
  private let choice: RendererChoice
  private let thread: DrawingThread
  private let onProgress: RenderJob.ProgressHandler
  private let onNote: RenderJob.NoteHandler
  private let stop: StopSignal

  init(
    _ plan: FilmPlan, _ preparation: FilmPreparation, _ output: FilmOutput, _ choice: RendererChoice,
    text: TextTrackFile?, on thread: DrawingThread, onProgress: @escaping RenderJob.ProgressHandler,
    onNote: @escaping RenderJob.NoteHandler, stop: StopSignal
  ) {
    (self.plan, self.preparation, self.output, self.choice) = (plan, preparation, output, choice)
    (self.thread, self.onProgress, self.onNote, self.stop) = (thread, onProgress, onNote, stop)
    self.text = text
  }

  private var track: (path: String, language: String)? {
    text.map { ($0.path, $0.language) }
  }

  /// Makes all of it, or the part that was asked for.
  /// - Parameter onComplete: called when it is complete, before it is put in its place.
  /// - Throws: as `FilmJob.run`.
  func make(_ sound: FilmSound?, onComplete: @escaping @Sendable (RunReport) throws -> Void) throws
    -> RunReport
  {
    let sink = try output.makeSink(plan, soundPath: sound?.feed.path, text: track, light: preparation.light)
    return try run(plan.frames, sink, sound, total: plan.frames.count, onComplete: onComplete)
  }

  /// Makes the chunk of `frames` in the file at `path`.
  /// - Parameters:
  ///   - done: frames that were made before.
  ///   - total: those of all chunks that are made.
  /// - Throws: as `FilmJob.run`.
  func make(chunk frames: Range<Int>, at path: String, done: Int, total: Int) throws -> RunReport {
    try run(
      frames, try output.makeSink(plan, .chunk, path: path, light: preparation.light), nil, done: done,
      total: total)
  }

  /// Joins finished chunks, and encodes the sound.
  /// - Parameter onComplete: called when it is complete, before it is put in its place.
  /// - Throws: as `FilmJob.run`.
  func join(
    _ chunks: [FilmEncoding.Chunk], _ sound: FilmSound?,
    onComplete: @escaping @Sendable (RunReport) throws -> Void
  ) throws -> RunReport {
    let sink = try output.makeSink(
      plan, .joined(chunks), soundPath: sound?.feed.path, text: track, light: preparation.light)
    return try run(0..<0, sink, sound, total: 0, onComplete: onComplete)
  }

  /// Makes `frames` in the file at `path`, encoded as `encoding` says.
  /// - Parameters:
  ///   - done: frames that were made before.
  ///   - total: all that are encoded.
  /// - Throws: as `FilmJob.run`.
  func make(span frames: Range<Int>, _ encoding: SpanEncoding, at path: String, done: Int, total: Int) throws
    -> RunReport
  {
    try run(frames, try output.makeSink(plan, .span(encoding), path: path), nil, done: done, total: total)
  }

  /// Puts copied pictures and those in the files `encoded` together, and encodes the sound.
  /// - Parameter onComplete: called when it is complete, before it is put in its place.
  /// - Throws: as `FilmJob.run`.
  func join(
    _ copy: CopyPlan, encoded: [String], in folder: WorkFolder, _ sound: FilmSound?,
    onComplete: @escaping @Sendable (RunReport) throws -> Void
  ) throws -> RunReport {
    let sink = try CopySink(
      copy, of: plan, encoded: encoded, in: folder, output, soundPath: sound?.feed.path, text: track)
    return try run(0..<0, sink, sound, total: 0, onComplete: onComplete)
  }

  private func run(
    _ frames: Range<Int>, _ sink: any FrameSink, _ sound: FilmSound?, done: Int = 0, total: Int,
    onComplete: @escaping @Sendable (RunReport) throws -> Void = { _ in }
  ) throws -> RunReport {
    if let command = sink.command { onNote(.encoder(command: command)) }
    let run = Run(
      FilmFrames(plan, preparation, frames: frames), to: sink, sound: sound,
      makeRenderer: choice.makeRenderer,
      onFrame: { [onProgress] in onProgress(done + $0, total) }, onComplete: onComplete)
    stop.onSet { run.cancel() }
    return try run.run(on: thread)
  }
}

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
  private let room: DrawingRoom
  /// The film's place in it.
  private let place: DrawingRoom.Place?
  let onProgress: RenderJob.ProgressHandler
  private let onNote: RenderJob.NoteHandler
  private let stop: StopSignal

  init(
    _ plan: FilmPlan, _ preparation: FilmPreparation, _ output: FilmOutput, _ choice: RendererChoice,
    text: TextTrackFile?, in room: DrawingRoom, _ place: DrawingRoom.Place?,
    onProgress: @escaping RenderJob.ProgressHandler,
    onNote: @escaping RenderJob.NoteHandler, stop: StopSignal
  ) {
    (self.plan, self.preparation, self.output, self.choice) = (plan, preparation, output, choice)
    (self.room, self.onProgress, self.onNote, self.stop) = (room, onProgress, onNote, stop)
    (self.text, self.place) = (text, place)
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
    let sink = try output.makeSink(
      plan, output.isSound ? .sound : .whole, soundPath: sound?.feed.path, text: track,
      light: preparation.light)
    let frames = output.isSound ? 0..<0 : plan.frames
    return try run(frames, sink, sound, total: frames.count, onComplete: onComplete)
  }

  /// The sink of a part of the film in the file at `path`. What lies between copied pictures says of their light what they do.
  func makeSink(_ part: FilmEncoding.Part, at path: String) throws -> any FrameSink {
    try output.makeSink(plan, part, path: path, light: part == .chunk ? preparation.light : nil)
  }

  /// Makes the chunk of `frames`, which is `part` of a film, in the file at `path`.
  /// - Parameters:
  ///   - done: frames that were made before.
  ///   - total: those of all chunks that are made.
  /// - Throws: as `FilmJob.run`.
  func make(
    _ part: FilmEncoding.Part, of frames: Range<Int>, at path: String, done: Int, total: Int
  ) throws -> RunReport {
    try run(frames, try makeSink(part, at: path), nil, done: done, total: total)
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

  /// Makes `frames` in the file at `path`, encoded as `encoding` says, until `stop` is set.
  /// - Throws: as `FilmJob.run`.
  func make(
    span frames: Range<Int>, _ encoding: SpanEncoding, at path: String,
    _ onFrame: @escaping @Sendable () -> Void, _ stop: StopSignal
  ) throws -> RunReport {
    try run(
      frames, try output.makeSink(plan, .span(encoding), path: path), nil, stop, onFrame: { _ in onFrame() })
  }

  /// Decodes `frames`, which are not drawn, and looks at nothing but whether that can be done, until `stop` is set.
  /// - Throws: as `FilmJob.run`.
  func check(_ frames: Range<Int>, _ stop: StopSignal) throws -> RunReport {
    try run(frames, ClosureSink(plan.layout) { _, _ in }, nil, stop, onFrame: { _ in })
  }

  /// Encodes the sound alone, into the file at `path`, until `stop` is set.
  /// - Throws: as `FilmJob.run`.
  func make(_ sound: FilmSound, at path: String, _ stop: StopSignal) throws -> RunReport {
    try run(
      0..<0, try output.makeSink(plan, .sound, path: path, soundPath: sound.feed.path), sound, stop,
      onFrame: { _ in })
  }

  /// Puts copied pictures and those in the files `encoded` together with the sound.
  /// - Parameters:
  ///   - copied: the packets of the sound, where they are a clip's.
  ///   - soundPath: the file of the encoded sound; `nil` where it is still to be encoded, or there is none.
  ///   - onComplete: called when it is complete, before it is put in its place.
  /// - Throws: as `FilmJob.run`.
  func join(
    _ copy: CopyPlan, encoded: [String], _ copied: CopiedSound?, soundPath: String?, _ sound: FilmSound?,
    in folder: WorkFolder,
    _ stop: StopSignal, onComplete: @escaping @Sendable (RunReport) throws -> Void
  ) throws -> RunReport {
    let sink = try CopySink(
      copy, of: plan, encoded: encoded, copied, soundPath: soundPath, feed: sound?.feed.path, in: folder,
      output,
      text: track)
    return try run(0..<0, sink, sound, stop, onFrame: { _ in }, onComplete: onComplete)
  }

  private func run(
    _ frames: Range<Int>, _ sink: any FrameSink, _ sound: FilmSound?, done: Int = 0, total: Int,
    onComplete: @escaping @Sendable (RunReport) throws -> Void = { _ in }
  ) throws -> RunReport {
    try run(
      frames, sink, sound, stop, onFrame: { [onProgress] in onProgress(done + $0, total) },
      onComplete: onComplete)
  }

  private func run(
    _ frames: Range<Int>, _ sink: any FrameSink, _ sound: FilmSound?, _ stop: StopSignal,
    onFrame: @escaping @Sendable (Int) -> Void,
    onComplete: @escaping @Sendable (RunReport) throws -> Void = { _ in }
  ) throws -> RunReport {
    try DrawingRoom.$held.withValue(place) {
      if let command = sink.command { onNote(.encoder(command: command)) }
      let run = Run(
        FilmFrames(plan, preparation, frames: frames), to: sink, sound: sound,
        makeRenderer: choice.makeRenderer, onFrame: onFrame, onComplete: onComplete)
      stop.onSet { run.cancel() }
      let thread = room.takeThread()
      defer { room.giveBack(thread) }
      return try run.run(on: thread)
    }
  }
}

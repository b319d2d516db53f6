import SegueFields
import SegueMedia
import SegueRun
import SegueSound
import SegueSystem

/// Renders a film's parts and joins them to its output.
///
/// Methods block; call them on a thread, not in a Swift task.
struct FilmBuilder {
  let film: ResolvedFilm
  let output: FilmOutput
  /// The result of planning the copying; `nil` unless copying is requested.
  let copying: CopyOutcome?
  let choice: RendererChoice
  let hasSound: Bool
  /// The notices known before rendering.
  let notices: [Notice]
  /// The start of the work, and the seconds spent on probing the inputs.
  let start: ContinuousClock.Instant
  let probeSeconds: Double
  /// The clips' subtitles; `nil` without subtitles.
  let text: TextTrackFile?
  let pool: RenderPool
  let reservation: RenderPool.Reservation?
  let handlers: JobHandlers<FilmReport>
  let stop: StopSignal

  var plan: FilmPlan { film.plan }
  /// The plan for copying; `nil` if nothing is copied.
  var copyPlan: CopyPlan? { copying?.plan }
  /// The packets of the sound; `nil` if it is encoded.
  var copiedSound: CopiedSound? { copyPlan == nil ? nil : try? copying?.sound?.get() }

  /// Whether the sound is encoded into a file beside the pictures. Matroska and WebM round the times of
  /// packets to milliseconds, so there the sound is encoded while the film is joined.
  var hasSoundFile: Bool { hasSound && copiedSound == nil && output.format.facts.movie != nil }

  /// The number of parts with pictures that are rendered at the same time.
  var partsAtOnce: Int {
    let bytes = MemoryEstimate.bytesOfFilm(plan.request.output, size: plan.frameSize)
    return PartWorkers.count(
      plan.request.drawing, bytes: bytes + OverlayMemory.bytes(of: film.layers), in: pool)
  }

  /// Renders the parts, several at a time, and joins them, unless only a share is requested.
  /// - Throws: as `FilmJob.run`. Finished chunks stay in their folder.
  func make() throws -> FilmReport {
    let all = try FilmParts(self)
    defer { all.removeFolders() }
    let workers = PartWorkers(all.parts, keptIn: all.folder, onProgress: handlers.onProgress) { [self] in
      try make($0, onFrame: $1, $2)
    }
    var (made, rendered) = try workers.make(partsAtOnce, stop)
    let chunks = all.chunkCount.map { FilmReport.Chunks(count: $0, rendered: rendered) }
    guard let join = all.join else {
      made.outputs = all.parts.compactMap(\.path)
      try finish(made, chunks)
      return report(made, chunks)
    }
    let joined = try self.join(join) { [made] in try finish(made.joined($0), chunks) }
    return report(made.joined(joined), chunks)
  }

  /// Checks the complete output, before it is moved to its path.
  private func finish(_ made: RunReport, _ chunks: FilmReport.Chunks?) throws {
    if let kept = plan.request.output.acceptedBytes, !kept.contains(made.byteCount) {
      throw SizeLimitExceeded(
        byteCount: made.byteCount, size: plan.frameSize, rate: plan.rate, frameCount: plan.frames.count,
        sound: hasSound ? output.soundFormat(plan) : nil)
    }
    try handlers.onReport(report(made, chunks))
  }

  private func report(_ made: RunReport, _ chunks: FilmReport.Chunks?) -> FilmReport {
    var report = film.report(copying, hasSound: hasSound)
    let total = start.secondsToNow
    report.renderer = .init(
      made.renderer, reason: made.renderer == nil ? "nothing had to be drawn" : choice.reason)
    report.seconds = .init(
      probe: probeSeconds, render: made.statistics.render, encode: made.encodeSeconds, total: total)
    report.framesPerSecond = Double(made.frameCount) / max(total, 1e-9)
    report.outputs = made.outputs
    report.chunks = chunks
    report.bytes = made.byteCount > 0 ? made.byteCount : nil
    report.notices = notices + made.notices + choice.notices + made.incidents
    return report
  }

  /// The sink of a part of the film in the file at `path`. Frames between copied frames keep the copied
  /// stream's light levels.
  func makeSink(_ constraints: StreamConstraints?, at path: String) throws -> any FrameSink {
    try output.makeSink(
      plan, .frames(constraints), path: path, light: constraints == nil ? film.light : nil)
  }

  private func make(
    _ part: FilmPart, onFrame: @escaping @Sendable () -> Void, _ stop: StopSignal
  ) throws -> RunReport {
    switch part.origin {
    case .frames(let constraints, let path):
      let sink = try makeSink(constraints, at: path)
      return try run(part.frames, sink, nil, stop, onFrame: { _ in onFrame() })
    case .sound(let path):
      let sound = try sound(stop)
      let sink = try output.makeSink(plan, .none, path: path, sound: sound?.source)
      return try run(0..<0, sink, sound, stop)
    case .packets where plan.request.isStrict:
      // Decode copied packets to detect damage, which is an error in strict mode.
      return try run(part.frames, ClosureSink(plan.format.pixels) { _, _ in }, nil, stop)
    case .soundPackets where plan.request.isStrict:
      for sound in plan.soundParts {
        let decoder = try SoundDecoder(sound.decoding)
        defer { decoder.close() }
        stop.onSet { decoder.cancel() }
        _ = try decoder.countRest()
      }
    case .packets, .soundPackets: break
    }
    var report = RunReport()
    report.frameCount = part.frames.count
    return report
  }

  private func join(
    _ join: FilmParts.Join, onComplete: @escaping @Sendable (RunReport) throws -> Void
  ) throws -> RunReport {
    let track = text.map { Encoding.Text(path: $0.path, language: $0.language) }
    let (frames, sound, sink): (Range<Int>, SoundPipe?, any FrameSink)
    switch join {
    case .frames:
      let isSound = output.format.facts.isSound
      frames = isSound ? 0..<0 : plan.frames
      sound = try self.sound(stop)
      sink = try output.makeSink(
        plan, isSound ? .none : .frames(nil), sound: sound?.source, text: track, light: film.light)
    case .chunks(let chunks, let soundPath):
      frames = 0..<0
      sound = soundPath == nil ? try self.sound(stop) : nil
      sink = try output.makeSink(
        plan, .files(chunks),
        sound: soundPath.map { Encoding.Sound.Source.packets(path: $0) } ?? sound?.source, text: track,
        light: film.light)
    case .packets(let copy, let encoded, let soundPath, let folder):
      frames = 0..<0
      sound = soundPath == nil && copiedSound == nil ? try self.sound(stop) : nil
      sink = try CopySink(
        copy, of: plan, encoded: encoded, copiedSound, soundPath: soundPath, feed: sound?.source,
        in: folder, output, text: track)
    }
    return try run(
      frames, sink, sound, stop, onFrame: { [handlers] in handlers.onProgress($0, frames.count) },
      onComplete: onComplete)
  }

  /// The film's sound, mixed until `stop` is set; `nil` for a silent film.
  private func sound(_ stop: StopSignal) throws -> SoundPipe? {
    hasSound ? try film.sound(stop) : nil
  }

  private func run(
    _ frames: Range<Int>, _ sink: any FrameSink, _ sound: SoundPipe?, _ stop: StopSignal,
    onFrame: @escaping @Sendable (Int) -> Void = { _ in },
    onComplete: @escaping @Sendable (RunReport) throws -> Void = { _ in }
  ) throws -> RunReport {
    try RenderPool.$current.withValue(reservation) {
      if let command = sink.command { handlers.onNote(.encoder(command: command)) }
      let shown = try frames.isEmpty ? sink : film.framed(sink)
      let run = Run(
        film.source(of: frames), to: shown, sound: sound,
        makeRenderer: choice.makeRenderer, onFrame: onFrame, onComplete: onComplete)
      stop.onSet { run.cancel() }
      let thread = pool.takeThread()
      defer { pool.giveBack(thread) }
      return try run.run(on: thread)
    }
  }
}

extension SoundPipe {
  /// The samples, as an encoder's input.
  fileprivate var source: Encoding.Sound.Source { .samples(path: feed.path) }
}

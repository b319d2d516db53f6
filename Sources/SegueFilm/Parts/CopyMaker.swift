import Dispatch
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// Makes a film of which a part is copied: first what has to be encoded, several parts at once, then the film of all.
///
/// The calls wait; make them from a thread, not from a Swift task.
struct CopyMaker {
  private let production: FilmProduction
  private let plan: CopyPlan
  /// The packets of the sound, where they are a clip's.
  private let copiedSound: CopiedSound?
  private let stop: StopSignal

  /// Parts at work at once: each has decoders and an encoder of its own, which leave cores idle at its beginning and its
  /// end, and take memory.
  static func partsAtOnce(_ drawing: DrawingOptions) -> Int { min(4, drawing.threads ?? Cores.count) }

  init(_ production: FilmProduction, _ plan: CopyPlan, _ copiedSound: CopiedSound?, stop: StopSignal) {
    (self.production, self.plan, self.copiedSound, self.stop) = (production, plan, copiedSound, stop)
  }

  /// Makes all of it.
  /// - Parameters:
  ///   - sound: makes the film's sound.
  ///   - onComplete: called when everything is complete, before the film is put in its place.
  /// - Throws: as `FilmJob.run`.
  func make(sound: () throws -> FilmSound?, onComplete: @escaping @Sendable (RunReport) throws -> Void) throws
    -> RunReport
  {
    let folder = try production.output.makeWorkFolder()
    defer { folder.remove() }
    let spans = plan.encodedFrames.enumerated().map { (frames: $1, path: folder.file("span-\($0).mp4")) }
    let drawing = production.plan.request.drawing
    var encoding = plan.encoding
    // As many encoders as are at work together share the cores.
    encoding.threads = max(
      1, (drawing.threads ?? Cores.count) / max(1, min(spans.count, Self.partsAtOnce(drawing))))
    var parts = spans.map { [production, encoding] span in
      Part { try production.make(span: span.frames, encoding, at: span.path, $0, $1) }
    }
    let (soundPath, soundPart) = try soundFile(in: folder, sound)
    // What takes longest begins first.
    parts = soundPart + parts + checks
    let total = plan.encodedFrames.reduce(0) { $0 + $1.count }
    let made = try PartsAtWork(parts, total: total, production.onProgress)
      .make(atOnce: Self.partsAtOnce(drawing), stop)
    let count = production.plan.timeline.frameCount
    let whole: @Sendable (RunReport) -> RunReport = { film in
      var whole = made.joined(film)
      (whole.frameCount, whole.byteCount) = (count, film.byteCount)
      return whole
    }
    let film = try join(plan, spans.map(\.path), soundPath, sound, in: folder) { try onComplete(whole($0)) }
    return whole(film)
  }

  /// Makes what is missing of the chunks of what is encoded, and the film of all unless a share was asked for.
  /// - Parameters:
  ///   - sound: makes the film's sound.
  ///   - onComplete: called when everything is complete, before the film is put in its place.
  /// - Throws: as `FilmJob.run`; what was finished stays in the folder.
  func make(
    in chunks: FilmChunks, sound: () throws -> FilmSound?,
    onComplete: @escaping @Sendable (RunReport, FilmReport.Chunks) throws -> Void
  ) throws -> (RunReport, FilmReport.Chunks) {
    let plan = plan.inChunks(of: production.plan.timeline.longestChunk)
    let maker = try ChunkMaker(
      production, chunks, of: plan.encodedFrames, .span(plan.encoding), stop: stop)
    return try maker.make(onComplete: onComplete) { chunks, onComplete in
      let folder = try production.output.makeWorkFolder()
      defer { folder.remove() }
      let (soundPath, soundPart) = try soundFile(in: folder, sound)
      let made = try PartsAtWork(soundPart + checks, total: 0) { _, _ in }
        .make(atOnce: Self.partsAtOnce(production.plan.request.drawing), stop)
      let film = try join(plan, chunks.map(\.path), soundPath, sound, in: folder) {
        try onComplete(made.joined($0))
      }
      return made.joined(film)
    }
  }

  /// The file of the encoded sound and what makes it; none where it is copied, where there is none, and for an MKV, which
  /// takes its sound while it is put together.
  private func soundFile(
    in folder: WorkFolder, _ sound: () throws -> FilmSound?
  ) throws -> (path: String?, parts: [Part]) {
    guard copiedSound == nil, production.output.format.facts.movie != nil, let sound = try sound() else {
      return (nil, [])
    }
    let path = folder.file("sound.mp4")
    return (path, [Part { [production] in try production.make(sound, at: path, $1) }])
  }

  /// What is copied is decoded for its damage alone, where none is to be concealed.
  private var checks: [Part] {
    guard production.plan.request.isStrict else { return [] }
    let pictures = plan.copiedFrames.map { frames in
      Part { [production] in try production.check(frames, $1) }
    }
    guard copiedSound != nil else { return pictures }
    return pictures
      + production.plan.soundParts.map { part in
        Part { _, stop in
          let decoder = try SoundDecoder(part.decoding)
          defer { decoder.close() }
          stop.onSet { decoder.cancel() }
          _ = try decoder.countRest()
          return RunReport()
        }
      }
  }

  /// Puts everything together.
  private func join(
    _ plan: CopyPlan, _ encoded: [String], _ soundPath: String?, _ sound: () throws -> FilmSound?,
    in folder: WorkFolder, onComplete: @escaping @Sendable (RunReport) throws -> Void
  ) throws -> RunReport {
    let rest = soundPath == nil && copiedSound == nil ? try sound() : nil
    return try production.join(
      plan, encoded: encoded, copiedSound, soundPath: soundPath, rest, in: folder, stop,
      onComplete: onComplete)
  }
}

/// A part of a film that does not need the others.
private struct Part: Sendable {
  /// Makes it until the signal is set, and tells how many of its frames are done.
  let make: @Sendable (_ onFrame: @escaping @Sendable () -> Void, _ stop: StopSignal) throws -> RunReport
}

/// Parts that are made several at once: the first failure ends them all and is the one that is thrown.
///
/// **Thread-safety:** `make` is called once.
private final class PartsAtWork: Sendable {
  private let parts: [Part]
  private let stops: [StopSignal]
  private let total: Int
  private let onProgress: RenderJob.ProgressHandler
  private let state: Mutex<State>

  private struct State {
    var next = 0
    var done = 0
    var reports: [RunReport?]
    var error: (any Error)?
  }

  init(_ parts: [Part], total: Int, _ onProgress: @escaping RenderJob.ProgressHandler) {
    (self.parts, self.total, self.onProgress) = (parts, total, onProgress)
    stops = parts.map { _ in StopSignal() }
    state = Mutex(State(reports: parts.map { _ in nil }))
  }

  /// Makes all.
  /// - Throws: what a part throws; `MediaError.cancelled`.
  func make(atOnce: Int, _ stop: StopSignal) throws -> RunReport {
    stop.onSet { [self] in fail(with: MediaError.cancelled) }
    let threads = DispatchGroup()
    for _ in 0..<min(atOnce, parts.count) {
      startThread(named: "segue.part", in: threads) { [self] in while let index = take() { make(index) } }
    }
    threads.wait()
    let (reports, error) = state.withLock { ($0.reports, $0.error) }
    if let error { throw error }
    return reports.compactMap(\.self).reduce(into: RunReport()) { made, part in
      made.add(part)
      made.addWarnings(part.warnings)
    }
  }

  /// The next part; `nil` where there is none, or one has failed.
  private func take() -> Int? {
    state.withLock { state in
      guard state.error == nil, state.next < parts.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func make(_ index: Int) {
    do {
      let report = try parts[index].make({ [self] in count() }, stops[index])
      state.withLock { $0.reports[index] = report }
    } catch {
      fail(with: error)
    }
  }

  private func count() {
    state.withLock { state in
      state.done += 1
      onProgress(state.done, total)
    }
  }

  private func fail(with error: any Error) {
    state.withLock { $0.error = $0.error ?? error }
    for stop in stops { stop.set() }
  }
}

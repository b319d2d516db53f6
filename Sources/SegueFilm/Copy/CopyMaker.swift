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
  private let stop: StopSignal

  /// Parts at work at once: each has decoders and an encoder of its own, which leave cores idle at its beginning and its
  /// end, and take memory.
  static func partsAtOnce(_ drawing: DrawingOptions) -> Int { min(4, drawing.threads ?? Cores.count) }

  init(_ production: FilmProduction, _ plan: CopyPlan, stop: StopSignal) {
    (self.production, self.plan, self.stop) = (production, plan, stop)
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
    var soundPath: String?
    // An MKV takes its sound while it is put together. What takes longest begins first.
    if production.output.format != .mkv, let sound = try sound() {
      let path = folder.file("sound.mp4")
      parts.insert(Part { [production] in try production.make(sound, at: path, $1) }, at: 0)
      soundPath = path
    }
    if production.plan.request.isStrict {
      // Copied pictures are decoded for their damage alone.
      parts += plan.copiedFrames.map { frames in Part { [production] in try production.check(frames, $1) } }
    }
    let total = plan.encodedFrames.reduce(0) { $0 + $1.count }
    let made = try PartsAtWork(parts, total: total, production.onProgress)
      .make(atOnce: Self.partsAtOnce(drawing), stop)
    let count = production.plan.timeline.frameCount
    let whole: @Sendable (RunReport) -> RunReport = { film in
      var whole = made.joined(film)
      (whole.frameCount, whole.byteCount) = (count, film.byteCount)
      return whole
    }
    let rest = soundPath == nil ? try sound() : nil
    let film = try production.join(
      plan, encoded: spans.map(\.path), soundPath: soundPath, rest, in: folder, stop
    ) {
      try onComplete(whole($0))
    }
    return whole(film)
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

import Dispatch
import Glibc
import SegueImaging
import SegueRun
import SegueSystem
import Synchronization

/// Renders parts of a film, several at a time, and reuses finished chunks. The sound has its own thread. A
/// failure stops later parts and the sound, and no other part begins. Earlier parts continue, so that the
/// error thrown is that of the earliest failing part.
///
/// **Thread-safety:** `make` blocks and is called once, on a thread, not in a Swift task.
final class PartWorkers: Sendable {
  /// Renders a part until the signal is set, and calls `onFrame` after each frame. Called on several threads.
  typealias Maker =
    @Sendable (_ part: FilmPart, _ onFrame: @escaping @Sendable () -> Void, _ stop: StopSignal) throws
    -> RunReport

  private let parts: [FilmPart]
  private let folder: ChunkFolder?
  private let onProgress: RenderJob.ProgressHandler
  private let maker: Maker
  private let stops: [StopSignal]
  private let total: Int
  private let state: Mutex<State>

  private struct State {
    /// The parts with pictures that are not yet taken, in starting order.
    var waiting: ArraySlice<Int>
    var reports: [RunReport?]
    var done = 0
    var rendered = 0
    /// The error of the earliest failing part; a stop from outside counts as later than all parts.
    var failure: (part: Int, error: any Error)?
  }

  /// The interval between two checks for a chunk that another process renders, in microseconds.
  private static let pause: UInt32 = 100_000

  /// The number of parts with pictures to render at the same time. Several parts keep all cores busy, since
  /// each leaves cores idle at its start and end. The decoders and the encoder of each use memory.
  /// - Parameter bytes: the memory of a part.
  static func count(_ drawing: DrawingOptions, bytes: Int, in pool: RenderPool) -> Int {
    max(1, min(4, drawing.threads ?? Cores.count, pool.memory / max(1, bytes)))
  }

  /// Checks which of `parts` are finished in `folder`.
  /// - Parameter onProgress: called with the number of encoded frames and the total.
  init(
    _ parts: [FilmPart], keptIn folder: ChunkFolder?, onProgress: @escaping RenderJob.ProgressHandler,
    maker: @escaping Maker
  ) {
    let reports = parts.map { part in part.key.flatMap { folder?.finished($0)?.report } }
    let missing = parts.indices.filter { reports[$0] == nil }
    self.parts = parts
    self.folder = folder
    self.onProgress = onProgress
    self.maker = maker
    stops = parts.map { _ in StopSignal() }
    total = missing.reduce(0) { $0 + parts[$1].encodedCount }
    state = Mutex(State(waiting: missing.filter { !parts[$0].isSound }[...], reports: reports))
  }

  /// Renders the missing parts: `count` with pictures at a time, and the sound.
  /// - Returns: the report of the run, with the notices of all parts in order, and the number of rendered
  ///   chunks.
  /// - Throws: the error of the earliest failing part; `SystemError.cancelled` if `stop` was set and
  ///   none failed.
  func make(_ count: Int, _ stop: StopSignal) throws -> (report: RunReport, rendered: Int) {
    stop.onSet { [self] in
      fail(at: .max, with: SystemError.cancelled)
      for stop in stops { stop.set() }
    }
    let threads = DispatchGroup()
    for index in parts.indices where parts[index].isSound {
      startThread(named: "segue.part", in: threads) { [self] in work(on: index) }
    }
    for _ in 0..<min(count, parts.count) {
      startThread(named: "segue.part", in: threads) { [self] in while let index = take() { work(on: index) } }
    }
    threads.wait()
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure.error }
    let report = state.reports.compactMap(\.self).reduce(into: RunReport()) { made, part in
      made.add(part)
      made.notices.add(part.notices)
    }
    return (report, state.rendered)
  }

  /// The next part with pictures; `nil` after the last part, and after a failure.
  private func take() -> Int? {
    state.withLock { $0.failure == nil ? $0.waiting.popFirst() : nil }
  }

  /// Renders a part. Parts claimed by another process are moved to the end.
  private func work(on index: Int) {
    do {
      if let report = try report(of: index) { return state.withLock { $0.reports[index] = report } }
      state.withLock { $0.waiting.append(index) }
      usleep(Self.pause)
    } catch {
      // Ignore the consequences of stopping a part.
      if !stops[index].isSet || !error.canFollowCancellation { fail(at: index, with: error) }
    }
  }

  /// Renders a part, or reuses a chunk finished in the meantime; returns `nil` while another process renders
  /// the chunk.
  private func report(of index: Int) throws -> RunReport? {
    let part = parts[index]
    guard let key = part.key, let folder else { return try maker(part, { [self] in count(1) }, stops[index]) }
    guard let claim = try folder.claim(key.hash) else { return nil }
    return try withExtendedLifetime(claim) {
      if let record = folder.finished(key) {
        count(part.encodedCount)
        return record.report
      }
      let report = try maker(part, { [self] in count(1) }, stops[index])
      try folder.finish(key, frames: part.frames.count, notices: report.notices)
      state.withLock { $0.rendered += 1 }
      return report
    }
  }

  private func count(_ frames: Int) {
    state.withLock { state in
      state.done += frames
      onProgress(state.done, total)
    }
  }

  /// Stops the parts after `part` and the sound.
  private func fail(at part: Int, with error: any Error) {
    state.withLock { state in
      if let failure = state.failure, failure.part < part { return }
      state.failure = (part, error)
    }
    for (index, stop) in stops.enumerated() where index > part || parts[index].isSound { stop.set() }
  }
}

extension ChunkFolder.Record {
  fileprivate var report: RunReport {
    var report = RunReport()
    report.notices = notices
    return report
  }
}

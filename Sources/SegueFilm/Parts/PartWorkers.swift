import Dispatch
import Glibc
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// Makes parts of a film, several at once. Those that are kept and finished are taken. A failure ends the parts after it and
/// the sound; those before it go on, so that what is thrown is the failure of the earliest part, however many fail.
///
/// **Thread-safety:** `make` is called once, from a thread, not from a Swift task: it waits.
final class PartWorkers: Sendable {
  /// Makes a part until the signal is set, and tells of each of its frames that is done.
  typealias Maker =
    @Sendable (_ part: FilmPart, _ onFrame: @escaping @Sendable () -> Void, _ stop: StopSignal) throws
    -> RunReport

  private let parts: [FilmPart]
  private let folder: ChunkFolder?
  private let onProgress: RenderJob.ProgressHandler
  private let maker: Maker
  private let stops: [StopSignal]
  /// Frames that are to be encoded.
  private let total: Int
  private let state: Mutex<State>

  private struct State {
    /// Parts that nobody is at work on, in the order in which they are begun.
    var waiting: ArraySlice<Int>
    var reports: [RunReport?]
    /// Frames that are encoded.
    var done = 0
    /// Chunks that were made here.
    var rendered = 0
    /// The failure of the earliest part that has failed, or the stop from outside if that came first.
    var failure: (part: Int, error: any Error)?
  }

  /// The pause before it looks again whether another process has finished a chunk, in microseconds.
  private static let pause: UInt32 = 100_000

  /// Parts at work at once: each has decoders and an encoder of its own, which leave cores idle at its beginning and its
  /// end, and take memory.
  /// - Parameter bytes: the memory that one takes.
  static func count(_ drawing: DrawingOptions, bytes: Int, in room: DrawingRoom) -> Int {
    max(1, min(4, drawing.threads ?? Cores.count, room.memory / max(1, bytes)))
  }

  /// Looks which of `parts` are in `folder` already.
  /// - Parameters:
  ///   - folder: keeps those that are chunks.
  ///   - onProgress: called with the frames that are encoded, and those that are to be.
  ///   - maker: called on several threads at once.
  init(
    _ parts: [FilmPart], keptIn folder: ChunkFolder?, onProgress: @escaping RenderJob.ProgressHandler,
    maker: @escaping Maker
  ) {
    let reports = parts.map { part in part.key.flatMap { folder?.finished($0)?.report } }
    let missing = parts.indices.filter { reports[$0] == nil }
    (self.parts, self.folder, self.onProgress, self.maker) = (parts, folder, onProgress, maker)
    stops = parts.map { _ in StopSignal() }
    total = missing.reduce(0) { $0 + parts[$1].encodedCount }
    state = Mutex(State(waiting: missing[...], reports: reports))
  }

  /// Makes what is missing, `count` parts at once.
  /// - Returns: what was made, with the warnings of all parts in their order, and the number of chunks among it.
  /// - Throws: the error of the earliest part that failed; `MediaError.cancelled` where `stop` was set before.
  func make(_ count: Int, _ stop: StopSignal) throws -> (report: RunReport, rendered: Int) {
    stop.onSet { [self] in fail(at: nil, with: MediaError.cancelled) }
    let threads = DispatchGroup()
    for _ in 0..<min(count, parts.count) {
      startThread(named: "segue.part", in: threads) { [self] in while let index = take() { work(on: index) } }
    }
    threads.wait()
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure.error }
    let report = state.reports.compactMap(\.self).reduce(into: RunReport()) { made, part in
      made.add(part)
      made.addWarnings(part.warnings)
    }
    return (report, state.rendered)
  }

  /// The next part; `nil` where there is none, or one has failed.
  private func take() -> Int? {
    state.withLock { $0.failure == nil ? $0.waiting.popFirst() : nil }
  }

  /// Makes a part; the last ones are those at which another process is at work.
  private func work(on index: Int) {
    do {
      if let report = try report(of: index) { return state.withLock { $0.reports[index] = report } }
      state.withLock { $0.waiting.append(index) }
      usleep(Self.pause)
    } catch {
      // What a part throws that was ended says no more than that.
      if !stops[index].isSet { fail(at: index, with: error) }
    }
  }

  /// Makes a part, or takes the chunk that has been finished meanwhile; `nil` while another process makes it.
  private func report(of index: Int) throws -> RunReport? {
    let part = parts[index]
    guard let key = part.key, let folder else { return try maker(part, { [self] in count(1) }, stops[index]) }
    guard let claim = try folder.claim(key) else { return nil }
    return try withExtendedLifetime(claim) {
      if let record = folder.finished(key) {
        count(part.encodedCount)
        return record.report
      }
      let report = try maker(part, { [self] in count(1) }, stops[index])
      try folder.finish(key, frames: part.frames.count, warnings: report.warnings)
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

  /// Ends the parts after `part` and the sound; every part for `nil`, a stop from outside.
  private func fail(at part: Int?, with error: any Error) {
    let part = part ?? -1
    state.withLock { state in
      if let failure = state.failure, part < 0 || failure.part < part { return }
      state.failure = (part, error)
    }
    for (index, stop) in stops.enumerated() where index > part || parts[index].frames.isEmpty { stop.set() }
  }
}

extension ChunkFolder.Record {
  /// What there is to say of a chunk that was made before.
  fileprivate var report: RunReport {
    var report = RunReport()
    report.warnings = warnings
    return report
  }
}

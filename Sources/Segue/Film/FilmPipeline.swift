import Foundation
import SegueImaging
import SegueMedia
import SegueRendering
import Synchronization

/// Makes a film or a part of it: one thread for its pictures, one for its sound, and the caller's for the sink. Whatever
/// fails first is what is thrown, and nothing is left behind then.
///
/// **Thread-safety:** `run` is called once; `cancel` may be called from any thread.
final class FilmPipeline: Sendable {
  private let plan: FilmPlan
  private let frames: Range<Int>
  private let sink: any FrameSink
  private let sound: FilmSound?
  private let sources: FilmSources
  private let preparation: FilmPreparation
  private let makeRenderer: @Sendable (_ framesHeld: Int) throws -> any Renderer
  private let channel = BoundedChannel<VideoFrame>(capacity: 2)
  private let outcome = Mutex(Outcome())

  private struct Outcome {
    var error: (any Error)?
    var isCancelled = false
    var report = PipelineReport()
  }

  /// - Parameters:
  ///   - frames: the film's frames that are made; none where the sink has them already.
  ///   - makeRenderer: called on the thread of the pictures when the first frame has to be drawn.
  init(
    _ plan: FilmPlan, frames: Range<Int>, sink: any FrameSink, sound: FilmSound?,
    _ preparation: FilmPreparation,
    makeRenderer: @escaping @Sendable (_ framesHeld: Int) throws -> any Renderer
  ) {
    (self.plan, self.frames, self.sink, self.sound) = (plan, frames, sink, sound)
    (self.preparation, self.makeRenderer) = (preparation, makeRenderer)
    sources = FilmSources(plan, frames: frames)
  }

  /// Ends the film early: `run` throws `MediaError.cancelled`, or what had gone wrong before.
  func cancel() {
    outcome.withLock { $0.isCancelled = true }
    fail(with: MediaError.cancelled)
    sink.cancel()
  }

  /// Makes the film.
  /// - Parameters:
  ///   - onFrame: called on the caller's thread with the number of frames that the sink has taken.
  ///   - onComplete: called there when the output is complete, before it is put in its place.
  /// - Throws: `RenderError`, `MediaError`, `FilmMismatch`; the sink has been aborted then.
  func run(onFrame: (Int) -> Void, onComplete: (PipelineReport) throws -> Void) throws -> PipelineReport {
    defer { sound?.feed.close() }
    do {
      try sink.open()
    } catch {
      fail(with: error)
    }
    let painting = DispatchGroup()
    sound?.start { [self] error in
      fail(with: error)
      sink.cancel()
    }
    startThread(named: "segue.film", in: painting) { [self] in paint() }
    var report = PipelineReport()
    write(into: &report, onFrame)
    if hasFailed { sink.abort() }
    painting.wait()
    do {
      if let error = outcome.withLock({ $0.error }) { throw error }
      try finish(&report, onComplete)
    } catch {
      sound?.cancel()
      sink.abort()
      sound?.wait()
      // What made the others stop is what is said.
      throw outcome.withLock { $0.error } ?? error
    }
    return report
  }

  /// Completes the output, hands the report out, and puts the output in its place.
  private func finish(_ report: inout PipelineReport, _ onComplete: (PipelineReport) throws -> Void) throws {
    guard report.frameCount == frames.count else {
      throw FilmMismatch(what: "frames", planned: frames.count, made: report.frameCount)
    }
    let made = outcome.withLock { $0.report }
    (report.renderer, report.statistics) = (made.renderer, made.statistics)
    (report.incidents, report.warnings) = (made.incidents, made.warnings)
    let start = ContinuousClock.now
    report.outputs = try sink.complete()
    report.byteCount = sink.byteCount
    report.warnings += sink.warnings
    report.encodeSeconds += start.secondsToNow
    if let sound { report.warnings += try finish(sound) }
    if outcome.withLock({ $0.isCancelled }) { throw MediaError.cancelled }
    try onComplete(report)
    try sink.commit()
  }

  /// The encoder has left: what it has not taken by now it never will.
  private func finish(_ sound: FilmSound) throws -> [String] {
    sound.feed.cancel()
    let taken = sound.feed.sampleCount
    do {
      return try sound.finish()
    } catch {
      if let first = outcome.withLock({ $0.error }) { throw first }
      let all = plan.timeline.sampleCount
      throw MediaError.encoderFailed(
        name: (plan.request.render.encoder.executable as NSString).lastPathComponent,
        reason: "exited with status 0 after \(taken) of \(all) samples of sound", log: [])
    }
  }

  private func write(into report: inout PipelineReport, _ onFrame: (Int) -> Void) {
    sound?.waitForFirstBlock()
    while let frame = channel.receive() {
      let start = ContinuousClock.now
      do {
        try sink.write(frame, index: report.frameCount)
      } catch {
        return fail(with: error)
      }
      report.encodeSeconds += start.secondsToNow
      report.frameCount += 1
      onFrame(report.frameCount)
    }
  }

  /// The pictures' side, on its own thread.
  private func paint() {
    if hasFailed { return }
    let painter = FilmPainter(
      plan, frames: frames, sources, preparation,
      makeRenderer: { [self] in try makeRenderer(4 + sink.capacity) },
      send: { [channel] in channel.send($0) })
    defer { painter.close() }
    do {
      try painter.paint()
      let warnings = sources.close()
      outcome.withLock { outcome in
        outcome.report.renderer = painter.info
        outcome.report.statistics = painter.statistics
        outcome.report.incidents = painter.incidents
        outcome.report.warnings = warnings
      }
      channel.finish()
    } catch {
      fail(with: error)
      sink.cancel()
      _ = sources.close()
    }
  }

  private var hasFailed: Bool { outcome.withLock { $0.error != nil } }

  /// Records the first failure and stops all sides.
  private func fail(with error: any Error) {
    outcome.withLock { $0.error = $0.error ?? error }
    for left in channel.cancel() { left.release() }
    sources.cancel()
    sound?.cancel()
  }
}

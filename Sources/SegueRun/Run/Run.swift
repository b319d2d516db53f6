import Dispatch
import FoundationEssentials
import Glibc
import SegueImaging
import SegueMath
import SegueMedia
import SegueRendering
import SegueSystem
import Synchronization

/// The sound of a run, mixed beside its frames.
///
/// **Thread-safety:** one thread starts, finishes and closes; `cancel` may be called from any thread.
package protocol RunSound: AnyObject, Sendable {
  /// Begins; `onFailure` is called on the mixing thread with the failure of an input.
  func start(onFailure: @escaping @Sendable (any Error) -> Void)
  /// Waits until there is something to hear, or the mixing has ended: before that an encoder takes no frames either.
  func waitForFirstBlock()
  /// Waits for the end, after the sink has taken what it will.
  /// - Returns: warnings, a sentence each.
  /// - Throws: what is wrong with the sound, or with what the sink took of it.
  func finish() throws -> [String]
  /// Ends the mixing soon.
  func cancel()
  /// Waits for its threads, which have ended or been cancelled, and gives everything back.
  func close()
}

/// Frames from a source, through a renderer where they have to be drawn, into a sink, with the sound beside them. One
/// thread draws and another writes: bounded, in order, cancelled with the task. The first failure is the one that is
/// thrown, and no output is left then.
///
/// **Thread-safety:** `run` is called once; `cancel` may be called from any thread.
package final class Run: Sendable {
  /// Makes the renderer, or takes a warm one out of the drawing thread's cache; called on that thread.
  package typealias RendererFactory =
    @Sendable (_ framesHeld: Int, _ cache: RendererCache?) throws -> any Renderer

  private let source: any FrameSource
  private let sink: any FrameSink
  private let sound: (any RunSound)?
  private let makeRenderer: RendererFactory
  private let onFrame: @Sendable (Int) -> Void
  private let onComplete: @Sendable (RunReport) throws -> Void
  private let channel = BoundedChannel<VideoFrame>(capacity: Run.channelCapacity)
  private let outcome = Mutex(Outcome())
  /// Ends the frame that is being drawn, too.
  private let stop = DrawingStop()
  /// The place of the job that it is the run of, in which its closures are called.
  private let place = DrawingRoom.held

  /// The drawing thread's report, and the first failure on any thread.
  private struct Outcome {
    var error: (any Error)?
    var report = RunReport()
  }

  /// Frames between the renderer and the sink.
  private static let channelCapacity = 2

  /// A run that has not begun.
  /// - Parameters:
  ///   - sink: not opened yet; used on the thread that writes.
  ///   - makeRenderer: called on the drawing thread when the first frame has to be drawn.
  ///   - onFrame: called on the writing thread with the number of frames that the sink has taken.
  ///   - onComplete: called there when the output is complete, before it is put in its place; an error ends the run
  ///     without an output.
  package init(
    _ source: any FrameSource, to sink: any FrameSink, sound: (any RunSound)? = nil,
    makeRenderer: @escaping RendererFactory, onFrame: @escaping @Sendable (Int) -> Void = { _ in },
    onComplete: @escaping @Sendable (RunReport) throws -> Void = { _ in }
  ) {
    (self.source, self.sink, self.sound) = (source, sink, sound)
    (self.makeRenderer, self.onFrame, self.onComplete) = (makeRenderer, onFrame, onComplete)
  }

  /// Draws and writes every frame, on a drawing thread of `room` and a writing thread of its own: writing waits for
  /// encoders, which a task must not. Cancelling the task ends it.
  /// - Throws: as `run(on:)`; `CancellationError` when the task was cancelled.
  package func run(in room: DrawingRoom) async throws -> RunReport {
    let thread = room.takeThread()
    defer { room.giveBack(thread) }
    return try await onThread(named: "segue.write") { [self] stop in
      stop.onSet { self.cancel() }
      return try run(on: thread)
    }
  }

  /// Ends a run early: it throws `MediaError.cancelled`, or an earlier failure.
  package func cancel() {
    fail(with: MediaError.cancelled)
    sink.cancel()
  }

  /// Draws every frame on `thread`, `nil` is one of its own, and writes it on the caller's.
  /// - Throws: `RenderError`, `MediaError`, and what the source throws; the sink has been aborted then.
  package func run(on thread: DrawingThread? = nil) throws -> RunReport {
    defer { sound?.close() }
    do {
      try sink.open()
    } catch {
      fail(with: error)
    }
    return try DrawingRoom.$held.withValue(place) { try runOpened(on: thread) }
  }

  private func runOpened(on thread: DrawingThread?) throws -> RunReport {
    let drawing = DispatchGroup()
    sound?.start { [self] error in
      fail(with: error)
      sink.cancel()
    }
    if let thread {
      drawing.enter()
      thread.perform { [self] in
        draw(thread.renderers)
        drawing.leave()
      }
    } else {
      startThread(named: "segue.render", in: drawing) { [self] in draw(nil) }
    }
    var report = RunReport()
    write(into: &report)
    // The renderer may wait for a frame that the sink holds: the sink lets go of it first.
    if firstError != nil { sink.abort() }
    drawing.wait()
    do {
      if let firstError { throw firstError }
      try finish(&report)
      return report
    } catch {
      sound?.cancel()
      sink.abort()
      throw firstError ?? error
    }
  }

  /// Completes the output, hands the report out, and puts the output in its place.
  private func finish(_ report: inout RunReport) throws {
    guard report.frameCount == source.frames.count else {
      throw RunMismatch(what: "frames", planned: source.frames.count, made: report.frameCount)
    }
    let drawn = outcome.withLock { $0.report }
    (report.renderer, report.statistics) = (drawn.renderer, drawn.statistics)
    (report.incidents, report.warnings) = (drawn.incidents, drawn.warnings)
    let start = ContinuousClock.now
    report.outputs = try sink.complete()
    report.byteCount = sink.byteCount
    report.warnings += sink.warnings
    report.encodeSeconds += start.secondsToNow
    if let sound { report.warnings += try sound.finish() }
    if let firstError { throw firstError }
    try onComplete(report)
    try sink.commit()
  }

  /// The sink's side, on the caller's thread.
  private func write(into report: inout RunReport) {
    sound?.waitForFirstBlock()
    while let frame = channel.receive() {
      let start = ContinuousClock.now
      do {
        try sink.write(frame, index: source.frames.lowerBound + report.frameCount)
      } catch {
        return fail(with: error)
      }
      report.encodeSeconds += start.secondsToNow
      report.frameCount += 1
      onFrame(report.frameCount)
    }
  }

  /// The renderer's side, on the drawing thread.
  private func draw(_ cache: RendererCache?) {
    if firstError != nil { return }
    // The sink's, those in the channel, the one on its way, and the one that is kept to be sent again.
    let held = Run.channelCapacity + sink.capacity + (source.repeatsFrames ? 2 : 1)
    var line = FrameLine(
      source, makeRenderer: { [makeRenderer] in try makeRenderer(held, cache) },
      send: { [channel] in channel.send($0) })
    do {
      try DrawingRoom.$held.withValue(place) {
        try DrawingStop.$current.withValue(stop) { try line.run() }
      }
      let warnings = source.close()
      outcome.withLock { outcome in
        outcome.report.renderer = line.renderer?.info
        outcome.report.statistics = line.renderer?.statistics ?? RendererStatistics()
        outcome.report.incidents = line.renderer?.incidents ?? []
        outcome.report.warnings = warnings
      }
      channel.finish()
    } catch {
      fail(with: error)
      // It may be blocked by a reader that takes nothing.
      sink.cancel()
      _ = source.close()
    }
  }

  private var firstError: (any Error)? { outcome.withLock { $0.error } }

  /// Records the first failure and stops all sides.
  private func fail(with error: any Error) {
    outcome.withLock { $0.error = $0.error ?? error }
    stop.request()
    for frame in channel.cancel() { frame.release() }
    source.cancel()
    sound?.cancel()
  }
}

/// The report of a finished run.
public struct RunReport: Sendable {
  /// Frames that the sink took.
  package var frameCount = 0
  /// The renderer of the last frame; `nil` where nothing had to be drawn.
  package var renderer: RendererInfo?
  /// The renderer's times.
  package var statistics = RendererStatistics()
  /// Seconds that the writing thread spent in the sink.
  package var encodeSeconds = 0.0
  /// Devices that were lost and how the run went on, a sentence each.
  package var incidents: [String] = []
  /// Warnings, a sentence each; of a program's own frames devices that were lost, too.
  public var warnings: [String] = []
  /// The files that were written.
  public var outputs: [String] = []
  /// Their bytes together; 0 where they are not counted.
  package var byteCount = 0

  /// An empty report.
  package init() {}
}

// Outputs that several runs make, a part each.
extension RunReport {
  /// Counts in the run that made a part, but for its warnings and its output.
  package mutating func add(_ part: RunReport) {
    frameCount += part.frameCount
    encodeSeconds += part.encodeSeconds
    statistics.render += part.statistics.render
    renderer = part.renderer ?? renderer
    incidents += part.incidents
  }

  /// Adds those that are not there yet.
  package mutating func addWarnings(_ new: [String]) {
    for warning in new where !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The report of parts that `run` has put together.
  package func joined(_ run: RunReport) -> RunReport {
    var joined = self
    joined.add(run)
    joined.warnings += run.warnings
    (joined.outputs, joined.byteCount) = (run.outputs, run.byteCount)
    return joined
  }
}

/// Frames or samples whose number differs from the plan's: an internal error.
package struct RunMismatch: DescribedError, Hashable {
  /// `frames` or `samples`.
  package var what: String
  /// Their number in the plan.
  package var planned: Int
  /// Their number in the output.
  package var made: Int

  /// `made` of `what` instead of `planned`.
  package init(what: String, planned: Int, made: Int) {
    (self.what, self.planned, self.made) = (what, planned, made)
  }

  /// The mismatch in one sentence.
  package var sentence: String { "the plan has \(planned) \(what), but \(made) were made" }
}

extension ContinuousClock.Instant {
  /// Seconds that have passed since.
  package var secondsToNow: Double { (ContinuousClock.now - self) / .seconds(1) }
}

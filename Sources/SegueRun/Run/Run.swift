import Dispatch
import FoundationEssentials
import Glibc
import SegueFields
import SegueImaging
import SegueMath
import SegueMedia
import SegueRendering
import SegueSystem
import Synchronization

/// The sound of a run, mixed in parallel with its frames.
///
/// **Thread-safety:** one thread calls `start`, `finish` and `close`; `cancel` may be called from any thread.
package protocol RunSound: AnyObject, Sendable {
  /// Starts mixing; `onFailure` is called on the mixing thread with the error of an input.
  func start(onFailure: @escaping @Sendable (any Error) -> Void)
  /// Waits for the first samples or the end of the sound. Encoders take no frames before that.
  func waitForFirstBlock()
  /// Waits for the end of mixing, after the sink has taken its samples.
  /// - Throws: an error in the sound or in writing it.
  func finish() throws -> [Notice]
  /// Ends the mixing soon.
  func cancel()
  /// Waits for the threads to end, after `finish` or `cancel`, and releases everything.
  func close()
}

/// A pipeline from a source through a renderer into a sink, with the sound in parallel. One thread
/// draws the frames, another one writes them in order. A bounded queue connects them. Cancelling
/// the task cancels the run. The first failure is thrown, and no output is left.
///
/// **Thread-safety:** `run` is called once; `cancel` may be called from any thread.
package final class Run: Sendable {
  /// A closure that makes the renderer, or takes one from the drawing thread's cache. It is called on
  /// that thread.
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
  /// Stops the frame that is being drawn.
  private let stop = DrawingCancellation()
  /// The reservation of the job with this run. It is the current reservation while the run's closures
  /// are called.
  private let reservation = RenderPool.current

  /// The drawing thread's report, and the first failure on any thread.
  private struct Outcome {
    var error: (any Error)?
    var report = RunReport()
  }

  /// The number of frames between the renderer and the sink.
  private static let channelCapacity = 2

  /// A run that has not started.
  /// - Parameters:
  ///   - sink: an unopened sink; used on the writing thread.
  ///   - makeRenderer: called on the drawing thread for the first frame that is drawn.
  ///   - onFrame: called on the writing thread with the number of frames that the sink has taken.
  ///   - onComplete: called on the writing thread when the output is complete, before it is moved to its
  ///     path; an error ends the run without an output.
  package init(
    _ source: any FrameSource, to sink: any FrameSink, sound: (any RunSound)? = nil,
    makeRenderer: @escaping RendererFactory, onFrame: @escaping @Sendable (Int) -> Void = { _ in },
    onComplete: @escaping @Sendable (RunReport) throws -> Void = { _ in }
  ) {
    self.source = source
    self.sink = sink
    self.sound = sound
    self.makeRenderer = makeRenderer
    self.onFrame = onFrame
    self.onComplete = onComplete
  }

  /// Draws every frame on a drawing thread of `pool`, and writes it on a new thread, since waiting for
  /// an encoder would block the task's thread. Cancelling the task cancels the run.
  /// - Throws: the errors of `run(on:)`; `CancellationError` if the task was cancelled.
  package func run(in pool: RenderPool) async throws -> RunReport {
    let thread = pool.takeThread()
    defer { pool.giveBack(thread) }
    return try await onThread(named: "segue.write") { [self] stop in
      stop.onSet { self.cancel() }
      return try run(on: thread)
    }
  }

  /// Cancels the run. It throws `SystemError.cancelled`, or a failure with another cause.
  package func cancel() {
    fail(with: SystemError.cancelled)
    sink.cancel()
  }

  /// Draws every frame on `thread`, or on a new one if `nil`, and writes it on the calling thread.
  /// - Throws: `RenderError`, `SystemError`, `MediaError`, and the errors of the source. The sink has
  ///   then been aborted.
  package func run(on thread: DrawingThread? = nil) throws -> RunReport {
    defer { sound?.close() }
    do {
      try sink.open()
    } catch {
      fail(with: error)
    }
    return try RenderPool.$current.withValue(reservation) { try runOpened(on: thread) }
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
    // The renderer may wait for a frame that the sink holds, so abort the sink first.
    if firstError != nil { sink.abort() }
    drawing.wait()
    do {
      if let firstError { throw firstError }
      try finish(&report)
      return report
    } catch {
      fail(with: error)
      sink.abort()
      throw firstError ?? error
    }
  }

  /// Completes the output, delivers the report, and moves the output to its path.
  private func finish(_ report: inout RunReport) throws {
    guard report.frameCount == source.frames.count else {
      throw FrameCountMismatch(what: "frames", planned: source.frames.count, made: report.frameCount)
    }
    let drawn = outcome.withLock { $0.report }
    (report.renderer, report.statistics) = (drawn.renderer, drawn.statistics)
    report.incidents = drawn.incidents
    report.notices = drawn.notices
    let start = ContinuousClock.now
    report.outputs = try sink.complete()
    report.byteCount = sink.byteCount
    report.notices += sink.notices
    report.encodeSeconds += start.secondsToNow
    if let sound { report.notices += try sound.finish() }
    if let firstError { throw firstError }
    try onComplete(report)
    try sink.commit()
  }

  /// Writes the frames, on the calling thread.
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

  /// Draws the frames, on the drawing thread.
  private func draw(_ cache: RendererCache?) {
    if firstError != nil { return }
    // The frames in the sink and in the channel, one between them, and one that may be repeated.
    let held = Run.channelCapacity + sink.capacity + (source.repeatsFrames ? 2 : 1)
    var line = FramePipeline(
      source, makeRenderer: { [makeRenderer] in try makeRenderer(held, cache) },
      send: { [channel] in channel.send($0) })
    do {
      try RenderPool.$current.withValue(reservation) {
        try DrawingCancellation.$current.withValue(stop) { try line.run() }
      }
      let notices = source.close()
      outcome.withLock { outcome in
        outcome.report.renderer = line.renderer?.info
        outcome.report.statistics = line.renderer?.statistics ?? RendererStatistics()
        outcome.report.incidents = line.renderer?.incidents ?? []
        outcome.report.notices = notices
      }
      channel.finish()
    } catch {
      fail(with: error)
      // A reader that takes nothing may block the sink.
      sink.cancel()
      _ = source.close()
    }
  }

  private var firstError: (any Error)? { outcome.withLock { $0.error } }

  /// Records the first failure and stops every thread. A failure replaces an earlier cancellation unless
  /// the cancellation caused it.
  private func fail(with error: any Error) {
    outcome.withLock { outcome in
      guard let first = outcome.error else { return outcome.error = error }
      if first.isCancellation, !error.canFollowCancellation { outcome.error = error }
    }
    stop.request()
    for frame in channel.cancel() { frame.release() }
    source.cancel()
    sound?.cancel()
  }
}

/// The report of a finished run of a program's own frames.
public struct RunReport: Sendable {
  /// The number of frames that were written.
  package var frameCount = 0
  /// The renderer of the last frame; `nil` if nothing was drawn.
  package var renderer: RendererInfo?
  /// The renderer's times.
  package var statistics = RendererStatistics()
  /// The seconds that the writing thread spent in the sink.
  package var encodeSeconds = 0.0
  /// The devices that were lost, and the recovery.
  package var incidents: [Notice] = []
  /// The warnings, notes and losses. For a program's own frames they include lost devices.
  public package(set) var notices: [Notice] = []
  /// The notices as messages.
  package var warnings: [String] { notices.messages }
  /// The paths of the files that were written; empty for frames in memory.
  public var outputs: [String] = []
  /// The total size of the files in bytes; 0 if not counted.
  package var byteCount = 0

  package init() {}
}

// Reports of outputs that several runs make, one for each part.
extension RunReport {
  /// Adds the report of a part, except its notices and outputs.
  package mutating func add(_ part: RunReport) {
    frameCount += part.frameCount
    encodeSeconds += part.encodeSeconds
    statistics.render += part.statistics.render
    renderer = part.renderer ?? renderer
    incidents += part.incidents
  }

  /// The report of parts that were joined by `run`.
  package func joined(_ run: RunReport) -> RunReport {
    var joined = self
    joined.add(run)
    joined.notices += run.notices
    (joined.outputs, joined.byteCount) = (run.outputs, run.byteCount)
    return joined
  }
}

/// A number of frames or samples that differs from the plan: an internal error.
package struct FrameCountMismatch: DescribedError {
  /// `frames` or `samples`.
  package var what: String
  /// The number in the plan.
  package var planned: Int
  /// The actual number.
  package var made: Int

  /// A mismatch: `made` of `what` instead of `planned`.
  package init(what: String, planned: Int, made: Int) {
    self.what = what
    self.planned = planned
    self.made = made
  }

  package var code: SegueError.Code { .internalError }

  package var sentence: String { "internal error: the plan has \(planned) \(what), but \(made) were made" }
}

extension ContinuousClock.Instant {
  /// The seconds since this instant.
  package var secondsToNow: Double { (ContinuousClock.now - self) / .seconds(1) }
}

import Foundation
import SegueImaging
import SegueMedia
import SegueRendering
import Synchronization

/// Draws frames on one thread while another hands them to a sink: bounded, in order, cancellable. Whatever
/// fails first is what is thrown, and nothing is left behind then.
///
/// **Thread-safety:** `run` is called once; `cancel` may be called from any thread.
package final class FramePipeline: Sendable {
  /// Makes the renderer, on the thread that will use it.
  package typealias RendererFactory = @Sendable (_ framesHeld: Int) throws -> any Renderer

  private let frames: Range<Int>
  private let request: @Sendable (Int) throws -> FrameRequest
  private let makeRenderer: RendererFactory
  private let sink: any FrameSink
  private let onFrame: @Sendable (Int) -> Void
  private let onComplete: @Sendable (PipelineReport) throws -> Void
  private let channel: BoundedChannel<IndexedFrame>
  private let outcome = Mutex(Outcome())

  /// A frame on its way to the sink, with its index in the whole run.
  private struct IndexedFrame: Sendable {
    let index: Int
    let frame: VideoFrame
  }

  /// What the render thread reports, and the first thing that went wrong on either.
  private struct Outcome {
    var error: (any Error)?
    var isCancelled = false
    var info: RendererInfo?
    var statistics = RendererStatistics()
    var incidents: [String] = []
  }

  /// Frames between the renderer and the sink.
  private static let channelCapacity = 2

  /// A pipeline for the frames `frames` of a run.
  /// - Parameters:
  ///   - request: the frame with an index; called on the render thread.
  ///   - makeRenderer: called on the render thread, with the number of frames that the pipeline may hold.
  ///   - sink: not opened yet; used on the thread that calls `run`.
  ///   - onFrame: called on the thread that calls `run` with the number of frames the sink has taken.
  ///   - onComplete: called there when the output is complete, before it is put in its place; what it throws ends the
  ///     run without an output.
  package init(
    frames: Range<Int>, request: @escaping @Sendable (Int) throws -> FrameRequest,
    makeRenderer: @escaping RendererFactory, sink: any FrameSink,
    onFrame: @escaping @Sendable (Int) -> Void = { _ in },
    onComplete: @escaping @Sendable (PipelineReport) throws -> Void = { _ in }
  ) {
    self.frames = frames
    self.request = request
    self.makeRenderer = makeRenderer
    self.sink = sink
    self.onFrame = onFrame
    self.onComplete = onComplete
    channel = BoundedChannel(capacity: FramePipeline.channelCapacity)
  }

  /// Ends a run early: `run` throws `MediaError.cancelled`, or what had gone wrong before.
  package func cancel() {
    outcome.withLock { $0.isCancelled = true }
    fail(with: MediaError.cancelled)
    sink.cancel()
  }

  /// Draws and writes every frame on a thread of its own: it waits for encoders, which a task must not. It ends early
  /// when the task is cancelled.
  /// - Throws: as `run`.
  func runOnThread(drawingOn thread: DrawingThread? = nil) async throws -> PipelineReport {
    try await withTaskCancellationHandler {
      try await onThread(named: "segue.write") { try self.run(drawingOn: thread) }
    } onCancel: {
      cancel()
    }
  }

  /// Draws and writes every frame.
  /// - Throws: `RenderError` or `MediaError`; the sink has been aborted then.
  package func run() throws -> PipelineReport { try run(drawingOn: nil) }

  /// Draws every frame on `thread`, `nil` is one of its own, and writes it.
  /// - Throws: as `run()`.
  func run(drawingOn thread: DrawingThread?) throws -> PipelineReport {
    var report = PipelineReport()
    do {
      try sink.open()
    } catch {
      fail(with: error)
    }
    let rendering = DispatchGroup()
    if let thread {
      rendering.enter()
      thread.perform { [self] in
        draw()
        rendering.leave()
      }
    } else {
      startThread(named: "segue.render", in: rendering) { [self] in draw() }
    }
    write(into: &report)
    // The renderer may wait for a frame that the sink holds: the sink lets go of it first.
    if hasFailed { sink.abort() }
    rendering.wait()
    let outcome = self.outcome.withLock { $0 }
    if let error = outcome.error {
      sink.abort()
      throw error
    }
    report.renderer = outcome.info
    report.statistics = outcome.statistics
    report.incidents = outcome.incidents
    do {
      try finish(&report)
    } catch {
      sink.abort()
      throw isCancelled ? MediaError.cancelled : error
    }
    return report
  }

  /// Completes the output, hands the report out, and puts the output in its place.
  private func finish(_ report: inout PipelineReport) throws {
    let start = ContinuousClock.now
    report.outputs = try sink.complete()
    report.byteCount = sink.byteCount
    report.encodeSeconds += start.secondsToNow
    if isCancelled { throw MediaError.cancelled }
    try onComplete(report)
    try sink.commit()
  }

  /// The sink's side, on the caller's thread.
  private func write(into report: inout PipelineReport) {
    while let next = channel.receive() {
      let start = ContinuousClock.now
      do {
        try sink.write(next.frame, index: next.index)
      } catch {
        fail(with: error)
        return
      }
      report.encodeSeconds += start.secondsToNow
      report.frameCount += 1
      onFrame(report.frameCount)
    }
  }

  /// The renderer's side, on its own thread.
  private func draw() {
    if hasFailed { return }
    do {
      let renderer = try makeRenderer(FramePipeline.channelCapacity + sink.capacity + 1)
      defer { renderer.close() }
      try draw(with: renderer)
      outcome.withLock {
        $0.info = renderer.info
        $0.statistics = renderer.statistics
        $0.incidents = renderer.incidents
      }
      channel.finish()
    } catch {
      fail(with: error)
      // It may be blocked by a reader that takes nothing.
      sink.cancel()
    }
  }

  private func draw(with renderer: any Renderer) throws {
    var next = frames.lowerBound
    for index in frames {
      while index - next >= renderer.depth {
        guard try deliver(from: renderer, index: next) else { return }
        next += 1
      }
      try renderer.submit(try request(index))
    }
    while next < frames.upperBound {
      guard try deliver(from: renderer, index: next) else { return }
      next += 1
    }
  }

  private func deliver(from renderer: any Renderer, index: Int) throws -> Bool {
    let frame = try renderer.receive()
    if channel.send(IndexedFrame(index: index, frame: frame)) { return true }
    frame.release()
    return false
  }

  private var hasFailed: Bool { outcome.withLock { $0.error != nil } }
  private var isCancelled: Bool { outcome.withLock { $0.isCancelled } }

  /// Records the first failure and stops both sides.
  private func fail(with error: any Error) {
    outcome.withLock { $0.error = $0.error ?? error }
    for left in channel.cancel() { left.frame.release() }
  }
}

extension ContinuousClock.Instant {
  /// Seconds that have passed since.
  package var secondsToNow: Double { (ContinuousClock.now - self) / .seconds(1) }
}

/// What a finished run did.
///
/// **Thread-safety:** a value.
public struct PipelineReport: Sendable {
  /// Frames that the sink took.
  package var frameCount = 0
  /// What drew the last frame.
  package var renderer: RendererInfo?
  /// Where the renderer's time went.
  package var statistics = RendererStatistics()
  /// Seconds that the sink's thread spent in the sink.
  package var encodeSeconds = 0.0
  /// Lost devices and what was done about them.
  public var incidents: [String] = []
  /// What did not stop the run but should be known, a sentence each.
  public var warnings: [String] = []
  /// The files that were written.
  public var outputs: [String] = []
  /// Their bytes together; 0 where nobody counts them.
  package var byteCount = 0

  /// An empty report.
  package init() {}
}

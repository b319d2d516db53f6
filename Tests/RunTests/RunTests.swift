import Segue
import SegueImaging
import SegueMedia
import SegueRendering
import Testing

@testable import SegueRun
@testable import SegueSystem

@Suite("Runs") struct RunTests {
  @Test("every frame reaches the sink once, in order", arguments: [1, 3, 8])
  func order(depth: Int) throws {
    let sink = FakeSink()
    let run = Run(
      FrameSequence(5..<25, request: numbered), to: sink, makeRenderer: { _, _ in FakeRenderer(depth: depth) }
    )
    let report = try run.run()
    #expect(sink.indices == Array(5..<25))
    #expect(sink.taken == [UInt8](5..<25))
    #expect(report.frameCount == 20)
    #expect(report.outputs == ["out"])
    #expect(sink.log == ["open", "complete", "commit"])
  }

  @Test("a failed sink ends the run with its error")
  func sinkFails() {
    let sink = FakeSink()
    sink.failsAt = 7
    let run = Run(
      FrameSequence(0..<1000, request: { numbered($0 % 256) }), to: sink,
      makeRenderer: { _, _ in FakeRenderer(depth: 3) })
    #expect(throws: SystemError.writeFailed(path: "out", reason: "disk full")) { try run.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
    #expect(sink.indices == Array(0..<7))
  }

  @Test("a renderer that cannot be made ends the run with its own error")
  func rendererFails() {
    let sink = FakeSink()
    let run = Run(
      FrameSequence(0..<3, request: numbered), to: sink,
      makeRenderer: { _, _ in throw RenderError.unavailable("no device") })
    #expect(throws: RenderError.unavailable("no device")) { try run.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
  }

  @Test("a cancelled run throws and leaves no output")
  func cancel() {
    let sink = FakeSink()
    let run = Run(
      FrameSequence(0..<100_000, request: { numbered($0 % 256) }), to: sink,
      makeRenderer: { _, _ in FakeRenderer() })
    sink.onWrite = { [unowned sink] in if sink.taken.count == 10 { run.cancel() } }
    #expect(throws: SystemError.cancelled) { try run.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
  }

  @Test("a renderer that fails while the sink waits ends the run with the renderer's error")
  func stalledSink() {
    let sink = FakeSink()
    sink.stallsAt = 0
    let run = Run(
      FrameSequence(0..<100, request: numbered), to: sink, makeRenderer: { _, _ in FakeRenderer(failsAt: 2) })
    #expect(throws: RenderError.deviceLost("context lost")) { try run.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
  }

  @Test("finished, drawn and repeated frames reach the sink in the source's order", arguments: [1, 2, 4])
  func mixed(depth: Int) throws {
    let source = FakeSource([
      .ready(10), .draw(1), .draw(2), .again, .again, .ready(20), .ready(21), .again, .draw(3), .draw(4),
      .draw(5),
      .ready(30), .draw(6), .again,
    ])
    let sink = FakeSink()
    let report = try Run(source, to: sink, makeRenderer: { _, _ in FakeRenderer(depth: depth) }).run()
    #expect(sink.taken == [10, 1, 2, 2, 2, 20, 21, 21, 3, 4, 5, 30, 6, 6])
    #expect(report.warnings == ["closed"] && report.frameCount == 14)
    #expect(report.renderer?.device == "fake")
  }

  @Test("a run without drawn frames makes no renderer")
  func passedThrough() throws {
    let sink = FakeSink()
    let report = try Run(
      FakeSource([.ready(1), .again, .ready(2)]), to: sink,
      makeRenderer: { _, _ in throw RenderError.unavailable("not asked for") }
    ).run()
    #expect(sink.taken == [1, 1, 2] && report.renderer == nil)
  }

  @Test("a failure of the sound ends the run")
  func sound() throws {
    let (sink, silence) = (FakeSink(), FakeSound(failure: nil))
    let made = try Run(
      FakeSource([.ready(1)]), to: sink, sound: silence, makeRenderer: { _, _ in FakeRenderer() }
    ).run()
    #expect(made.warnings == ["closed", "sound"] && silence.log == ["start", "finish", "close"])

    let (stalled, broken) = (FakeSink(), FakeSound(failure: .badData(path: "a.mp3", reason: "noise")))
    stalled.stallsAt = 0
    let run = Run(
      FakeSource([.ready(1), .ready(2)]), to: stalled, sound: broken, makeRenderer: { _, _ in FakeRenderer() }
    )
    #expect(throws: SystemError.badData(path: "a.mp3", reason: "noise")) { try run.run() }
    #expect(stalled.log.contains("abort") && !stalled.log.contains("commit"))
    #expect(broken.log.last == "close" && broken.log.contains("cancel"))
  }

  /// Cancels the task of a run whose sink then throws `error`.
  private func cancelTask(throwing error: SystemError) async throws {
    let sink = FakeSink()
    sink.stallsAt = 3
    sink.stallError = error
    let run = Run(
      FrameSequence(0..<100, request: numbered), to: sink, makeRenderer: { _, _ in FakeRenderer() })
    let task = Task { try await run.run(in: RenderPool(jobs: 1)) }
    try await onThread(named: "wait") { _ in sink.isStalled.wait() }
    task.cancel()
    defer { #expect(sink.log.contains("abort") && !sink.log.contains("commit")) }
    _ = try await task.value
  }

  @Test(
    "a cancelled task cancels its run, even if the encoder fails",
    arguments: [SystemError.cancelled, .programFailed(name: "ffmpeg", reason: "died", log: [])])
  func task(error: SystemError) async {
    await #expect(throws: CancellationError.self) { try await cancelTask(throwing: error) }
  }

  @Test("a disk that fills while a run is cancelled is reported") func fullDisk() async {
    let full = SystemError.writeFailed(path: "out", reason: "No space left on device")
    await #expect(throws: full) { try await cancelTask(throwing: full) }
  }
}

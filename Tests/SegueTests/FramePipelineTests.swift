import SegueImaging
import SegueMedia
import SegueRendering
import Testing

@testable import Segue

@Suite("Frames come in order, errors end them") struct FramePipelineTests {
  @Test("every frame reaches the sink once, in order", arguments: [1, 3, 8])
  func order(depth: Int) throws {
    let sink = FakeSink()
    let pipeline = FramePipeline(
      frames: 5..<25, request: numbered, makeRenderer: { _ in FakeRenderer(depth: depth) }, sink: sink)
    let report = try pipeline.run()
    #expect(sink.indices == Array(5..<25))
    #expect(sink.taken == (5..<25).map { UInt8($0) })
    #expect(report.frameCount == 20)
    #expect(report.outputs == ["out"])
    #expect(sink.log == ["open", "complete", "commit"])
  }

  @Test("a sink that fails ends the run with its own error and is aborted")
  func sinkFails() {
    let sink = FakeSink()
    sink.failsAt = 7
    let pipeline = FramePipeline(
      frames: 0..<1000, request: { numbered($0 % 256) }, makeRenderer: { _ in FakeRenderer(depth: 3) },
      sink: sink)
    #expect(throws: MediaError.writeFailed(path: "out", reason: "disk full")) { try pipeline.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
    #expect(sink.indices == Array(0..<7))
  }

  @Test("a renderer that cannot be made ends the run with its own error")
  func rendererFails() {
    let sink = FakeSink()
    let pipeline = FramePipeline(
      frames: 0..<3, request: numbered,
      makeRenderer: { _ in throw RenderError.unavailable("no device") }, sink: sink)
    #expect(throws: RenderError.unavailable("no device")) { try pipeline.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
  }

  @Test("a cancelled run says so and leaves nothing")
  func cancel() {
    let sink = FakeSink()
    let pipeline = FramePipeline(
      frames: 0..<100_000, request: { numbered($0 % 256) }, makeRenderer: { _ in FakeRenderer() }, sink: sink)
    sink.onWrite = { [unowned sink] in if sink.taken.count == 10 { pipeline.cancel() } }
    #expect(throws: MediaError.cancelled) { try pipeline.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
  }

  @Test("a renderer that fails while the sink is stalled ends the run with the renderer's error")
  func stalledSink() {
    let sink = FakeSink()
    sink.stallsAt = 0
    let pipeline = FramePipeline(
      frames: 0..<100, request: numbered, makeRenderer: { _ in FakeRenderer(failsAt: 2) }, sink: sink)
    #expect(throws: RenderError.deviceLost("context lost")) { try pipeline.run() }
    #expect(sink.log.contains("abort") && !sink.log.contains("commit"))
  }
}

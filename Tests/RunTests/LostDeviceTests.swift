import Segue
import SegueCPU
import SegueImaging
import SegueMedia
import SegueRendering
import SegueTransitions
import Testing

@testable import SegueRun

/// A renderer that wraps another one and loses its device at a chosen frame.
private final class LosingRenderer: Renderer {
  private let inner: any Renderer
  private var received = 0
  private let lostAt: Int
  private let error: RenderError

  init(_ inner: any Renderer, lostAt: Int, error: RenderError) {
    (self.inner, self.lostAt, self.error) = (inner, lostAt, error)
  }

  var info: RendererInfo { RendererInfo(backend: .gpu, device: "breakable", isSoftware: false) }
  var depth: Int { inner.depth }
  var statistics: RendererStatistics { inner.statistics }
  var size: ImageSize { inner.size }
  var format: PixelFormat { inner.format }
  func submit(plan: Plan) throws { try inner.submit(plan: plan) }
  func close() { inner.close() }

  func receive() throws -> VideoFrame {
    if received == lostAt { throw error }
    received += 1
    return try inner.receive()
  }
}

/// A sink that keeps all bytes.
private final class KeepingSink: FrameSink, @unchecked Sendable {
  let format: PixelFormat
  let capacity = 1
  let byteCount = 0
  var frames: [[UInt8]] = []

  init(_ format: PixelFormat) { self.format = format }
  func open() throws {}
  func write(_ frame: VideoFrame, index: Int) throws {
    frames.append(Array(frame.bytes))
    frame.release()
  }
  func complete() throws -> [String] { [] }
  func commit() throws {}
  func abort() {}
  func cancel() {}
}

@Suite("Loss of a device") struct LostDeviceTests {
  private static let size = ImageSize(width: 24, height: 16)
  private static let count = 12

  private static func picture(_ seed: Int) -> Snapshot {
    Snapshot(width: size.width, height: size.height) { x, y in
      func byte(_ channel: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: ((y * size.width + x) * 4 + channel) &* 37 &+ seed)
      }
      return RGBAColor(red: byte(0), green: byte(1), blue: byte(2))
    }
  }

  /// The frames and the report of a run with the renderers of `makeRenderer`.
  private func draw(
    _ format: PixelFormat, _ makeRenderer: @escaping @Sendable (_ held: Int) throws -> any Renderer
  ) throws -> (frames: [[UInt8]], report: RunReport) {
    let sink = KeepingSink(format)
    let last = Double(Self.count - 1)
    let (outgoing, incoming) = (Self.picture(1), Self.picture(99))
    let source = FrameSequence(0..<Self.count) {
      FrameRequest(
        .mix(.pixellate(.snapshot(.from), width: 0.1), .snapshot(.to), amount: Double($0) / last),
        outgoing: outgoing, incoming: incoming)
    }
    let report = try Run(source, to: sink, makeRenderer: { held, _ in try makeRenderer(held) }).run()
    return (sink.frames, report)
  }

  private func cpu(_ format: PixelFormat, threads: Int, held: Int) -> CPURenderer {
    CPURenderer(size: Self.size, format: format, threads: threads, extraSlots: held)
  }

  @Test("the number of threads does not change the output", arguments: [PixelFormat.rgba8, .yuv420p])
  func threads(format: PixelFormat) throws {
    let one = try draw(format) { cpu(format, threads: 1, held: $0) }.frames
    #expect(one.count == Self.count)
    for threads in [2, 3, 8] {
      #expect(try draw(format) { cpu(format, threads: threads, held: $0) }.frames == one)
    }
  }

  @Test(
    "a device lost at any frame is reported without a change of bytes",
    arguments: [0, 1, 5, 11],
    [RenderError.deviceLost("the context was lost"), .outOfMemory("memory is full")])
  func lost(frame: Int, error: RenderError) throws {
    let whole = try draw(.rgba8) { cpu(.rgba8, threads: 2, held: $0) }.frames
    let (frames, report) = try draw(.rgba8) { held in
      try FailoverRenderer(
        primary: { LosingRenderer(cpu(.rgba8, threads: 1, held: held), lostAt: frame, error: error) },
        fallback: { cpu(.rgba8, threads: 1, held: held) })
    }
    #expect(frames == whole)
    // The renderer is rebuilt once. The new one fails at the same index, counted from the lost frame.
    let rebuilt = "\(error.reason); the renderer was rebuilt and drew the frame again"
    #expect(report.incidents.first == Notice(of: .device, rebuilt))
    let isLostAgain = frame + frame < Self.count
    #expect(report.incidents.count == (isLostAgain ? 2 : 1))
    #expect(report.renderer?.backend == (isLostAgain ? .cpu : .gpu))
  }
}

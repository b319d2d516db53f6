import Dispatch
import Segue
import SegueImaging
import SegueMedia
import SegueRendering
import SegueTransitions
import Synchronization

@testable import SegueRun
@testable import SegueSystem

/// A renderer that draws frames of one pixel with the number of the frame, and can be set to fail.
final class FakeRenderer: Renderer {
  var info: RendererInfo
  let depth: Int
  let statistics = RendererStatistics()
  private(set) var isClosed = false
  private var waiting: [Plan] = []
  let size = ImageSize(width: 1, height: 1)
  let format = PixelFormat.rgba8
  private var drawn = 0
  private let failsAt: Int?

  init(name: String = "fake", depth: Int = 1, failsAt: Int? = nil) {
    info = RendererInfo(backend: .gpu, device: name, isSoftware: false)
    self.depth = depth
    self.failsAt = failsAt
  }

  func submit(plan: Plan) throws { waiting.append(plan) }

  func receive() throws -> VideoFrame {
    defer { drawn += 1 }
    if drawn == failsAt { throw RenderError.deviceLost("context lost") }
    guard case .color(let color) = waiting.removeFirst().content else {
      throw RenderError.unsupported("no colour")
    }
    let buffer = PixelBuffer(size: ImageSize(width: 1, height: 1), color: color)
    // The frame keeps the buffer until it is released.
    return buffer.withUnsafeBytes { bytes in
      VideoFrame(
        size: buffer.size, format: .rgba8, bytes: bytes, onRelease: { [box = Box(buffer)] in _ = box })
    }
  }

  func close() { isClosed = true }

  /// Keeps the memory of a frame until its release.
  private final class Box: @unchecked Sendable {
    let buffer: PixelBuffer
    init(_ buffer: PixelBuffer) { self.buffer = buffer }
  }
}

/// A sink that keeps the first byte of every frame, and can be set to fail.
final class FakeSink: FrameSink, @unchecked Sendable {
  let format = PixelFormat.rgba8
  let capacity = 1
  let byteCount = 0
  var taken: [UInt8] = []
  var indices: [Int] = []
  var log: [String] = []
  var failsAt: Int?
  var onWrite: () -> Void = {}
  /// The frame at which the sink blocks until cancelled, like a stalled reader.
  var stallsAt: Int?
  /// The error of the blocked write.
  var stallError = SystemError.cancelled
  let isStalled = DispatchSemaphore(value: 0)
  private let cancelled = DispatchSemaphore(value: 0)

  func open() throws { log.append("open") }
  func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    if index == stallsAt {
      isStalled.signal()
      cancelled.wait()
      throw stallError
    }
    if index == failsAt { throw SystemError.writeFailed(path: "out", reason: "disk full") }
    taken.append(frame.bytes[0])
    indices.append(index)
    onWrite()
  }
  func complete() throws -> [String] {
    log.append("complete")
    return ["out"]
  }
  func commit() throws { log.append("commit") }
  func abort() { log.append("abort") }
  func cancel() { cancelled.signal() }
}

/// A frame whose only content is a number.
func numbered(_ index: Int) -> FrameRequest {
  let dot = Snapshot(PixelBuffer(size: ImageSize(width: 1, height: 1), color: .black))
  return FrameRequest(
    .color(RGBAColor(red: UInt8(index), green: 0, blue: 0)), outgoing: dot, incoming: dot)
}

/// A source of numbered frames.
final class FakeSource: FrameSource, @unchecked Sendable {
  enum Item { case ready(UInt8), draw(Int), again }

  let frames: Range<Int>
  let repeatsFrames = true
  private var items: [Item]

  init(_ items: [Item]) { (self.items, frames) = (items, 0..<items.count) }

  func next() throws -> SourceFrame {
    switch items.removeFirst() {
    case .draw(let number): return .draw(numbered(number))
    case .again: return .again
    case .ready(let number):
      let frame = ClipFramePool(size: ImageSize(width: 1, height: 1), format: .rgba8).frame()
      _ = frame.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: number) }
      return .ready(frame.frame())
    }
  }

  func close() -> [Notice] { [Notice(.warning, "closed")] }
}

/// Sound that records its calls, and can be set to fail.
final class FakeSound: RunSound {
  private let failure: SystemError?
  private let calls = Mutex<[String]>([])

  init(failure: SystemError?) { self.failure = failure }

  var log: [String] { calls.withLock { $0 } }
  private func note(_ call: String) { calls.withLock { $0.append(call) } }

  func start(onFailure: @escaping @Sendable (any Error) -> Void) {
    note("start")
    if let failure { onFailure(failure) }
  }

  func waitForFirstBlock() {}

  func finish() throws -> [Notice] {
    note("finish")
    return [Notice(.warning, "sound")]
  }

  func cancel() { note("cancel") }
  func close() { note("close") }
}

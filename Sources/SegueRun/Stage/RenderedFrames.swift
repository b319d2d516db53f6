import SegueFields
import SegueImaging
import SegueRendering
import SegueSystem

/// Frames that are drawn on demand: see ``FrameRenderer/frames(of:)-(Requests)``.
///
/// **Thread-safety:** each iteration draws anew.
struct RenderedFrames<Requests: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Requests.Element == FrameRequest {
  typealias Element = Snapshot

  let renderer: FrameRenderer
  let requests: Requests

  func makeAsyncIterator() -> Iterator {
    Iterator(requests: requests.makeAsyncIterator(), worker: FrameWorker(renderer), renderer: renderer)
  }

  struct Iterator: AsyncIteratorProtocol {
    private var requests: Requests.AsyncIterator
    private let worker: FrameWorker
    private let renderer: FrameRenderer
    private var inFlight = 0
    private var hasEnded = false

    init(requests: Requests.AsyncIterator, worker: FrameWorker, renderer: FrameRenderer) {
      self.requests = requests
      self.worker = worker
      self.renderer = renderer
    }

    /// The next frame; `nil` after the last.
    mutating func next() async throws -> Snapshot? {
      do {
        var begun: [FrameRequest] = []
        while !hasEnded, inFlight + begun.count < FrameWorker.lookahead {
          if Task.isCancelled { throw SegueError.cancelled }
          guard let request = try await requests.next() else {
            hasEnded = true
            break
          }
          begun.append(request)
        }
        if Task.isCancelled { throw SegueError.cancelled }
        if inFlight + begun.count == 0 {
          worker.close()
          return nil
        }
        inFlight += begun.count - 1
        return try await frame(after: begun)
      } catch {
        worker.close()
        (hasEnded, inFlight) = (true, 0)
        throw error.published
      }
    }

    /// Draws the next frame and starts `requests`. The slot of the pool is occupied only during this
    /// call. While the program uses the frame, it may request another one, which needs a slot.
    private func frame(after requests: [FrameRequest]) async throws -> Snapshot {
      try await renderer.drawing.pool.admitFrames(of: renderer.size) { [worker] in
        for request in requests { worker.submit(request) }
        return try await withTaskCancellationHandler {
          try await worker.frame()
        } onCancel: {
          worker.close()
        }
      }
    }
  }
}

/// The elements of a sequence, one at a time.
struct PulledSequence<Base: Sequence & Sendable>: AsyncSequence, Sendable {
  typealias Element = Base.Element

  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.Iterator

    /// The next element; `nil` after the last.
    mutating func next() async throws -> Base.Element? { base.next() }
  }
}

/// A renderer on its own thread, which ends when this object is released.
///
/// **Thread-safety:** used by one iterator.
final class FrameWorker: Sendable {
  /// The number of frames that are started before the first one is taken.
  static let lookahead = 3

  private enum Work: Sendable {
    case submit(FrameRequest)
    case deliver(CheckedContinuation<Snapshot, any Error>)
  }

  private let channel: BoundedChannel<Work>
  private let stop = DrawingCancellation()

  init(_ renderer: FrameRenderer) {
    let channel = BoundedChannel<Work>(capacity: FrameWorker.lookahead + 2)
    self.channel = channel
    startThread(named: "segue.frames") { [stop] in
      DrawingCancellation.$current.withValue(stop) { Self.draw(renderer, channel) }
    }
  }

  deinit { close() }

  func submit(_ request: FrameRequest) { _ = channel.send(.submit(request)) }

  func frame() async throws -> Snapshot {
    try await withCheckedThrowingContinuation { continuation in
      if !channel.send(.deliver(continuation)) { continuation.resume(throwing: CancellationError()) }
    }
  }

  /// Stops drawing, including the current frame.
  func close() {
    stop.request()
    channel.finish()
  }

  /// Draws the submitted frames and delivers them in order. After the first failure every later frame
  /// fails with it.
  private static func draw(_ frames: FrameRenderer, _ channel: BoundedChannel<Work>) {
    var renderer: (any Renderer)?
    defer { renderer?.close() }
    var inFlight = 0
    var ready: [Result<Snapshot, any Error>] = []
    func take(_ renderer: any Renderer) {
      inFlight -= 1
      ready.append(
        Result {
          let frame = try renderer.receive()
          defer { frame.release() }
          return Snapshot(copying: frame)
        })
    }
    while let work = channel.receive() {
      switch work {
      case .submit(let request):
        do {
          let request = try frames.checked(request, over: frames.drawing.background ?? .transparent)
          let current = try renderer ?? frames.makeRenderer(for: request)
          renderer = current
          while inFlight >= current.depth { take(current) }
          try current.submit(request)
          inFlight += 1
        } catch {
          while inFlight > 0, let renderer { take(renderer) }
          ready.append(.failure(error))
        }
      case .deliver(let continuation):
        if ready.isEmpty, let renderer { take(renderer) }
        continuation.resume(with: ready.removeFirst())
      }
    }
  }
}

extension FrameRenderer {
  /// The renderer for frames like `first`, on the calling thread.
  fileprivate func makeRenderer(for first: FrameRequest) throws -> any Renderer {
    let choice = RendererChoice(
      drawing, size: size, format: .rgba8, needsOpenGL: first.recipe.hasShader, onNote: drawing.note)
    let renderer = try choice.makeRenderer(framesHeld: 1)
    drawing.warn(choice.notices)
    return renderer
  }
}

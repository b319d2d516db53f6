import SegueImaging
import SegueRendering
import SegueSystem

/// Frames that are drawn while they are asked for: see ``FrameRenderer/frames(of:)-(Requests)``.
///
/// **Thread-safety:** each iteration draws anew.
struct RenderedFrames<Requests: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Requests.Element == FrameRequest {
  /// A frame: RGBA8, straight alpha.
  typealias Element = Snapshot

  let renderer: FrameRenderer
  let requests: Requests

  /// Begins to draw.
  func makeAsyncIterator() -> Iterator {
    Iterator(requests: requests.makeAsyncIterator(), worker: FrameWorker(renderer), renderer: renderer)
  }

  /// Asks for one frame after the other.
  struct Iterator: AsyncIteratorProtocol {
    private var requests: Requests.AsyncIterator
    private let worker: FrameWorker
    private let renderer: FrameRenderer
    private var underWay = 0
    private var hasEnded = false

    init(requests: Requests.AsyncIterator, worker: FrameWorker, renderer: FrameRenderer) {
      (self.requests, self.worker, self.renderer) = (requests, worker, renderer)
    }

    /// The next frame; `nil` after the last.
    mutating func next() async throws -> Snapshot? {
      do {
        var begun: [FrameRequest] = []
        while !hasEnded, underWay + begun.count < FrameWorker.lookahead {
          if Task.isCancelled { throw SegueError.cancelled }
          guard let request = try await requests.next() else {
            hasEnded = true
            break
          }
          begun.append(request)
        }
        if Task.isCancelled { throw SegueError.cancelled }
        if underWay + begun.count == 0 {
          worker.close()
          return nil
        }
        underWay += begun.count - 1
        return try await frame(after: begun)
      } catch {
        worker.close()
        (hasEnded, underWay) = (true, 0)
        throw SegueError.known(error) ?? error
      }
    }

    /// Draws the next frame and begins `requests`. A place in the program's own room is held for as long as that takes, and
    /// not while the program does something with the frame, which may be to take another.
    private func frame(after requests: [FrameRequest]) async throws -> Snapshot {
      try await renderer.drawing.room.admitFrames(of: renderer.size) { [worker] in
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
  /// An element of the sequence.
  typealias Element = Base.Element

  let base: Base

  /// Begins with the first element.
  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }

  /// Takes one element after the other.
  struct Iterator: AsyncIteratorProtocol {
    var base: Base.Iterator

    /// The next element; `nil` after the last.
    mutating func next() async throws -> Base.Element? { base.next() }
  }
}

/// A renderer on a thread of its own, which ends with the owner of this.
///
/// **Thread-safety:** used by one iterator.
final class FrameWorker: Sendable {
  /// The number of frames that are begun before the first of them is taken.
  static let lookahead = 3

  private enum Work: Sendable {
    case submit(FrameRequest)
    case deliver(CheckedContinuation<Snapshot, any Error>)
  }

  private let channel: BoundedChannel<Work>
  private let stop = DrawingStop()

  init(_ renderer: FrameRenderer) {
    let channel = BoundedChannel<Work>(capacity: FrameWorker.lookahead + 2)
    self.channel = channel
    startThread(named: "segue.frames") { [stop] in
      DrawingStop.$current.withValue(stop) { Self.draw(renderer, channel) }
    }
  }

  deinit { close() }

  func submit(_ request: FrameRequest) { _ = channel.send(.submit(request)) }

  func frame() async throws -> Snapshot {
    try await withCheckedThrowingContinuation { continuation in
      if !channel.send(.deliver(continuation)) { continuation.resume(throwing: CancellationError()) }
    }
  }

  /// No more is asked for; the frame that is being drawn ends, too.
  func close() {
    stop.request()
    channel.finish()
  }

  /// The thread: draws what is submitted and delivers it in order. What fails first is what every later frame is told.
  private static func draw(_ frames: FrameRenderer, _ channel: BoundedChannel<Work>) {
    var renderer: (any Renderer)?
    defer { renderer?.close() }
    var underWay = 0
    var ready: [Result<Snapshot, any Error>] = []
    func take(_ renderer: any Renderer) {
      underWay -= 1
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
          while underWay >= current.depth { take(current) }
          try current.submit(request)
          underWay += 1
        } catch {
          while underWay > 0, let renderer { take(renderer) }
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
  /// The renderer for frames like `first`, on the thread that calls.
  fileprivate func makeRenderer(for first: FrameRequest) throws -> any Renderer {
    let choice = RendererChoice(
      drawing, size: size, format: .rgba8, needsOpenGL: first.recipe.hasShader, onNote: drawing.note)
    let renderer = try choice.makeRenderer(framesHeld: 1)
    drawing.warn(choice.warnings)
    return renderer
  }
}

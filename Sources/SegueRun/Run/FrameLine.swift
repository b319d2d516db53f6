import SegueImaging
import SegueRendering

/// Takes a source's frames, has those drawn that need it, and sends all of them on in order. The renderer is made when the
/// first frame needs it.
///
/// **Thread-safety:** for one thread, the renderer's.
struct FrameLine: ~Copyable {
  private let source: any FrameSource
  private let makeRenderer: () throws -> any Renderer
  private let send: (VideoFrame) -> Bool
  private(set) var renderer: (any Renderer)?
  /// Frames that were not sent yet, in order; those that are drawn are with the renderer.
  private var pending: [Pending] = []
  private var drawing = 0
  /// The last frame that was sent, where it may be sent again.
  private var last: VideoFrame?
  private var isStopped = false

  private enum Pending {
    case ready(VideoFrame)
    case drawn
    case again
  }

  /// - Parameter send: takes a frame; `false` when no more are wanted.
  init(
    _ source: any FrameSource, makeRenderer: @escaping () throws -> any Renderer,
    send: @escaping (VideoFrame) -> Bool
  ) {
    (self.source, self.makeRenderer, self.send) = (source, makeRenderer, send)
  }

  deinit {
    for case .ready(let frame) in pending { frame.release() }
    renderer?.close()
  }

  /// Sends every frame.
  /// - Throws: what the source and the renderer throw.
  mutating func run() throws {
    for _ in source.frames {
      if isStopped { return }
      switch try source.next() {
      case .draw(let request): try submit(request)
      case .ready(let frame): try add(.ready(frame))
      case .again: try add(.again)
      }
    }
    while !pending.isEmpty, !isStopped { try sendOldest() }
  }

  private mutating func submit(_ request: FrameRequest) throws {
    let renderer = try self.renderer ?? makeRenderer()
    self.renderer = renderer
    while drawing >= renderer.depth, !isStopped { try sendOldest() }
    if isStopped { return }
    try renderer.submit(request)
    drawing += 1
    pending.append(.drawn)
  }

  private mutating func add(_ frame: Pending) throws {
    pending.append(frame)
    // What waits after frames that are being drawn is bounded.
    while pending.count > max(1, drawing), !isStopped { try sendOldest() }
  }

  private mutating func sendOldest() throws {
    let frame: VideoFrame
    switch pending.removeFirst() {
    case .ready(let finished): frame = finished
    case .drawn:
      guard let renderer else { preconditionFailure("a frame was drawn by a renderer") }
      frame = try renderer.receive()
      drawing -= 1
    case .again:
      guard let last else { preconditionFailure("a frame is repeated after the first") }
      return deliver(last.shared())
    }
    guard source.repeatsFrames else { return deliver(frame) }
    last = frame
    deliver(frame.shared())
  }

  private mutating func deliver(_ frame: VideoFrame) {
    if send(frame) { return }
    frame.release()
    isStopped = true
  }
}

import SegueImaging
import SegueRendering

/// A pipeline that takes the frames of a source, draws those that are not finished, and sends all of
/// them in order. The renderer is made for the first frame that is drawn.
///
/// **Thread-safety:** for one thread, the renderer's.
struct FramePipeline: ~Copyable {
  private let source: any FrameSource
  private let makeRenderer: () throws -> any Renderer
  private let send: (VideoFrame) -> Bool
  private(set) var renderer: (any Renderer)?
  /// The frames that were not sent yet, in order. Frames that are being drawn are in the renderer.
  private var pending: [Pending] = []
  private var drawing = 0
  /// The last frame that was sent, kept if it may be repeated.
  private var last: VideoFrame?
  private var isStopped = false

  private enum Pending {
    case ready(VideoFrame)
    case drawn
    case again
  }

  /// - Parameter send: takes a frame; returns `false` when no more frames are wanted.
  init(
    _ source: any FrameSource, makeRenderer: @escaping () throws -> any Renderer,
    send: @escaping (VideoFrame) -> Bool
  ) {
    self.source = source
    self.makeRenderer = makeRenderer
    self.send = send
  }

  deinit {
    for case .ready(let frame) in pending { frame.release() }
    renderer?.close()
  }

  /// Sends every frame.
  /// - Throws: the errors of the source and the renderer.
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
    // The loop limits the number of finished frames that wait behind frames being drawn.
    while pending.count > max(1, drawing), !isStopped { try sendOldest() }
  }

  private mutating func sendOldest() throws {
    let frame: VideoFrame
    switch pending.removeFirst() {
    case .ready(let finished): frame = finished
    case .drawn:
      guard let renderer else { preconditionFailure("there is no renderer to receive the frame from") }
      frame = try renderer.receive()
      drawing -= 1
    case .again:
      guard let last else { preconditionFailure("there is no frame to repeat") }
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

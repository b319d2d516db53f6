import SegueFields
import SegueImaging
import SegueRendering

/// A renderer that survives the loss of its device.
///
/// - On the first failure the primary renderer is recreated and draws the frame again.
/// - On the second failure, or if the device has no memory for a recipe, the fallback takes over.
/// - A device that draws wrong pixels is replaced by the next device that `primary` chooses.
///
/// All renderers make the same bytes, so only `incidents` shows the change.
///
/// **Thread-safety:** as `Renderer`.
package final class FailoverRenderer: Renderer {
  private var current: any Renderer
  private let makePrimary: () throws -> any Renderer
  private let makeFallback: (() throws -> any Renderer)?
  /// The submitted frames that were not received. The first `started` of them are in `current`.
  private var inFlight: [Plan] = []
  private var started = 0
  private var rebuilt = false
  private var fellBack = false
  private var finished = RendererStatistics()
  /// The depth of the first renderer, even after a failover.
  package let depth: Int
  /// The device failures in order.
  package private(set) var incidents: [Notice] = []
  private let onIncident: (Notice) -> Void

  /// Starts with the primary renderer. Without a fallback the second failure is thrown.
  /// - Throws: the errors of `makePrimary`.
  package init(
    primary makePrimary: @escaping () throws -> any Renderer,
    fallback makeFallback: (() throws -> any Renderer)?,
    onIncident: @escaping (Notice) -> Void = { _ in }
  ) throws {
    self.onIncident = onIncident
    self.makePrimary = makePrimary
    self.makeFallback = makeFallback
    current = try makePrimary()
    depth = current.depth
  }

  /// The size of the frames, in pixels.
  package var size: ImageSize { current.size }
  package var format: PixelFormat { current.format }
  package var info: RendererInfo { current.info }
  /// The sum over all renderers that were used.
  package var statistics: RendererStatistics { finished + current.statistics }

  /// Starts a frame, or queues it until the renderer has room.
  package func submit(plan: Plan) throws {
    inFlight.append(plan)
    try start()
  }

  /// Waits for the oldest frame. It is drawn again if its renderer was lost.
  package func receive() throws -> VideoFrame {
    while true {
      try start()
      do {
        let frame = try current.receive()
        inFlight.removeFirst()
        started -= 1
        return frame
      } catch let error as RenderError where error.isDeviceError {
        try recover(from: error)
      }
    }
  }

  package func close() { current.close() }

  /// Submits as many queued frames as the renderer takes.
  private func start() throws {
    while started < min(inFlight.count, current.depth) {
      do {
        try current.submit(plan: inFlight[started])
        started += 1
      } catch let error as RenderError where error.isDeviceError {
        try recover(from: error)
      }
    }
  }

  /// Replaces the renderer. Frames that were not received are drawn again.
  private func recover(from error: RenderError) throws {
    finished = finished + current.statistics
    current.close()
    started = 0
    if case .differs(let reason) = error { return try leave(because: reason, error) }
    if !rebuilt, error.isRetryable {
      rebuilt = true
      do {
        current = try makePrimary()
        note("\(error.reason); the renderer was rebuilt and drew the frame again")
        return
      } catch let second as RenderError {
        return try fallBack(
          from: error, "\(error.reason), and rebuilding the renderer failed: \(second.reason)")
      }
    }
    try fallBack(from: error, error.reason)
  }

  /// Switches to the next device after a wrong frame, or to the fallback if there is no other device.
  private func leave(because reason: String, _ error: RenderError) throws {
    do {
      current = try makePrimary()
      note("\(reason); \(current.info.device) drew instead")
    } catch is RenderError {
      try fallBack(from: error, reason)
    }
  }

  private func note(_ sentence: String) {
    let incident = Notice(of: .device, sentence)
    incidents.append(incident)
    onIncident(incident)
  }

  /// Switches to the fallback and reports `reason`.
  private func fallBack(from error: RenderError, _ reason: String) throws {
    guard !fellBack, let makeFallback else { throw error }
    fellBack = true
    current = try makeFallback()
    note("\(reason); \(current.info.device) drew from that frame on")
  }
}

extension RenderError {
  /// Whether another renderer may succeed.
  fileprivate var isDeviceError: Bool {
    switch self {
    case .deviceLost, .outOfMemory, .unsupported, .differs: true
    case .unavailable, .badShader, .recipeTooDeep, .recipeTooLarge, .fault, .timedOut, .cancelled: false
    }
  }

  /// Whether the same renderer may succeed if recreated.
  fileprivate var isRetryable: Bool {
    switch self {
    case .deviceLost, .outOfMemory: true
    case .unavailable, .unsupported, .differs, .badShader, .recipeTooDeep, .recipeTooLarge, .fault,
      .timedOut, .cancelled:
      false
    }
  }
}

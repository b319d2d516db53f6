import SegueImaging
import SegueRendering

/// A renderer that survives the loss of its device. The first time a frame cannot be drawn, the primary
/// renderer is made again and draws the frame again; the second time, the fallback takes over from that
/// frame. A recipe that the device has no room for goes to the fallback at once. A device that draws other pixels than
/// the CPU renderer is left for the next one that `primary` makes. All make the same bytes, so
/// the output does not show it; `incidents` does.
///
/// **Thread-safety:** as `Renderer`.
package final class FailoverRenderer: Renderer {
  private var current: any Renderer
  private let makePrimary: () throws -> any Renderer
  private let makeFallback: (() throws -> any Renderer)?
  /// Frames that were submitted and not received; the first `started` of them are with `current`.
  private var underWay: [Plan] = []
  private var started = 0
  private var rebuilt = false
  private var fellBack = false
  private var finished = RendererStatistics()
  /// The first renderer's depth, also after another one took over.
  package let depth: Int
  /// The device failures, in sentences, in order.
  package private(set) var incidents: [String] = []
  private let onIncident: (String) -> Void

  /// Starts with `makePrimary`. Without a fallback the second failure is thrown.
  /// - Throws: what `makePrimary` throws.
  package init(
    primary makePrimary: @escaping () throws -> any Renderer,
    fallback makeFallback: (() throws -> any Renderer)?,
    onIncident: @escaping (String) -> Void = { _ in }
  ) throws {
    self.onIncident = onIncident
    self.makePrimary = makePrimary
    self.makeFallback = makeFallback
    current = try makePrimary()
    depth = current.depth
  }

  /// Size of the frames, in pixels.
  package var size: ImageSize { current.size }
  package var format: PixelFormat { current.format }
  /// The renderer that draws now.
  package var info: RendererInfo { current.info }
  /// Summed over every renderer that was used.
  package var statistics: RendererStatistics { finished + current.statistics }

  /// Starts a frame, or keeps it until the renderer takes more.
  package func submit(plan: Plan) throws {
    underWay.append(plan)
    try start()
  }

  /// Waits for the oldest frame, drawing it again where its renderer was lost.
  package func receive() throws -> VideoFrame {
    while true {
      try start()
      do {
        let frame = try current.receive()
        underWay.removeFirst()
        started -= 1
        return frame
      } catch let error as RenderError where error.isOfTheDevice {
        try recover(from: error)
      }
    }
  }

  /// Closes the renderer that draws now.
  package func close() { current.close() }

  /// Hands the renderer as many of the frames under way as it takes.
  private func start() throws {
    while started < min(underWay.count, current.depth) {
      do {
        try current.submit(plan: underWay[started])
        started += 1
      } catch let error as RenderError where error.isOfTheDevice {
        try recover(from: error)
      }
    }
  }

  /// Replaces the renderer; every frame that was not received is drawn again.
  private func recover(from error: RenderError) throws {
    finished = finished + current.statistics
    current.close()
    started = 0
    if case .differs(let reason) = error { return try leave(because: reason, error) }
    if !rebuilt, error.mayPass {
      rebuilt = true
      do {
        current = try makePrimary()
        note("\(error.reason); the renderer was rebuilt and drew the frame again")
        return
      } catch let second as RenderError {
        return try fallBack(from: error, "\(error.reason), and rebuilding failed: \(second.reason)")
      }
    }
    try fallBack(from: error, error.reason)
  }

  /// Takes the next device after one that draws wrong; where there is none the fallback.
  private func leave(because reason: String, _ error: RenderError) throws {
    do {
      current = try makePrimary()
      note("\(reason); \(current.info.device) drew instead")
    } catch is RenderError {
      try fallBack(from: error, reason)
    }
  }

  private func note(_ incident: String) {
    incidents.append(incident)
    onIncident(incident)
  }

  /// Takes the fallback, and keeps `reason` for the report.
  private func fallBack(from error: RenderError, _ reason: String) throws {
    guard !fellBack, let makeFallback else { throw error }
    fellBack = true
    current = try makeFallback()
    note("\(reason); \(current.info.device) drew from that frame on")
  }
}

extension RenderError {
  /// Whether another renderer may succeed.
  fileprivate var isOfTheDevice: Bool {
    switch self {
    case .deviceLost, .outOfMemory, .unsupported, .differs: true
    case .unavailable, .badShader, .recipeTooDeep, .recipeTooLarge, .fault, .timedOut, .cancelled: false
    }
  }

  /// Whether the same renderer, made again, may succeed.
  fileprivate var mayPass: Bool {
    switch self {
    case .deviceLost, .outOfMemory: true
    case .unavailable, .unsupported, .differs, .badShader, .recipeTooDeep, .recipeTooLarge, .fault,
      .timedOut, .cancelled:
      false
    }
  }
}

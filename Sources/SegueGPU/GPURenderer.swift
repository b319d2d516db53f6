import CSegueOpenGL
import SegueImaging
import SegueRendering

/// Draws recipes with OpenGL ES 3.0 or later, without a window.
///
/// A picture is uploaded once. A frame is drawn, packed if the format needs it, and transferred
/// through a ring of buffers, while the next ones are drawn.
///
/// **Thread-safety:** none: made, used and closed on one thread, where its context becomes current
/// as needed. The frames may be read and released on any thread.
package final class GPURenderer: Renderer {
  /// The device that draws.
  package let device: GPUDevice
  /// The renderer's name and device.
  package let info: RendererInfo
  /// The maximum number of submitted, unreceived frames.
  package let depth: Int
  /// The time spent so far. Drawing and transfers run concurrently, so only this thread's waits
  /// count.
  package private(set) var statistics = RendererStatistics()

  /// Size of the frames, in pixels.
  package let size: ImageSize
  /// Layout of the frames.
  package let format: PixelFormat
  private let context: GLContext
  private let lease: ContextLease
  private let painter: PlanPainter
  private let packing: FramePacking?
  private let ring: ReadBackRing
  private let watchdog: ShaderWatchdog
  /// The names of the user's shaders of the pending frames, `nil` for a frame without one.
  private var shadersInFlight: [String?] = []
  private var isClosed = false

  /// Opens a device.
  /// - Parameters:
  ///   - size: the size of the frames in pixels; both sides even for 4:2:0.
  ///   - format: the layout of the frames.
  ///   - choice: the device that draws.
  ///   - depth: the maximum number of submitted, unreceived frames, at least 1.
  ///   - heldFrames: the number of received frames that may be unreleased before `submit` waits for
  ///     one.
  ///   - fenceTimeout: the time after which the device counts as lost.
  ///   - onStalledShader: called on another thread while the driver still runs a user's shader after its
  ///     time limit. The limit is 10 s for the first tiny picture, and 30 s for a frame. Only
  ///     ending the process interrupts it. If the driver returns after all, the call throws.
  ///   - allowsPersistentMapping: whether buffers may stay mapped if the driver supports it.
  /// - Throws: `RenderError.unavailable` with every device tried, `.unsupported` for frames larger
  ///   than the device's textures, `.outOfMemory`, `.deviceLost`.
  package convenience init(
    size: ImageSize, format: PixelFormat, device choice: GPUDeviceChoice, depth: Int = 3, heldFrames: Int = 1,
    fenceTimeout: Duration = .seconds(10), allowsPersistentMapping: Bool = true,
    onStalledShader: (@Sendable (ShaderFault) -> Void)? = nil
  ) throws(RenderError) {
    try self.init(
      size: size, format: format, device: choice, depth: depth, heldFrames: heldFrames,
      fenceTimeout: fenceTimeout, allowsPersistentMapping: allowsPersistentMapping,
      watchdog: ShaderWatchdog(onExpiry: onStalledShader))
  }

  /// Opens a device with a watchdog that has its own limits.
  init(
    size: ImageSize, format: PixelFormat, device choice: GPUDeviceChoice, depth: Int, heldFrames: Int,
    fenceTimeout: Duration = .seconds(10), allowsPersistentMapping: Bool = true, watchdog: ShaderWatchdog
  ) throws(RenderError) {
    precondition(format.isRGBA || size.isEven, "4:2:0 needs an even width and height")
    precondition(depth > 0 && heldFrames >= 0, "the depth must be at least 1, and the held frames at least 0")
    let start = ContinuousClock.now
    let (context, device) = try GPUDevices.open(choice)
    do throws(RenderError) {
      let limit = try GPURenderer.textureLimit(for: size, device)
      let layout = TransferLayout(format, size, textureLimit: limit)
      let painter = PlanPainter(
        size, depth: format.depth, textureLimit: limit, framesUnderWay: depth, watchdog: watchdog)
      packing = try FramePacking(format, size, textureLimit: limit)
      lease = ContextLease(context)
      ring = try ReadBackRing(
        count: depth + heldFrames, layout: layout, lease: lease, context: context, timeout: fenceTimeout,
        allowsPersistentMapping: allowsPersistentMapping)
      self.painter = painter
    } catch {
      context.leaveThread()
      context.destroy()
      throw error
    }
    self.watchdog = watchdog
    self.size = size
    self.format = format
    self.context = context
    self.device = device
    self.depth = depth
    info = RendererInfo(
      backend: .gpu, device: device.renderer ?? device.name, isSoftware: device.isSoftware)
    statistics.prepare = GPURenderer.seconds(since: start)
  }

  deinit { close() }

  /// The number of passes of the last frame.
  var passCount: Int { painter.passCount }

  /// Starts drawing a frame whose recipe has been lowered for the renderer's size.
  /// - Throws: `RenderError`.
  package func submit(plan: Plan) throws(RenderError) {
    precondition(!isClosed, "the renderer has been closed")
    precondition(shadersInFlight.count < depth, "\(depth) submitted frames are pending; receive one first")
    let start = ContinuousClock.now
    defer { statistics.render += GPURenderer.seconds(since: start) }
    try context.makeCurrent()
    // Take the slot outside of the watchdog's time, since a reader may hold a frame for any time.
    let slot = ring.takeSlot()
    let shader = plan.shaderName
    try guarding(shader) { () throws(RenderError) in
      let picture: MipTexture
      do throws(RenderError) {
        picture = try painter.paint(plan)
      } catch {
        ring.giveBack(slot)
        throw error
      }
      try ring.start(packing?.packed(picture.texture) ?? picture.texture, into: slot, context: context)
    }
    shadersInFlight.append(shader)
  }

  /// Waits for the oldest submitted frame.
  /// - Throws: `RenderError`.
  package func receive() throws(RenderError) -> VideoFrame {
    precondition(!isClosed, "the renderer has been closed")
    let start = ContinuousClock.now
    defer { statistics.readback += GPURenderer.seconds(since: start) }
    try context.makeCurrent()
    let name = shadersInFlight.isEmpty ? nil : shadersInFlight.removeFirst()
    return try guarding(name) { () throws(RenderError) in
      try ring.finish(
        size: size, format: format, context: context,
        limit: name == nil ? nil : watchdog.frameLimit)
    }
  }

  /// Runs `work`, under the watchdog if it involves a user's shader.
  private func guarding<Result>(
    _ shader: String?, _ work: () throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    guard let shader else { return try work() }
    return try watchdog.frame(of: shader, work)
  }

  /// Frees all resources. Received frames stay valid until they are released.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    if (try? context.makeCurrent()) != nil {
      ring.close()
      packing?.close()
      painter.close()
      context.leaveThread()
    }
    lease.release()
  }

  private static func textureLimit(for size: ImageSize, _ device: GPUDevice) throws(RenderError) -> Int {
    var limit: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &limit)
    guard size.width <= limit, size.height <= limit else {
      throw .unsupported(
        "a frame is \(size), but \(device.renderer ?? device.name) draws at most \(limit)x\(limit)")
    }
    return Int(limit)
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .seconds(1)
  }
}

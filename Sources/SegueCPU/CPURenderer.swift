import SegueImaging
import SegueRendering

/// Draws recipes on this machine's cores. Plans are evaluated row by row, in rows that stay in the
/// cache, by kernels that follow `PixelArithmetic` to the bit. The bytes are independent of the
/// number of threads.
///
/// A frame is drawn during `receive`. The memory is allocated once and reused. It has room for a ring of
/// frames and for the coarser levels of snapshots that a plan reads. Every other sampled input needs a
/// picture of the frame's size.
///
/// **Thread-safety:** as `Renderer`: made, used and closed on one thread; frames may be used on
/// others.
package final class CPURenderer: Renderer {
  /// Backend `.cpu`, the processor's name and the number of threads.
  package let info: RendererInfo
  /// The maximum number of submitted frames: 1, which all threads draw.
  package let depth = 1
  /// Seconds spent in `receive`, including the drawing of coarser levels.
  package private(set) var statistics = RendererStatistics()
  /// Size of the frames, in pixels.
  package let size: ImageSize
  /// Layout of the frames.
  package let format: PixelFormat
  private let workers: WorkerPool
  private let slots: Int
  /// The ring, allocated for the first frame.
  private lazy var ring = FrameRing(slots: slots, size: size, format: format)
  private var store: PictureStore?
  private var submitted: (plan: Plan, slot: Int)?

  /// A renderer for frames of `size`, both sides even for 4:2:0.
  /// - Parameters:
  ///   - threads: the number of threads that draw, at least 1; `nil` means one for each core.
  ///   - extraSlots: the number of frames that may be unreleased while the next one is drawn, at
  ///     least 0.
  package init(size: ImageSize, format: PixelFormat, threads: Int? = nil, extraSlots: Int) {
    precondition(format.isRGBA || size.isEven, "4:2:0 needs an even width and height")
    precondition(extraSlots >= 0, "the number of extra slots must be at least 0")
    precondition(threads ?? 1 >= 1, "the number of threads must be at least 1")
    let count = threads ?? Cores.count
    self.size = size
    self.format = format
    workers = WorkerPool(count: count)
    slots = 1 + extraSlots
    store = PictureStore(size, depth: format.depth, workers: workers)
    info = RendererInfo(backend: .cpu, device: CPUDevice.description(threads: count), isSoftware: true)
  }

  /// The name of a renderer with this number of threads; `nil` means one for each core.
  package static func deviceName(threads: Int?) -> String {
    CPUDevice.description(threads: threads ?? Cores.count)
  }

  /// Takes a plan that was lowered for the renderer's size; waits for a free slot of the ring.
  /// - Throws: `RenderError.unsupported` for a user's shader, which needs OpenGL.
  package func submit(plan: Plan) throws(RenderError) {
    try check(plan)
    precondition(store != nil, "the renderer is closed")
    submitted = (plan, ring.take())
  }

  /// Draws the submitted frame.
  /// - Throws: only `RenderError.cancelled`.
  package func receive() throws(RenderError) -> VideoFrame {
    guard let (plan, slot) = submitted, let store else {
      preconditionFailure("no frame was submitted")
    }
    submitted = nil
    do throws(RenderError) {
      let packed = format.isRGBA ? size.width * format.depth.bytesPerPixel : 0
      try draw(plan, into: FrameTarget(ring.base(slot), bytesPerRow: packed), store)
    } catch {
      ring.give(slot)
      throw error
    }
    return ring.frame(slot)
  }

  /// Draws a plan that was lowered for the renderer's size into the caller's memory, which must not
  /// overlap the plan's pictures.
  /// - Throws: as `submit` and `receive`.
  package func draw(_ plan: Plan, into target: FrameTarget) throws(RenderError) {
    try check(plan)
    precondition(format.isRGBA, "drawing into memory needs an RGBA format")
    guard let store else { preconditionFailure("the renderer is closed") }
    try draw(plan, into: target, store)
  }

  private func check(_ plan: Plan) throws(RenderError) {
    if plan.hasShader {
      throw .unsupported("a GLSL transition needs OpenGL, which the CPU renderer does not have")
    }
    precondition(submitted == nil, "a submitted frame is pending; receive it first")
  }

  private func draw(_ plan: Plan, into target: FrameTarget, _ store: PictureStore) throws(RenderError) {
    let start = ContinuousClock.now
    let stop = DrawingCancellation.current
    var preparation = PlanPreparation(plan, store: store)
    let writer = FrameWriter(source: try preparation.source(), size: size, format: format, target: target)
    for scratch in store.scratches { scratch.prepare(preparation.rows) }
    workers.forEachBand(rows: size.height, until: stop) { [scratches = store.scratches] worker, band in
      writer.write(band, scratches[worker])
    }
    try stop?.check()
    store.finishFrame()
    statistics.render += (ContinuousClock.now - start) / .seconds(1)
  }

  /// Frees the pictures; unreleased frames keep their memory.
  package func close() {
    if let submitted { ring.give(submitted.slot) }
    submitted = nil
    store = nil
  }
}

/// The memory of finished frames, allocated once.
///
/// **Thread-safety:** slots may be returned from any thread; a slot's memory belongs to its taker.
final class FrameRing: Sendable {
  private let slots: SlotPool
  private let memory: SharedMemory
  private let stride: Int
  private let size: ImageSize
  private let format: PixelFormat

  init(slots count: Int, size: ImageSize, format: PixelFormat) {
    slots = SlotPool(count: count)
    self.size = size
    self.format = format
    stride = (format.byteCount(for: size) + 63) & ~63
    memory = SharedMemory(byteCount: stride * count)
  }

  /// Takes a free slot; waits for one if none is free.
  func take() -> Int { slots.take() }

  /// Returns a slot without a frame.
  func give(_ slot: Int) { slots.give(slot) }

  /// The first byte of a slot, aligned to 64 bytes.
  func base(_ slot: Int) -> UnsafeMutablePointer<UInt8> {
    (memory.base + slot * stride).assumingMemoryBound(to: UInt8.self)
  }

  /// The frame in `slot`; its release returns the slot, and the memory stays until then.
  func frame(_ slot: Int) -> VideoFrame {
    let bytes = UnsafeRawBufferPointer(start: base(slot), count: format.byteCount(for: size))
    return VideoFrame(size: size, format: format, bytes: bytes) { self.slots.give(slot) }
  }
}

/// A block of memory, freed with its last user.
///
/// **Thread-safety:** the address never changes; its users synchronise access to the memory.
/// `@unchecked`, because it holds an address.
private final class SharedMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer

  private let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    base = PixelMemory.allocate(byteCount: byteCount)
  }

  deinit { PixelMemory.deallocate(base, byteCount: byteCount) }
}

import CSegueOpenGL
import SegueImaging
import SegueRendering
import Synchronization

/// Buffers that receive finished frames, in order. If the driver supports it, the buffers stay
/// mapped and frames point directly into them. Otherwise a buffer is mapped when its frame is
/// received and unmapped before its next use.
///
/// **Thread-safety:** none; belongs to the thread of its context. Frames may be released from any thread.
final class ReadBackRing {
  private struct Slot {
    var buffer: GLuint = 0
    var mapping: UnsafeMutableRawPointer?
  }

  private typealias BufferStorage =
    @convention(c) (GLenum, GLsizeiptr, UnsafeRawPointer?, GLbitfield) -> Void

  private let layout: TransferLayout
  private let pool: SlotPool
  private let lease: ContextLease
  private let timeout: Duration
  private var slots: [Slot]
  private var pending: [(slot: Int, fence: GLsync)] = []
  private let isPersistent: Bool

  init(
    count: Int, layout: TransferLayout, lease: ContextLease, context: GLContext, timeout: Duration,
    allowsPersistentMapping: Bool
  ) throws(RenderError) {
    self.layout = layout
    self.lease = lease
    self.timeout = timeout
    pool = SlotPool(count: count)
    slots = Array(repeating: Slot(), count: count)
    let extensions = EGLLibrary.words(
      glGetString(GLenum(GL_EXTENSIONS)).map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) })
    let storage =
      allowsPersistentMapping && extensions.contains("GL_EXT_buffer_storage")
      ? EGLLibrary.function("glBufferStorageEXT", as: BufferStorage.self) : nil
    isPersistent = storage != nil
    for index in slots.indices { slots[index] = makeSlot(storage) }
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    try context.check("making \(count) buffers of \(layout.byteCount) bytes")
    if isPersistent, slots.contains(where: { $0.mapping == nil }) {
      throw .outOfMemory("\(count) buffers of \(layout.byteCount) bytes cannot be mapped")
    }
  }

  /// Takes a slot for the next frame; waits for a released one if the ring is full.
  func takeSlot() -> Int { pool.take() }

  /// Returns a slot without a transfer.
  func giveBack(_ slot: Int) { pool.give(slot) }

  /// Starts the transfer of `texture` into `slot`; frees the slot on failure.
  func start(_ texture: GLTexture, into slot: Int, context: GLContext) throws(RenderError) {
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), slots[slot].buffer)
    if !isPersistent, slots[slot].mapping != nil {
      glUnmapBuffer(GLenum(GL_PIXEL_PACK_BUFFER))
      slots[slot].mapping = nil
    }
    texture.read(rows: layout.rows, into: nil)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    let fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    do throws(RenderError) {
      try context.check("drawing a frame")
    } catch {
      pool.give(slot)
      throw error
    }
    guard let fence else {
      pool.give(slot)
      throw .deviceLost("a fence could not be created")
    }
    pending.append((slot, fence))
  }

  /// Waits for the oldest transfer, for at most `limit`, by default the ring's timeout.
  func finish(
    size: ImageSize, format: PixelFormat, context: GLContext, limit: Duration? = nil
  ) throws(RenderError) -> VideoFrame {
    let timeout = limit ?? self.timeout
    precondition(!pending.isEmpty, "no frame was submitted")
    let (slot, fence) = pending.removeFirst()
    let (seconds, attoseconds) = timeout.components
    let limit = GLuint64(seconds) * 1_000_000_000 + GLuint64(attoseconds / 1_000_000_000)
    let status = wait(for: fence, limit, until: DrawingCancellation.current)
    glDeleteSync(fence)
    if status == GLenum(GL_TIMEOUT_EXPIRED), DrawingCancellation.current?.isRequested == true {
      pool.give(slot)
      throw .cancelled
    }
    guard status == GLenum(GL_ALREADY_SIGNALED) || status == GLenum(GL_CONDITION_SATISFIED) else {
      pool.give(slot)
      try context.check("waiting for a frame")
      throw .deviceLost("a frame was not finished within \(timeout)")
    }
    // Drivers also signal the fences of killed jobs; without this check their pixels would be
    // delivered.
    do throws(RenderError) {
      try context.check("finishing a frame")
    } catch {
      pool.give(slot)
      throw error
    }
    if !isPersistent {
      glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), slots[slot].buffer)
      slots[slot].mapping = glMapBufferRange(
        GLenum(GL_PIXEL_PACK_BUFFER), 0, layout.byteCount, GLbitfield(GL_MAP_READ_BIT))
      glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    }
    guard let mapping = slots[slot].mapping else {
      pool.give(slot)
      try context.check("mapping a frame")
      throw .deviceLost("a frame could not be mapped")
    }
    let bytes = UnsafeRawBufferPointer(start: mapping, count: format.byteCount(for: size))
    lease.retain()
    return VideoFrame(size: size, format: format, bytes: bytes) { [pool, lease] in
      pool.give(slot)
      lease.release()
    }
  }

  /// Waits up to `limit` nanoseconds, or until `stop` is requested, which is polled.
  private func wait(for fence: GLsync, _ limit: GLuint64, until stop: DrawingCancellation?) -> GLenum {
    var (status, left) = (GLenum(GL_TIMEOUT_EXPIRED), limit)
    repeat {
      let slice = stop == nil ? left : min(left, 50_000_000)
      status = glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), slice)
      left -= slice
    } while status == GLenum(GL_TIMEOUT_EXPIRED) && left > 0 && stop?.isRequested != true
    return status
  }

  /// Forgets transfers in progress. The buffers are freed with the context, after the last frame in
  /// them.
  func close() {
    for (_, fence) in pending { glDeleteSync(fence) }
    pending = []
  }

  private func makeSlot(_ storage: BufferStorage?) -> Slot {
    var slot = Slot()
    let kind = GLenum(GL_PIXEL_PACK_BUFFER)
    glGenBuffers(1, &slot.buffer)
    glBindBuffer(kind, slot.buffer)
    if let storage {
      let access = GLbitfield(GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT)
      storage(kind, layout.byteCount, nil, access | GLbitfield(GL_CLIENT_STORAGE_BIT_EXT))
      slot.mapping = glMapBufferRange(kind, 0, layout.byteCount, access)
    } else {
      glBufferData(kind, layout.byteCount, nil, GLenum(GL_STREAM_READ))
    }
    return slot
  }
}

/// Keeps a context alive while the renderer or one of its frames needs its memory, and then
/// destroys it.
///
/// **Thread-safety:** every method may be called from any thread.
final class ContextLease: Sendable {
  private let context: GLContext
  private let holders = Mutex(1)

  /// A lease whose first holder is the renderer.
  init(_ context: GLContext) { self.context = context }

  func retain() { holders.withLock { $0 += 1 } }

  func release() {
    let isLast = holders.withLock { count in
      count -= 1
      return count == 0
    }
    if isLast { context.destroy() }
  }
}

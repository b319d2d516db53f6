import Synchronization

/// Keeps a context as long as the renderer or a frame of it needs its memory, and destroys it then.
///
/// **Thread-safety:** every method may be called from any thread.
final class ContextLease: Sendable {
  private let context: GLContext
  private let holders = Mutex(1)

  /// The renderer is the first holder.
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

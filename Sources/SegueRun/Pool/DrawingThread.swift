import FoundationEssentials
import Glibc
import SegueFields
import SegueImaging
import SegueRendering
import SegueSystem
import Synchronization

/// A thread that draws runs one after another and keeps their renderers. The next run of the same
/// size and format reuses the context, programs and memory.
///
/// **Thread-safety:** `perform` and `close` may be called from any thread; `renderers` is for the
/// thread itself.
package final class DrawingThread: Sendable {
  private let work = BoundedChannel<@Sendable () -> Void>(capacity: 1)
  /// The idle renderers.
  let renderers: RendererCache

  /// Starts a thread that keeps idle renderers. Their frames use at most `byteBudget` bytes.
  package init(byteBudget: Int) {
    renderers = RendererCache(byteBudget: byteBudget)
    startThread(named: "segue.render") { [work, renderers] in
      while let next = work.receive() { next() }
      renderers.close()
    }
  }

  deinit { work.finish() }

  /// Runs `body` on the thread, after all earlier work.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let isTaken = work.send(body)
    precondition(isTaken, "the thread is closed")
  }

  /// Closes the renderers and waits until they are closed.
  package func close() async {
    await withCheckedContinuation { continuation in
      perform { [renderers] in
        renderers.close()
        continuation.resume()
      }
    }
    work.finish()
  }
}

/// A cache of idle renderers for the runs of one thread, within a memory budget.
///
/// **Thread-safety:** for one thread. `@unchecked` because closures carry it to that thread.
package final class RendererCache: @unchecked Sendable {
  /// The properties for which a renderer was made.
  package struct Key: Hashable {
    var size: ImageSize
    var format: PixelFormat
    var backend: BackendPreference
    var device: String?
    var requiresGPU: Bool
    var verification: FrameVerification
    var threads: Int?
    var needsOpenGL: Bool
    var framesHeld: Int
  }

  /// A renderer with the reason why it was chosen.
  struct CachedRenderer {
    let renderer: any Renderer
    let reason: String
    let notices: [Notice]
  }

  private var idle: LeastRecentlyUsed<Key, CachedRenderer>

  /// An empty cache for idle renderers. Their frames use at most `byteBudget` bytes.
  package init(byteBudget: Int) { idle = LeastRecentlyUsed(budget: byteBudget) }

  /// An idle renderer for `key`, else a new one from `make`. Closing it returns it to the cache.
  /// - Throws: the errors of `make`.
  func renderer(for key: Key, make: () throws -> CachedRenderer) throws -> CachedRenderer {
    let cached = try idle.remove(key) ?? make()
    let lent = WarmRenderer(cached.renderer) { [self] renderer in
      put(CachedRenderer(renderer: renderer, reason: cached.reason, notices: cached.notices), for: key)
    }
    return CachedRenderer(renderer: lent, reason: cached.reason, notices: cached.notices)
  }

  private func put(_ cached: CachedRenderer, for key: Key) {
    let frame = key.format.byteCount(for: key.size)
    // Pictures in flight take as much memory as the ring. Runs are sequential, so `key` has no entry yet.
    idle.insert(cached, for: key, cost: frame * (key.framesHeld + 1) * 2)
    for evicted in idle.evict() { evicted.renderer.close() }
  }

  /// Closes the idle renderers.
  package func close() {
    for cached in idle.removeAll() { cached.renderer.close() }
  }
}

/// A cached renderer during one run, with statistics of this run only. Closing it returns the renderer
/// to the cache unless it has failed.
///
/// **Thread-safety:** as `Renderer`.
private final class WarmRenderer: Renderer {
  private let renderer: any Renderer
  private let before: RendererStatistics
  private let giveBack: (any Renderer) -> Void
  private var inFlight = 0
  private var hasFailed = false

  init(_ renderer: any Renderer, giveBack: @escaping (any Renderer) -> Void) {
    self.renderer = renderer
    self.giveBack = giveBack
    before = renderer.statistics
  }

  var info: RendererInfo { renderer.info }
  var depth: Int { renderer.depth }
  var statistics: RendererStatistics { renderer.statistics - before }
  var incidents: [Notice] { renderer.incidents }
  var size: ImageSize { renderer.size }
  var format: PixelFormat { renderer.format }

  func submit(plan: Plan) throws {
    try noting { try renderer.submit(plan: plan) }
    inFlight += 1
  }

  func receive() throws -> VideoFrame {
    let frame = try noting { try renderer.receive() }
    inFlight -= 1
    return frame
  }

  /// Runs `work`, and remembers whether it failed.
  private func noting<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch {
      hasFailed = true
      throw error
    }
  }

  func close() {
    if hasFailed || inFlight > 0 || !renderer.incidents.isEmpty {
      renderer.close()
    } else {
      giveBack(renderer)
    }
  }
}

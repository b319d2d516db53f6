import Foundation
import SegueImaging
import SegueRendering
import Synchronization

/// A thread that draws one run after another, and keeps the renderers that they are done with: the next run of the same
/// size and format finds one warm, with its context, its programs and its memory.
///
/// **Thread-safety:** `perform` and `close` may be called from any thread; everything else is for the thread itself.
package final class DrawingThread: Sendable {
  /// What a renderer was made for.
  struct Purpose: Hashable {
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

  /// A renderer with why it was chosen.
  struct Kept {
    let renderer: any Renderer
    let reason: String
    let warnings: [String]
  }

  private let work = BoundedChannel<@Sendable () -> Void>(capacity: 1)
  private let shelf: Shelf

  /// Starts a thread that keeps renderers of up to `spareBytes` bytes of frames.
  package init(spareBytes: Int) {
    shelf = Shelf(byteBudget: spareBytes)
    startThread(named: "segue.render") { [work, shelf] in
      while let next = work.receive() { next() }
      shelf.close()
    }
  }

  deinit { work.finish() }

  /// Does `body` on the thread, after what was asked for before.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let isTaken = work.send(body)
    precondition(isTaken, "the thread is closed")
  }

  /// Closes the renderers and waits for that.
  package func close() async {
    await withCheckedContinuation { continuation in
      perform { [shelf] in
        shelf.close()
        continuation.resume()
      }
    }
    work.finish()
  }

  /// On the thread: a renderer for `purpose` that an earlier run has left, else one that `make` makes. Closing it keeps it.
  /// - Throws: what `make` throws.
  func renderer(
    for purpose: Purpose, make: () throws -> Kept
  ) throws -> Kept {
    let kept = try shelf.take(purpose) ?? make()
    let warm = WarmRenderer(kept.renderer) { [shelf] renderer in
      shelf.put(Kept(renderer: renderer, reason: kept.reason, warnings: kept.warnings), for: purpose)
    }
    return Kept(renderer: warm, reason: kept.reason, warnings: kept.warnings)
  }

  /// The renderers that nobody uses.
  ///
  /// **Thread-safety:** belongs to the thread.
  private final class Shelf: @unchecked Sendable {
    private var spare: LeastRecentlyUsed<Purpose, Kept>

    init(byteBudget: Int) { spare = LeastRecentlyUsed(budget: byteBudget) }

    func take(_ purpose: Purpose) -> Kept? { spare.remove(purpose) }

    func put(_ kept: Kept, for purpose: Purpose) {
      let frame = purpose.format.byteCount(for: purpose.size)
      // The ring, and as much again for pictures on the way. A run at a time: there is none for `purpose` yet.
      spare.insert(kept, for: purpose, cost: frame * (purpose.framesHeld + 1) * 2)
      for gone in spare.evict() { gone.renderer.close() }
    }

    func close() {
      for gone in spare.removeAll() { gone.renderer.close() }
    }
  }
}

/// A renderer on loan for one run: its times count from there, and closing it gives it back if it is as good as new.
///
/// **Thread-safety:** as `Renderer`.
private final class WarmRenderer: Renderer {
  private let renderer: any Renderer
  private let before: RendererStatistics
  private let giveBack: (any Renderer) -> Void
  private var underWay = 0
  private var hasFailed = false

  init(_ renderer: any Renderer, giveBack: @escaping (any Renderer) -> Void) {
    self.renderer = renderer
    self.giveBack = giveBack
    before = renderer.statistics
  }

  var info: RendererInfo { renderer.info }
  var depth: Int { renderer.depth }
  var statistics: RendererStatistics { renderer.statistics - before }
  var incidents: [String] { renderer.incidents }
  var size: ImageSize { renderer.size }

  func submit(plan: Plan) throws {
    try noting { try renderer.submit(plan: plan) }
    underWay += 1
  }

  func receive() throws -> VideoFrame {
    let frame = try noting { try renderer.receive() }
    underWay -= 1
    return frame
  }

  /// Remembers that `work` has failed, if it does.
  private func noting<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch {
      hasFailed = true
      throw error
    }
  }

  func close() {
    if hasFailed || underWay > 0 || !renderer.incidents.isEmpty {
      renderer.close()
    } else {
      giveBack(renderer)
    }
  }
}

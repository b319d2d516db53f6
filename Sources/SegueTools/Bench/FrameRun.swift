import Imaging
import Motion
import Rendering
import Segue
import Transitions

/// Draws the frames of a run into memory and keeps the last few, as a pipeline does.
///
/// **Thread-safety:** for one thread, the renderer's.
final class FrameRun {
  private let renderer: any Renderer
  private let recipe: (Int) -> Recipe
  private let count: Int
  private var held: [Frame] = []
  private let heldCount: Int

  /// Runs of `count` frames on `renderer`, whose ring has room for `heldCount` frames that are not released.
  init(_ renderer: any Renderer, count: Int, heldCount: Int, recipe: @escaping (Int) -> Recipe) {
    self.renderer = renderer
    self.count = count
    self.heldCount = heldCount
    self.recipe = recipe
    held.reserveCapacity(heldCount + 1)
  }

  /// Draws every frame as fast as it goes, as many under way as the renderer takes.
  /// - Returns: the seconds until the last one could be read.
  /// - Throws: `RenderError`.
  func unpaced() throws -> Double {
    let start = ContinuousClock.now
    for index in 0..<count {
      if index >= renderer.depth { try receive() }
      try renderer.submit(recipe(index))
    }
    for _ in 0..<min(count, renderer.depth) { try receive() }
    let seconds = start.secondsToNow
    releaseAll()
    return seconds
  }

  /// Draws the frames that a display link of `rate` calls for.
  /// - Returns: the seconds until the last one could be read, and what became of the frames.
  /// - Throws: `RenderError`.
  func paced(by rate: FrameRate) throws -> (seconds: Double, statistics: FrameStatistics) {
    var failure: (any Error)?
    let start = ContinuousClock.now
    let link = DisplayLink(rate: rate, clock: MonotonicFrameClock()) { [self] link in
      do {
        try renderer.submit(recipe(link.frameIndex))
        try receive()
      } catch {
        failure = error
        link.invalidate()
      }
    }
    link.run(frames: count)
    let seconds = start.secondsToNow
    if let failure { throw failure }
    releaseAll()
    return (seconds, link.statistics)
  }

  private func receive() throws {
    held.append(try renderer.receive())
    if held.count > heldCount { held.removeFirst().release() }
  }

  private func releaseAll() {
    for frame in held { frame.release() }
    held.removeAll(keepingCapacity: true)
  }
}

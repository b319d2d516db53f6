import CSegueLibrary
import SegueCPU
import SegueImaging
import SegueRecipes
import SegueRendering
import Synchronization

/// Draws frames of one size, one at a time, for any thread.
///
/// **Thread-safety:** drawing takes a lock. `@unchecked` because the caller's pixels are used under that lock.
final class LibraryRenderer: Handle, @unchecked Sendable {
  static let noun = "the renderer"

  private let size: ImageSize
  private let depth: PixelDepth
  private let renderer: CPURenderer
  private let turn = Mutex(())
  /// The transition whose values were checked last.
  private var checked: LibraryTransition?

  init(size: ImageSize, depth: PixelDepth, threads: Int?) {
    self.size = size
    self.depth = depth
    renderer = CPURenderer(size: size, format: PixelFormat(depth), threads: threads, extraSlots: 0)
  }

  deinit { renderer.close() }

  /// Draws a frame; `pictures` is called under the lock.
  func draw(
    _ transition: LibraryTransition, at progress: Double, into frame: CallerPixels,
    _ pictures: () -> (from: LibraryPicture, to: LibraryPicture)
  ) throws {
    guard progress.isFinite else {
      throw Refusal.argument("the progress is \(progress), but must be finite")
    }
    guard frame.size == size else {
      throw Refusal.argument("the frame is \(frame.size) pixels, but the renderer draws \(size)")
    }
    guard frame.depth == depth else {
      throw Refusal.argument(
        "the frame has \(frame.depth.rawValue) bits per channel, but the renderer draws \(depth.rawValue)")
    }
    try turn.withLock { _ in
      let (from, to) = pictures()
      for (picture, name) in [(from, "outgoing"), (to, "incoming")] where picture.snapshot.size != size {
        throw Refusal.argument(
          "the \(name) picture is \(picture.snapshot.size) pixels, but the renderer draws \(size); fit it to that size"
        )
      }
      if checked !== transition {
        try transition.check(size: size)
        checked = transition
      }
      let recipe = transition.transition.recipe(
        at: progress, in: TransitionContext(containerSize: size),
        over: transition.background ?? (from.isOpaque && to.isOpaque ? .black : .transparent),
        snapshotsAreOpaque: from.snapshot.isOpaque && to.snapshot.isOpaque)
      let request = FrameRequest(recipe, outgoing: from.snapshot, incoming: to.snapshot)
      try renderer.draw(try request.plan(for: size, depth: depth), into: frame.target)
    }
  }
}

@_cdecl("segue_renderer_new")
package func segueRendererNew(_ width: Int64, _ height: Int64, _ bits: Int32, _ threads: Int32)
  -> OpaquePointer?
{
  attempt {
    let size = try CallerPixels.size(width, height, "the frame")
    guard let depth = PixelDepth(rawValue: Int(bits)) else {
      throw Refusal.argument("the bits per channel are \(bits), but must be 8 or 16")
    }
    guard (0...1024).contains(threads) else {
      throw Refusal.argument("the number of threads is \(threads), but must be 0 (one per core) to 1024")
    }
    return LibraryRenderer(size: size, depth: depth, threads: threads == 0 ? nil : Int(threads)).owned
  }
}

@_cdecl("segue_renderer_free")
package func segueRendererFree(_ renderer: OpaquePointer?) { LibraryRenderer.free(renderer) }

@_cdecl("segue_render")
package func segueRender(
  _ renderer: OpaquePointer?, _ transition: OpaquePointer?, _ progress: Double, _ from: OpaquePointer?,
  _ to: OpaquePointer?, _ frame: UnsafePointer<segue_pixels>?
) -> segue_status {
  status {
    let from = try LibraryPicture.at(from, "the outgoing picture")
    let to = try LibraryPicture.at(to, "the incoming picture")
    try LibraryRenderer.at(renderer).draw(
      try LibraryTransition.at(transition), at: progress, into: try CallerPixels(frame, "the frame")
    ) { (from, to) }
  }
}

@_cdecl("segue_render_pixels")
package func segueRenderPixels(
  _ renderer: OpaquePointer?, _ transition: OpaquePointer?, _ progress: Double,
  _ from: UnsafePointer<segue_pixels>?, _ to: UnsafePointer<segue_pixels>?,
  _ frame: UnsafePointer<segue_pixels>?
) -> segue_status {
  status {
    let from = try CallerPixels(from, "the outgoing picture")
    let to = try CallerPixels(to, "the incoming picture")
    let frame = try CallerPixels(frame, "the frame")
    try LibraryRenderer.at(renderer).draw(try LibraryTransition.at(transition), at: progress, into: frame) {
      (LibraryPicture(from.borrowed(besides: frame)), LibraryPicture(to.borrowed(besides: frame)))
    }
  }
}

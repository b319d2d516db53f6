import GPURenderer
import Imaging
import Segue
import Transitions

/// Frames of a transition by their progress, one at a time.
///
/// **Thread-safety:** as the renderer.
struct FrameDrawing {
  let renderer: GPURenderer
  let transition: any Transition
  let size: ImageSize

  /// The longest that is measured, in seconds, and the most frames.
  private static let longestMeasure = 2.0
  private static let mostFrames = 60

  /// The frame at `progress`.
  func snapshot(at progress: Double) throws -> Snapshot {
    try renderer.submit(recipe(at: progress))
    let frame = try renderer.receive()
    defer { frame.release() }
    return Snapshot(copying: frame)
  }

  /// Frames a second, drawn and read back, as many under way as the renderer takes.
  func measure() throws -> Double {
    let start = ContinuousClock.now
    var count = 0
    var underWay = 0
    while count < FrameDrawing.mostFrames, start.secondsToNow < FrameDrawing.longestMeasure || count == 0 {
      if underWay == renderer.depth {
        try renderer.receive().release()
        underWay -= 1
      }
      try renderer.submit(recipe(at: Double(count) / Double(FrameDrawing.mostFrames - 1)))
      (count, underWay) = (count + 1, underWay + 1)
    }
    for _ in 0..<underWay { try renderer.receive().release() }
    return Double(count) / max(start.secondsToNow, 1e-9)
  }

  private func recipe(at progress: Double) -> Recipe {
    transition.endpointExactRecipe(at: progress, in: TransitionContext(containerSize: size))
  }
}

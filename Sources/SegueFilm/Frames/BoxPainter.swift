import SegueCPU
import SegueImaging
import SegueRendering

/// Draws the transition of a layer in the layer's own rectangle, which has a size of its own: the picture of that rectangle is made
/// by the CPU, and is a picture like any other in the frame's recipe, whoever draws that.
struct BoxPainter: Sendable {
  /// The values of the film's frames.
  let color: FrameColor
  let threads: Int?

  /// Pixels for which it is worthwhile to wake other threads.
  private static let mostAlone = 1 << 16

  /// What `recipe` shows in a frame of `picture`'s size, where that is the picture of `role`, and the other one is nothing.
  /// - Throws: `RenderError`.
  func picture(_ recipe: Recipe, of picture: Snapshot, as role: SnapshotRole) throws -> Snapshot {
    let size = picture.size
    let nothing = Snapshot(PixelBuffer(size: size, color: .transparent))
    let renderer = CPURenderer(
      size: size, format: color.pixels, threads: size.area > Self.mostAlone ? threads : 1, extraSlots: 0)
    defer { renderer.close() }
    var request = FrameRequest(
      recipe, outgoing: role == .from ? picture : nothing, incoming: role == .to ? picture : nothing)
    request.color = color.encoding
    try renderer.submit(request)
    let frame = try renderer.receive()
    defer { frame.release() }
    return Snapshot(copying: frame, color: color.encoding)
  }
}

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
    let nothing = Snapshot(PixelBuffer(size: picture.size, color: .transparent))
    return try draw(
      recipe, from: role == .from ? picture : nothing, to: role == .to ? picture : nothing, picture.size)
  }

  /// The picture of `layers` of the frame in its rectangle `area`.
  /// - Throws: `RenderError`.
  func picture(of layers: [RecipeLayer], in area: PixelRect) throws -> Snapshot {
    let size = ImageSize(width: area.width, height: area.height)
    let nothing = Snapshot(PixelBuffer(size: size, color: .transparent))
    let moved = layers.map { layer in
      var layer = layer
      layer.transform = layer.transform.then(.translation(x: -Double(area.x0), y: -Double(area.y0)))
      return layer
    }
    return try draw(.stack(moved, background: .transparent), from: nothing, to: nothing, size)
  }

  private func draw(
    _ recipe: Recipe, from outgoing: Snapshot, to incoming: Snapshot, _ size: ImageSize
  ) throws -> Snapshot {
    let renderer = CPURenderer(
      size: size, format: color.pixels, threads: size.area > Self.mostAlone ? threads : 1, extraSlots: 0)
    defer { renderer.close() }
    var request = FrameRequest(recipe, outgoing: outgoing, incoming: incoming)
    request.color = color.encoding
    try renderer.submit(request)
    let frame = try renderer.receive()
    defer { frame.release() }
    return Snapshot(copying: frame, color: color.encoding)
  }
}

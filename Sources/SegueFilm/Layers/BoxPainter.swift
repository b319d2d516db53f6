import SegueCPU
import SegueImaging
import SegueRendering

/// Draws a layer's transition in the layer's rectangle. The CPU draws it for every renderer, as a picture
/// in the frame's recipe.
struct BoxPainter: Sendable {
  /// The colour encoding and depth of the film's frames.
  let color: FrameColor
  let threads: Int?

  /// The number of pixels up to which one thread is fastest.
  private static let maximumSingleThreadedArea = 1 << 16

  /// Draws `recipe` at `picture`'s size with `picture` as `role`; the other picture is transparent.
  /// - Throws: `RenderError`.
  func picture(_ recipe: Recipe, of picture: Snapshot, as role: SnapshotRole) throws -> Snapshot {
    let nothing = Snapshot(PixelBuffer(size: picture.size, color: .transparent))
    return try draw(
      recipe, from: role == .from ? picture : nothing, to: role == .to ? picture : nothing, picture.size)
  }

  /// The picture of `layers` cropped to the rectangle `area` of the frame.
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
      size: size, format: color.pixels, threads: size.area > Self.maximumSingleThreadedArea ? threads : 1,
      extraSlots: 0)
    defer { renderer.close() }
    return try renderer.picture(of: recipe, outgoing, incoming, color.encoding)
  }
}

extension CPURenderer {
  /// The picture of `recipe`, drawn synchronously.
  func picture(
    of recipe: Recipe, _ outgoing: Snapshot, _ incoming: Snapshot, _ color: ColorEncoding
  ) throws -> Snapshot {
    var request = FrameRequest(recipe, outgoing: outgoing, incoming: incoming)
    request.color = color
    return try picture(of: request)
  }
}

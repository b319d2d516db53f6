import CSegueGLES
import SegueImaging
import SegueRendering
import SegueShaders

/// Stacks: the frame is cut where layers begin and end, and each piece is drawn with just the layers it
/// shows, up to four at once.
extension PlanPainter {
  func stack(_ placed: [PlacedPlan], over background: RGBAColor) throws(RenderError) -> MipTexture {
    var layers: [StackLayer] = []
    for plan in placed { layers.append(try layer(plan)) }
    let target = try pool.take(size)
    let regions = StackRegion.regions(
      layers.map(\.bounds), hiding: layers.map(\.hidesWhatIsBelow), size: size, limit: 2048)
    if let regions {
      for region in regions {
        try draw(region.layers.map { layers[$0] }, in: region.part, of: target, over: background)
      }
    } else {
      try draw([], in: PixelRect(size), of: target, over: background)
      let scratch = try pool.take(size)
      for layer in layers {
        try draw([layer], in: layer.bounds, of: target, over: background, below: scratch)
      }
    }
    return MipTexture(target, isOpaque: background.isOpaque)
  }

  private func draw(
    _ layers: [StackLayer], in part: PixelRect, of target: GLTexture, over background: RGBAColor
  ) throws(RenderError) {
    guard let first = layers.first else {
      record { _ in
        target.bindAsTarget()
        PlanPainter.clear(part, to: background)
      }
      return
    }
    if layers.count == 1, first.hidesWhatIsBelow, case .texel(let picture, let x, let y) = first.source {
      let origin = (x: part.x0 + x, y: part.y0 + y)
      record { _ in PlanPainter.copy(picture.texture, from: origin, to: target, part) }
      return
    }
    let scratch = layers.count > 4 ? try pool.take(size) : nil
    for start in stride(from: 0, to: layers.count, by: 4) {
      let some = Array(layers[start..<min(start + 4, layers.count)])
      try draw(some, in: part, of: target, over: background, below: start > 0 ? scratch : nil)
    }
  }

  /// Draws up to four layers over the background, or, with a `scratch` picture, over what has been drawn.
  private func draw(
    _ layers: [StackLayer], in part: PixelRect, of target: GLTexture, over background: RGBAColor,
    below scratch: GLTexture?
  ) throws(RenderError) {
    if let scratch {
      record { _ in PlanPainter.copy(target, from: (part.x0, part.y0), to: scratch, part) }
    }
    var shape = ProgramShape(.layers)
    shape.define("LAYERS", layers.count)
    shape.define("PICTURE_BELOW", scratch != nil)
    shape.define("OPAQUE_BELOW", background.isOpaque)
    for (number, layer) in layers.enumerated() { layer.describe(in: &shape, number: number) }
    try record(shape, into: target, part: part) { draw in
      for (number, layer) in layers.enumerated() { layer.bind(to: &draw, number: number) }
      if let scratch {
        draw.bind(scratch, as: "below")
      } else {
        let c = background
        draw.program.set("background", unsigned: [c.red, c.green, c.blue, c.alpha])
      }
    }
  }

  /// Copies texels as they are.
  private static func copy(
    _ source: GLTexture, from origin: (x: Int, y: Int), to target: GLTexture, _ part: PixelRect
  ) {
    source.bindAsTarget()
    target.bind(unit: 0)
    glCopyTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(part.x0), GLint(part.y0), GLint(origin.x), GLint(origin.y),
      GLsizei(part.width), GLsizei(part.height))
  }
}

import SegueImaging
import SegueRendering
import SegueShaders

/// A wide Gaussian: the picture is halved, averaged along rows and columns, and enlarged.
extension PlanPainter {
  func gaussian(_ node: NodePlan) throws(RenderError) -> MipTexture {
    let input = try picture(node.inputs[0])
    let (halvings, reach) = (Int(node.numbers.values[0]), Int(node.numbers.values[1]))
    try makeReductions(of: input, upTo: halvings)
    let place = try place(of: node.numbers)
    var coarse = input.reductions[halvings - 1]
    var shape = ProgramShape(.along)
    shape.add(.numbers)
    var across: GLTexture?
    for direction in [(1, 0), (0, 1)] {
      let (source, extent) = (coarse, ImageSize(width: coarse.width, height: coarse.height))
      let target = try pool.take(extent)
      try record(shape, into: target) { draw in
        draw.bind(source, as: "picture")
        draw.program.set("last", source.width - 1, source.height - 1)
        draw.program.set("direction", direction.0, direction.1)
        draw.program.set("reach", reach)
        draw.bind(place)
      }
      if let across { pool.give(across) }
      (coarse, across) = (target, target)
    }
    let (source, target) = (coarse, try pool.take(size))
    defer { pool.give(source) }
    let columns = Gaussian.Span(size.width).halved(halvings)
    let rows = Gaussian.Span(size.height).halved(halvings)
    var enlarging = ProgramShape(.enlarge)
    enlarging.define("OPAQUE", input.isOpaque)
    try record(enlarging, into: target) { draw in
      draw.bind(source, as: "picture")
      draw.program.set("origin", columns.first, rows.first)
      draw.program.set("halvings", halvings)
    }
    return MipTexture(target, isOpaque: input.isOpaque)
  }

  /// Halves `picture` up to `last` times, as defined by `Gaussian`.
  private func makeReductions(of picture: MipTexture, upTo last: Int) throws(RenderError) {
    if picture.reductions.count < last { willMakeLevels(of: picture) }
    while picture.reductions.count < last {
      let made = picture.reductions.count
      let below = picture.reductions.last ?? picture.texture
      let columns = Gaussian.Span(picture.texture.width).halved(made)
      let rows = Gaussian.Span(picture.texture.height).halved(made)
      let half = ImageSize(width: columns.halved.count, height: rows.halved.count)
      let target = try levelTexture(half, of: picture)
      picture.reductions.append(target)
      try record(ProgramShape(.reduce), into: target) { draw in
        draw.bind(below, as: "picture")
        draw.program.set("last", below.width - 1, below.height - 1)
        draw.program.set(
          "origin", 2 * columns.halved.first - 1 - columns.first, 2 * rows.halved.first - 1 - rows.first)
      }
    }
  }
}

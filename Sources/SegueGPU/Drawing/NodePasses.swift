import SegueImaging
import SegueRendering
import SegueShaders

/// Registered nodes, each in one pass for its shape.
extension PlanPainter {
  func node(_ node: NodePlan) throws(RenderError) -> MipTexture {
    switch node.kind.shape {
    case .pointwise(let shape): try pointwise(shape, node)
    case .window(let shape): try window(shape, node)
    case .map(let shape): try map(shape, node)
    case .gaussian: try gaussian(node)
    case .counted(let shape):
      try self.node(node.toned(shape, by: counts(of: node.inputs[1])))
    }
  }

  private func pointwise(_ kind: PointwiseShape, _ node: NodePlan) throws(RenderError) -> MipTexture {
    var sources: [Source] = []
    for input in node.inputs { sources.append(try source(operand(input))) }
    var shape = ProgramShape(.nodePointwise)
    shape.define("INPUTS", sources.count)
    for (number, source) in sources.enumerated() { source.describe(in: &shape, number: number) }
    shape.add(.numbers)
    shape.add(kind.shader)
    let (place, target) = (try place(of: node.numbers), try pool.take(size))
    try record(shape, into: target) { draw in
      for (number, source) in sources.enumerated() { source.bind(to: &draw, number: number) }
      draw.bind(place)
    }
    return MipTexture(target, isOpaque: node.keepsOpacity && sources.allSatisfy(\.isOpaque))
  }

  private func window(_ kind: WindowShape, _ node: NodePlan) throws(RenderError) -> MipTexture {
    let input = try picture(node.inputs[0])
    var shape = ProgramShape(.nodeWindowMain)
    shape.define("OPAQUE", input.isOpaque)
    for file in [ShaderFile.numbers, .nodeWindow, kind.shader] { shape.add(file) }
    let (place, target) = (try place(of: node.numbers), try pool.take(size))
    try record(shape, into: target) { draw in
      draw.bind(input.texture, as: "picture")
      draw.program.set("last", input.texture.width - 1, input.texture.height - 1)
      draw.bind(place)
    }
    return MipTexture(target, isOpaque: node.keepsOpacity && input.isOpaque)
  }

  private func map(_ kind: MapShape, _ node: NodePlan) throws(RenderError) -> MipTexture {
    let input = try picture(node.inputs[0])
    var shape = ProgramShape(.nodeMap)
    shape.define("OPAQUE", input.isOpaque)
    shape.add(.numbers)
    shape.add(kind.shader)
    let (place, target) = (try place(of: node.numbers), try pool.take(size))
    try record(shape, into: target) { draw in
      draw.bind(input.texture, as: "picture")
      draw.program.set("domain", [0, 0, input.texture.width, input.texture.height])
      draw.bind(place)
    }
    return MipTexture(target, isOpaque: node.keepsOpacity && input.isOpaque)
  }
}

extension PassBinding {
  /// Sets the place of the node's numbers in the program.
  mutating func bind(_ place: PlanPainter.NumberPlace) {
    switch place {
    case .frameTables(let first, let perRow):
      bindTables(as: "numbers")
      program.set("numbersFirst", first)
      program.set("numbersPerRow", perRow)
    case .texture(let texture):
      bind(texture, as: "numbers")
      program.set("numbersFirst", 0)
      program.set("numbersPerRow", texture.width)
    }
  }
}

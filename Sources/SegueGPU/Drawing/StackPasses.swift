import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// Stacks. The frame is cut along the layers' bounds, and each piece is drawn with only its visible
/// layers, up to four at once. If that needs more work, layers are drawn one after the other.
extension PlanPainter {
  func stack(_ placed: [PlannedLayer], over color: RGBAColor) throws(RenderError) -> MipTexture {
    var layers: [StackLayer] = []
    for plan in placed { layers.append(try layer(plan)) }
    let color = DeepColor(color, depth)
    let background = StackBackground(
      color: color, staysOpaque: color.isOpaque && layers.allSatisfy { $0.source.isOpaque || !$0.replaces })
    let target = try pool.take(size)
    let cut = StackRegion.regions(
      layers.map(\.bounds), hiding: layers.map(\.isOccluding), size: size, limit: 2048)
    let regions = cut.flatMap {
      $0.reduce(0) { $0 + $1.passCount } <= max(256, 2 * layers.count) ? $0 : nil
    }
    // Clear the whole target, since Mesa's zink loses the clear of a part if a copy follows.
    if regions?.contains(where: \.layers.isEmpty) ?? true {
      record { _ in
        target.bindAsTarget()
        PlanPainter.clear(to: background.color)
      }
    }
    if let regions {
      for region in regions where !region.layers.isEmpty {
        try draw(region.layers.map { layers[$0] }, in: region.part, of: target, over: background)
      }
    } else {
      let scratch = try pool.take(size)
      defer { pool.give(scratch) }
      for layer in layers {
        try draw([layer], in: layer.bounds, of: target, over: background, below: scratch)
      }
    }
    return MipTexture(target, isOpaque: background.staysOpaque)
  }

  private func draw(
    _ layers: [StackLayer], in part: PixelRect, of target: GLTexture, over background: StackBackground
  ) throws(RenderError) {
    let first = layers[0]
    if layers.count == 1, first.isOccluding, let (picture, x, y) = first.source.unchangedTexels {
      let origin = (x: part.x0 + x, y: part.y0 + y)
      record { _ in PlanPainter.copy(picture.texture, from: origin, to: target, part) }
      return
    }
    let scratch = layers.count > 4 ? try pool.take(size) : nil
    defer { if let scratch { pool.give(scratch) } }
    for start in stride(from: 0, to: layers.count, by: 4) {
      let some = Array(layers[start..<min(start + 4, layers.count)])
      try draw(some, in: part, of: target, over: background, below: start > 0 ? scratch : nil)
    }
  }

  /// Draws up to four layers over the background or, with a `scratch` picture, over the drawn
  /// pixels.
  private func draw(
    _ layers: [StackLayer], in part: PixelRect, of target: GLTexture, over background: StackBackground,
    below scratch: GLTexture?
  ) throws(RenderError) {
    if let scratch {
      record { _ in PlanPainter.copy(target, from: (part.x0, part.y0), to: scratch, part) }
    }
    var shape = ProgramShape(.layers)
    shape.define("LAYERS", layers.count)
    shape.define("PICTURE_BELOW", scratch != nil)
    shape.define("OPAQUE_BELOW", background.staysOpaque)
    for (number, layer) in layers.enumerated() { layer.describe(in: &shape, number: number) }
    try record(shape, into: target, part: part) { draw in
      for (number, layer) in layers.enumerated() { layer.bind(to: &draw, number: number) }
      if let scratch {
        draw.bind(scratch, as: "below")
      } else {
        draw.program.set("background", background.color)
      }
    }
  }

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

/// The colour below a stack's layers.
struct StackBackground {
  var color: DeepColor
  /// Whether the colour and everything over it are opaque.
  var staysOpaque: Bool
}

/// A layer of a stack, ready to be drawn.
///
/// **Thread-safety:** none; belongs to the thread of its context.
struct StackLayer {
  /// The computation of the layer's edges: see `layer.glsl`.
  enum Edges: Int {
    case none, separable, any
  }

  var source: Source
  var edges: Edges
  var extent: (width: Int32, height: Int32) = (0, 0)
  var opacity: Int32
  var bounds: PixelRect
  /// The table of the outline; `nil` for a layer without an outline.
  var outline: Int?
  /// Whether the layer is mixed with the layers below, instead of composited over them.
  var replaces = false

  /// Whether the layer hides everything below within its bounds.
  var isOccluding: Bool {
    edges == .none && outline == nil && opacity >= PixelArithmetic.one && (source.isOpaque || replaces)
  }

  func describe(in shape: inout ProgramShape, number: Int) {
    source.describe(in: &shape, number: number)
    shape.define("COVERAGE_\(number)", edges.rawValue)
    shape.define("OUTLINE_\(number)", outline != nil)
    shape.define("REPLACES_\(number)", replaces)
    shape.add(.layer, number: number)
  }

  func bind(to draw: inout PassBinding, number: Int) {
    source.bind(to: &draw, number: number)
    draw.program.set("opacity_\(number)", Int(opacity))
    if edges == .any { draw.program.set("extent_\(number)", Int(extent.width), Int(extent.height)) }
    if let outline { draw.program.set("outline_\(number)", outline) }
  }
}

extension PlanPainter {
  /// Draws the layer's recipe and writes its tables.
  func layer(_ placed: PlannedLayer) throws(RenderError) -> StackLayer {
    var layer = try placedLayer(placed)
    layer.outline = placed.outline.map { outline in
      tables.add(
        zip(outline.across, outline.acrossArc).map { TableEntry(x: $0, y: $1) },
        zip(outline.down, outline.downArc).map { TableEntry(x: $0, y: $1) })
    }
    layer.replaces = placed.replaces
    return layer
  }

  /// The layer over the layers below, without its outline.
  private func placedLayer(_ placed: PlannedLayer) throws(RenderError) -> StackLayer {
    if case .color(let color) = placed.input.content, placed.map == nil, placed.coverage == nil {
      return StackLayer(
        source: .color(DeepColor(color, depth)), edges: .none, opacity: placed.opacity, bounds: placed.bounds)
    }
    let input = try picture(placed.input)
    guard placed.map != nil || placed.coverage != nil else {
      return StackLayer(
        source: .texel(input, x: 0, y: 0), edges: .none, opacity: placed.opacity, bounds: placed.bounds)
    }
    let map = placed.map ?? .identity(size)
    try makeLevels(of: input, for: map)
    let coverage = placed.coverage
    if map.isSeparable, coverage?.isSeparable ?? true {
      return separableLayer(placed, input, map)
    }
    let entries = map.sums(coverage)
    let table = tables.add(entries.columns, entries.rows)
    return StackLayer(
      source: .affine(input, map, table: table), edges: coverage == nil ? .none : .any,
      extent: (coverage?.width ?? 0, coverage?.height ?? 0), opacity: placed.opacity, bounds: placed.bounds)
  }

  private func separableLayer(_ placed: PlannedLayer, _ input: MipTexture, _ map: SampleMap) -> StackLayer {
    let bounds = placed.bounds
    let (across, down) = (bounds.x0..<bounds.x1, bounds.y0..<bounds.y1)
    var edges: (across: AxisEdges, down: AxisEdges)?
    if let coverage = placed.coverage {
      let columns = AxisEdges(distances: coverage.dux, extent: coverage.width)
      let rows = AxisEdges(distances: coverage.dvy, extent: coverage.height)
      if columns.crossesEdge(across) || rows.crossesEdge(down) { edges = (columns, rows) }
    }
    let axes = map.axes(across, down, across: edges?.across, down: edges?.down)
    func layer(_ source: Source) -> StackLayer {
      StackLayer(
        source: source, edges: edges == nil ? .none : .separable, opacity: placed.opacity, bounds: bounds)
    }
    guard map.levelWeight == 0, axes.columns.isExact, axes.rows.isExact else {
      return layer(.separable(input, map, table: tables.add(axes, AxisTable.lookUp)))
    }
    let isFrameSized = input.texture.width == size.width && input.texture.height == size.height
    if isFrameSized, map.level == 0, edges == nil, let x = axes.columns.shift, let y = axes.rows.shift {
      return layer(.texel(input, x: x, y: y, isSampled: placed.map != nil))
    }
    return layer(
      .nearest(
        input.level(map.level), table: tables.add(axes, AxisTable.nearest), isOpaque: input.isOpaque,
        isSampled: placed.map != nil))
  }
}

extension CoverageMap {
  /// Whether the distance across depends on the column alone and the distance down on the row alone.
  var isSeparable: Bool { duy.isEmpty && dvx.isEmpty }
}

/// A part of the frame with its visible layers, the lowest first.
struct StackRegion: Equatable {
  var part: PixelRect
  var layers: [Int]

  /// The number of passes: one for every four layers, and a copy between two of them.
  var passCount: Int { max(1, 2 * ((layers.count + 3) / 4) - 1) }

  /// Cuts the frame along the bounds of all layers; `nil` for more than `limit` pieces.
  static func regions(
    _ bounds: [PixelRect], hiding: [Bool], size: ImageSize, limit: Int
  ) -> [StackRegion]? {
    let xs = Set([0, size.width] + bounds.flatMap { [$0.x0, $0.x1] }).sorted()
    let ys = Set([0, size.height] + bounds.flatMap { [$0.y0, $0.y1] }).sorted()
    guard (xs.count - 1) * (ys.count - 1) <= limit else { return nil }
    var done: [StackRegion] = []
    var open: [StackRegion] = []
    for (y0, y1) in zip(ys, ys.dropFirst()) {
      var row: [StackRegion] = []
      for (x0, x1) in zip(xs, xs.dropFirst()) {
        let layers = visibleLayers(x0, y0, bounds, hiding)
        if let last = row.last, last.layers == layers {
          row[row.count - 1].part.x1 = x1
        } else {
          row.append(StackRegion(part: PixelRect(x0: x0, y0: y0, x1: x1, y1: y1), layers: layers))
        }
      }
      let isSame =
        open.count == row.count
        && zip(open, row).allSatisfy {
          $0.layers == $1.layers && $0.part.x0 == $1.part.x0 && $0.part.x1 == $1.part.x1
        }
      if isSame {
        for index in open.indices { open[index].part.y1 = y1 }
      } else {
        done += open
        open = row
      }
    }
    return done + open
  }

  /// The layers at a pixel, without hidden ones.
  private static func visibleLayers(_ x: Int, _ y: Int, _ bounds: [PixelRect], _ hiding: [Bool]) -> [Int] {
    var layers: [Int] = []
    for (index, part) in bounds.enumerated()
    where part.x0 <= x && x < part.x1 && part.y0 <= y && y < part.y1 {
      if hiding[index] { layers.removeAll() }
      layers.append(index)
    }
    return layers
  }
}

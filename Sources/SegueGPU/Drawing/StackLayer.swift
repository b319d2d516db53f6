import SegueImaging
import SegueRendering
import SegueShaders

/// A layer of a stack, ready to be drawn.
///
/// **Thread-safety:** none; belongs to the thread of its context.
struct StackLayer {
  /// How its edges are worked out: see `layer.glsl`.
  enum Edges: Int {
    case none, separable, any
  }

  var source: Source
  var edges: Edges
  var extent: (width: Int32, height: Int32) = (0, 0)
  var opacity: Int32
  var bounds: PixelRect

  /// Whether nothing below it is seen within its bounds.
  var hidesWhatIsBelow: Bool { edges == .none && opacity >= PixelArithmetic.one && source.isOpaque }

  func describe(in shape: inout ProgramShape, number: Int) {
    source.describe(in: &shape, number: number)
    shape.define("COVERAGE_\(number)", edges.rawValue)
    shape.add(.layer, number: number)
  }

  func bind(to draw: inout PassBinding, number: Int) {
    source.bind(to: &draw, number: number)
    draw.program.set("opacity_\(number)", Int(opacity))
    if edges == .any { draw.program.set("extent_\(number)", Int(extent.width), Int(extent.height)) }
  }
}

extension PlanPainter {
  /// Draws what the layer shows and writes its tables.
  func layer(_ placed: PlacedPlan) throws(RenderError) -> StackLayer {
    if case .color(let color) = placed.input, placed.map == nil, placed.coverage == nil {
      return StackLayer(
        source: .color(color), edges: .none, opacity: placed.opacity, bounds: placed.bounds)
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

  private func separableLayer(_ placed: PlacedPlan, _ input: MipTexture, _ map: SampleMap) -> StackLayer {
    let bounds = placed.bounds
    let (across, down) = (bounds.x0..<bounds.x1, bounds.y0..<bounds.y1)
    var (columns, rows) = map.lookUps(columns: map.ux, rows: map.vy)
    var edges = StackLayer.Edges.none
    if let coverage = placed.coverage {
      for x in across {
        columns[x].z = PixelArithmetic.coverage(distance: coverage.dux[x], extent: coverage.width)
      }
      for y in down {
        rows[y].z = PixelArithmetic.coverage(distance: coverage.dvy[y], extent: coverage.height)
      }
      let isWhole = columns[across].allSatisfy { $0.z == 4096 } && rows[down].allSatisfy { $0.z == 4096 }
      if !isWhole { edges = .separable }
    }
    let isExact = map.levelWeight == 0 && columns.isExact(in: across) && rows.isExact(in: down)
    func layer(_ source: Source) -> StackLayer {
      StackLayer(source: source, edges: edges, opacity: placed.opacity, bounds: bounds)
    }
    guard isExact else { return layer(.separable(input, map, table: tables.add(columns, rows))) }
    (columns, rows) = (columns.texels, rows.texels)
    let shift = (Int(columns[bounds.x0].x) - bounds.x0, Int(rows[bounds.y0].x) - bounds.y0)
    let isShift =
      across.allSatisfy { Int(columns[$0].x) == $0 + shift.0 }
      && down.allSatisfy { Int(rows[$0].x) == $0 + shift.1 }
    let isFrameSized = input.texture.width == size.width && input.texture.height == size.height
    if isShift, isFrameSized, map.level == 0, edges == .none {
      return layer(.texel(input, x: shift.0, y: shift.1))
    }
    return layer(
      .nearest(input.level(map.level), table: tables.add(columns, rows), isOpaque: input.isOpaque))
  }
}

extension CoverageMap {
  /// Whether the distance across depends on the column alone and the distance down on the row alone.
  var isSeparable: Bool { duy.isEmpty && dvx.isEmpty }
}

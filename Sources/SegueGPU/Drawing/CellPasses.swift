import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// Pictures of cells: drawn and mixed at one pixel per cell, and finally spread over the frame.
extension PlanPainter {
  /// The maximum number of cells that are drawn at once; more are drawn strip by strip.
  private var cellLimit: Int { 24_000 }

  private func isWorthwhile(_ columns: CellAxis, _ rows: CellAxis) -> Bool {
    columns.starts.count * rows.starts.count * 3 <= size.area
  }

  func sample(_ input: MipTexture, _ map: SampleMap) throws(RenderError) -> Operand {
    guard map.isSeparable else { return .sampled(input, map) }
    let (columns, rows) = (CellAxis(map.ux), CellAxis(map.vy))
    guard isWorthwhile(columns, rows) else { return .sampled(input, map) }
    try makeLevels(of: input, for: map)
    var cellMap = map
    (cellMap.ux, cellMap.vy) = (columns.starts.map { map.ux[$0] }, rows.starts.map { map.vy[$0] })
    let table = tables.add(cellMap.axes(cellMap.ux.indices, cellMap.vy.indices), AxisTable.lookUp)
    let extent = ImageSize(width: columns.starts.count, height: rows.starts.count)
    let cells = try copy(.separable(input, map, table: table), at: extent)
    return .cells(CellGrid(picture: cells, columns: columns, rows: rows))
  }

  func mix(_ a: Operand, _ b: Operand, weight: Int32) throws(RenderError) -> Operand {
    if let (columns, rows) = commonCells(a, b), isWorthwhile(columns, rows) {
      let extent = ImageSize(width: columns.starts.count, height: rows.starts.count)
      let first = cellSource(a, columns, rows)
      let second = cellSource(b, columns, rows)
      let cells = try mix(first, second, weight: weight, at: extent)
      return .cells(CellGrid(picture: cells, columns: columns, rows: rows))
    }
    return .picture(try mix(source(a), source(b), weight: weight, at: size))
  }

  private func commonCells(_ a: Operand, _ b: Operand) -> (CellAxis, CellAxis)? {
    switch (a, b) {
    case (.cells(let x), .cells(let y)):
      (CellAxis(x.columns, y.columns), CellAxis(x.rows, y.rows))
    case (.cells(let grid), .color), (.color, .cells(let grid)): (grid.columns, grid.rows)
    default: nil
    }
  }

  /// The source of an operand in a pass that draws one pixel per cell.
  private func cellSource(_ operand: Operand, _ columns: CellAxis, _ rows: CellAxis) -> Source {
    guard case .cells(let grid) = operand else {
      if case .color(let color) = operand { return .color(color) }
      preconditionFailure("the operand is neither cells nor a colour")
    }
    let (byColumn, byRow) = (grid.columns.indices, grid.rows.indices)
    let table = tables.add(
      columns.starts.map { TableEntry(x: byColumn[$0]) }, rows.starts.map { TableEntry(x: byRow[$0]) })
    return .nearest(grid.picture.texture, table: table, isOpaque: grid.picture.isOpaque)
  }

  /// Spreads cells over the frame.
  func expand(_ grid: CellGrid) throws(RenderError) -> MipTexture {
    if grid.cellCount <= cellLimit {
      return try fill(
        grid, from: grid.picture, main: .cells, vertex: .cellsVertex, quads: grid.cellCount)
    }
    let rowCount = grid.rows.starts.count
    guard rowCount * 2 <= size.height else { return try copy(source(.cells(grid)), at: size) }
    let table = tables.add(
      grid.columns.indices.map { TableEntry(x: $0) }, (0..<rowCount).map { TableEntry(x: Int32($0)) })
    let wide = try copy(
      .nearest(grid.picture.texture, table: table, isOpaque: grid.picture.isOpaque),
      at: ImageSize(width: size.width, height: rowCount))
    defer { pool.give(wide) }
    return try fill(grid, from: wide, main: .copy, vertex: .stripsVertex, quads: rowCount)
  }

  private static var quadsPerDraw: Int { 500 }

  private func fill(
    _ grid: CellGrid, from picture: MipTexture, main: ShaderFile, vertex: ShaderFile, quads: Int
  ) throws(RenderError) -> MipTexture {
    let target = try pool.take(size)
    let source = Source.texel(picture, x: 0, y: 0)
    var shape = ProgramShape(main)
    shape.vertex = vertex
    if main == .copy { source.describe(in: &shape, number: 0) }
    let program = try programs.program(shape)
    let table = tables.add(grid.columns.runEntries, grid.rows.runEntries)
    record { [size] tables in
      target.bindAsTarget()
      glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
      PlanPainter.limit(to: nil)
      var draw = PassBinding(program, tables: tables)
      switch main {
      case .copy: source.bind(to: &draw, number: 0)
      default: draw.bind(picture.texture, as: "picture")
      }
      program.set("table", table)
      program.set("cells", grid.columns.starts.count)
      program.set("size", Double(size.width), Double(size.height))
      // Draw in pieces, since softpipe miscounts the vertices of a large draw. Each draw counts from 0, since
      // SwiftShader omits the first vertex of a draw from `gl_VertexID`.
      for first in stride(from: 0, to: quads, by: PlanPainter.quadsPerDraw) {
        program.set("first", first)
        glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(6 * min(PlanPainter.quadsPerDraw, quads - first)))
      }
    }
    return MipTexture(target, isOpaque: picture.isOpaque)
  }
}

/// An axis of a grid of cells: runs of equal columns (or rows).
struct CellAxis {
  /// The first pixel of each run; 0 for the first run.
  var starts: [Int]
  /// The number of pixels along the axis.
  var count: Int

  /// Runs of equal values.
  init(_ values: [Int32]) {
    count = values.count
    starts = values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }
  }

  /// The runs within which both axes are equal.
  init(_ a: CellAxis, _ b: CellAxis) {
    count = a.count
    starts = []
    var (i, j) = (0, 0)
    while i < a.starts.count || j < b.starts.count {
      let next = min(i < a.starts.count ? a.starts[i] : .max, j < b.starts.count ? b.starts[j] : .max)
      if i < a.starts.count, a.starts[i] == next { i += 1 }
      if j < b.starts.count, b.starts[j] == next { j += 1 }
      starts.append(next)
    }
  }

  /// The index of the run that contains each pixel.
  var indices: [Int32] {
    var indices = [Int32](repeating: 0, count: count)
    for run in starts.indices {
      let end = run + 1 < starts.count ? starts[run + 1] : count
      for pixel in starts[run]..<end { indices[pixel] = Int32(run) }
    }
    return indices
  }

  /// The table entry of each run: its first pixel, the end of its pixels, and its index.
  var runEntries: [TableEntry] {
    starts.indices.map { run in
      let end = run + 1 < starts.count ? starts[run + 1] : count
      return TableEntry(x: Int32(starts[run]), y: Int32(end), z: Int32(run))
    }
  }
}

/// A picture of few colours: the texel in column i, row j of `picture` fills the pixels of column
/// run i, row run j.
///
/// **Thread-safety:** none; belongs to the thread of its context.
struct CellGrid {
  var picture: MipTexture
  var columns: CellAxis
  var rows: CellAxis

  var cellCount: Int { columns.starts.count * rows.starts.count }
}

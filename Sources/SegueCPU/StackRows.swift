import CSegueKernels
import SegueImaging
import SegueRendering

/// Layers over a colour. The ends of a row that a higher layer hides are not painted.
final class StackRows: RowSource {
  private let layers: [LayerRows]
  private let background: RGBAColor
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  init(_ layers: [LayerRows], background: RGBAColor, size: ImageSize, slot: Int) {
    self.layers = layers
    self.background = background
    width = size.width
    self.slot = slot
    isOpaque =
      (background.isOpaque || layers.contains { $0.fillsFrame(of: size) })
      && layers.allSatisfy(\.keepsOpacity)
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    withUnsafeTemporaryAllocation(of: VisibleLayer.self, capacity: layers.count) { visible in
      let (count, bare) = find(visible, y)
      scratch.kernels.pointee.fill(row + bare.lowerBound * scratch.pixel, bare.count, background.pixel)
      var opaque = background.isOpaque ? 0..<width : 0..<0
      for (index, span) in visible[..<count].reversed() {
        layers[index].paint(y, span, over: row, opaque: opaque, scratch)
        opaque = layers[index].opaque(y, over: opaque)
      }
    }
    return UnsafePointer(row)
  }

  /// A layer and the columns of a row in which it may be visible.
  private typealias VisibleLayer = (index: Int, span: Range<Int>)

  /// Finds the layers in row `y`, the topmost first. With many layers, few touch a row, and higher
  /// layers hide lower ones.
  /// - Returns: their number, and the columns with a possibly visible background.
  private func find(
    _ visible: UnsafeMutableBufferPointer<VisibleLayer>, _ y: Int
  ) -> (count: Int, bare: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: layers.count) { memory in
      var hidden = HiddenSpans(memory)
      var (count, bare) = (0, 0..<width)
      for index in layers.indices.reversed() where !bare.isEmpty {
        let touched = layers[index].touched(y)
        if touched.isEmpty { continue }
        visible.initializeElement(at: count, to: (index, hidden.trimming(touched)))
        count += 1
        let hiding = layers[index].hiding(y)
        if hiding.isEmpty { continue }
        hidden.insert(hiding)
        bare = hidden.trimming(bare)
      }
      return (count, bare)
    }
  }
}

/// A layer of a stack, ready to be painted span by span.
final class LayerRows {
  /// The source of a layer's pixels.
  enum Content {
    /// Every pixel at its own position.
    case rows(any RowSource)
    /// A picture sampled through a map.
    case sampled(RowSampler)
  }

  private let content: Content
  private let coverage: LayerCoverage?
  private let outline: LayerOutline?
  private let opacity: Int32
  private let bounds: PixelRect
  private let isOpaque: Bool
  private let replaces: Bool

  init(_ content: Content, _ placed: PlannedLayer) {
    self.content = content
    coverage = placed.coverage.map { LayerCoverage($0) }
    outline = placed.outline.map { LayerOutline($0) }
    opacity = placed.opacity
    bounds = placed.bounds
    replaces = placed.replaces
    switch content {
    case .rows(let source): isOpaque = source.isOpaque
    case .sampled(let sampler): isOpaque = sampler.isOpaque
    }
  }

  /// The columns of row `y` that the layer can change.
  func touched(_ y: Int) -> Range<Int> {
    guard y >= bounds.y0 && y < bounds.y1 else { return 0..<0 }
    let columns = outline?.touched(y).clamped(to: bounds.x0..<bounds.x1) ?? bounds.x0..<bounds.x1
    return coverage?.touched(y).clamped(to: columns) ?? columns
  }

  /// The columns of row `y` that the layer covers fully.
  private func filled(_ y: Int) -> Range<Int> {
    guard y >= bounds.y0 && y < bounds.y1 else { return 0..<0 }
    let columns = outline?.filled(y).clamped(to: bounds.x0..<bounds.x1) ?? bounds.x0..<bounds.x1
    return coverage?.filled(y).clamped(to: columns) ?? columns
  }

  /// The columns of row `y` in which the layer hides everything below.
  func hiding(_ y: Int) -> Range<Int> { isHiding ? filled(y) : 0..<0 }

  private var isHiding: Bool { (isOpaque || replaces) && opacity == PixelArithmetic.one }

  /// Whether the layer makes the whole frame opaque. A placed picture and an outline are convex: if
  /// they fill the first and the last row, they fill the rows between.
  func fillsFrame(of size: ImageSize) -> Bool {
    let whole = 0..<size.width
    return isOpaque && hiding(0) == whole && hiding(size.height - 1) == whole && coverage?.isConvex ?? true
  }

  /// Whether opaque layers below stay opaque.
  var keepsOpacity: Bool { isOpaque || !replaces }

  /// The columns of row `y` that are certainly opaque with the layer, if the columns `below` are
  /// opaque without it.
  func opaque(_ y: Int, over below: Range<Int>) -> Range<Int> {
    if isOpaque { return below.joined(with: hiding(y)) }
    return replaces ? below.longestPart(outside: touched(y)) : below
  }

  /// Paints the columns `span` of row `y`, which the layer touches, over `dst`. `opaque` are
  /// columns of `dst` that are certainly opaque.
  func paint(
    _ y: Int, _ span: Range<Int>, over dst: UnsafeMutablePointer<UInt8>, opaque: Range<Int>,
    _ scratch: RowScratch
  ) {
    if span.isEmpty { return }
    let row: UnsafePointer<UInt8>? = if case .rows(let rows) = content { rows.row(y, scratch) } else { nil }
    let filled = filled(y).clamped(to: span)
    if isHiding && !filled.isEmpty {
      blend(y, span.lowerBound..<filled.lowerBound, of: row, over: dst, opaque: opaque, scratch)
      replace(y, filled, of: row, in: dst, scratch)
      blend(y, filled.upperBound..<span.upperBound, of: row, over: dst, opaque: opaque, scratch)
    } else {
      blend(y, span, of: row, over: dst, opaque: opaque, scratch)
    }
  }

  /// Copies the columns `span` of `row`, or of a new sample if the layer is sampled.
  private func replace(
    _ y: Int, _ span: Range<Int>, of row: UnsafePointer<UInt8>?, in dst: UnsafeMutablePointer<UInt8>,
    _ scratch: RowScratch
  ) {
    if let row {
      let start = span.lowerBound * scratch.pixel
      (dst + start).update(from: row + start, count: span.count * scratch.pixel)
    } else if case .sampled(let sampler) = content {
      sampler.sample(y, span, into: dst, scratch)
    }
  }

  private func blend(
    _ y: Int, _ span: Range<Int>, of row: UnsafePointer<UInt8>?, over dst: UnsafeMutablePointer<UInt8>,
    opaque: Range<Int>, _ scratch: RowScratch
  ) {
    if span.isEmpty { return }
    if case .sampled(let sampler) = content { sampler.sample(y, span, into: scratch.layer, scratch) }
    let source = row ?? UnsafePointer(scratch.layer)
    let filled = filled(y).clamped(to: span)
    if isOpaque && opaque.lowerBound <= span.lowerBound && opaque.upperBound >= span.upperBound
      && filled == span
    {
      let start = dst + span.lowerBound * scratch.pixel
      scratch.kernels.pointee.mix_opaque(
        start, start, source + span.lowerBound * scratch.pixel, span.count, opacity)
      return
    }
    weigh(y, span, filled: filled, scratch)
    let known = opaque.clamped(to: span)
    over(span.lowerBound..<known.lowerBound, dst, source, scratch, isOpaqueBelow: false)
    over(known, dst, source, scratch, isOpaqueBelow: true)
    over(known.upperBound..<span.upperBound, dst, source, scratch, isOpaqueBelow: false)
  }

  private func weigh(_ y: Int, _ span: Range<Int>, filled: Range<Int>, _ scratch: RowScratch) {
    weighEdge(y, span.lowerBound..<filled.lowerBound, scratch)
    segue_fill_weights(scratch.weights + filled.lowerBound, filled.count, opacity)
    weighEdge(y, filled.upperBound..<span.upperBound, scratch)
  }

  private func weighEdge(_ y: Int, _ span: Range<Int>, _ scratch: RowScratch) {
    if span.isEmpty { return }
    if let coverage {
      coverage.weigh(y, span, opacity: opacity, into: scratch.weights)
    } else {
      segue_fill_weights(scratch.weights + span.lowerBound, span.count, opacity)
    }
    outline?.weigh(y, span, into: scratch.weights)
  }

  private func over(
    _ span: Range<Int>, _ dst: UnsafeMutablePointer<UInt8>, _ source: UnsafePointer<UInt8>,
    _ scratch: RowScratch, isOpaqueBelow: Bool
  ) {
    if span.isEmpty { return }
    let (x, weights) = (span.lowerBound, scratch.weights + span.lowerBound)
    if replaces && !(isOpaque && isOpaqueBelow) {
      scratch.kernels.pointee.mix_alpha_weights(
        dst + x * scratch.pixel, dst + x * scratch.pixel, source + x * scratch.pixel, span.count, weights)
    } else if !isOpaqueBelow {
      scratch.kernels.pointee.over_alpha(
        dst + x * scratch.pixel, source + x * scratch.pixel, span.count, weights)
    } else if isOpaque {
      scratch.kernels.pointee.mix_opaque_weights(
        dst + x * scratch.pixel, dst + x * scratch.pixel, source + x * scratch.pixel, span.count, weights)
    } else {
      scratch.kernels.pointee.over_opaque(
        dst + x * scratch.pixel, source + x * scratch.pixel, span.count, weights)
    }
  }
}

/// A layer's soft edges, and the touched and filled columns of each row.
final class LayerCoverage {
  private let map: CoverageMap
  private let across: MonotoneTable
  /// The vertical distances; `nil` if they are constant in a row.
  private let down: MonotoneTable?

  init(_ map: CoverageMap) {
    self.map = map
    across = MonotoneTable(map.dux)
    down = map.dvx.isEmpty ? nil : MonotoneTable(map.dvx)
  }

  /// Whether the filled columns of a row include those that are filled both above and below it.
  var isConvex: Bool { MonotoneTable(map.duy).isMonotone && MonotoneTable(map.dvy).isMonotone }

  /// The columns of row `y` with a coverage above 0, or a superset of them.
  func touched(_ y: Int) -> Range<Int> { columns(y, margin: -2047) ?? 0..<map.dux.count }

  /// The columns of row `y` with full coverage, or a part of them.
  func filled(_ y: Int) -> Range<Int> { columns(y, margin: 2048) ?? 0..<0 }

  /// Writes the weights of the columns `span` of row `y` to their places in `weights`.
  func weigh(_ y: Int, _ span: Range<Int>, opacity: Int32, into weights: UnsafeMutablePointer<UInt16>) {
    let (du0, dv0) = (map.duy.isEmpty ? 0 : map.duy[y], map.dvy[y])
    map.dvx.withUnsafeBufferPointer { dvx in
      segue_coverage_weights(
        weights, span.lowerBound, span.upperBound, map.dux, du0, dvx.isEmpty ? nil : dvx.baseAddress, dv0,
        map.width, map.height, opacity)
    }
  }

  /// Columns at least `margin` inside of all four edges; `nil` if unknown from the tables.
  private func columns(_ y: Int, margin: Int64) -> Range<Int>? {
    let (du0, dv0) = (Int64(map.duy.isEmpty ? 0 : map.duy[y]), Int64(map.dvy[y]))
    let (right, bottom) = (Int64(map.width) - margin, Int64(map.height) - margin)
    guard let inWidth = across.columns(from: margin - du0, below: right - du0 + 1) else { return nil }
    guard let down else { return dv0 >= margin && dv0 <= bottom ? inWidth : 0..<0 }
    guard let inHeight = down.columns(from: margin - dv0, below: bottom - dv0 + 1) else { return nil }
    return inWidth.overlaps(inHeight) ? inWidth.clamped(to: inHeight) : 0..<0
  }
}

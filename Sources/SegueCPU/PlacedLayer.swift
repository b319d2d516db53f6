import CSegueKernels
import SegueImaging
import SegueRendering

/// A layer of a stack, ready to be painted span by span.
///
/// **Thread-safety:** immutable.
final class PlacedLayer: Sendable {
  /// Where a layer's pixels come from.
  enum Content: Sendable {
    /// Every pixel takes its own.
    case rows(any RowSource)
    /// Looked up through a map.
    case sampled(RowSampler)
  }

  private let content: Content
  private let coverage: LayerCoverage?
  private let opacity: Int32
  private let bounds: PixelRect
  private let isOpaque: Bool

  init(_ content: Content, coverage: CoverageMap?, opacity: Int32, bounds: PixelRect) {
    self.content = content
    self.coverage = coverage.map { LayerCoverage($0) }
    self.opacity = opacity
    self.bounds = bounds
    switch content {
    case .rows(let source): isOpaque = source.isOpaque
    case .sampled(let sampler): isOpaque = sampler.isOpaque
    }
  }

  /// The columns of row `y` that the layer can change.
  func touched(_ y: Int) -> Range<Int> {
    guard y >= bounds.y0 && y < bounds.y1 else { return 0..<0 }
    let columns = bounds.x0..<bounds.x1
    return coverage?.touched(y).clamped(to: columns) ?? columns
  }

  /// The columns of row `y` that the layer covers wholly.
  private func filled(_ y: Int) -> Range<Int> {
    guard y >= bounds.y0 && y < bounds.y1 else { return 0..<0 }
    let columns = bounds.x0..<bounds.x1
    return coverage?.filled(y).clamped(to: columns) ?? columns
  }

  /// The columns of row `y` where nothing below the layer can be seen.
  func hiding(_ y: Int) -> Range<Int> { isOpaque && opacity == PixelArithmetic.one ? filled(y) : 0..<0 }

  /// Whether nothing below the layer can be seen anywhere. A placed picture is convex: where it fills the
  /// first and the last row, it fills those between.
  func hidesFrame(of size: ImageSize) -> Bool {
    let whole = 0..<size.width
    return hiding(0) == whole && hiding(size.height - 1) == whole && coverage?.isConvex ?? true
  }

  /// Paints the columns `span` of row `y`, which the layer touches, over what is in `dst`. `opaque` are
  /// columns of `dst` known to be opaque.
  func paint(
    _ y: Int, _ span: Range<Int>, over dst: UnsafeMutablePointer<UInt8>, opaque: Range<Int>,
    _ scratch: RowScratch
  ) {
    if span.isEmpty { return }
    let filled = filled(y).clamped(to: span)
    if isOpaque && opacity == PixelArithmetic.one && !filled.isEmpty {
      blend(y, span.lowerBound..<filled.lowerBound, over: dst, opaque: opaque, scratch)
      replace(y, filled, in: dst, scratch)
      blend(y, filled.upperBound..<span.upperBound, over: dst, opaque: opaque, scratch)
    } else {
      blend(y, span, over: dst, opaque: opaque, scratch)
    }
  }

  private func replace(
    _ y: Int, _ span: Range<Int>, in dst: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch
  ) {
    switch content {
    case .rows(let source):
      let start = source.row(y, scratch) + span.lowerBound * 4
      (dst + span.lowerBound * 4).update(from: start, count: span.count * 4)
    case .sampled(let sampler):
      sampler.sample(y, span, into: dst, scratch)
    }
  }

  private func blend(
    _ y: Int, _ span: Range<Int>, over dst: UnsafeMutablePointer<UInt8>, opaque: Range<Int>,
    _ scratch: RowScratch
  ) {
    if span.isEmpty { return }
    let source: UnsafePointer<UInt8>
    switch content {
    case .rows(let rows):
      source = rows.row(y, scratch)
    case .sampled(let sampler):
      sampler.sample(y, span, into: scratch.layer, scratch)
      source = UnsafePointer(scratch.layer)
    }
    let filled = filled(y).clamped(to: span)
    if isOpaque && opaque.lowerBound <= span.lowerBound && opaque.upperBound >= span.upperBound
      && filled == span
    {
      let start = dst + span.lowerBound * 4
      segue_mix_opaque(start, start, source + span.lowerBound * 4, span.count, opacity)
      return
    }
    weigh(y, span, filled: filled, scratch)
    let known = opaque.clamped(to: span)
    over(span.lowerBound..<known.lowerBound, dst, source, scratch, isOpaqueBelow: false)
    over(known, dst, source, scratch, isOpaqueBelow: true)
    over(known.upperBound..<span.upperBound, dst, source, scratch, isOpaqueBelow: false)
  }

  private func weigh(_ y: Int, _ span: Range<Int>, filled: Range<Int>, _ scratch: RowScratch) {
    let weights = scratch.weights
    if let coverage {
      coverage.weigh(y, span.lowerBound..<filled.lowerBound, opacity: opacity, into: weights)
      coverage.weigh(y, filled.upperBound..<span.upperBound, opacity: opacity, into: weights)
    }
    segue_fill_weights(weights + filled.lowerBound, filled.count, opacity)
  }

  private func over(
    _ span: Range<Int>, _ dst: UnsafeMutablePointer<UInt8>, _ source: UnsafePointer<UInt8>,
    _ scratch: RowScratch, isOpaqueBelow: Bool
  ) {
    if span.isEmpty { return }
    let (x, weights) = (span.lowerBound, scratch.weights + span.lowerBound)
    if !isOpaqueBelow {
      segue_over_alpha(dst + x * 4, source + x * 4, span.count, weights)
    } else if isOpaque {
      segue_mix_opaque_weights(dst + x * 4, dst + x * 4, source + x * 4, span.count, weights)
    } else {
      segue_over_opaque(dst + x * 4, source + x * 4, span.count, weights)
    }
  }
}

import CSegueKernels
import SegueImaging
import SegueRendering

/// Bilinear samples of one level of a picture, for spans of a row, by the fastest exact kernel.
final class LevelSampler {
  /// The level with the texels.
  private let source: MipPicture.Level
  private let texels: SharedTexels
  private let map: SampleMap
  private let isOpaque: Bool
  /// Bytes of a pixel.
  private let pixel: Int
  /// Separable maps: for each column the left texel, clamped, its weight and the next texel's weight.
  private let across: HorizontalTaps?
  /// Rotating maps: the tables that determine the columns without clamping.
  private let turning: (u: MonotoneTable, v: MonotoneTable)?

  init(_ map: SampleMap, level: Int, of picture: MipPicture, workers: WorkerPool) {
    let source = picture.level(level, workers: workers)
    self.source = source
    let domain = map.domain
    self.map = map
    (isOpaque, pixel) = (picture.isOpaque, picture.depth.bytesPerPixel)
    let texels = segue_texels(
      base: source.base, stride: source.size.width * picture.depth.bytesPerPixel,
      x0: Int32(domain.x0 >> level),
      y0: Int32(domain.y0 >> level), x1: Int32((domain.x1 - 1) >> level),
      y1: Int32((domain.y1 - 1) >> level), level: Int32(level))
    self.texels = SharedTexels(value: texels)
    if map.isSeparable {
      across = HorizontalTaps(map.ux, level: level, first: texels.x0, last: texels.x1)
      turning = nil
    } else {
      across = nil
      turning = map.vx.isEmpty ? nil : (MonotoneTable(map.ux), MonotoneTable(map.vx))
    }
  }

  /// Samples the columns `span` of row `y` into the row `dst`.
  func sample(_ y: Int, _ span: Range<Int>, into dst: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) {
    if span.isEmpty { return }
    if let across {
      if isOpaque {
        sampleAcross(y, span, across, into: dst, scratch)
      } else {
        sampleAcrossAlpha(y, span, across, into: dst, scratch)
      }
    } else {
      gather(y, span, into: dst, scratch)
    }
  }

  // MARK: Separable maps

  /// The two rows of texels around row `y`, and the weight of the lower one, 0…256.
  private func rows(_ y: Int) -> (top: UnsafePointer<UInt8>, bottom: UnsafePointer<UInt8>, fy: Int32) {
    let t = texels.value
    let v = ((map.vy[y] + 2048) >> t.level) - 2048
    let (upper, lower) = (min(max(v >> 12, t.y0), t.y1), min(max((v >> 12) + 1, t.y0), t.y1))
    let fy = upper == lower ? 0 : ((v & 4095) + 8) >> 4
    return (t.base + Int(upper) * t.stride, t.base + Int(lower) * t.stride, fy)
  }

  /// The start of the texels of `span` if every pixel is exactly one of them; `nil` if a pixel is a
  /// blend.
  private func wholeTexels(
    _ rows: (top: UnsafePointer<UInt8>, bottom: UnsafePointer<UInt8>, fy: Int32), _ span: Range<Int>,
    _ table: HorizontalTaps
  ) -> UnsafePointer<UInt8>? {
    guard rows.fy == 0 || rows.fy == 256, let fx = table.evenFraction(of: span), fx == 0 else { return nil }
    return (rows.fy == 0 ? rows.top : rows.bottom) + Int(table.left[span.lowerBound]) * pixel
  }

  private func sampleAcross(
    _ y: Int, _ span: Range<Int>, _ table: HorizontalTaps, into dst: UnsafeMutablePointer<UInt8>,
    _ scratch: RowScratch
  ) {
    let rows = rows(y)
    if let start = wholeTexels(rows, span, table) {
      (dst + span.lowerBound * pixel).update(from: start, count: span.count * pixel)
      return
    }
    guard let used = table.texels(of: span) else { return gather(y, span, into: dst, scratch) }
    let blended = scratch.blended(used.count)
    let first = used.lowerBound
    scratch.kernels.pointee.blend_down(
      blended, rows.top + first * pixel, rows.bottom + first * pixel, used.count, rows.fy)
    let even = table.even.clamped(to: span)
    let before = span.lowerBound..<even.lowerBound
    scratch.kernels.pointee.blend_across(
      dst, blended, before.lowerBound, before.upperBound, table.left, Int32(first), table.shares)
    if !even.isEmpty {
      let start = Int(table.left[even.lowerBound]) - first
      scratch.kernels.pointee.blend_along(
        dst + even.lowerBound * pixel, blended, start, even.count, table.fraction)
    }
    scratch.kernels.pointee.blend_across(
      dst, blended, even.upperBound, span.upperBound, table.left, Int32(first), table.shares)
  }

  private func sampleAcrossAlpha(
    _ y: Int, _ span: Range<Int>, _ table: HorizontalTaps, into dst: UnsafeMutablePointer<UInt8>,
    _ scratch: RowScratch
  ) {
    let rows = rows(y)
    // A copy suffices only in 8 bits: in 16 bits the product with alpha is rounded even without blending.
    if pixel == 4, let start = wholeTexels(rows, span, table) {
      scratch.kernels.pointee.copy_visible(dst + span.lowerBound * pixel, start, span.count)
      return
    }
    guard let used = table.texels(of: span) else { return gather(y, span, into: dst, scratch) }
    let blended = scratch.blended(used.count)
    let first = used.lowerBound
    scratch.kernels.pointee.blend_down_alpha(
      blended, rows.top + first * pixel, rows.bottom + first * pixel, used.count, rows.fy)
    scratch.kernels.pointee.blend_across_alpha(
      dst, blended, span.lowerBound, span.upperBound, table.left, Int32(first), table.shares)
  }

  // MARK: Any map

  private func gather(
    _ y: Int, _ span: Range<Int>, into dst: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch
  ) {
    let (u0, v0) = (map.uy.isEmpty ? 0 : map.uy[y], map.vy[y])
    map.ux.withUnsafeBufferPointer { ux in
      map.vx.withUnsafeBufferPointer { vx in
        var line = segue_line(ux: ux.baseAddress, vx: vx.isEmpty ? nil : vx.baseAddress, u0: u0, v0: v0)
        var texels = texels.value
        guard isOpaque else {
          return scratch.kernels.pointee.gather_alpha(dst, span.lowerBound, span.upperBound, &texels, &line)
        }
        let inside = inside(u0: u0, v0: v0).clamped(to: span)
        scratch.kernels.pointee.gather_opaque(dst, span.lowerBound, inside.lowerBound, &texels, &line)
        scratch.kernels.pointee.gather_inside(dst, inside.lowerBound, inside.upperBound, &texels, &line)
        scratch.kernels.pointee.gather_opaque(dst, inside.upperBound, span.upperBound, &texels, &line)
      }
    }
  }

  /// The columns whose four texels are all in the domain; empty if unknown.
  private func inside(u0: Int32, v0: Int32) -> Range<Int> {
    let t = texels.value
    // The smallest coordinate of the map at which the level's coordinate reaches `texel`.
    func bound(_ texel: Int32) -> Int64 { (((Int64(texel) << 12) + 2048) << Int64(t.level)) - 2048 }
    guard let turning,
      let across = turning.u.columns(from: bound(t.x0) - Int64(u0), below: bound(t.x1) - Int64(u0)),
      let down = turning.v.columns(from: bound(t.y0) - Int64(v0), below: bound(t.y1) - Int64(v0)),
      across.overlaps(down)
    else { return 0..<0 }
    return across.clamped(to: down)
  }
}

/// A level's description for the kernels; the picture that owns the memory outlives the frame.
///
/// **Thread-safety:** read only.
struct SharedTexels {
  var value: segue_texels
}

import SegueImaging

/// The integer arithmetic that every renderer follows to the bit, one pixel at a time, for channels
/// of 8 bits and of 16. It is the specification: a faster kernel is correct if it gives these
/// functions' results.
///
/// Every step fits 32 bits, or can be split into two steps that fit. At 16 bits some results are
/// therefore rounded twice.
///
/// Weights have 15 bits (0…32768), sampling fractions 8 bits (0…256), coordinates are 20.12 fixed point.
/// Every result is rounded to nearest, halves up. A pixel without alpha is (0, 0, 0, 0).
package enum PixelArithmetic {
  /// Full weight. Renderers compare with it in every row, so it is inlined instead of being a call
  /// into this module.
  @inlinable package static var one: Int32 { 32768 }

  /// The product x·y / `maximum`, rounded.
  static func product(_ x: Int, _ y: Int, _ maximum: Int) -> Int { (x * y + maximum / 2) / maximum }

  /// The quotient x / y, rounded.
  static func quotient(_ x: Int, _ y: Int) -> Int { (x + y / 2) / y }

  /// `a·(1 − w) + b·w`, premultiplied. A `w` of 0 or 32768 returns an operand unchanged. At 16 bits the
  /// weights have 16 bits and sum to the result's alpha.
  package static func mix(_ a: DeepColor, _ b: DeepColor, weight w: Int32) -> DeepColor {
    if w <= 0 { return a }
    if w >= one { return b }
    let w = Int(w)
    if a.isOpaque && b.isOpaque {
      func channel(_ x: Int, _ y: Int) -> Int { (x * (32768 - w) + y * w + 16384) >> 15 }
      return a.with(
        red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue))
    }
    let (wa, wb) = (a.alpha * (32768 - w), b.alpha * w)
    let alpha = (wa + wb + 16384) >> 15
    let second = (wb + 16384) >> 15
    return a.depth == .eight
      ? blended(a, wa, b, wb, alpha: alpha) : blended(a, alpha - second, b, second, alpha: alpha)
  }

  /// The weighted average of two colours.
  private static func blended(
    _ a: DeepColor, _ wa: Int, _ b: DeepColor, _ wb: Int, alpha: Int
  ) -> DeepColor {
    let sum = wa + wb
    guard sum > 0 else { return a.cleared }
    func channel(_ x: Int, _ y: Int) -> Int { (x * wa + y * wb + sum / 2) / sum }
    return DeepColor(
      red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue),
      alpha: alpha, depth: a.depth)
  }

  /// `source` composited over `below`, with the source's alpha scaled by the weight `w`.
  package static func over(_ below: DeepColor, _ source: DeepColor, weight w: Int32) -> DeepColor {
    if w <= 0 || source.alpha == 0 { return below }
    if w >= one && source.isOpaque { return source }
    let w = Int(w)
    if below.isOpaque {
      let t = product(source.alpha, w, below.maximum)
      func channel(_ x: Int, _ y: Int) -> Int { x + (((y - x) * t + 16384) >> 15) }
      return below.with(
        red: channel(below.red, source.red), green: channel(below.green, source.green),
        blue: channel(below.blue, source.blue))
    }
    if below.depth == .sixteen {
      let ws = (source.alpha * w + 16384) >> 15
      let wb = product(below.alpha, 65535 - ws, 65535)
      return blended(below, wb, source, ws, alpha: wb + ws)
    }
    let share = source.alpha * ((w + 64) >> 7)
    let (wb, ws) = (below.alpha * (65280 - share), share * 255)
    return blended(below, wb, source, ws, alpha: (wb + ws + 32640) / 65280)
  }

  /// The four texels of a bilinear sample, weighted by fractions `fx`, `fy` (0…256) towards the right and
  /// the bottom.
  package static func bilinear(
    _ topLeft: DeepColor, _ topRight: DeepColor, _ bottomLeft: DeepColor, _ bottomRight: DeepColor, fx: Int32,
    fy: Int32
  ) -> DeepColor {
    let (x1, y1) = (UInt32(fx), UInt32(fy))
    let (x0, y0) = (256 - x1, 256 - y1)
    return weighted([
      (topLeft, x0 * y0), (topRight, x1 * y0), (bottomLeft, x0 * y1), (bottomRight, x1 * y1),
    ])
  }

  /// The average of colours whose weights sum to 65536, premultiplied. At 16 bits each product of colour
  /// and alpha is rounded to 16 bits, and so is the average before its division by alpha.
  package static func weighted(_ terms: [(color: DeepColor, weight: UInt32)]) -> DeepColor {
    guard let first = terms.first?.color else { preconditionFailure("an average needs at least one term") }
    let isDeep = first.depth == .sixteen
    func sum(_ channel: KeyPath<DeepColor, Int>) -> Int {
      let products = terms.reduce(0) { sum, term in
        let (value, alpha, weight) = (term.color[keyPath: channel], term.color.alpha, Int(term.weight))
        return sum + (isDeep ? product(value, alpha, 65535) : value * alpha) * weight
      }
      return isDeep ? (products + 32768) >> 16 : products
    }
    let total = terms.reduce(0) { $0 + $1.color.alpha * Int($1.weight) }
    let alpha = (total + 32768) >> 16
    let (divisor, factor) = isDeep ? (alpha, 65535) : (total, 1)
    guard divisor > 0 else { return first.cleared }
    func channel(_ path: KeyPath<DeepColor, Int>) -> Int { (sum(path) * factor + divisor / 2) / divisor }
    return DeepColor(
      red: channel(\.red), green: channel(\.green), blue: channel(\.blue), alpha: alpha, depth: first.depth)
  }

  /// A texel of the next coarser level: the average of the four below it, premultiplied.
  package static func average(_ a: DeepColor, _ b: DeepColor, _ c: DeepColor, _ d: DeepColor) -> DeepColor {
    weighted([(a, 16384), (b, 16384), (c, 16384), (d, 16384)])
  }

  /// The weight (0…32768) of the second picture at a pixel whose matte value is `field` (0…65535).
  package static func matteWeight(field: UInt16, matte: MattePlan) -> Int32 {
    let distance = matte.threshold - Int32(field)
    if distance <= 0 { return 0 }
    if distance >= matte.span { return one }
    let part = (UInt32(distance) * matte.reciprocal) >> 16
    return Int32(matte.edge == .smooth ? ((part * part) >> 15 * (98304 - 2 * part)) >> 15 : part)
  }

  /// The fraction of a pixel between two parallel edges, 0…4096. `distance` is the signed distance of
  /// the pixel's middle from the first edge, `extent` the distance between the edges, both in output
  /// pixels, 20.12.
  package static func coverage(distance: Int32, extent: Int32) -> Int32 {
    max(0, min(distance + 2048, extent) - max(distance - 2048, 0))
  }

  /// The fraction of a pixel inside a rectangle with round corners, 0…4096. `across` and `down` are the
  /// shares of the pixel between opposite edges. `distance` is the signed distance of the pixel's middle
  /// from the nearest corner's circle, 20.12.
  package static func coverage(across: Int32, down: Int32, distance: Int32) -> Int32 {
    min((across * down) >> 12, max(0, 2048 - distance))
  }

  /// The luma of a pixel, BT.709, limited range: 16…235.
  package static func luma(_ c: RGBAColor) -> UInt8 {
    // The factors are 219/255 · (.2126, .7152, .0722) · 65536, the offset is 16½ · 65536.
    let red: UInt32 = 11966 * UInt32(c.red)
    let green: UInt32 = 40254 * UInt32(c.green)
    let blue: UInt32 = 4064 * UInt32(c.blue)
    return UInt8((red + green + blue + 1_081_344) >> 16)
  }

  /// The chroma (Cb, Cr) of two by two pixels, BT.709, limited range: 16…240.
  package static func chroma(_ a: RGBAColor, _ b: RGBAColor, _ c: RGBAColor, _ d: RGBAColor) -> (
    cb: UInt8, cr: UInt8
  ) {
    func sum(_ p: UInt8, _ q: UInt8, _ r: UInt8, _ s: UInt8) -> Int32 {
      Int32(p) + Int32(q) + Int32(r) + Int32(s)
    }
    let red = sum(a.red, b.red, c.red, d.red)
    let green = sum(a.green, b.green, c.green, d.green)
    let blue = sum(a.blue, b.blue, c.blue, d.blue)
    // The factors are those of 224/255 · (B − Y)/1.8556 and 224/255 · (R − Y)/1.5748, times 65536, for
    // sums of four pixels. The offset is 128½ · 2¹⁸.
    let middle: Int32 = 33_685_504
    let cb: Int32 = (28785 * blue - 6596 * red - 22189 * green + middle) >> 18
    let cr: Int32 = (28784 * red - 26145 * green - 2639 * blue + middle) >> 18
    return (UInt8(cb), UInt8(cr))
  }
}

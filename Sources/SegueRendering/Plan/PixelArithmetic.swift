import SegueImaging

/// The integer arithmetic that every renderer follows to the bit, one pixel at a time. It is the
/// specification: a faster kernel is right when it gives what these functions give.
///
/// Weights have 15 bits (0…32768), sampling fractions 8 bits (0…256), coordinates are 20.12 fixed point.
/// Every result is rounded to nearest, halves up. A pixel that comes out without alpha is (0, 0, 0, 0).
package enum PixelArithmetic {
  /// Full weight. Renderers compare with it in every row, so that it must be no call into this module.
  @inlinable package static var one: Int32 { 32768 }

  /// `a·(1 − w) + b·w`, premultiplied. `w` of 0 and 32768 give an operand unchanged.
  package static func mix(_ a: RGBAColor, _ b: RGBAColor, weight w: Int32) -> RGBAColor {
    if w <= 0 { return a }
    if w >= one { return b }
    let wa = UInt32(a.alpha) * UInt32(one - w)
    let wb = UInt32(b.alpha) * UInt32(w)
    let sum = wa + wb
    guard sum > 0 else { return .transparent }
    func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
      UInt8((UInt32(x) * wa + UInt32(y) * wb + sum / 2) / sum)
    }
    return RGBAColor(
      red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue),
      alpha: UInt8((sum + 16384) >> 15))
  }

  /// `source` over `below`, the source's alpha scaled by weight `w`.
  package static func over(_ below: RGBAColor, _ source: RGBAColor, weight w: Int32) -> RGBAColor {
    if w <= 0 || source.alpha == 0 { return below }
    if w >= one && source.alpha == 255 { return source }
    if below.alpha == 255 {
      let t = source.alpha == 255 ? w : (Int32(source.alpha) * w + 127) / 255
      func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
        UInt8(Int32(x) + (((Int32(y) - Int32(x)) * t + 16384) >> 15))
      }
      return RGBAColor(
        red: channel(below.red, source.red), green: channel(below.green, source.green),
        blue: channel(below.blue, source.blue))
    }
    let share = UInt32(source.alpha) * UInt32((w + 64) >> 7)
    let ws = share * 255
    let wb = UInt32(below.alpha) * (65280 - share)
    let sum = ws + wb
    guard sum > 0 else { return .transparent }
    func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
      UInt8((UInt32(x) * wb + UInt32(y) * ws + sum / 2) / sum)
    }
    return RGBAColor(
      red: channel(below.red, source.red), green: channel(below.green, source.green),
      blue: channel(below.blue, source.blue), alpha: UInt8((sum + 32640) / 65280))
  }

  /// The four texels of a bilinear sample, weighted by fractions `fx`, `fy` (0…256) toward the right and
  /// the bottom.
  package static func bilinear(
    _ topLeft: RGBAColor, _ topRight: RGBAColor, _ bottomLeft: RGBAColor, _ bottomRight: RGBAColor, fx: Int32,
    fy: Int32
  ) -> RGBAColor {
    let (x1, y1) = (UInt32(fx), UInt32(fy))
    let (x0, y0) = (256 - x1, 256 - y1)
    return weighted([
      (topLeft, x0 * y0), (topRight, x1 * y0), (bottomLeft, x0 * y1), (bottomRight, x1 * y1),
    ])
  }

  /// The average of colours whose weights sum to 65536, premultiplied.
  package static func weighted(_ terms: [(color: RGBAColor, weight: UInt32)]) -> RGBAColor {
    var (r, g, b, sum): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    for (color, weight) in terms {
      let w = UInt32(color.alpha) * weight
      r += UInt32(color.red) * w
      g += UInt32(color.green) * w
      b += UInt32(color.blue) * w
      sum += w
    }
    guard sum > 0 else { return .transparent }
    let half = sum / 2
    return RGBAColor(
      red: UInt8((r + half) / sum), green: UInt8((g + half) / sum), blue: UInt8((b + half) / sum),
      alpha: UInt8((sum + 32768) >> 16))
  }

  /// One texel of the next coarser level: the average of the four below it, premultiplied.
  package static func average(_ a: RGBAColor, _ b: RGBAColor, _ c: RGBAColor, _ d: RGBAColor) -> RGBAColor {
    weighted([(a, 16384), (b, 16384), (c, 16384), (d, 16384)])
  }

  /// Weight (0…32768) of the second picture at a pixel whose matte value is `field` (0…65535).
  package static func matteWeight(field: UInt16, matte: MattePlan) -> Int32 {
    let distance = matte.threshold - Int32(field)
    if distance <= 0 { return 0 }
    if distance >= matte.span { return one }
    let part = (UInt32(distance) * matte.reciprocal) >> 16
    return Int32(matte.edge == .smooth ? ((part * part) >> 15 * (98304 - 2 * part)) >> 15 : part)
  }

  /// Share of a pixel (0…4096) that lies between two parallel edges: `distance` is that of the pixel's
  /// middle from the first edge, `extent` that of the second from the first, both in output pixels, 20.12.
  package static func coverage(distance: Int32, extent: Int32) -> Int32 {
    max(0, min(distance + 2048, extent) - max(distance - 2048, 0))
  }

  /// Luma of a pixel, BT.709, limited range: 16…235.
  package static func luma(_ c: RGBAColor) -> UInt8 {
    // 219/255 · (.2126, .7152, .0722) · 65536, then 16½ · 65536
    let red: UInt32 = 11966 * UInt32(c.red)
    let green: UInt32 = 40254 * UInt32(c.green)
    let blue: UInt32 = 4064 * UInt32(c.blue)
    return UInt8((red + green + blue + 1_081_344) >> 16)
  }

  /// Chroma (Cb, Cr) of two by two pixels, BT.709, limited range: 16…240.
  package static func chroma(_ a: RGBAColor, _ b: RGBAColor, _ c: RGBAColor, _ d: RGBAColor) -> (
    cb: UInt8, cr: UInt8
  ) {
    func sum(_ p: UInt8, _ q: UInt8, _ r: UInt8, _ s: UInt8) -> Int32 {
      Int32(p) + Int32(q) + Int32(r) + Int32(s)
    }
    let red = sum(a.red, b.red, c.red, d.red)
    let green = sum(a.green, b.green, c.green, d.green)
    let blue = sum(a.blue, b.blue, c.blue, d.blue)
    // 224/255 · (B − Y)/1.8556 and (R − Y)/1.5748, each · 65536, for sums of four; 128½ · 2¹⁸
    let middle: Int32 = 33_685_504
    let cb: Int32 = (28785 * blue - 6596 * red - 22189 * green + middle) >> 18
    let cr: Int32 = (28784 * red - 26145 * green - 2639 * blue + middle) >> 18
    return (UInt8(cb), UInt8(cr))
  }
}

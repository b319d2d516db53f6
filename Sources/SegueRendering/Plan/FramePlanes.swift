import CSegueKernels
import SegueImaging

/// Converts between 4:2:0 planes and RGBA, and fills frames.
package enum FramePlanes {
  /// The number of rows that a core converts at a time, an even number.
  private static let bandHeight = 64

  /// The colour of a pixel: BT.709, limited range, in 16-bit fixed point, rounded to nearest and clamped
  /// to 0…255. This function is the specification of the kernel.
  ///
  /// **Source:** ITU-R BT.709-6, sections 3.2 to 3.4: Kr = 0.2126, Kb = 0.0722; luma in 16…235, chroma
  /// in 16…240.
  package static func color(luma: UInt8, cb: UInt8, cr: UInt8) -> RGBAColor {
    let y = 76309 * (Int32(luma) - 16) + 32768
    let (b, r) = (Int32(cb) - 128, Int32(cr) - 128)
    func channel(_ value: Int32) -> UInt8 { UInt8(max(0, min(255, value >> 16))) }
    return RGBAColor(
      red: channel(y + 117_489 * r), green: channel(y - 13975 * b - 34925 * r), blue: channel(y + 138_438 * b)
    )
  }

  /// The picture of a frame's `bytes`. Each chroma sample is replicated to 2x2 pixels. Renderers average
  /// 2x2 pixels, so a round trip is exact up to rounding. Colours thus do not jump where drawn frames
  /// begin or end.
  package static func snapshot(
    _ bytes: UnsafeRawBufferPointer, _ format: PixelFormat, size: ImageSize, color: ColorEncoding
  ) -> Snapshot {
    Snapshot.drawn(size, depth: format.depth, color: color) { buffer in
      buffer.withUnsafeMutableBytes { convert(bytes, format, size: size, into: $0) }
    }
  }

  /// Converts the bytes of a frame of `size` to packed RGBA in `pixels`, at the depth of `format`.
  package static func convert(
    _ planes: UnsafeRawBufferPointer, _ format: PixelFormat, size: ImageSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) {
    if format.isRGBA { return pixels.copyMemory(from: planes) }
    precondition(planes.count == format.byteCount(for: size), "the number of bytes does not match the format")
    guard let base = planes.baseAddress, let target = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return }
    let width = size.width
    switch format.depth {
    case .eight:
      forEachRow(base.assumingMemoryBound(to: UInt8.self), size) { y, luma, cb, cr in
        segue_from_yuv(target + y * width * 4, luma, cb, cr, width)
      }
    case .sixteen:
      let numbers = DeepPlanes.of(format.planeColor ?? .sdr).kernel
      forEachRow(base.assumingMemoryBound(to: UInt16.self), size) { y, luma, cb, cr in
        var numbers = numbers
        segue_from_yuv_10(target + y * width * 8, luma, cb, cr, width, &numbers)
      }
    }
  }

  /// Passes each row of `planes` and its chroma rows to `body`. Each core takes a band.
  private static func forEachRow<Value>(
    _ planes: UnsafePointer<Value>, _ size: ImageSize,
    _ body: (Int, _ luma: UnsafePointer<Value>, _ cb: UnsafePointer<Value>, _ cr: UnsafePointer<Value>) ->
      Void
  ) {
    let cb = planes + size.area
    let cr = cb + size.area / 4
    Cores.perform((size.height + bandHeight - 1) / bandHeight) { band in
      for y in band * bandHeight..<min(size.height, (band + 1) * bandHeight) {
        let chroma = y / 2 * (size.width / 2)
        body(y, planes + y * size.width, cb + chroma, cr + chroma)
      }
    }
  }

  /// Fills a frame of `size` with one colour. In RGBA the colour may be transparent.
  /// - Parameter encoding: the encoding of RGBA pixels; the format of planes implies theirs.
  package static func fill(
    _ bytes: UnsafeMutableRawBufferPointer, _ format: PixelFormat, size: ImageSize, with color: RGBAColor,
    encoding: ColorEncoding
  ) {
    if format.isRGBA {
      fillPixels(bytes, format.depth, encoding, with: color)
    } else if format.depth == .sixteen {
      let encoding = format.planeColor ?? .sdr
      let planes = DeepPlanes.of(encoding)
      let pixel = deep(color, encoding)
      fill(
        bytes.bindMemory(to: UInt16.self), area: size.area, planes.luma(pixel),
        planes.chroma([pixel, pixel, pixel, pixel]))
    } else {
      let chroma = PixelArithmetic.chroma(color, color, color, color)
      fill(bytes.bindMemory(to: UInt8.self), area: size.area, PixelArithmetic.luma(color), chroma)
    }
  }

  /// Fills pixels with one colour.
  private static func fillPixels(
    _ bytes: UnsafeMutableRawBufferPointer, _ depth: PixelDepth, _ encoding: ColorEncoding,
    with color: RGBAColor
  ) {
    switch depth {
    case .eight:
      bytes.bindMemory(to: SIMD4<UInt8>.self)
        .update(repeating: SIMD4(color.red, color.green, color.blue, color.alpha))
    case .sixteen:
      let pixel = deep(color, encoding)
      let values = SIMD4(pixel.red, pixel.green, pixel.blue, pixel.alpha)
      bytes.bindMemory(to: SIMD4<UInt16>.self)
        .update(repeating: SIMD4<UInt16>(truncatingIfNeeded: values))
    }
  }

  /// A colour as 16-bit values of `encoding`.
  private static func deep(_ color: RGBAColor, _ encoding: ColorEncoding) -> DeepColor {
    let dot = Snapshot(PixelBuffer(size: ImageSize(width: 1, height: 1), color: color)).encoded(as: encoding)
    return dot.converted(to: .sixteen).deep(0, 0)
  }

  private static func fill<Value>(
    _ values: UnsafeMutableBufferPointer<Value>, area: Int, _ luma: Value, _ chroma: (cb: Value, cr: Value)
  ) {
    values[..<area].update(repeating: luma)
    values[area..<area + area / 4].update(repeating: chroma.cb)
    values[(area + area / 4)...].update(repeating: chroma.cr)
  }
}

import CSegueKernels
import SegueImaging
import SegueMedia
import SegueRendering

/// Converts between 4:2:0 planes and RGBA, and pastes frames.
enum FilmPlanes {
  /// The number of rows that a core converts at a time; even.
  private static let bandHeight = 64

  /// The colour of a pixel: BT.709, limited range, in 16-bit fixed point, rounded to nearest and clamped to
  /// 0…255. It is the specification of the kernel.
  ///
  /// **Source:** ITU-R BT.709-6, sections 3.2 to 3.4: Kr = 0.2126, Kb = 0.0722; luma in 16…235, chroma in 16…240.
  static func color(luma: UInt8, cb: UInt8, cr: UInt8) -> RGBAColor {
    let y = 76309 * (Int32(luma) - 16) + 32768
    let (b, r) = (Int32(cb) - 128, Int32(cr) - 128)
    func channel(_ value: Int32) -> UInt8 { UInt8(max(0, min(255, value >> 16))) }
    return RGBAColor(
      red: channel(y + 117_489 * r), green: channel(y - 13975 * b - 34925 * r), blue: channel(y + 138_438 * b)
    )
  }

  /// The picture of 4:2:0 planes. Each chroma sample is replicated to 2x2 pixels. Renderers average 2x2
  /// pixels, so a round trip is exact up to rounding and no colour jumps at the edges of drawn spans.
  static func snapshot(of frame: ClipFrame) -> Snapshot {
    let buffer = PixelBuffer(size: frame.size, depth: frame.format.depth)
    frame.withUnsafeBytes { bytes in
      if frame.format.isRGBA {
        buffer.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
      } else {
        buffer.withUnsafeBase { convert(bytes, frame.format, size: frame.size, into: $0) }
      }
    }
    return Snapshot(buffer, color: frame.color)
  }

  /// Writes the RGBA pixels of `frame` into `pixels`, which has the same depth.
  static func convert(_ frame: VideoFrame, into pixels: ClipFrame) {
    frame.withUnsafeBytes { planes in
      pixels.withUnsafeMutableBytes { target in
        if frame.format.isRGBA { return target.copyMemory(from: planes) }
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        convert(planes, frame.format, size: frame.size, into: base)
      }
    }
  }

  /// Converts `planes` of a picture of `size` to packed RGBA in `target`, at the depth of `format`.
  static func convert(
    _ planes: UnsafeRawBufferPointer, _ format: PixelFormat, size: ImageSize,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    precondition(planes.count == format.byteCount(for: size), "the number of bytes does not match the format")
    guard let base = planes.baseAddress else { return }
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

  /// A frame of one colour. In RGBA the colour may be transparent.
  static func frame(of color: RGBAColor, from pool: ClipFramePool) -> ClipFrame {
    let frame = pool.frame()
    frame.withUnsafeMutableBytes { bytes in
      if frame.format.isRGBA {
        fillPixels(bytes, frame, with: color)
      } else if frame.format.depth == .sixteen {
        let encoding = frame.format.planeColor ?? .sdr
        let planes = DeepPlanes.of(encoding)
        let pixel = deep(color, encoding)
        fill(
          bytes.bindMemory(to: UInt16.self), area: frame.size.area, planes.luma(pixel),
          planes.chroma([pixel, pixel, pixel, pixel]))
      } else {
        let chroma = PixelArithmetic.chroma(color, color, color, color)
        fill(bytes.bindMemory(to: UInt8.self), area: frame.size.area, PixelArithmetic.luma(color), chroma)
      }
    }
    return frame
  }

  /// Fills pixels with one colour; transparent ones become black.
  private static func fillPixels(
    _ bytes: UnsafeMutableRawBufferPointer, _ frame: ClipFrame, with color: RGBAColor
  ) {
    switch frame.format.depth {
    case .eight:
      bytes.bindMemory(to: SIMD4<UInt8>.self)
        .update(repeating: SIMD4(color.red, color.green, color.blue, color.alpha))
    case .sixteen:
      let pixel = deep(color, frame.color)
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

  /// Copies a smaller `picture` into `frame`, which has the same format, with its top left corner at even
  /// coordinates (x, y).
  static func paste(_ picture: ClipFrame, into frame: ClipFrame, x: Int, y: Int) {
    /// Copies rows. Positions and widths count values of a channel.
    func copy(from first: Int, _ width: Int, _ rows: Int, to start: Int, stride: Int) {
      let bytes = frame.format.depth.rawValue / 8
      picture.withUnsafeBytes { source in
        frame.withUnsafeMutableBytes { target in
          for row in 0..<rows {
            let (from, to) = ((first + row * width) * bytes, (start + row * stride) * bytes)
            UnsafeMutableRawBufferPointer(rebasing: target[to..<to + width * bytes])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + width * bytes]))
          }
        }
      }
    }
    let (width, height, fullWidth) = (picture.size.width, picture.size.height, frame.size.width)
    if frame.format.isRGBA {
      return copy(from: 0, width * 4, height, to: (y * fullWidth + x) * 4, stride: fullWidth * 4)
    }
    copy(from: 0, width, height, to: y * fullWidth + x, stride: fullWidth)
    for plane in 0..<2 {
      copy(
        from: width * height + plane * (width * height / 4), width / 2, height / 2,
        to: frame.size.area + plane * (frame.size.area / 4) + y / 2 * (fullWidth / 2) + x / 2,
        stride: fullWidth / 2)
    }
  }
}

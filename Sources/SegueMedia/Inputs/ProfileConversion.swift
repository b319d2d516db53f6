import CSegueCodecs
import SegueImaging
import SegueSystem

/// The gamma and the chromaticities of a PNG that is not sRGB and has no ICC profile.
package struct PNGColors: Sendable, Hashable {
  /// The exponent from encoded values to linear light; 0 if the file has no gamma.
  let gamma: Double
  /// The CIE x and y of white, red, green and blue; zeros if the file has no chromaticities.
  let chromaticities: [Double]

  /// The colours of a header; `nil` if it has neither gamma nor chromaticities.
  init?(_ info: SegueImageInfo) {
    gamma = info.gamma
    chromaticities = withUnsafeBytes(of: info.chromaticities) { Array($0.bindMemory(to: Double.self)) }
    if gamma <= 0, chromaticities[1] <= 0 { return nil }
  }
}

/// Converts decoded pixels to sRGB or to BT.2020, by an ICC profile, by named primaries or by a
/// PNG's gamma and chromaticities.
///
/// **Thread-safety:** the owner of `profile` keeps its bytes alive during the conversion.
struct ProfileConversion {
  let name: String
  /// The number of pixels that one core converts at a time.
  private static let bandPixels = 1 << 16

  let layout: SegueLayout
  let profile: UnsafeBufferPointer<UInt8>
  /// The primaries' number in ITU-T H.273; `nil` if the profile applies.
  var primaries: Int?
  /// The gamma and chromaticities, used if there is neither a profile nor named primaries.
  var header: PNGColors?
  var stop = StopSignal()

  /// Converts `buffer` in place to sRGB. For an HDR target, colours that may exceed sRGB are
  /// converted to the target directly, as a picture with 16 bits per channel.
  /// - Returns: the picture in `target` if it was converted directly; the reason if the profile was
  ///   ignored.
  func convert(
    _ buffer: PixelBuffer, for target: ColorEncoding = .sdr
  ) throws(SystemError) -> (wide: PixelBuffer?, objection: String?) {
    if let transform = try transform(buffer.depth, to: segue_primaries_srgb) {
      defer { segue_color_transform_free(transform) }
      if segue_color_transform_is_identity(transform) { return (nil, nil) }
      if target.isHDR, layout == segue_pixels_rgba, let wide = try widened(buffer, to: target) {
        return (wide, nil)
      }
      apply(transform, to: buffer)
      return (nil, nil)
    }
    if layout == segue_pixels_cmyk || layout == segue_pixels_cmyk_inverted {
      let isInverted = layout == segue_pixels_cmyk_inverted
      inBands(buffer) { segue_cmyk_to_rgba($0, $1, isInverted) }
    }
    let isIgnored = primaries == nil && !profile.isEmpty
    return (nil, isIgnored ? "the colour profile is broken or does not fit the picture; it is ignored" : nil)
  }

  private func widened(_ buffer: PixelBuffer, to target: ColorEncoding) throws(SystemError) -> PixelBuffer? {
    guard let transform = try transform(.sixteen, to: segue_primaries_bt2020) else { return nil }
    defer { segue_color_transform_free(transform) }
    let wide = buffer.depth == .sixteen ? buffer : buffer.inOtherDepth()
    apply(transform, to: wide)
    let conversion = ColorConversion(fromWideTo: target)
    inBands(wide) { base, count in
      base.withMemoryRebound(to: SIMD4<UInt16>.self, capacity: count) { pixels in
        for index in 0..<count { pixels[index] = conversion(pixels[index]) }
      }
    }
    return wide
  }

  /// The conversion to the primaries `target`; `nil` for a profile that cannot be used, and if
  /// there is nothing to convert.
  private func transform(_ depth: PixelDepth, to target: Int) throws(SystemError) -> OpaquePointer? {
    var transform: OpaquePointer?
    let bits = Int32(depth.rawValue)
    let status =
      if profile.isEmpty, primaries == nil, let header {
        segue_color_transform_create_png(
          header.gamma, header.chromaticities, layout, bits, Int32(target), &transform)
      } else {
        segue_color_transform_create(
          profile.baseAddress, profile.count, Int32(primaries ?? 0), layout, bits, Int32(target), &transform)
      }
    if status == segue_no_library {
      throw .libraryMissing(name: "lcms2", use: .colors(picture: name, package: "liblcms2-2"))
    }
    return transform
  }

  private func apply(_ transform: OpaquePointer, to buffer: PixelBuffer) {
    inBands(buffer) { segue_color_transform_apply(transform, $0, $1) }
  }

  /// Calls `body` for disjoint runs of pixels on all cores, until `stop` is set.
  private func inBands(
    _ buffer: PixelBuffer, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    let area = buffer.size.area
    let pixel = buffer.depth.bytesPerPixel
    let (bandPixels, stop) = (Self.bandPixels, stop)
    buffer.withUnsafeBase { base in
      Cores.perform((area + bandPixels - 1) / bandPixels) { band in
        if stop.isSet { return }
        let start = band * bandPixels
        body(base + start * pixel, min(bandPixels, area - start))
      }
    }
  }
}

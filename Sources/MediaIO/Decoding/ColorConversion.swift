import CImageCodecs
import Dispatch
import Imaging

/// Brings decoded pixels to sRGB, with an ICC profile where there is one.
///
/// **Thread-safety:** no state.
enum ColorConversion {
  /// Pixels that one core converts at a time.
  private static let bandPixels = 1 << 16

  /// Converts `buffer` in place.
  /// - Returns: why the profile was left out; `nil` when it was not.
  static func convert(
    _ buffer: PixelBuffer, layout: SegueLayout, profile: UnsafeBufferPointer<UInt8>
  ) -> String? {
    let isInk = layout == segue_pixels_cmyk || layout == segue_pixels_cmyk_inverted
    var objection: String?
    if !profile.isEmpty {
      if let transform = segue_color_transform_create(profile.baseAddress, profile.count, layout) {
        defer { segue_color_transform_free(transform) }
        if segue_color_transform_is_identity(transform) { return nil }
        nonisolated(unsafe) let shared = transform
        inBands(buffer) { segue_color_transform_apply(shared, $0, $1) }
        return nil
      }
      objection = "the colour profile is broken or does not fit the picture; it is ignored"
    }
    if isInk {
      let isInverted = layout == segue_pixels_cmyk_inverted
      inBands(buffer) { segue_cmyk_to_rgba($0, $1, isInverted) }
    }
    return objection
  }

  /// Calls `body` for disjoint runs of pixels on all cores.
  private static func inBands(
    _ buffer: PixelBuffer, _ body: @Sendable (UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    let area = buffer.size.area
    nonisolated(unsafe) let base = buffer.base
    DispatchQueue.concurrentPerform(iterations: (area + bandPixels - 1) / bandPixels) { band in
      let start = band * bandPixels
      body(base + start * 4, min(bandPixels, area - start))
    }
  }
}

import SegueImaging
import SegueRun

/// The colours, the pixel format and the background of a film's frames.
struct FrameFormat: Sendable {
  let color: FrameColor
  /// RGBA, or 4:2:0 planes.
  let pixels: PixelFormat
  /// The background behind the clips, and whether the frames show it.
  let backdrop: Backdrop

  /// - Parameter isRGBA: whether the frames are RGBA in any case. Those that keep transparency always are.
  init(_ color: FrameColor, isRGBA: Bool, over backdrop: Backdrop) {
    self.color = color
    pixels = isRGBA || backdrop.keepsTransparency ? color.pixels : color.planes
    self.backdrop = backdrop
  }
}

extension FilmPlan {
  /// The format of frames in 8-bit SDR, for a preview or a nested film.
  /// - Parameter keepsTransparency: whether a translucent background is kept; else it is black.
  func standardFormat(isRGBA: Bool, keepsTransparency: Bool = false) -> FrameFormat {
    let color = format.backdrop.color
    let isKept = keepsTransparency && !color.isOpaque
    return FrameFormat(
      FrameColor(), isRGBA: isRGBA || !size.isEven,
      over: isKept ? .transparent(color) : .opaque(color.isOpaque ? color : .black))
  }
}

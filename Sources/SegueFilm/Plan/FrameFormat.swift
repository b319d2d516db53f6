import SegueImaging
import SegueRun

/// The colours, the pixel format and the background of a film's frames.
struct FrameFormat: Sendable {
  let color: FrameColor
  /// The pixel format: RGBA or 4:2:0 planes.
  let pixels: PixelFormat
  /// The background behind the clips, and whether the frames show it.
  let backdrop: Backdrop
  /// The background of the output's frames: that behind a device around the film, else `backdrop`.
  let outer: Backdrop

  /// - Parameter isRGBA: whether opaque frames are RGBA, too. Frames with transparency are always RGBA.
  init(_ color: FrameColor, isRGBA: Bool, over backdrop: Backdrop, outer: Backdrop) {
    self.color = color
    pixels = isRGBA || outer.keepsTransparency ? color.pixels : color.planes
    self.backdrop = backdrop
    self.outer = outer
  }
}

extension FilmPlan {
  /// The format of frames in 8-bit SDR, for a preview or a nested film.
  /// - Parameter keepsTransparency: whether a translucent background is kept; else it is black.
  func standardFormat(isRGBA: Bool, keepsTransparency: Bool = false) -> FrameFormat {
    func standard(_ color: RGBAColor) -> Backdrop {
      color.isOpaque ? .opaque(color) : keepsTransparency ? .transparent(color) : .opaque(.black)
    }
    return FrameFormat(
      FrameColor(), isRGBA: isRGBA || !frameSize.isEven, over: standard(format.backdrop.color),
      outer: standard(format.outer.color))
  }
}

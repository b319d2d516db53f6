import SegueImaging
import SegueMath

/// The shape that every clip of a film is converted to: size, rate and fit. A still taken from a
/// clip counts as a film of one RGBA frame.
package struct ClipTarget: Sendable, Hashable {
  package var size: ImageSize
  /// Frames per second.
  package var rate: Ratio
  /// The fit of clips with another aspect ratio.
  package var fit: Fit
  /// Layout of the film's frames, which also implies their colour encoding.
  package var planes = PixelFormat.yuv420p
  /// Whether frames are drawn and stored as RGBA, to keep more chroma than 4:2:0 has.
  package var keepsChroma = false

  package var color: ColorEncoding { planes.planeColor ?? .sdr }

  /// A film of `size` at `rate`. The sides of 4:2:0 frames are even.
  package init(
    size: ImageSize, rate: Ratio, fit: Fit, planes: PixelFormat = .yuv420p, keepsChroma: Bool = false
  ) {
    precondition(planes.isRGBA || keepsChroma || size.isEven, "4:2:0 needs even sides")
    self.size = size
    self.rate = rate
    self.fit = fit
    self.planes = planes
    self.keepsChroma = keepsChroma
  }
}

import SegueImaging
import SegueMath

/// The shape that every clip of a film is brought to: size, rate, and how another shape fills it. A picture that is taken of a
/// clip is a film of one frame in RGBA.
package struct ClipTarget: Sendable, Hashable {
  /// Size of the film's frames.
  package var size: ImageSize
  /// Frames a second of the film.
  package var rate: Ratio
  /// The fit of a clip of another shape.
  package var fit: Fit
  /// Layout of the film's frames, and with it what their values mean.
  package var planes = PixelFormat.yuv420p
  /// Whether frames are drawn and stored as RGBA, so that more chroma than 4:2:0 has is kept.
  package var keepsChroma = false

  /// The encoding of the film's values.
  package var color: ColorEncoding { planes.planeColor ?? .sdr }

  /// A film of `size` at `rate`. The sides of 4:2:0 frames are even.
  package init(size: ImageSize, rate: Ratio, fit: Fit, planes: PixelFormat = .yuv420p) {
    precondition(planes.isRGBA || size.isEven, "4:2:0 needs even sides")
    (self.size, self.rate, self.fit) = (size, rate, fit)
    self.planes = planes
  }
}

import Imaging
import MediaIO
import Rendering
import Segue

/// What `segue check` is asked.
///
/// **Thread-safety:** a value.
public struct CheckRequest: Sendable {
  /// The transition's name or its file.
  public var transition: String
  /// Its parameters, as they are typed.
  public var parameters: [(name: String, value: String)] = []
  /// The pictures that it is tried on; `nil` are made up.
  public var pictures: (from: PictureSource, to: PictureSource)?
  /// Size of the frames; `nil` is that of the first picture, 640 × 360 of those made up.
  public var size: ImageSize?
  /// How a picture of another size fills the frame.
  public var fit = Fit.cover
  /// Where the strip goes, a `.png`; `nil` makes none.
  public var strip: String?
  /// Whether an existing strip is replaced.
  public var overwrites = false
  /// Which EGL device, by its index or a part of its name; `nil` is the best.
  public var device: String?
  /// Where transitions are found.
  public var library = TransitionLibrary()
  /// The largest pictures that are read.
  public var limits = DecodingLimits()
  /// As `RenderRequest.onStalledShader`.
  public var onStalledShader: (@Sendable (ShaderFault) -> Void)?

  /// A check of a transition.
  public init(transition: String) { self.transition = transition }
}

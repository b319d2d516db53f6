import SegueImaging

/// What lies under the frames of a run, and whether anything shows through it.
///
/// **Thread-safety:** a value.
struct Backdrop: Sendable {
  /// The colour under everything.
  let color: RGBAColor
  /// Whether it was asked to be other than opaque or, where nothing was asked, a picture is.
  let hasTransparency: Bool
  /// Whether the output keeps that.
  let keepsAlpha: Bool
}

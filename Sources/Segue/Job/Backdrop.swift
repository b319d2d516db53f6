import Imaging

/// What lies under the frames of a run, and whether anything shows through it.
///
/// **Thread-safety:** a value.
struct Backdrop: Sendable {
  /// The colour under everything.
  let color: Color
  /// Whether the pictures have transparency, and nothing opaque lies under them.
  let hasTransparency: Bool
  /// Whether the output keeps that.
  let keepsAlpha: Bool
}

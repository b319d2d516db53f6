import Imaging

/// A picture from a file, upright and in sRGB.
///
/// **Thread-safety:** immutable.
public struct DecodedImage: Sendable {
  /// The pixels, at the file's size with its orientation applied.
  public let snapshot: Snapshot
  /// What was left out or put up with, a sentence each: further frames of an animation, a broken profile.
  public let warnings: [String]
  /// `PNG`, `JPEG`, `WebP`, or the name of the codec that `ffmpeg` reports.
  public let formatName: String

  /// A picture with what is known about it.
  public init(snapshot: Snapshot, warnings: [String] = [], formatName: String) {
    self.snapshot = snapshot
    self.warnings = warnings
    self.formatName = formatName
  }
}

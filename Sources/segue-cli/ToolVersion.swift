import CSegueLibrary

/// The version of the tool, which is that of segue.h.
enum ToolVersion {
  /// The version in journals and in fingerprints of chunks, such as `0.2.0`.
  static let text = SEGUE_VERSION
}

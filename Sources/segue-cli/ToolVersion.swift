import CSegueLibrary

/// The version of the tool, the same as in segue.h.
enum ToolVersion {
  /// The version in journals and in fingerprints of chunks, such as `0.2.0`.
  static let text = SEGUE_VERSION

  /// The text of `--version`, such as `segue 0.2.0 (1c70493)`.
  static var shown: String { shown(commit: String(cString: segue_commit())) }

  /// - Parameter commit: the commit's short hash, or an empty text.
  static func shown(commit: String) -> String {
    "segue \(text)" + (commit.isEmpty ? "" : " (\(commit))")
  }
}

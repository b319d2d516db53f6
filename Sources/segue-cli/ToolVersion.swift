/// The version of the tool.
enum ToolVersion {
  /// As `--version` prints it.
  static let text = "0.1.0"
}

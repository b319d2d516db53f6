import MediaIO

/// An output format as `segue list formats` prints it.
///
/// **Thread-safety:** a value.
public struct FormatListing: Sendable, Encodable {
  /// The name that `--format` takes.
  public let name: String
  /// The extensions that mean it.
  public let extensions: [String]
  /// What it is.
  public let summary: String
  /// Whether transparency is kept.
  public let alpha: Bool
  /// Whether ffmpeg makes it.
  public let encoder: Bool

  /// Lists `format`.
  public init(_ format: OutputFormat) {
    name = format.rawValue
    extensions = format.extensions
    summary = format.summary
    alpha = format.keepsAlpha
    encoder = format.needsEncoder
  }

  /// One line.
  public var line: String { name.padding(to: 14) + summary }
}

/// The place of an output that is one stream of bytes.
///
/// **Thread-safety:** a value.
public enum OutputDestination: Sendable, Hashable {
  /// A file, which is replaced only if `overwrite` says so; a device or a fifo is written to.
  case file(path: String, overwrite: Bool)
  /// The standard output of this process.
  case standardOutput

  /// The name for messages.
  public var name: String {
    switch self {
    case .file(let path, _): path
    case .standardOutput: "standard output"
    }
  }

  /// What `FrameSink.complete` returns for it.
  var paths: [String] {
    switch self {
    case .file(let path, _): [path]
    case .standardOutput: []
    }
  }
}

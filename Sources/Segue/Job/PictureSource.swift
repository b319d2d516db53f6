/// Where a snapshot comes from.
///
/// **Thread-safety:** a value.
public enum PictureSource: Sendable, Hashable {
  /// A file.
  case file(path: String)
  /// The standard input of this process.
  case standardInput

  /// Reads what was typed: `-` is standard input, everything else a path.
  package init(_ text: String) {
    self = text == "-" ? .standardInput : .file(path: text)
  }

  /// As it is typed.
  package var text: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    }
  }
}

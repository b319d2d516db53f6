import Transitions

/// A parameter of a GL Transition: a `uniform` with a default in a comment.
///
/// **Thread-safety:** a value.
public struct ShaderParameter: Sendable, Hashable {
  /// Its name in the file.
  public var name: String
  /// Its type.
  public var type: ShaderValueType
  /// The default's numbers, `type.componentCount` of them, 0 without one; empty for a picture.
  public var defaultNumbers: [Double]
  /// What the file says behind the default; empty where it says nothing.
  public var remark: String
  /// The line it is declared on, from 1.
  public var line: Int
}

/// What is odd about a file that runs all the same.
///
/// **Thread-safety:** a value.
public enum ShaderWarning: Sendable, Hashable {
  /// A parameter has no default; it is zero.
  case missingDefault(parameter: String, line: Int)
  /// A parameter's default is no value of its type; it is zero.
  case unreadableDefault(parameter: String, type: String, line: Int)

  /// The warning in a sentence.
  public var sentence: String {
    switch self {
    case .missingDefault(let parameter, let line):
      "line \(line): the parameter \(parameter) has no default; it is zero unless it is set"
    case .unreadableDefault(let parameter, let type, let line):
      "line \(line): the default of \(parameter) is no \(type); it is zero unless it is set"
    }
  }
}

/// What makes a text no transition in the GL Transitions format.
///
/// **Thread-safety:** a value.
public struct ShaderFileError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Problem: Sendable, Hashable {
    /// The text has more bytes than are read.
    case tooLarge(limit: Int)
    /// A character that GLSL does not have, outside of comments: its code.
    case strangeCharacter(UInt8)
    /// `/*` without `*/`.
    case unterminatedComment
    /// A bracket without its partner.
    case unbalancedBracket(String)
    /// Nothing defines `vec4 transition(vec2)`.
    case missingEntryPoint
    /// A loop that is always true and has no way out.
    case endlessLoop
    /// A parameter of a type that the format does not have.
    case unknownParameterType(name: String, type: String)
    /// A parameter that is an array.
    case arrayParameter(name: String)
    /// Two parameters of one name.
    case repeatedParameter(name: String)
  }

  /// What messages call the shader, for example its path.
  public var name: String
  /// The line that it is found on, from 1; `nil` where it is the text as a whole.
  public var line: Int?
  /// That line's text, shortened; `nil` where there is no line.
  public var lineText: String?
  /// What is wrong.
  public var problem: Problem
}

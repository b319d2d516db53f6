/// A user's shader, ready for a compiler: what a recipe's shader node refers to.
///
/// Two programs with the same name and text are the same program.
///
/// **Thread-safety:** immutable.
public final class ShaderProgram: Sendable, Hashable {
  /// What messages call it, for example its path.
  public let name: String
  /// The text as its author wrote it, for messages.
  public let original: String
  /// The text for the compiler: GLSL ES 3.00 that defines `vec4 transition(vec2)`, line for line the original.
  public let text: String
  /// Statements that set the globals whose values are not constant; they run before `transition`, one function
  /// call or directive a line.
  public let setUp: String
  private let digest: Int

  /// A program of a rewritten text.
  public init(name: String, original: String, text: String, setUp: String) {
    self.name = name
    self.original = original
    self.text = text
    self.setUp = setUp
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(text)
    digest = hasher.finalize()
  }

  /// Line `number` of the original, from 1; `nil` where it has fewer.
  public func line(_ number: Int) -> String? {
    let lines = original.split(omittingEmptySubsequences: false) { $0.isNewline }
    return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
  }

  /// Whether both are the same program.
  public static func == (a: ShaderProgram, b: ShaderProgram) -> Bool {
    a === b || (a.digest == b.digest && a.name == b.name && a.text == b.text)
  }

  /// Hashes the text's digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// A piece of GLSL: where it stands and what kind it is.
///
/// **Thread-safety:** a value.
struct Token: Hashable {
  /// The kinds of piece that the parser and the rewriter tell apart.
  enum Kind: Hashable {
    /// A name or a keyword.
    case word
    /// A literal.
    case number
    /// An operator or a bracket, one character each.
    case symbol
    /// `//` to the end of the line, or `/* … */`.
    case comment
    /// `#` to the end of the line, continuations included.
    case directive
    /// The end of a line.
    case newline
  }

  var kind: Kind
  /// Its bytes in the text.
  var range: Range<Int>
  /// Its line, from 1.
  var line: Int
}

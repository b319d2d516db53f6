/// A declaration at the outermost level of a shader.
///
/// **Thread-safety:** a value.
struct Declaration {
  /// What is declared.
  enum Kind {
    /// A function or its prototype.
    case function(name: String)
    /// Variables, each with its own initialiser.
    case variables(type: String, isConstant: Bool, [Variable])
    /// `uniform`s.
    case uniforms(type: String, [Variable])
    /// A structure, with or without variables.
    case structure(name: String?)
    /// Anything else, or nothing that can be told.
    case other
  }

  /// One name of a declaration. All indices are into the tokens.
  struct Variable {
    var name: String
    var nameToken: Int
    /// Whether it is an array.
    var isArray: Bool
    /// The tokens of the initialiser, without `=`; empty where there is none.
    var initializer: Range<Int>
    /// The `=`; `nil` where there is none.
    var equals: Int?
    /// The `,` or `;` behind it.
    var end: Int
  }

  var kind: Kind
  /// First token … the `;` or the `}`.
  var tokens: ClosedRange<Int>
}

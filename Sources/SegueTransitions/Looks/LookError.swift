import SegueMotion

/// What is wrong in the file of a look, and where.
///
/// **Thread-safety:** a value.
package struct LookError: Error, Sendable, Hashable {
  /// The file.
  package var file: String
  /// The place in it, `recipe.mix[0].filter`; empty for the file as a whole.
  package var place: String
  /// What is wrong there.
  package var problem: Problem
  /// Whether the file is good with its own defaults, so that values given from outside led to this.
  package var isOfParameters = false

  init(_ problem: Problem, at place: String, in file: String) {
    (self.file, self.place, self.problem) = (file, place, problem)
  }

  /// What can be wrong.
  package enum Problem: Sendable, Hashable {
    /// More bytes than this.
    case tooLarge(limit: Int)
    /// The text is no JSON in this line, from 1; in words what should stand there.
    case notJSON(line: Int, expected: String)
    /// A value of another kind; in words what it must be.
    case expected(String)
    /// A key that means nothing here, with those that do.
    case unknownKey(String, known: [String])
    /// A key that is not there.
    case missingKey(String)
    /// A key or a name that is there twice.
    case repeatedKey(String)
    /// A name that is none, or that has another meaning already.
    case badName(String)
    /// A word that is not among those that may stand here.
    case unknownWord(String, known: [String])
    /// An expression or a chain that cannot be read, or that has no value.
    case formula(FormulaError)
    /// A timing curve that is none.
    case curve(TimingCurveError)
    /// A transition that nobody knows, with the nearest name.
    case unknownTransition(String, nearest: String?)
    /// A look that is made of itself.
    case recursion(String)
    /// A parameter of the transition or of the field that stands here.
    case parameter(ParameterError)
    /// A number outside of its bounds.
    case outOfBounds(value: Double, progress: Double, minimum: Double?, maximum: Double?)
    /// More pictures in one another than this.
    case tooManyNodes(limit: Int)
  }
}

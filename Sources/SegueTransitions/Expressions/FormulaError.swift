import SegueMotion

/// What is wrong in the text of an expression or of a filter chain, and where.
///
/// **Thread-safety:** a value.
public struct FormulaError: Error, Sendable, Hashable {
  /// The whole text.
  public var text: String
  /// The place, as offsets of UTF-8 bytes in the text; empty at its end.
  public var range: Range<Int>
  /// What is wrong there.
  package var problem: Problem

  /// A problem at a place of a text.
  package init(_ problem: Problem, at range: Range<Int>, in text: String) {
    self.text = text
    self.range = range
    self.problem = problem
  }

  /// The part of the text that it is about.
  package var place: String {
    let bytes = Array(text.utf8)
    let low = max(0, min(range.lowerBound, bytes.count))
    return String(decoding: bytes[low..<max(low, min(range.upperBound, bytes.count))], as: UTF8.self)
  }

  /// What a name should have named.
  package enum NameKind: Sendable, Hashable {
    /// A number such as `p`.
    case variable
    /// A function such as `sin`.
    case function
    /// A filter.
    case filter
    /// The order of a matte.
    case field
    /// A parameter of the filter with this name.
    case parameter(filter: String)
    /// A word that a parameter takes.
    case choice(parameter: String)
  }

  /// What can be wrong.
  package enum Problem: Sendable, Hashable {
    /// More bytes than this.
    case tooLong(limit: Int)
    /// More brackets, signs or powers in one another than this.
    case tooDeep(limit: Int)
    /// More filters than this in one chain.
    case tooManyCalls(limit: Int)
    /// A character that no text has.
    case strangeCharacter
    /// A quoted path without its second quote.
    case unterminatedText
    /// Something else was expected; in words, such as `a value`.
    case expected(String)
    /// A name that is not known here, with those that are.
    case unknownName(String, NameKind, known: [String])
    /// A unit that no number has.
    case unknownUnit(String)
    /// A function with another number of arguments than it takes; `most` is nil where there is no limit.
    case wrongArgumentCount(function: String, found: Int, least: Int, most: Int?)
    /// A timing curve that is none.
    case curve(TimingCurveError)
    /// The positions of `keys` do not rise.
    case keysDoNotAscend(progress: Double)
    /// A division by zero.
    case divisionByZero(progress: Double)
    /// A result that is no number, or none that is finite.
    case notANumber(progress: Double)
    /// Pixels for something that is no length.
    case pixelsForNoLength(parameter: String)
    /// More arguments than the filter has parameters.
    case tooManyArguments(filter: String, parameters: [String])
    /// A parameter that is given twice.
    case repeatedParameter(String)
    /// A parameter without a default that is not given.
    case missingParameter(filter: String, parameter: String)
    /// A value of another kind than the parameter takes; in words what it takes.
    case wrongKind(parameter: String, expected: String)
    /// A number outside of a parameter's bounds.
    case outOfBounds(
      filter: String, parameter: String, value: Double, progress: Double, minimum: Double?, maximum: Double?)
    /// A curve's points do not ascend.
    case pointsDoNotAscend(progress: Double)
  }
}

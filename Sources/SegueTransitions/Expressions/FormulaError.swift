import SegueFields
import SegueImaging
import SegueMath
import SegueMotion

/// An error in the text of an expression or of a filter chain. The description names the place.
package struct FormulaError: DescribedError {
  package var text: String
  /// The place, as offsets of UTF-8 bytes in the text; empty at its end.
  package var range: Range<Int>
  package var problem: Problem

  /// An error with `problem` at `range` of `text`.
  package init(_ problem: Problem, at range: Range<Int>, in text: String) {
    self.text = text
    self.range = range
    self.problem = problem
  }

  /// The part of the text with the error.
  package var excerpt: String {
    let bytes = Array(text.utf8)
    let low = max(0, min(range.lowerBound, bytes.count))
    return String(decoding: bytes[low..<max(low, min(range.upperBound, bytes.count))], as: UTF8.self)
  }

  package enum NameKind: Sendable, Hashable {
    /// A variable such as `p`.
    case variable
    /// A function such as `sin`.
    case function
    case filter
    /// The order of a matte.
    case field
    /// A parameter of the filter with this name.
    case parameter(filter: String)
    /// A choice of a parameter.
    case choice(parameter: String)
  }

  /// The kind of a problem.
  package enum Problem: Sendable, Hashable {
    /// A text of more than `limit` bytes.
    case tooLong(limit: Int)
    /// Brackets, signs or powers nested deeper than `limit`.
    case tooDeep(limit: Int)
    /// A chain of more than `limit` filters.
    case tooManyCalls(limit: Int)
    /// A character outside of the syntax.
    case unknownCharacter
    /// A path without quotes.
    case unquotedPath
    /// A path without its closing quote.
    case unterminatedText
    /// An unexpected token; the text describes the expected one, such as `a value`.
    case expected(String)
    /// A filter's values without parentheses; the text is the correct call.
    case bareValues(call: String)
    /// An unknown name, with the known names.
    case unknownName(String, NameKind, known: [String])
    case unknownUnit(String)
    /// A function with the wrong number of arguments; `maximum` is `nil` without a limit.
    case wrongArgumentCount(function: String, found: Int, minimum: Int, maximum: Int?)
    /// An invalid timing curve.
    case curve(TimingCurveError)
    /// Positions of `keys` that do not ascend.
    case keysDoNotAscend(progress: Double)
    case divisionByZero(progress: Double)
    /// A result that is not a finite number.
    case notANumber(progress: Double)
    /// A number written as `nan` or `inf`; `of` is its parameter, if known.
    case notFinite(String, of: String?)
    /// Pixels for a parameter that is not a length.
    case pixelsForNoLength(parameter: String)
    /// More arguments than the filter has parameters.
    case tooManyArguments(filter: String, parameters: [String])
    case repeatedParameter(String)
    /// A missing parameter without a default.
    case missingParameter(filter: String, parameter: String)
    /// A value of the wrong type; `expected` describes the parameter's type.
    case wrongKind(parameter: String, expected: String)
    /// A number outside of a parameter's bounds.
    case outOfBounds(
      filter: String, parameter: String, value: Double, progress: Double, minimum: Double?, maximum: Double?)
    /// Points of a curve whose positions do not ascend.
    case pointsDoNotAscend(progress: Double)
    /// A filter's file that was not loaded.
    case unreadFile(filter: String, path: String)
  }
}

extension FormulaError {
  package var code: SegueError.Code { if case .unknownName = problem { .unknownName } else { .invalidValue } }

  package var underlying: SegueError? {
    if case .curve(let error) = problem { SegueError(error) } else { nil }
  }

  /// The error in one sentence.
  package var sentence: String {
    switch problem {
    case .tooLong(let limit): return "the text is longer than \(limit) bytes"
    case .tooDeep(let limit): return "brackets, signs or powers are nested more than \(limit) deep"
    case .tooManyCalls(let limit): return "the chain has more than \(limit) filters"
    case .unknownCharacter: return "unexpected character “\(excerpt)”"
    case .unquotedPath: return "the path \(excerpt) needs quotes: \"\(excerpt)\""
    case .unterminatedText: return "the path has no closing quote"
    case .expected(let what):
      return excerpt.isEmpty
        ? "expected \(what), but the text ends" : "expected \(what), not “\(excerpt)”"
    case .bareValues(let call): return "a filter's values must be in parentheses: \(call)"
    case .unknownName(let name, let kind, let known): return Self.unknown(name, kind, known)
    case .unknownUnit(let unit):
      return "“\(unit)” is not a unit: px is the only one, and products are written with *"
    case .wrongArgumentCount(let function, let found, let minimum, let maximum):
      let count = maximum == minimum ? "\(minimum)" : "\(minimum) or more"
      return
        "\(function) takes \(count) \(minimum == 1 && maximum == 1 ? "argument" : "arguments"), not \(found)"
    case .curve(let error): return "\(error)"
    case .keysDoNotAscend(let progress):
      return "the positions of keys do not ascend at progress \(progress.rounded6)"
    case .divisionByZero(let progress): return "a division by zero at progress \(progress.rounded6)"
    case .notANumber(let progress): return "“\(excerpt)” has no value at progress \(progress.rounded6)"
    case .notFinite(let number, let subject):
      return "\(subject.map { $0 + " is" } ?? "a number is") “\(number)”, but must be finite"
    case .pixelsForNoLength(let parameter): return "\(parameter) is not a length and cannot be in pixels"
    case .tooManyArguments(let filter, let parameters):
      return parameters.isEmpty
        ? "\(filter) takes no arguments"
        : "\(filter) takes only \(parameters.joined(separator: ", "))"
    case .repeatedParameter(let name): return "\(name) is given twice"
    case .missingParameter(let filter, let parameter): return "\(filter) needs a value for \(parameter)"
    case .wrongKind(let parameter, let expected): return "\(parameter) must be \(expected)"
    case .outOfBounds(let filter, let parameter, let value, let progress, let minimum, let maximum):
      return
        "\(filter)'s \(parameter) is \(value.rounded6) at progress \(progress.rounded6), but must be "
        + boundsText(minimum, maximum)
    case .pointsDoNotAscend(let progress):
      return "the points do not ascend at progress \(progress.rounded6)"
    case .unreadFile(let filter, let path):
      return "\(filter) needs the file \(path); load it with FilterChain(loading:)"
    }
  }

  private static func unknown(_ name: String, _ kind: NameKind, _ known: [String]) -> String {
    let all = known.joined(separator: ", ")
    func suggestion(_ all: String) -> String { NameSuggestion.words(for: name, in: known, else: all) }
    return switch kind {
    case .variable: "there is no variable “\(name)”" + suggestion("; use one of \(all)")
    case .function: "there is no function “\(name)”" + suggestion("; use one of \(all)")
    case .field: "there is no matte “\(name)”" + suggestion("; use one of \(all)")
    case .filter: "there is no filter “\(name)”" + suggestion("")
    case .parameter(let filter):
      "\(filter) has no parameter “\(name)”" + (known.isEmpty ? "" : suggestion("; it has \(all)"))
    case .choice(let parameter): "\(parameter) is “\(name)”" + suggestion(", but must be one of \(all)")
    }
  }
}

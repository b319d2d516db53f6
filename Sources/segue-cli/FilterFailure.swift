import SegueMotion
import Segue
import SegueTransitions

/// The sentences about filters: a chain with a caret under its text, a colour table with its line.
enum FilterFailure {
  static func sentence(_ error: FilterError) -> String { "\(error.option): \(sentence(error.problem))" }

  /// What is wrong, and under it the text with a caret.
  static func sentence(_ error: FormulaError) -> String { what(error) + caret(error) }

  /// What is wrong, in one sentence.
  private static func what(_ error: FormulaError) -> String {
    switch error.problem {
    case .tooLong(let limit): return "it is longer than \(limit) bytes"
    case .tooDeep(let limit): return "more than \(limit) brackets, signs or powers lie in one another"
    case .tooManyCalls(let limit): return "there are more than \(limit) filters"
    case .strangeCharacter: return "“\(error.place)” means nothing here"
    case .unterminatedText: return "a path without its second quote"
    case .expected(let what):
      return error.place.isEmpty
        ? "it ends where \(what) should be" : "“\(error.place)” stands where \(what) should be"
    case .unknownName(let name, let kind, let known): return unknown(name, kind, known)
    case .unknownUnit(let unit):
      return "“\(unit)” is no unit: px is the only one, and products are written with *"
    case .wrongArgumentCount(let function, let found, let least, let most):
      let count = most == least ? "\(least)" : "\(least) or more"
      return "\(function) takes \(count) \(least == 1 && most == 1 ? "argument" : "arguments"), not \(found)"
    case .curve(let error): return "\(error)"
    case .keysDoNotAscend(let progress):
      return "the positions of keys do not rise at progress \(number(progress))"
    case .divisionByZero(let progress): return "a division by zero at progress \(number(progress))"
    case .notANumber(let progress): return "“\(error.place)” has no value at progress \(number(progress))"
    case .pixelsForNoLength(let parameter): return "\(parameter) is no length, so it has no pixels"
    case .tooManyArguments(let filter, let parameters):
      return parameters.isEmpty
        ? "\(filter) takes no arguments"
        : "\(filter) takes \(parameters.joined(separator: ", ")) and nothing more"
    case .repeatedParameter(let name): return "\(name) is given twice"
    case .missingParameter(let filter, let parameter): return "\(filter) needs its \(parameter)"
    case .wrongKind(let parameter, let expected): return "\(parameter) must be \(expected)"
    case .outOfBounds(let filter, let parameter, let value, let progress, let minimum, let maximum):
      return "\(filter)'s \(parameter) is \(number(value)) at progress \(number(progress)), but must be "
        + bounds(minimum, maximum)
    case .pointsDoNotAscend(let progress): return "the points do not ascend at progress \(number(progress))"
    }
  }

  /// The range of a number.
  static func bounds(_ minimum: Double?, _ maximum: Double?) -> String {
    [minimum.map { "at least \(number($0))" }, maximum.map { "at most \(number($0))" }].compactMap(\.self)
      .joined(separator: " and ")
  }

  private static func unknown(_ name: String, _ kind: FormulaError.NameKind, _ known: [String]) -> String {
    let meant = NameSuggestion.nearest(to: name, in: known).map { "; did you mean \($0)?" }
    let all = "; there are \(known.joined(separator: ", "))"
    switch kind {
    case .variable: return "“\(name)” is not known here" + (meant ?? all)
    case .function: return "there is no function “\(name)”" + (meant ?? all)
    case .filter: return "there is no filter “\(name)”" + (meant ?? "; segue list filters names them all")
    case .field: return "there is no matte “\(name)”" + (meant ?? all)
    case .parameter(let filter):
      return "\(filter) has no parameter “\(name)”"
        + (known.isEmpty ? "" : meant ?? "; it has \(known.joined(separator: ", "))")
    case .choice(let parameter):
      return "\(parameter) is “\(name)”" + (meant ?? ", but must be one of \(known.joined(separator: ", "))")
    }
  }

  /// The text with its place marked; a long one around the place alone.
  private static func caret(_ error: FormulaError) -> String {
    let bytes = Array(error.text.utf8)
    let start = min(error.range.lowerBound, bytes.count)
    func line(_ part: ArraySlice<UInt8>) -> String {
      String(String(decoding: part, as: UTF8.self).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
    var (before, after) = (line(bytes[..<start]), line(bytes[start...]))
    if before.count > 60 { before = "…" + before.suffix(60) }
    if after.count > 60 { after = after.prefix(60) + "…" }
    let width = max(
      1, min(after.count, line(bytes[start..<max(start, min(error.range.upperBound, bytes.count))]).count))
    return "\n  | \(before)\(after)\n  | " + String(repeating: " ", count: before.count)
      + String(repeating: "^", count: width)
  }

  static func sentence(_ error: ColorTableError) -> String {
    "\(error.name)\(error.line.map { ":\($0)" } ?? ""): \(what(error.problem))"
  }

  private static func what(_ problem: ColorTableError.Problem) -> String {
    switch problem {
    case .tooLarge(let limit): return "it is larger than \(limit >> 20) MiB, which no colour table is"
    case .binary: return "this is no text; is it a .cube file?"
    case .tooLongLine(let limit): return "a line of more than \(limit) bytes; is this a .cube file?"
    case .unknownKeyword(let word, let known):
      let meant = NameSuggestion.nearest(to: word, in: known).map { "; did you mean \($0)?" }
      return "“\(word.prefix(80))” is no word of .cube files" + (meant ?? "")
    case .unsupportedKeyword(let word):
      return "\(word) cannot be followed: export the table for full range"
    case .repeatedKeyword(let word): return "\(word) stands here a second time"
    case .lateKeyword(let word): return "\(word) stands behind the first row"
    case .wrongValues(let keyword, let expected): return "\(keyword) needs \(expected)"
    case .badRow: return "a row must be three numbers"
    case .missingSize: return "neither LUT_1D_SIZE nor LUT_3D_SIZE comes before the rows"
    case .tooFewRows(let found, let expected): return "it ends after \(found) rows of \(expected)"
    case .tooManyRows(let expected): return "there are more rows than \(expected)"
    case .emptyRange(let keyword): return "\(keyword) leaves no range"
    case .noLayout(let width, let height):
      return
        "a picture of \(width)x\(height) is no colour table of this layout: a lookup is 512x512, a Hald image 8x8, "
        + "27x27, 64x64, 125x125, 216x216 … 4096x4096"
    case .ambiguousLayout: return "512x512 fits two layouts: add layout=lookup or layout=hald"
    }
  }

  /// A number in few digits.
  static func number(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}

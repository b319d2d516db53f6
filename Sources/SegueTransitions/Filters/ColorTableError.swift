import SegueFields
import SegueImaging
import SegueMath

/// An error in a file or a picture of a colour table (3D LUT). The description names the place.
package struct ColorTableError: DescribedError {
  /// The file's name in messages, for example its path.
  package var name: String
  /// The line, from 1; `nil` if the error is not in one line.
  package var line: Int?
  package var problem: Problem

  /// A problem with the file called `name`.
  package init(name: String, line: Int? = nil, problem: Problem) {
    self.name = name
    self.line = line
    self.problem = problem
  }

  /// The kind of a problem.
  package enum Problem: Sendable, Hashable {
    /// More bytes than a table may have.
    case tooLarge(limit: Int)
    /// Bytes that are not text.
    case binary
    /// A line above the limit of `.cube` files.
    case tooLongLine(limit: Int)
    /// A keyword outside the format, with the format's keywords.
    case unknownKeyword(String, known: [String])
    /// A keyword of the format that is not supported.
    case unsupportedKeyword(String)
    /// A keyword that occurs twice.
    case repeatedKeyword(String)
    /// A keyword after the first row.
    case lateKeyword(String)
    /// A keyword with invalid values; `expected` describes the valid values.
    case wrongValues(keyword: String, expected: String)
    /// A row that is not three finite numbers.
    case badRow
    /// Rows before a size, or no size at all.
    case missingSize
    /// Fewer rows than the size requires.
    case tooFewRows(found: Int, expected: Int)
    /// More rows than the size requires.
    case tooManyRows(expected: Int)
    /// A range whose end is not above its start.
    case emptyRange(keyword: String)
    /// A picture whose size fits no table of this layout.
    case noLayout(width: Int, height: Int)
    /// A picture whose size fits both layouts.
    case ambiguousLayout
  }
}

extension ColorTableError {
  package var code: SegueError.Code { .invalidData }

  /// The error and its place in one sentence.
  package var sentence: String { "\(name)\(line.map { ":\($0)" } ?? ""): \(reason)" }

  private var reason: String {
    switch problem {
    case .tooLarge(let limit): return "it is larger than \(limit >> 20) MiB, the limit of a colour table"
    case .binary: return "this is not text; is it a .cube file?"
    case .tooLongLine(let limit): return "a line of more than \(limit) bytes; is this a .cube file?"
    case .unknownKeyword(let word, let known):
      return "“\(word.prefix(80))” is not a keyword of .cube files"
        + NameSuggestion.words(for: word, in: known)
    case .unsupportedKeyword(let word):
      return "\(word) is not supported; export a table for full-range video"
    case .repeatedKeyword(let word): return "\(word) is given twice"
    case .lateKeyword(let word): return "\(word) must come before the first row"
    case .wrongValues(let keyword, let expected): return "\(keyword) needs \(expected)"
    case .badRow: return "a row must be three numbers"
    case .missingSize: return "neither LUT_1D_SIZE nor LUT_3D_SIZE comes before the rows"
    case .tooFewRows(let found, let expected): return "it has \(found) rows instead of \(expected)"
    case .tooManyRows(let expected): return "it has more than \(expected) rows"
    case .emptyRange(let keyword): return "\(keyword) sets an empty range"
    case .noLayout(let width, let height):
      return
        "a picture of \(width)x\(height) is not a colour table of this layout: a lookup is 512x512, a Hald image 8x8, "
        + "27x27, 64x64, 125x125, 216x216 … 4096x4096"
    case .ambiguousLayout: return "512x512 fits two layouts: add layout=lookup or layout=hald"
    }
  }
}

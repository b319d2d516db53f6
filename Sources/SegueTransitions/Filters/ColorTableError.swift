/// What is wrong with a file or a picture that should be a colour table.
///
/// **Thread-safety:** a value.
public struct ColorTableError: Error, Sendable, Hashable {
  /// What messages call the file, for example its path.
  public var name: String
  /// The line, from 1; `nil` where no line is to blame.
  public var line: Int?
  /// What is wrong there.
  public var problem: Problem

  /// A problem with the file called `name`.
  public init(name: String, line: Int? = nil, problem: Problem) {
    self.name = name
    self.line = line
    self.problem = problem
  }

  /// What can be wrong.
  public enum Problem: Sendable, Hashable {
    /// More bytes than any table has.
    case tooLarge(limit: Int)
    /// Bytes that no text has.
    case binary
    /// A line longer than any that such a file has.
    case tooLongLine(limit: Int)
    /// A word that the format does not have, with those that it has.
    case unknownKeyword(String, known: [String])
    /// A keyword that is understood and cannot be followed.
    case unsupportedKeyword(String)
    /// A keyword that has been there before.
    case repeatedKeyword(String)
    /// A keyword behind the first row.
    case lateKeyword(String)
    /// A keyword with other values than it takes; in words what it takes.
    case wrongValues(keyword: String, expected: String)
    /// A row that is not three finite numbers.
    case badRow
    /// Rows before a size is given, or none at all.
    case missingSize
    /// Fewer rows than the size says.
    case tooFewRows(found: Int, expected: Int)
    /// More rows than the size says.
    case tooManyRows(expected: Int)
    /// A range whose end is not above its beginning.
    case emptyRange(keyword: String)
    /// A picture whose size is that of no table with this layout.
    case noLayout(width: Int, height: Int)
    /// A picture whose size is that of both layouts.
    case ambiguousLayout
  }
}

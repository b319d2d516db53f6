import SegueRun
import SegueSystem

/// A file of subtitles, of captions or of music.
public enum FileSource: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A file.
  case file(path: String)
  /// The bytes of such a file; messages and reports call it `name`.
  case bytes([UInt8], name: String)

  /// The file at a path.
  public init(stringLiteral path: String) { self = .file(path: path) }

  /// Bytes of a file at most.
  private static let largest = 64 << 20

  /// Its name in messages and reports.
  var name: String {
    switch self {
    case .file(let path): path
    case .bytes(_, let name): name
    }
  }

  /// What is in memory; `nil` for a file.
  var bytes: [UInt8]? { if case .bytes(let bytes, _) = self { bytes } else { nil } }

  /// Its path; `nil` for what is in memory.
  var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The key of what is in memory; `nil` for a file.
  var memoryKey: String? { bytes.map { ContentHash($0).hash } }

  /// Its bytes; none of an empty file.
  /// - Throws: `MediaError.unreadable`; `.badData` for too many of them.
  func read() throws -> [UInt8] {
    let memory: [String: [UInt8]] = if case .bytes(let bytes, let name) = self { [name: bytes] } else { [:] }
    do { return try InputFiles(memory).read(name, limit: Self.largest) } catch MediaError.badData(
      _, InputFile.emptyReason)
    { return [] }
  }
}

import SegueSystem

/// The source of subtitles, captions, music or a timeline.
public enum FileSource: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The path of a file, of at most 64 MiB if it is text.
  case file(path: String)
  /// The bytes of a file. Messages and reports call the file `name`.
  case bytes([UInt8], name: String)

  /// The file at `path`; the literal is its path.
  public init(stringLiteral path: String) { self = .file(path: path) }

  /// The size limit of a file, in bytes.
  private static let largest = 64 << 20

  /// The name for messages and reports.
  package var name: String {
    switch self {
    case .file(let path): path
    case .bytes(_, let name): name
    }
  }

  /// The bytes in memory; `nil` for a file.
  package var bytes: [UInt8]? { if case .bytes(let bytes, _) = self { bytes } else { nil } }

  /// The path; `nil` for bytes in memory.
  package var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The cache key of the bytes in memory; `nil` for a file.
  package var memoryKey: String? { bytes.map { ContentHash($0).hash } }

  /// Reads the bytes. An empty file is not an error.
  /// - Throws: `SystemError.unreadable`; `.badData` for a file above 64 MiB.
  package func read() throws -> [UInt8] {
    let memory: [String: [UInt8]] = if case .bytes(let bytes, let name) = self { [name: bytes] } else { [:] }
    do { return try InputFiles(memory).read(name, limit: Self.largest) } catch SystemError.badData(
      _, InputFile.emptyReason)
    { return [] }
  }
}

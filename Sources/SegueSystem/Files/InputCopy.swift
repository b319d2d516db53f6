import Glibc

/// A file of what came through a pipe or is in memory, for what is read more than once; removed after its last use.
package final class InputCopy: Sendable, Hashable {
  /// The name of the input in errors.
  package let name: String
  /// The path.
  package let path: String
  private let folder: TemporaryFolder

  /// Whether the file at `path` can be read only once: a pipe, or what only this process has open, as `-` and `/dev/stdin`,
  /// which are standard input.
  package static func isNeeded(of path: String) -> Bool {
    var status = stat()
    return path == "-" || isDescriptor(path) || stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Whether `path` names a file by the number under which this process has it open.
  private static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }

  /// A copy of what comes through the pipe at `path`; `-` is standard input.
  /// - Throws: `MediaError.unreadable`; `.badData` for nothing or more than `limit` bytes; `.cannotCreate`; `.cancelled`
  ///   when the task was cancelled.
  package init(of path: String, limit: Int) async throws {
    let input = try InputFile.open(path: path)
    name = input.name
    folder = try TemporaryFolder(fileName: "input")
    self.path = folder.file
    try await input.copyInTask(to: self.path, limit: limit)
  }

  /// A file of `bytes`; errors call it `name`.
  /// - Throws: `MediaError.badData` for nothing or more than `limit` bytes; `.cannotCreate`.
  package init(of bytes: [UInt8], name: String, limit: Int) async throws {
    if bytes.isEmpty { throw MediaError.badData(path: name, reason: "it is empty") }
    if bytes.count > limit {
      throw MediaError.badData(path: name, reason: "it is longer than the limit of \(limit) bytes")
    }
    self.name = name
    folder = try TemporaryFolder(fileName: "input")
    path = folder.file
    try folder.write(bytes)
  }

  package static func == (a: InputCopy, b: InputCopy) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MediaError {
  /// The same about an input that is called `name` instead of `path`.
  package func naming(_ path: String, _ name: String) -> MediaError {
    switch self {
    case .unreadable(path, let reason): .unreadable(path: name, reason: reason)
    case .badData(path, let reason): .badData(path: name, reason: reason)
    case .encoderMissing(let program, .decoder(path, let package)):
      .encoderMissing(name: program, cause: .decoder(picture: name, package: package))
    case .refused(let error): .refused(error.naming(path, name))
    default: self
    }
  }
}

import Glibc

/// A temporary copy of an input from a pipe or memory that is read more than once; removed with the
/// last reference.
package final class InputCopy: Sendable, Hashable {
  package let name: String
  package var path: String { file.path }
  private let file: TemporaryFile

  /// Whether the file at `path` can be read only once: a pipe, or an open descriptor such as `-`
  /// and `/dev/stdin`.
  package static func isNeeded(of path: String) -> Bool {
    var status = stat()
    return path == "-" || isDescriptor(path) || stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Whether `path` names one of this process's descriptors.
  private static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }

  /// Copies the pipe at `path`; `-` is standard input.
  /// - Throws: `SystemError.unreadable`; `.badData` for an empty input or more than `limit` bytes;
  ///   `.cannotCreate`; `.cancelled` if the task was cancelled.
  package init(of path: String, limit: Int) async throws {
    let input = try InputFile.open(path: path)
    name = input.name
    file = try TemporaryFile("input")
    try await input.copyInTask(to: file.path, limit: limit)
  }

  /// A file of `bytes`; errors call it `name`.
  /// - Throws: `SystemError.badData` for no bytes or more than `limit`; `.cannotCreate`.
  package init(of bytes: [UInt8], name: String, limit: Int) async throws {
    if bytes.isEmpty { throw SystemError.badData(path: name, reason: "it is empty") }
    if bytes.count > limit {
      throw SystemError.badData(path: name, reason: "it is longer than the limit of \(limit) bytes")
    }
    self.name = name
    file = try TemporaryFile("input", bytes)
  }

  package static func == (a: InputCopy, b: InputCopy) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SystemError {
  /// The error with `name` in place of the input's `path`.
  package func naming(_ path: String, _ name: String) -> SystemError {
    switch self {
    case .unreadable(path, let reason): .unreadable(path: name, reason: reason)
    case .badData(path, let reason): .badData(path: name, reason: reason)
    case .programMissing(let program, .prober(path)):
      .programMissing(name: program, cause: .prober(input: name))
    case .libraryMissing(let library, let use):
      .libraryMissing(name: library, use: use.naming(path, name))
    case .refused(let error): .refused(error.naming(path, name))
    default: self
    }
  }
}

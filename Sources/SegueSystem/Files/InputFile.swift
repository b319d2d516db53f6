import Glibc
import Synchronization

/// An input open for reading: a file, a pipe, or standard input.
package struct InputFile: ~Copyable {
  package let name: String
  /// Whether the input is a regular file, whose length is known.
  package let isRegular: Bool
  private let descriptor: Int32
  /// The length of a regular file.
  package let byteCount: Int
  private let ownsDescriptor: Bool

  package static let emptyReason = "it is empty"
  /// The longest silence of a pipe, in seconds.
  private static let readTimeout = 30
  /// The interval between checks for cancellation while waiting for a pipe, in milliseconds.
  private static let pollSlice: Int32 = 50

  private init(name: String, descriptor: Int32, status: stat, ownsDescriptor: Bool) {
    self.name = name
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    isRegular = status.st_mode & S_IFMT == S_IFREG
    byteCount = Int(status.st_size)
  }

  /// Opens the file at `path`; `-` is standard input. Never blocks, not even for a named pipe's
  /// writer.
  /// - Throws: `SystemError.unreadable` if the path is missing, a folder, a device, or not
  ///   permitted; `SystemError.badData` if it is empty.
  package static func open(path: String) throws -> InputFile {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path.isEmpty ? "a picture without a name" : path
    if path.utf8.contains(0) { throw SystemError.unreadable(path: path, reason: SystemReason.text(ENOENT)) }
    let descriptor = isStandardInput ? 0 : openForReading(path)
    var status = stat()
    if descriptor < 0 || fstat(descriptor, &status) != 0 {
      throw SystemError.unopened(name, errno)
    }
    let file = InputFile(name: name, descriptor: descriptor, status: status, ownsDescriptor: !isStandardInput)
    guard let objection = objection(to: status, descriptor: descriptor) else { return file }
    if file.isRegular { throw SystemError.badData(path: name, reason: objection) }
    throw SystemError.unreadable(path: name, reason: objection)
  }

  /// Opens a regular file for inspection before it is read; `nil` for anything else. A pipe is not
  /// opened, because its writer would see a closed reader afterwards.
  package static func openOnDisk(path: String) -> InputFile? {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? open(path: path)
  }

  /// The first `count` bytes of the file at `path`, which its next reader also receives. Waits for
  /// a pipe's data. `nil` if the bytes are not available.
  /// - Throws: `SystemError.unreadable` if a pipe is silent for half a minute;
  ///   `SystemError.cancelled`.
  package static func peek(path: String, _ count: Int) throws -> [UInt8]? {
    guard let file = try? open(path: path) else { return nil }
    if file.isRegular { return try? file.head(count) }
    try file.waitForData()
    if file.ownsDescriptor {
      let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      if copy >= 0 { peeked.withLock { $0[path] = copy } }
    }
    return file.pipeHead(count)
  }

  /// Inspected pipes, kept open until they are read. Closing a named pipe would end its writer. A
  /// later reader would then wait for another writer.
  private static let peeked = Mutex<[String: Int32]>([:])

  /// A copy of the data waiting in the pipe; `nil` for any other input.
  private func pipeHead(_ count: Int) -> [UInt8]? {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      got = SystemCalls.peek(descriptor, UnsafeMutableRawBufferPointer(buffer))
      used = max(0, got)
    }
    return got < 0 ? nil : bytes
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// Up to `count` bytes from `offset` after the read position, which does not change. The input
  /// must be a regular file.
  package func head(_ count: Int, from offset: Int = 0) throws -> [UInt8] {
    precondition(isRegular, "a pipe cannot be read twice")
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      got = pread(descriptor, buffer.baseAddress, count, lseek(descriptor, 0, SEEK_CUR) + offset)
      used = max(0, got)
    }
    if got < 0 { throw SystemError.caused(by: errno) { .unreadable(path: name, reason: $0) } }
    return bytes
  }

  /// All bytes from the read position on.
  /// - Throws: `SystemError.badData` if empty or longer than `limit`; `SystemError.unreadable` if
  ///   reading fails or a pipe is silent for half a minute; `SystemError.cancelled` if the task was
  ///   cancelled.
  package func readAll(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    repeat {
      if !isRegular { try waitForData() }
    } while try readSome(into: &bytes, limit: limit)
    return bytes
  }

  /// `readAll` for a task: its thread is released while a pipe is silent.
  package func readAllInTask(limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    repeat {
      if !isRegular { try await sleepUntilData() }
    } while try readSome(into: &bytes, limit: limit)
    return bytes
  }

  /// Copies all bytes to a new file at `path`, as `readAllInTask` reads them.
  func copyInTask(to path: String, limit: Int) async throws {
    let target = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw SystemError.caused(by: errno) { .cannotCreate(path: path, reason: $0) } }
    let writer = DescriptorWriter(descriptor: target)
    var (bytes, copied, isMore): ([UInt8], Int, Bool) = ([], 0, true)
    while isMore {
      if !isRegular { try await sleepUntilData() }
      isMore = try readSome(into: &bytes, after: copied, limit: limit)
      if isMore, bytes.count < Self.copyChunkSize { continue }
      do throws(StreamFailure) { try writer.write(bytes) } catch {
        throw SystemError.writing(to: path, error)
      }
      copied += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    let closed = writer.close()
    if closed != 0 { throw SystemError.writing(to: path, .system(closed)) }
  }

  /// The maximum number of bytes buffered during a copy.
  private static let copyChunkSize = 1 << 20

  /// Reads the available bytes; `done` bytes were read before.
  /// - Returns: whether more may follow.
  private func readSome(into bytes: inout [UInt8], after done: Int = 0, limit: Int) throws -> Bool {
    if isRegular {
      if byteCount > limit { throw tooLong(limit) }
      if done == 0 { bytes.reserveCapacity(byteCount) }
    }
    return try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 64) { chunk in
      let got = read(descriptor, chunk.baseAddress, chunk.count)
      if got < 0 {
        if errno == EINTR || errno == EAGAIN { return true }
        throw SystemError.caused(by: errno) { .unreadable(path: name, reason: $0) }
      }
      if got == 0, done + bytes.count == 0 { throw SystemError.badData(path: name, reason: Self.emptyReason) }
      if done + bytes.count + got > limit { throw tooLong(limit) }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<got]))
      return got > 0
    }
  }

  private static func openForReading(_ path: String) -> Int32 {
    peeked.withLock { $0.removeValue(forKey: path) }
      ?? Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  }

  private func tooLong(_ limit: Int) -> SystemError {
    .badData(path: name, reason: "it is longer than the limit of \(limit) bytes")
  }

  private func waitForData() throws {
    let start = ContinuousClock.now
    while try !hasData(within: Self.pollSlice, since: start) {}
  }

  /// Sleeps between attempts: a millisecond after recent data, longer during a long silence.
  private func sleepUntilData() async throws {
    let start = ContinuousClock.now
    while try !hasData(within: 0, since: start) {
      let silence = (ContinuousClock.now - start) / .milliseconds(1)
      try? await Task.sleep(for: .milliseconds(min(50, max(1, Int(silence / 10)))))
    }
  }

  /// Whether data or the end arrives within `milliseconds`.
  private func hasData(within milliseconds: Int32, since start: ContinuousClock.Instant) throws -> Bool {
    if Task.isCancelled { throw SystemError.cancelled }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wanted, 1, milliseconds)
    if ready < 0, errno != EINTR {
      throw SystemError.caused(by: errno) { .unreadable(path: name, reason: $0) }
    }
    if ready <= 0, ContinuousClock.now - start > .seconds(Self.readTimeout) {
      throw SystemError.unreadable(path: name, reason: "nothing arrived for \(Self.readTimeout) s")
    }
    return ready > 0
  }

  /// The reason for refusing the input; `nil` if it is accepted.
  private static func objection(to status: stat, descriptor: Int32) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: status.st_size == 0 ? emptyReason : nil
    case S_IFIFO, S_IFSOCK: nil
    case S_IFDIR: "it is a folder"
    case S_IFCHR: isatty(descriptor) == 1 ? "it is a terminal" : "it is a device"
    default: "it is not a file"
    }
  }
}

package enum InputBytes {
  /// The bytes of the file at `path`; `-` is standard input. Waits for a pipe, up to half a minute
  /// of silence.
  /// - Throws: `SystemError.unreadable`; `.badData` for an empty file or more than `limit` bytes;
  ///   `.cancelled` if the task was cancelled.
  package static func read(path: String, limit: Int) throws -> [UInt8] {
    try InputFile.open(path: path).readAll(limit: limit)
  }

  /// The bytes of the file at `path`. A cancelled task stops waiting for them.
  package static func read(path: String, limit: Int) async throws -> [UInt8] {
    try await InputFile.open(path: path).readAllInTask(limit: limit)
  }
}

/// A file in a private folder in `TMPDIR`; both are removed with the last reference.
///
/// **Thread-safety:** may be shared.
package final class TemporaryFile: Sendable {
  package let path: String
  private let folder: WorkFolder

  /// A file called `name` with `bytes`, which only its owner may access. Without bytes, only the
  /// folder is made.
  /// - Throws: `SystemError.cannotCreate`.
  package init(_ name: String, _ bytes: [UInt8]? = nil) throws {
    folder = try WorkFolder(beside: nil)
    path = folder.file(name)
    guard let bytes else { return }
    do throws(StreamFailure) {
      try DescriptorWriter.write(bytes, to: path, flags: O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      if case .system(let code) = error { throw failure(code) }
      throw SystemError.cancelled
    }
  }

  /// A link called `name` to the file at `target`.
  /// - Throws: `SystemError.cannotCreate`, `.unreadable`.
  package init(_ name: String, linkTo target: String) throws {
    folder = try WorkFolder(beside: nil)
    path = folder.file(name)
    guard let absolute = realpath(target, nil) else {
      throw SystemError.caused(by: errno) { .unreadable(path: target, reason: $0) }
    }
    defer { free(absolute) }
    guard symlink(absolute, path) == 0 else { throw failure(errno) }
  }

  private func failure(_ code: Int32) -> SystemError {
    .caused(by: code) { .cannotCreate(path: path, reason: $0) }
  }
}

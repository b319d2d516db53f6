import Glibc
import Synchronization

/// A file open for random access.
package final class FileBytes: Sendable {
  package let count: Int
  private let path: String
  private let descriptor: Int32
  /// The bytes around the last small read. The next read is usually nearby.
  private let window = Mutex<(start: Int, bytes: [UInt8])>((0, []))

  private static let windowLength = 4096

  /// Opens the file at `path`.
  package init(path: String) throws(SystemError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .caused(by: errno) { .unreadable(path: path, reason: $0) }
    }
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// `count` bytes from `offset`.
  /// - Throws: `SystemError.unreadable`; `.badData` if the file was truncated.
  package func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    if count >= Self.windowLength { return try read(offset, count) }
    return try window.withLock { (window) throws(SystemError) -> [UInt8] in
      if offset < window.start || offset + count > window.start + window.bytes.count {
        window = (offset, try read(offset, min(Self.windowLength, max(count, self.count - offset))))
      }
      let first = offset - window.start
      return Array(window.bytes[first..<first + count])
    }
  }

  private func read(_ offset: Int, _ count: Int) throws(SystemError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      while used < count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + used }, count - used, off_t(offset + used))
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { return }
        used += got
      }
    }
    if code != 0 { throw .caused(by: code) { .unreadable(path: path, reason: $0) } }
    if bytes.count < count { throw .badData(path: path, reason: "it was truncated while it was read") }
    return bytes
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A private folder with one file in it, both removed when it goes away.
///
/// **Thread-safety:** for one thread.
struct TemporaryFolder: ~Copyable {
  /// The folder.
  let path: String
  /// The file in it.
  let file: String
  private let cleanupEntry: Int

  /// Makes the folder where `TMPDIR` says; the file is still missing.
  /// - Throws: `MediaError.cannotCreate`.
  init(fileName: String) throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    (path, cleanupEntry) = try EmergencyCleanup.enter { () throws(MediaError) in
      var template = Array("\(parent)/segue-input-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        throw .cannotCreate(path: parent, reason: String(cString: strerror(errno)))
      }
      return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    } undo: {
      Self.remove($0, file: "\($0)/\(fileName)")
    }
    file = "\(path)/\(fileName)"
  }

  /// Makes the file a link to `target`.
  func link(to target: String) throws {
    guard let absolute = realpath(target, nil) else {
      throw MediaError.unreadable(path: target, reason: String(cString: strerror(errno)))
    }
    defer { free(absolute) }
    guard symlink(absolute, file) == 0 else { throw failure() }
  }

  /// Makes the file one of these bytes, for its owner alone.
  func write(_ bytes: [UInt8]) throws {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { rest -> Int in
        pwrite(descriptor, rest.baseAddress.map { $0 + done }, rest.count - done, off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw failure() }
      done += count
    }
  }

  private func failure() -> MediaError {
    .cannotCreate(path: file, reason: String(cString: strerror(errno)))
  }

  private static func remove(_ folder: String, file: String) {
    unlink(file)
    rmdir(folder)
  }

  deinit {
    Self.remove(path, file: file)
    EmergencyCleanup.remove(cleanupEntry)
  }
}

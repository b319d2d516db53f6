import FoundationEssentials
import Glibc

package enum OutputPath {
  /// The kind of a path's target, links followed.
  package enum Kind: Equatable {
    case missing
    case file(mode: mode_t)
    case directory
    /// A device, a fifo or a socket: written to, never replaced.
    case special
  }

  /// The identity of a file, independent of its names.
  package struct Identity: Sendable, Hashable {
    package let device: dev_t
    package let number: ino_t
  }

  /// The file at `path`, links followed; `nil` for missing files and for devices, which are never
  /// replaced.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFCHR else { return nil }
    return Identity(device: status.st_dev, number: status.st_ino)
  }

  /// Whether `path` is a device, a fifo or a socket, which is written to and never replaced.
  package static func isSpecial(_ path: String) -> Bool { (try? kind(of: path)) == .special }

  /// The length of the file at `path`; 0 if it cannot be determined.
  package static func length(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The kind of the target of `path`.
  /// - Throws: `SystemError.cannotCreate` if it cannot be determined.
  package static func kind(of path: String) throws(SystemError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { return .missing }
      throw .caused(by: code) { .cannotCreate(path: path, reason: $0) }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(mode: status.st_mode & 0o7777)
    case S_IFDIR: return .directory
    default: return .special
    }
  }

  /// `path` with a final symbolic link followed, even to a missing file.
  static func followingLinks(_ path: String) throws(SystemError) -> String {
    var current = path
    for _ in 0..<40 {
      var status = stat()
      guard lstat(current, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return current }
      var buffer = [UInt8](repeating: 0, count: 4097)
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          chars.baseAddress.map { readlink(current, $0, chars.count) } ?? -1
        }
      }
      guard count > 0, count < buffer.count else {
        throw .cannotCreate(path: path, reason: "its link cannot be read")
      }
      let target = String(decoding: buffer[..<count], as: UTF8.self)
      current = target.hasPrefix("/") ? target : folder(of: current) + "/" + target
    }
    throw .cannotCreate(path: path, reason: SystemReason.text(ELOOP))
  }

  /// The error for `output` if nothing can be created beside `path`. It names a folder that is missing or
  /// read-only.
  package static func failure(_ code: Int32, making output: String, inFolderOf path: String) -> SystemError {
    let folder = folder(of: path)
    let isReadOnly = [EACCES, EPERM, EROFS].contains(code)
    let isMissing = code == ENOENT && access(folder, F_OK) != 0
    return .caused(by: code) { reason in
      let words =
        isReadOnly ? "the folder \(folder) is read-only" : isMissing ? "there is no folder \(folder)" : reason
      return .cannotCreate(path: output, reason: words)
    }
  }

  private static func nameOf(_ entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The names in a folder; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) { names.append(nameOf(entry)) }
    return names.filter { $0 != "." && $0 != ".." }
  }

  /// The folder of `path`; `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute form of `path`, relative to the current folder.
  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The extension without its dot, in lower case; empty without an extension.
  package static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Flushes renames in `folder` to disk. File systems that do not support such a flush are
  /// ignored.
  package static func syncFolder(_ folder: String) {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = Glibc.close(descriptor)
  }

  /// Renames `source` to `target`. Without `replacing`, an existing target is the error EEXIST.
  /// - Returns: 0, or the system's error number.
  package static func rename(_ source: String, to target: String, replacing: Bool) -> Int32 {
    if replacing { return Glibc.rename(source, target) == 0 ? 0 : errno }
    // A hard link fails if the target exists; a rename does not.
    if link(source, target) == 0 {
      unlink(source)
      return 0
    }
    let code = errno
    // Without hard links, the target is checked before the rename, though not atomically.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EACCES].contains(code) else { return code }
    if access(target, F_OK) == 0 { return EEXIST }
    return Glibc.rename(source, target) == 0 ? 0 : errno
  }
}

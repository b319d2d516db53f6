import Glibc
import Synchronization

/// A file that appears at its place complete or not at all.
///
/// A file that appears when it is complete: writes go to a hidden file in the same folder with the same extension;
/// `synchronize` makes it last on the disk, `commit` renames it over the output, `abort` removes it. A link at the
/// output's place is followed: the file that it points to is the one replaced. A device or a fifo is never replaced, it
/// is written to directly. The hidden file is locked, so that the next run to the same output can remove a killed one's.
///
/// **Thread-safety:** one thread writes and commits; `abort` may be called from any thread.
package final class AtomicOutput: Sendable {
  /// The output as it was asked for.
  package let path: String
  /// The file to write to: the hidden one, or the device or fifo itself.
  package let writablePath: String
  /// Whether the output is a device or a fifo, written to as it stands.
  package let isDirect: Bool

  private let target: String
  private let overwrite: Bool
  private let cleanupEntry = Mutex<Int?>(nil)
  /// The hidden file, open for its lock; -1 for a device or a fifo.
  private let lock: Int32

  /// Looks at the output's place and makes the hidden file.
  /// - Parameter overwrite: whether an existing output may be replaced.
  /// - Throws: `MediaError.outputExists`; `MediaError.cannotCreate` for a directory, a missing folder or one that
  ///   may not be written to.
  package init(path: String, overwrite: Bool) throws(MediaError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .cannotCreate(path: path, reason: "that is not a valid file name")
    }
    let target = try OutputPath.followingLinks(path)
    self.path = path
    self.target = target
    self.overwrite = overwrite
    let kind = try OutputPath.kind(of: target)
    if kind == .directory || path.hasSuffix("/") {
      throw .cannotCreate(path: path, reason: SystemReason.text(EISDIR))
    }
    if kind != .missing, !overwrite { throw .outputExists(path: path) }
    isDirect = kind == .special
    if isDirect {
      writablePath = target
      lock = -1
    } else {
      Self.removeStaleFiles(of: target)
      let (hidden, entry) = try EmergencyCleanup.enter { () throws(MediaError) in
        try Self.makeHiddenFile(for: target, kind: kind, path: path)
      } undo: {
        unlink($0.path)
      }
      writablePath = hidden.path
      lock = hidden.lock
      cleanupEntry.withLock { $0 = entry }
    }
  }

  deinit {
    abort()
    if lock >= 0 { _ = Glibc.close(lock) }
  }

  /// Waits until the hidden file is on the disk. Does nothing for a device or a fifo.
  /// - Throws: `MediaError.writeFailed`.
  package func synchronize() throws(MediaError) {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    let descriptor = Glibc.open(writablePath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    let code = fsync(descriptor) == 0 ? 0 : errno
    _ = Glibc.close(descriptor)
    if code != 0 { throw failure(code) }
  }

  /// Puts the finished file in its place. Does nothing for a device or a fifo.
  /// - Throws: `MediaError.writeFailed`, `MediaError.outputExists` when another one was put there meanwhile; the hidden
  ///   file is gone then.
  package func commit() throws(MediaError) {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    defer { abort() }
    let renamed = OutputPath.rename(writablePath, to: target, replacing: overwrite)
    if renamed == EEXIST { throw .outputExists(path: path) }
    guard renamed == 0 else { throw failure(renamed) }
    EmergencyCleanup.remove(from: cleanupEntry)
    OutputPath.syncFolder(OutputPath.folder(of: target))
  }

  /// Removes the hidden file. Does nothing after `commit`.
  package func abort() {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    // First the file, then the entry: a signal in between finds one of them.
    unlink(writablePath)
    EmergencyCleanup.remove(from: cleanupEntry)
  }

  private func failure(_ code: Int32) -> MediaError {
    .caused(by: code) { .writeFailed(path: path, reason: $0) }
  }

  /// An empty file of a new name beside `target`, with the permissions of what it will replace, and locked.
  private static func makeHiddenFile(
    for target: String, kind: OutputPath.Kind, path: String
  ) throws(MediaError) -> (path: String, lock: Int32) {
    for _ in 0..<100 {
      let unique = UInt32.random(in: 0 ... .max)
      let hidden = hiddenPath(for: target, machine: FileLock.machine, unique: unique)
      let descriptor = Glibc.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        if case .file(let mode) = kind { _ = fchmod(descriptor, mode & 0o777) }
        // Another process may take it for one that was left, before it is locked.
        if FileLock.takeBeyondEnd(descriptor) || errno != EAGAIN, access(hidden, F_OK) == 0 {
          return (hidden, descriptor)
        }
        _ = Glibc.close(descriptor)
        continue
      }
      let code = errno
      if code != EEXIST {
        throw OutputPath.failure(code, making: path, inFolderOf: target)
      }
    }
    throw .cannotCreate(path: path, reason: "no free name for its unfinished file")
  }

  /// Removes unfinished files of `target` that no process has locked.
  /// - Parameter ofAllMachines: whether those of other machines go too, whose locks may not be seen here.
  package static func removeStaleFiles(of target: String, ofAllMachines: Bool = false) {
    let (begin, end) = hiddenName(for: target)
    let machine = FileLock.machine
    if machine.isEmpty, !ofAllMachines { return }
    let folder = OutputPath.folder(of: target)
    for name in OutputPath.names(in: folder) where name.hasPrefix(begin) && name.hasSuffix(end) {
      let unique = name.dropFirst(begin.count).dropLast(end.count)
      guard unique.allSatisfy({ $0.isLetter || $0.isNumber }), ofAllMachines || unique.hasPrefix(machine)
      else { continue }
      let path = "\(folder)/\(name)"
      let descriptor = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if FileLock.takeBeyondEnd(descriptor) { unlink(path) }
      _ = Glibc.close(descriptor)
    }
  }

  /// `folder/.stem.segue-UNIQUE.extension`, the stem cut so that the name stays below 255 bytes.
  static func hiddenPath(for target: String, machine: String = "", unique: UInt32) -> String {
    let (begin, end) = hiddenName(for: target)
    return "\(OutputPath.folder(of: target))/\(begin)\(machine)\(String(unique, radix: 36))\(end)"
  }

  /// The parts of the name of an unfinished file of `target` before and after its unique part.
  package static func hiddenName(for target: String) -> (begin: String, end: String) {
    let name = OutputPath.name(of: target)
    let suffix = OutputPath.fileExtension(of: target)
    var stem = suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    while stem.utf8.count > 180 { stem.removeLast() }
    return (".\(stem).segue-", suffix.isEmpty ? "" : "." + suffix)
  }
}

import Glibc
import Synchronization

/// A file that appears at its path only when it is complete.
///
/// Writes go to a hidden file in the output's folder with the output's extension. `synchronize`
/// flushes it to disk, `commit` renames it over the output, `abort` removes it. A symbolic link at
/// the output's path is followed, and its target is replaced. A device or a fifo is never replaced
/// but written to directly. The hidden file is locked, so that the next run to the same output can
/// remove the file of a killed run.
///
/// **Thread-safety:** one thread writes and commits; `abort` may be called from any thread.
package final class AtomicOutput: Sendable {
  package let path: String
  /// The path to write to: the hidden file, or the device or fifo itself.
  package let writablePath: String
  /// Whether the output is a device or a fifo, which is written to directly.
  package let isDirect: Bool

  private let target: String
  private let overwrite: Bool
  private let cleanupEntry = Mutex<Int?>(nil)
  /// The descriptor that locks the hidden file; −1 for a device or a fifo.
  private let lock: Int32

  /// Checks the output's path and makes the hidden file.
  /// - Throws: `SystemError.outputExists`; `SystemError.cannotCreate` for a directory, or a missing
  ///   or read-only folder.
  package init(path: String, overwrite: Bool) throws(SystemError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .cannotCreate(path: path, reason: "it is not a valid file name")
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
      let (hidden, entry) = try EmergencyCleanup.enter { () throws(SystemError) in
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

  /// Flushes the hidden file to disk. No effect for a device or a fifo.
  package func synchronize() throws(SystemError) {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    let descriptor = Glibc.open(writablePath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    let code = fsync(descriptor) == 0 ? 0 : errno
    _ = Glibc.close(descriptor)
    if code != 0 { throw failure(code) }
  }

  /// Moves the finished file to its path. No effect for a device or a fifo.
  /// - Throws: `SystemError.writeFailed`; `SystemError.outputExists` if another file has appeared
  ///   there. The hidden file is then removed.
  package func commit() throws(SystemError) {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    defer { abort() }
    let renamed = OutputPath.rename(writablePath, to: target, replacing: overwrite)
    if renamed == EEXIST { throw .outputExists(path: path) }
    guard renamed == 0 else { throw failure(renamed) }
    EmergencyCleanup.remove(from: cleanupEntry)
    OutputPath.syncFolder(OutputPath.folder(of: target))
  }

  /// Moves the complete file at `file`, in the same file system, to this output's path.
  /// - Throws: as `commit()`.
  package func commit(_ file: String) throws(SystemError) {
    var status = stat()
    if stat(writablePath, &status) == 0 { _ = chmod(file, status.st_mode & 0o777) }
    let renamed = OutputPath.rename(file, to: writablePath, replacing: true)
    guard renamed == 0 else { throw failure(renamed) }
    try commit()
  }

  /// Removes the hidden file. No effect after `commit`.
  package func abort() {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    // Remove the file before the entry, so that a signal in between finds at least the entry.
    unlink(writablePath)
    EmergencyCleanup.remove(from: cleanupEntry)
  }

  private func failure(_ code: Int32) -> SystemError {
    .caused(by: code) { .writeFailed(path: path, reason: $0) }
  }

  /// Makes an empty, locked hidden file beside `target`, with the permissions of the file to
  /// replace.
  private static func makeHiddenFile(
    for target: String, kind: OutputPath.Kind, path: String
  ) throws(SystemError) -> (path: String, lock: Int32) {
    for _ in 0..<100 {
      let unique = UInt32.random(in: 0 ... .max)
      let hidden = hiddenPath(for: target, machine: FileLock.machine, unique: unique)
      let descriptor = Glibc.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        if case .file(let mode) = kind { _ = fchmod(descriptor, mode & 0o777) }
        // Another process may remove the file as stale before it is locked.
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
    throw .cannotCreate(path: path, reason: "no name is free for its unfinished file")
  }

  /// Removes unlocked unfinished files of `target`.
  /// - Parameter ofAllMachines: whether to remove other machines' files too. Their locks may be
  ///   invisible on this machine.
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

  /// `folder/.stem.segue-UNIQUE.extension`, the stem truncated to keep the name below 255 bytes.
  static func hiddenPath(for target: String, machine: String = "", unique: UInt32) -> String {
    let (begin, end) = hiddenName(for: target)
    return "\(OutputPath.folder(of: target))/\(begin)\(machine)\(String(unique, radix: 36))\(end)"
  }

  /// The parts before and after the unique part in the name of an unfinished file of `target`.
  package static func hiddenName(for target: String) -> (begin: String, end: String) {
    let name = OutputPath.name(of: target)
    let suffix = OutputPath.fileExtension(of: target)
    var stem = suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    while stem.utf8.count > 180 { stem.removeLast() }
    return (".\(stem).segue-", suffix.isEmpty ? "" : "." + suffix)
  }
}

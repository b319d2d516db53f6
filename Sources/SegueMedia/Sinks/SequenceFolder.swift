import Glibc
import SegueSystem
import Synchronization

/// The hidden folder with a sequence's unfinished files, inside the destination folder and locked
/// while in use.
///
/// **Thread-safety:** `write` may be called concurrently; all other methods are called from one
/// thread.
package final class SequenceFolder: Sendable {
  private let pattern: SequencePattern
  private let overwrite: Bool
  private let hidden: String
  private let lock: Int32
  private let madeFolders: [String]
  private let cleanupEntry = Mutex<Int?>(nil)

  /// Makes the folder and missing parents.
  /// - Parameter isPartial: whether the folder may contain other frames of the run.
  init(_ pattern: SequencePattern, frames: Range<Int>, isPartial: Bool = false, overwrite: Bool)
    throws(SystemError)
  {
    self.pattern = pattern
    self.overwrite = overwrite
    let (folders, entry) = try EmergencyCleanup.enter { () throws(SystemError) in
      try Self.makeFolders(pattern, frames, isPartial: isPartial, overwrite)
    } undo: {
      Self.remove(hidden: $0.hidden, made: $0.made)
    }
    (hidden, lock) = (folders.hidden, folders.lock)
    madeFolders = folders.made
    cleanupEntry.withLock { $0 = entry }
  }

  deinit {
    abort()
    FileLock.release(lock)
  }

  func write(_ bytes: [UInt8], index: Int) throws(SystemError) {
    let path = hidden + "/" + pattern.name(for: index)
    do throws(StreamFailure) {
      try DescriptorWriter.write(bytes, to: path, flags: O_CREAT | O_TRUNC)
    } catch {
      throw .writing(to: pattern.path(for: index), error)
    }
  }

  /// Moves the files of `indices` to their paths, or undoes all changes and throws.
  func commit(_ indices: [Int]) throws(SystemError) {
    var moved: [(index: Int, hasBackup: Bool)] = []
    do throws(SystemError) {
      for index in indices { moved.append((index, try move(index))) }
    } catch {
      for (index, hasBackup) in moved.reversed() { takeBack(index, hasBackup: hasBackup) }
      abort()
      throw error
    }
    EmergencyCleanup.remove(from: cleanupEntry)
    Self.remove(hidden: hidden, made: [])
    OutputPath.syncFolder(pattern.folder)
  }

  func abort() {
    if EmergencyCleanup.remove(from: cleanupEntry) { Self.remove(hidden: hidden, made: madeFolders) }
  }

  /// Renames the file of `index` to its path, and keeps a backup of an existing file. Returns
  /// whether there is a backup.
  private func move(_ index: Int) throws(SystemError) -> Bool {
    let target = pattern.path(for: index)
    let hasBackup = overwrite ? try keep(target, as: backup(index)) : false
    let code = OutputPath.rename(hidden + "/" + pattern.name(for: index), to: target, replacing: overwrite)
    if code == 0 { return hasBackup }
    // If the old file was moved to its backup, it is moved back.
    if hasBackup { _ = Glibc.rename(backup(index), target) }
    if code == EEXIST { throw .outputExists(path: target) }
    throw failure(index, code)
  }

  /// Links `target` as `backup`, or moves it on file systems without hard links. Returns whether
  /// `target` existed.
  private func keep(_ target: String, as backup: String) throws(SystemError) -> Bool {
    if link(target, backup) == 0 { return true }
    // Only regular files are replaced.
    guard case .file = try OutputPath.kind(of: target) else { return false }
    if Glibc.rename(target, backup) == 0 { return true }
    throw .caused(by: errno) { .writeFailed(path: target, reason: $0) }
  }

  private func takeBack(_ index: Int, hasBackup: Bool) {
    let target = pattern.path(for: index)
    if hasBackup { _ = Glibc.rename(backup(index), target) } else { unlink(target) }
  }

  private func backup(_ index: Int) -> String { "\(hidden)/\(Self.backupPrefix)\(index)" }

  private static let backupPrefix = ".before-"

  private func failure(_ index: Int, _ code: Int32) -> SystemError {
    .caused(by: code) { .writeFailed(path: pattern.path(for: index), reason: $0) }
  }

  private static func check(_ path: String, overwrite: Bool) throws(SystemError) {
    switch try OutputPath.kind(of: path) {
    case .missing: break
    case .file: if !overwrite { throw .outputExists(path: path) }
    case .directory: throw .cannotCreate(path: path, reason: SystemReason.text(EISDIR))
    case .special: throw .cannotCreate(path: path, reason: "it is a device or a fifo")
    }
  }

  /// Makes the destination folder, its missing parents, and the hidden folder.
  private static func makeFolders(
    _ pattern: SequencePattern, _ frames: Range<Int>, isPartial: Bool, _ overwrite: Bool
  ) throws(SystemError) -> (hidden: String, lock: Int32, made: [String]) {
    let made = try makeFolders(pattern.folder)
    do throws(SystemError) {
      for index in pattern.existing(in: frames) {
        try check(pattern.path(for: index), overwrite: overwrite)
      }
      if pattern.isFolder, !isPartial, !overwrite, !isEmpty(pattern.folder) {
        throw .folderNotEmpty(path: pattern.folder)
      }
      let (hidden, lock) = try makeHidden(for: pattern)
      return (hidden, lock, made)
    } catch {
      remove(hidden: nil, made: made)
      throw error
    }
  }

  /// Whether `folder` contains only hidden files.
  private static func isEmpty(_ folder: String) -> Bool {
    OutputPath.names(in: folder).allSatisfy { $0.hasPrefix(".") }
  }

  /// Makes `folder` and its missing parents.
  /// - Returns: the created folders, the outermost first.
  private static func makeFolders(_ folder: String) throws(SystemError) -> [String] {
    var made: [String] = []
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += path.isEmpty && !part.isEmpty ? part : "/" + part
      if part.isEmpty { continue }
      if mkdir(path, 0o777) == 0 {
        made.append(path)
      } else if errno != EEXIST, access(path, F_OK) != 0 {
        let code = errno
        remove(hidden: nil, made: made)
        throw OutputPath.failure(code, making: path, inFolderOf: path)
      }
    }
    if case .directory = try OutputPath.kind(of: folder) { return made }
    throw .cannotCreate(path: folder, reason: SystemReason.text(ENOTDIR))
  }

  private static let hiddenPrefix = ".segue-"

  private static func makeHidden(for pattern: SequencePattern) throws(SystemError) -> (
    path: String, lock: Int32
  ) {
    let folder = pattern.folder
    let prefix = hiddenPrefix + FileLock.machine
    if prefix != hiddenPrefix { removeStaleFiles(of: pattern, prefix: prefix) }
    for _ in 0..<100 {
      let path = "\(folder)/\(prefix)\(String(UInt32.random(in: 0 ... .max), radix: 36))"
      if mkdir(path, 0o777) == 0 {
        let lock = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Another process may remove the folder as stale before it is locked.
        if flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, access(path, F_OK) == 0 {
          return (path, lock)
        }
        Glibc.close(lock)
        continue
      }
      let code = errno
      if code != EEXIST {
        throw OutputPath.failure(code, making: folder, inFolderOf: path)
      }
    }
    throw .cannotCreate(path: folder, reason: "no name is free for its unfinished files")
  }

  /// Removes hidden folders that killed runs left at the destination of the sequence `output`. Such
  /// folders are unlocked and contain only frames of the sequence.
  package static func removeStaleFiles(of output: String) {
    if let pattern = try? SequencePattern(output: output) {
      removeStaleFiles(of: pattern, prefix: hiddenPrefix)
    }
  }

  private static func removeStaleFiles(of pattern: SequencePattern, prefix: String) {
    for name in OutputPath.names(in: pattern.folder) where name.hasPrefix(prefix) {
      let path = pattern.folder + "/" + name
      let lock = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if lock < 0 { continue }
      defer { Glibc.close(lock) }
      let isOurs = OutputPath.names(in: path).allSatisfy {
        pattern.index(of: $0) != nil || $0.hasPrefix(backupPrefix)
      }
      if isOurs, flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(hidden: path, made: []) }
    }
  }

  /// Removes the hidden folder with its files, then the created folders that are empty.
  private static func remove(hidden: String?, made: [String]) {
    if let hidden {
      for name in OutputPath.names(in: hidden) { unlink("\(hidden)/\(name)") }
      rmdir(hidden)
    }
    for folder in made.reversed() { rmdir(folder) }
  }
}

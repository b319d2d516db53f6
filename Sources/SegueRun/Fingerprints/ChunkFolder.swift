import FoundationEssentials
import Glibc
import SegueFields
import SegueSystem

/// The key of a chunk: its fingerprint and the fingerprint's hash.
package struct ChunkKey: Sendable {
  let madeOf: [String]
  /// The hash of the fingerprint, which names the chunk's files.
  package let hash: String

  package init(_ madeOf: [String]) {
    self.madeOf = madeOf
    hash = ContentHash(Array(madeOf.joined(separator: "\n").utf8)).hash
  }
}

/// A folder of finished chunks, whose files are named by the hash of the fingerprint. `HASH.nut` has the
/// frames, or `HASH.mp4` if they are joined with copied frames. `HASH.json` is the record, which is
/// written last. Several processes may share the folder. The process that renders a chunk has locked
/// `.HASH.claim`. An unlocked file of this name was left by a process that has ended.
///
/// **Thread-safety:** may be shared.
package final class ChunkFolder: Sendable {
  package struct Record: Codable {
    var schema = 1
    var frames: Int
    var content: ContentHash
    package var notices: [Notice]
    var madeOf: [String]
  }

  /// The exclusive right to render a chunk, until it is released.
  package final class Claim: Sendable {
    private let path: String
    private let descriptor: Int32
    /// Whether the file is locked; some file systems have no locks.
    let isExclusive: Bool

    fileprivate init(path: String, descriptor: Int32, isExclusive: Bool) {
      self.path = path
      self.descriptor = descriptor
      self.isExclusive = isExclusive
    }

    deinit {
      unlink(path)
      FileLock.release(descriptor)
    }
  }

  private let path: String
  /// The extension of the chunks' files.
  private let kind: String
  private let isNew: Bool

  /// Opens or creates the folder at `path`, and removes unfinished files of ended processes.
  /// - Throws: `SystemError.cannotCreate`.
  package init(path: String, kind: String = "nut") throws(SystemError) {
    self.path = path
    self.kind = kind
    // ffmpeg reads the list of chunks line by line.
    if OutputPath.absolute(path).utf8.contains(where: { $0 == 10 || $0 == 13 }) {
      throw .cannotCreate(
        path: path, reason: "chunks cannot be joined from a folder with a line break in its path")
    }
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, !isFolder { throw .cannotCreate(path: path, reason: "it is not a folder") }
    isNew = !exists
    if !exists {
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      } catch {
        throw .caused(by: errno) { .cannotCreate(path: path, reason: $0) }
      }
    }
    try removeStaleFiles()
  }

  package func file(_ key: ChunkKey) -> String { "\(OutputPath.absolute(path))/\(key.hash).\(kind)" }

  /// The record of chunk `key`; `nil` if it is unfinished or its file has changed.
  package func finished(_ key: ChunkKey) -> Record? {
    guard let data = FileManager.default.contents(atPath: record(key)),
      let record = try? JSONDecoder().decode(Record.self, from: data),
      ContentHash(path: file(key)) == record.content
    else { return nil }
    return record
  }

  /// Claims the chunk with the key `hash`; returns `nil` while another process has claimed it.
  /// - Throws: `SystemError.cannotCreate`.
  package func claim(_ hash: String) throws(SystemError) -> Claim? {
    let name = "\(path)/.\(hash).claim"
    while true {
      let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .caused(by: errno) { .cannotCreate(path: path, reason: $0) } }
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if !isLocked, errno == EWOULDBLOCK {
        close(descriptor)
        return nil
      }
      // The previous owner may have removed the file between the opening and the lock.
      var (ours, theirs) = (stat(), stat())
      if fstat(descriptor, &ours) == 0, stat(name, &theirs) == 0, ours.st_ino == theirs.st_ino {
        return Claim(path: name, descriptor: descriptor, isExclusive: isLocked)
      }
      close(descriptor)
    }
  }

  /// Records that the file of chunk `key` is complete.
  /// - Throws: `SystemError`.
  package func finish(_ key: ChunkKey, frames: Int, notices: [Notice]) throws {
    guard let content = ContentHash(path: file(key)) else {
      throw SystemError.writeFailed(path: file(key), reason: "it no longer exists")
    }
    let record = Record(frames: frames, content: content, notices: notices, madeOf: key.madeOf)
    let bytes = try JSONEncoder.sorted(isPretty: true).encode(record)
    try OutputFile(path: self.record(key), overwrite: true).finish(Array(bytes))
  }

  /// Removes the folder if this object created it and it is empty.
  package func removeIfEmpty() {
    if isNew { rmdir(path) }
  }

  private func record(_ key: ChunkKey) -> String { "\(path)/\(key.hash).json" }

  /// The chunk of the stale file `name`, and whether the file is a claim. `all` has the names of all
  /// files. `nil` for complete files and for files of other programs.
  private static func staleFile(
    _ name: String, among all: Set<String>
  ) -> (key: String, isClaim: Bool)? {
    if let file = name.wholeMatch(of: /\.([0-9a-fA-F]{32})\.(claim|segue-[^.]*\.(?:nut|mp4|json))/) {
      return (String(file.1), file.2 == "claim")
    }
    // A chunk without a record.
    guard let file = name.wholeMatch(of: /([0-9a-fA-F]{32})\.(?:nut|mp4)/), !all.contains("\(file.1).json")
    else { return nil }
    return (String(file.1), false)
  }

  /// Removes unfinished files, except those of a running process.
  private func removeStaleFiles() throws(SystemError) {
    let names = OutputPath.names(in: path)
    let all = Set(names)
    var left: [String: [String]] = [:]
    for name in names {
      guard let (key, isClaim) = Self.staleFile(name, among: all) else { continue }
      left[key, default: []] += isClaim ? [] : [name]
    }
    for (key, names) in left {
      guard let claim = try claim(key), claim.isExclusive else { continue }
      withExtendedLifetime(claim) { for name in names { unlink("\(path)/\(name)") } }
    }
  }
}

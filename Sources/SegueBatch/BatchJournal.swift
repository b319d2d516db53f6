import FoundationEssentials
import Glibc
import SegueSystem
import Synchronization

/// The record of a batch's jobs: a line of JSON for each started and each finished job. A line is
/// trusted only if the files that it names match. A line truncated by a crash costs one repeated
/// job.
///
/// **Thread-safety:** may be shared.
package final class BatchJournal: Sendable {
  package struct Entry: Sendable, Codable, Hashable {
    /// A file and its contents when the entry was written.
    package struct File: Sendable, Codable, Hashable {
      /// The path, as the job names it.
      package var path: String
      package var content: ContentHash
    }

    package enum Status: String, Sendable, Codable {
      case started, done
    }

    package var status: Status
    /// The hash that identifies the job.
    package var job: String
    /// The job's output.
    package var output: String
    /// The version of Segue that made the output.
    package var segue: String?
    /// The files that the output was made from.
    package var inputs: [File]?
    /// The files that the job made.
    package var files: [File]?
  }

  /// The entries of earlier runs.
  private struct History {
    var done: [String: Entry] = [:]
    var outputs: Set<String> = []

    mutating func add(_ entry: Entry) {
      outputs.insert(entry.output)
      if entry.status == .done { done[entry.job] = entry }
    }
  }

  private let path: String
  private let descriptor: Int32
  private let history: History
  private let writing = Mutex(())

  /// Opens or creates the journal at `path`. Reads this journal and the journals at `others`, each up
  /// to its first damaged line.
  /// - Throws: `SystemError.cannotCreate`, also if another batch is using it.
  package init(path: String, others: [String] = []) throws(SystemError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .caused(by: errno) { .cannotCreate(path: path, reason: $0) }
    }
    guard FileLock.take(descriptor) else {
      close(descriptor)
      throw .cannotCreate(path: path, reason: "another batch is writing it")
    }
    var history = History()
    for other in others where other != path { _ = Self.read(other) { history.add($0) } }
    let whole = Self.read(path) { history.add($0) }
    self.history = history
    // A crash may have truncated the only line; any other file without a journal line is not a
    // journal.
    guard whole > 0 || Self.isEmptyOrTruncated(path) else {
      throw .cannotCreate(path: path, reason: "it exists but is not a batch journal")
    }
    // A line after a truncated line would never be read.
    if ftruncate(descriptor, off_t(whole)) != 0 {
      throw .caused(by: errno) { .cannotCreate(path: path, reason: $0) }
    }
  }

  deinit { FileLock.release(descriptor) }

  /// Whether an earlier run began to make `output`, so that it may be replaced.
  package func hasStarted(_ output: String) -> Bool { history.outputs.contains(output) }

  /// The entry of an earlier run that finished the same job.
  func finished(_ job: String) -> Entry? { history.done[job] }

  /// Appends the line of `entry`.
  /// - Throws: `SystemError.writeFailed`.
  func add(_ entry: Entry) throws(SystemError) {
    guard var line = try? JSONEncoder.sorted().encode(entry) else { return }
    line.append(UInt8(ascii: "\n"))
    let code = writing.withLock { _ in
      // One write per line: a crash truncates at most the last line.
      line.withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count) == $0.count ? 0 : max(errno, ENOSPC)
      }
    }
    if code != 0 { throw .caused(by: code) { .writeFailed(path: path, reason: $0) } }
  }

  /// Whether the file at `path` is empty, or a part of a journal's first line.
  private static func isEmptyOrTruncated(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let begin = Array(#"{"job":""#.utf8)
    return data.prefix(begin.count).elementsEqual(begin.prefix(data.count))
      && !data.contains(UInt8(ascii: "\n"))
  }

  /// Reads a journal up to its first damaged line; a missing journal is empty.
  /// - Returns: the number of intact bytes.
  private static func read(_ path: String, _ use: (Entry) -> Void) -> Int {
    guard let data = FileManager.default.contents(atPath: path) else { return 0 }
    var end = 0
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let next = end + line.count + 1
      guard next <= data.count, let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)) else {
        break
      }
      use(entry)
      end = next
    }
    return end
  }
}

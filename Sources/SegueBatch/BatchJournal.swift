import FoundationEssentials
import Glibc
import SegueSystem
import Synchronization

/// The record of the jobs of a batch, a line of JSON for each that was begun and for each that was done. It is believed only
/// together with the files that it names: a line that a crash has torn costs no more than a job made again.
///
/// **Thread-safety:** may be shared.
package final class BatchJournal: Sendable {
  /// One line.
  package struct Entry: Sendable, Codable, Hashable {
    /// A file and what was in it.
    package struct File: Sendable, Codable, Hashable {
      /// Its path, as the job names it.
      package var path: String
      /// Its bytes.
      package var content: ContentHash
    }

    /// The progress of a job.
    package enum Status: String, Sendable, Codable {
      case started, done
    }

    /// The progress of the job.
    package var status: Status
    /// The hash of the job's line.
    package var job: String
    /// The job's output.
    package var output: String
    /// The version that made it.
    package var segue: String?
    /// The files that it was made from.
    package var inputs: [File]?
    /// The files that were made.
    package var files: [File]?
  }

  /// The entries of earlier runs.
  private struct Past {
    var done: [String: Entry] = [:]
    var outputs: Set<String> = []

    mutating func add(_ entry: Entry) {
      outputs.insert(entry.output)
      if entry.status == .done { done[entry.job] = entry }
    }
  }

  private let path: String
  private let descriptor: Int32
  private let past: Past
  private let writing = Mutex(())

  /// Opens the journal at `path`, or makes it, and reads what it and the journals of `others` say, each up to its first
  /// damaged line.
  /// - Throws: `MediaError.cannotCreate`, also where another batch is using it.
  package init(path: String, others: [String] = []) throws(MediaError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .caused(by: errno) { .cannotCreate(path: path, reason: $0) }
    }
    guard FileLock.take(descriptor) else {
      close(descriptor)
      throw .cannotCreate(path: path, reason: "another batch is writing it")
    }
    var past = Past()
    for other in others where other != path { _ = Self.read(other) { past.add($0) } }
    let whole = Self.read(path) { past.add($0) }
    self.past = past
    // A crash may have torn its only line; anything else without a line of a journal is another file.
    guard whole > 0 || Self.isBegun(path) else {
      throw .cannotCreate(path: path, reason: "it is there, and is not a journal of a batch")
    }
    // The next line must not come after a torn one, where no reader would see it.
    if ftruncate(descriptor, off_t(whole)) != 0 {
      throw .caused(by: errno) { .cannotCreate(path: path, reason: $0) }
    }
  }

  deinit { FileLock.release(descriptor) }

  /// Whether an earlier run began to make `output`, so that it may be replaced.
  package func hasMade(_ output: String) -> Bool { past.outputs.contains(output) }

  /// The entry of an earlier run for the same job, if it was finished.
  func finished(_ job: String) -> Entry? { past.done[job] }

  /// Adds a line.
  /// - Throws: `MediaError.writeFailed`.
  func add(_ entry: Entry) throws(MediaError) {
    guard var line = try? JSONEncoder.sorted().encode(entry) else { return }
    line.append(UInt8(ascii: "\n"))
    let code = writing.withLock { _ in
      // One call a line: a crash tears the last line at most.
      line.withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count) == $0.count ? 0 : max(errno, ENOSPC)
      }
    }
    if code != 0 { throw .caused(by: code) { .writeFailed(path: path, reason: $0) } }
  }

  /// Whether the file at `path` is empty, or a part of a journal's first line.
  private static func isBegun(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let begin = Array(#"{"job":""#.utf8)
    return data.prefix(begin.count).elementsEqual(begin.prefix(data.count))
      && !data.contains(UInt8(ascii: "\n"))
  }

  /// Reads a journal up to its first damaged line; one that is not there is empty.
  /// - Returns: the number of bytes up to there.
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

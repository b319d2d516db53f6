import SegueMedia
import SegueSystem
import Synchronization

/// The numbers of samples that were counted by decoding. They are kept until the file changes, because the
/// pictures that share the music's length, a row of music and a film after its plan count the same files.
enum SoundCounts {
  private struct Key: Hashable {
    let stamp: FileStamp
    let decoding: SoundDecoding
  }

  /// A count up to a limit. Below it, it is the number of all samples.
  private struct Entry {
    let count: Int
    let limit: Int
  }

  private static let known = Mutex<[Key: Entry]>([:])
  private static let maximumCount = 1024

  /// The number of samples of `decoding`, at most `limit`; by `count` if it is unknown.
  static func samples(
    of decoding: SoundDecoding, upTo limit: Int, count: () async throws -> Int
  ) async throws -> Int {
    guard let stamp = FileStamp(path: decoding.path) else { return try await count() }
    // A copy of a pipe is removed with its last reference.
    let key = Key(stamp: stamp, decoding: decoding.withoutCopy)
    if let entry = known.withLock({ $0[key] }), entry.count < entry.limit || entry.limit >= limit {
      return min(entry.count, limit)
    }
    let found = try await count()
    if stamp == FileStamp(path: decoding.path) {
      known.withLock { known in
        if known.count >= maximumCount { known.removeAll() }
        known[key] = Entry(count: found, limit: limit)
      }
    }
    return found
  }
}

import SegueMedia
import SegueSystem

/// The numbers of samples that were counted by decoding. They are kept until the file changes. The
/// same files are counted for pictures that share the music's length, for consecutive music, and
/// for rendering after planning.
enum SoundCounts {
  /// A count up to a limit. A count below the limit is the number of all samples.
  struct Count {
    let count: Int
    let limit: Int
  }

  static let cache = FileCache<SoundDecoding, Count>()

  /// The number of samples of `decoding`, at most `limit`; by `count` if it is unknown.
  static func samples(
    of decoding: SoundDecoding, upTo limit: Int, count: () async throws -> Int
  ) async throws -> Int {
    // A copy of a pipe is removed with its last reference.
    let entry = cache.entry(decoding.path, decoding.withoutCopy)
    if let known = entry?.value, known.count < known.limit || known.limit >= limit {
      return min(known.count, limit)
    }
    let found = try await count()
    entry?.value = Count(count: found, limit: limit)
    return found
  }
}

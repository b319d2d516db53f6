import SegueMath
import SegueMedia
import SegueSystem

/// A cache of the sample counts that were found by decoding. A count is valid until its file
/// changes. A plan and its render share a count. So do music and pictures whose length follows the
/// music.
enum SampleCounts {
  /// A count up to a limit. A count below the limit is the number of all samples.
  struct Count {
    let count: Int
    let limit: Int
  }

  static let cache = FileCache<SoundDecoding, Count>()

  /// The smaller of `limit` and the number of samples of `decoding`. `count` decodes them if the clip does
  /// not state the number.
  static func samples(
    of decoding: SoundDecoding, upTo limit: Int, count: () async throws -> Int
  ) async throws -> Int {
    // The key has no reference to a pipe's copy, which is removed with its last reference.
    let entry = cache.entry(decoding.path, decoding.withoutCopy)
    if let known = entry?.value, known.count < known.limit || known.limit >= limit {
      return min(known.count, limit)
    }
    let found = try await count()
    entry?.value = Count(count: found, limit: limit)
    return found
  }
}

extension SoundDecoding {
  /// The length in seconds, from the decoded samples.
  /// - Throws: `SystemError`.
  package func countedSeconds() async throws -> Ratio {
    Ratio(try await heardSamples(upTo: .max), SoundDecoding.sampleRate)
  }

  /// The number of samples, at most `limit` and at least 1.
  /// - Throws: `SystemError`, also for a sound without a sample.
  package func heardSamples(upTo limit: Int) async throws -> Int {
    let count = try await countedSamples(upTo: limit)
    guard count > 0 else { throw SystemError.badData(path: name, reason: silence) }
    return count
  }

  /// Counts the samples up to `limit`, by decoding them unless their number is known.
  /// - Throws: `SystemError`.
  package func countedSamples(upTo limit: Int) async throws -> Int {
    try await SampleCounts.samples(of: self, upTo: limit) {
      try await onThread(named: "segue.length") { stop in
        let decoder = try SoundDecoder(self)
        defer { decoder.close() }
        stop.onSet { decoder.cancel() }
        return try decoder.countRest(upTo: limit)
      }
    }
  }
}

extension ClipInfo {
  /// The length of the sound in seconds, from the decoded samples.
  /// - Throws: `SystemError`.
  package func countedSeconds(isStrict: Bool) async throws -> Ratio {
    guard let decoding = SoundDecoding(self, from: 0, isStrict: isStrict) else {
      throw SystemError.badData(path: name, reason: "it has no sound")
    }
    return try await decoding.countedSeconds()
  }
}

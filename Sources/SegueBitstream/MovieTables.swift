/// The decoding times and composition offsets of samples. The decoding times are the presentation
/// times in ascending order, before those are shifted by `delay`. Without the shift, both times of
/// an entry point are equal.
struct DecodingClock: Sendable {
  /// The shift of the presentation times, in ticks, that keeps each sample from being shown before
  /// it is decoded.
  let delay: Int
  private let steps: [Int]
  private let offsets: [Int]

  /// - Parameters:
  ///   - times: the presentation times in ticks, in decoding order.
  ///   - end: the end of the last sample, in ticks.
  init(_ times: [Int], end: Int) {
    let sorted = times.sorted()
    delay = zip(sorted, times).map { $0 - $1 }.max() ?? 0
    offsets = zip(sorted, times).map { [delay] in $1 + delay - $0 }
    steps = zip(sorted, sorted.dropFirst() + [max(end, (sorted.last ?? 0) + 1)]).map { $1 - $0 }
  }

  var decodingTimes: [UInt8] { Self.runs("stts", steps) }

  /// The `ctts` box; empty if presentation order equals decoding order.
  var compositionOffsets: [[UInt8]] {
    delay == 0 && offsets.allSatisfy { $0 == 0 } ? [] : [Self.runs("ctts", offsets)]
  }

  private static func runs(_ type: String, _ values: [Int]) -> [UInt8] {
    var runs: [(count: Int, value: Int)] = []
    for value in values {
      if runs.last?.value == value { runs[runs.count - 1].count += 1 } else { runs.append((1, value)) }
    }
    return Box.full(type, [Box.words(runs.count)] + runs.map { Box.words($0.count, $0.value) })
  }
}

/// The samples of all tracks in interleaved chunks of half a second. A player then finds
/// simultaneous sound, text and pictures close together.
struct ChunkLayout: Sendable {
  /// The chunks in file order.
  private(set) var chunks: [MovieHeader.Chunk] = []
  /// The total number of bytes.
  private(set) var length = 0
  private var pictureChunks: [(offset: Int, count: Int)] = []
  /// The chunks of each copied track.
  private var copiedChunks: [[(offset: Int, count: Int)]]

  init(_ pictures: MovieHeader.Pictures, _ copiedTracks: [CopiedTrack]) {
    let samples = pictures.samples
    copiedChunks = copiedTracks.map { _ in [] }
    var first = 0
    /// The number of samples of each copied track that have been laid out.
    var taken = copiedTracks.map { _ in 0 }
    while first < samples.count {
      var (end, size) = (first, 0)
      let until = (samples[first].time / max(1, pictures.timescale / 2) + 1) * max(1, pictures.timescale / 2)
      while end < samples.count, end == first || samples[end].time < until, size < 1 << 30 {
        size += samples[end].size
        end += 1
      }
      chunks.append(.pictures(first..<end))
      pictureChunks.append((length, end - first))
      length += size
      for (index, track) in copiedTracks.enumerated() {
        let next =
          end < samples.count
          ? max(taken[index], track.samples(until: until, scale: pictures.timescale)) : track.count
        guard next > taken[index] else { continue }
        let size = track.length(of: taken[index]..<next)
        chunks.append(.carried(index, taken[index]..<next))
        copiedChunks[index].append((length, next - taken[index]))
        (taken[index], length) = (next, length + size)
      }
      first = end
    }
  }

  func pictureTable(isLong: Bool, offset: Int) -> [[UInt8]] { Self.table(pictureChunks, isLong, offset) }

  func carriedTable(_ index: Int, isLong: Bool, offset: Int) -> [[UInt8]] {
    Self.table(copiedChunks[index], isLong, offset)
  }

  /// The `stsc` box and the chunk offset box.
  private static func table(_ chunks: [(offset: Int, count: Int)], _ isLong: Bool, _ offset: Int) -> [[UInt8]]
  {
    var runs: [(first: Int, count: Int)] = []
    for (index, chunk) in chunks.enumerated() where runs.last?.count != chunk.count {
      runs.append((index + 1, chunk.count))
    }
    let places = chunks.map { isLong ? Box.longs($0.offset + offset) : Box.words($0.offset + offset) }
    return [
      Box.full("stsc", [Box.words(runs.count)] + runs.map { Box.words($0.first, $0.count, 1) }),
      Box.full(isLong ? "co64" : "stco", [Box.words(chunks.count)] + places),
    ]
  }
}

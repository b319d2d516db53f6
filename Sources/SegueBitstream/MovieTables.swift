/// The times at which samples are decoded, and by how much later they are shown. A sample is decoded at the time at
/// which the sample is shown that has its place in the order of showing, all moved by `delay`: at an entry both are the
/// same.
struct DecodingClock: Sendable {
  /// The shift of the times of showing, in ticks, so that no sample is shown before it is decoded.
  let delay: Int
  private let steps: [Int]
  private let offsets: [Int]

  /// - Parameters:
  ///   - times: the ticks at which samples are shown, in decoding order.
  ///   - end: the tick at which the last one ends.
  init(_ times: [Int], end: Int) {
    let sorted = times.sorted()
    delay = zip(sorted, times).map { $0 - $1 }.max() ?? 0
    offsets = zip(sorted, times).map { [delay] in $1 + delay - $0 }
    steps = zip(sorted, sorted.dropFirst() + [max(end, (sorted.last ?? 0) + 1)]).map { $1 - $0 }
  }

  /// The `stts` box.
  var decodingTimes: [UInt8] { Self.runs("stts", steps) }

  /// The `ctts` box; none where samples are shown as they are decoded.
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

/// The samples of all tracks in chunks of half a second, so that a player finds sound, text and pictures of a time beside
/// each other.
struct ChunkLayout: Sendable {
  /// In the order of the file.
  private(set) var chunks: [MovieHeader.Chunk] = []
  /// Bytes of all.
  private(set) var length = 0
  private var pictureChunks: [(offset: Int, count: Int)] = []
  /// Those of each track besides.
  private var carriedChunks: [[(offset: Int, count: Int)]]

  init(_ pictures: MovieHeader.Pictures, _ besides: [CarriedTrack]) {
    let samples = pictures.samples
    carriedChunks = besides.map { _ in [] }
    var first = 0
    /// Samples of each track so far.
    var taken = besides.map { _ in 0 }
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
      for (index, track) in besides.enumerated() {
        let next =
          end < samples.count
          ? max(taken[index], track.samples(until: until, scale: pictures.timescale)) : track.count
        guard next > taken[index] else { continue }
        let size = track.length(of: taken[index]..<next)
        chunks.append(.carried(index, taken[index]..<next))
        carriedChunks[index].append((length, next - taken[index]))
        (taken[index], length) = (next, length + size)
      }
      first = end
    }
  }

  func pictureTable(isLong: Bool, offset: Int) -> [[UInt8]] { Self.table(pictureChunks, isLong, offset) }

  func carriedTable(_ index: Int, isLong: Bool, offset: Int) -> [[UInt8]] {
    Self.table(carriedChunks[index], isLong, offset)
  }

  /// The `stsc` box and the one of places.
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

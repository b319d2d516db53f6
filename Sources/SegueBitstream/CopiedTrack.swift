import SegueMath

/// A sound or text track of an MP4 or MOV file that is copied to another file, wholly or in part.
package struct CopiedTrack: Sendable {
  /// Ticks per second.
  package let timescale: Int
  /// The beginning of the presented part, in ticks after the first sample.
  private(set) var mediaTime: Int
  /// The total duration of the track's samples, in ticks.
  package private(set) var duration: Int
  /// Seconds of silence before the track, as a fraction.
  private(set) var silence = (numerator: 0, denominator: 1)
  private let track: MovieTrack
  private let sizes: Sizes
  /// Runs of samples of equal duration: the first sample, its tick, and the duration.
  private let runs: [(first: Int, tick: Int, step: Int)]
  /// The index of each chunk's first sample, and the chunk's offset in the file.
  private let chunks: [(first: Int, offset: Int)]
  /// The selected samples of the track.
  private var taken: Range<Int>
  /// The duration of the presented part, in ticks, and the part's sample description; `nil` for a
  /// whole track.
  private var part: (length: Int, description: [UInt8])?

  private enum Sizes: Sendable {
    case uniform(Int)
    /// Cumulative sizes: the number of bytes before each sample, then the total.
    case each([Int])

    /// The number of bytes in `samples`.
    func length(of samples: Range<Int>) -> Int {
      switch self {
      case .uniform(let size): size * samples.count
      case .each(let starts): starts[samples.upperBound] - starts[samples.lowerBound]
      }
    }
  }

  /// Reads the first track of the file in `source`. Returns `nil` if the track has no samples.
  /// - Throws: `BitstreamError`, and the errors of reading.
  package init?(_ source: ByteSource) throws {
    guard let track = try MovieFile(source).tracks.first else { return nil }
    try self.init(track, fileLength: source.count)
    mediaTime = max(0, track.edits.first { $0.mediaTime >= 0 }?.mediaTime ?? 0)
  }

  /// All samples of `track`; `nil` for a track without samples.
  /// - Throws: `BitstreamError`.
  package init?(_ track: MovieTrack, fileLength: Int) throws {
    guard var table = try track.tableReader("stsz"), var times = try track.tableReader("stts") else {
      throw BitstreamError.malformed
    }
    let (uniform, count) = (try table.number(4), try table.number(4))
    if uniform > 0 {
      sizes = .uniform(uniform)
    } else {
      guard count <= table.rest / 4 else { throw BitstreamError.truncated }
      var starts = [0]
      starts.reserveCapacity(count + 1)
      for _ in 0..<count { starts.append(starts[starts.count - 1] + (try table.number(4))) }
      sizes = .each(starts)
    }
    let runCount = try times.number(4)
    guard runCount > 0, count > 0 else { return nil }
    guard runCount <= times.rest / 8 else { throw BitstreamError.truncated }
    var (first, tick, runs) = (0, 0, [(first: Int, tick: Int, step: Int)]())
    for _ in 0..<runCount {
      let (count, step) = (try times.number(4), try times.number(4))
      runs.append((first, tick, step))
      (first, tick) = (first + count, tick + count * step)
    }
    var (chunks, next) = ([(first: Int, offset: Int)](), 0)
    for chunk in try track.chunks() where next < count {
      chunks.append((next, chunk.offset))
      let end = min(count, next + chunk.count)
      guard chunk.offset + sizes.length(of: next..<end) <= fileLength else { throw BitstreamError.truncated }
      next = end
    }
    guard next == count, first >= count else { throw BitstreamError.truncated }
    self.track = track
    timescale = track.timescale
    self.runs = runs
    self.chunks = chunks
    (mediaTime, duration, taken) = (0, tick, 0..<count)
  }

  var isSound: Bool { track.handler == "soun" }

  var count: Int { taken.count }

  /// The number of bytes in `samples`.
  func length(of samples: Range<Int>) -> Int { sizes.length(of: ofTrack(samples)) }

  private func ofTrack(_ samples: Range<Int>) -> Range<Int> {
    samples.lowerBound + taken.lowerBound..<samples.upperBound + taken.lowerBound
  }

  /// The byte ranges of `samples` in the file.
  package func places(of samples: Range<Int>) -> [Range<Int>] {
    let wanted = ofTrack(samples)
    var places: [Range<Int>] = []
    var index = last(of: chunks.count) { chunks[$0].first <= wanted.lowerBound }
    while index < chunks.count, chunks[index].first < wanted.upperBound {
      let (first, offset) = chunks[index]
      let end = index + 1 < chunks.count ? chunks[index + 1].first : taken.upperBound
      let inside = max(first, wanted.lowerBound)..<min(max(end, first), wanted.upperBound)
      let start = offset + sizes.length(of: first..<inside.lowerBound)
      let place = start..<start + sizes.length(of: inside)
      if let last = places.last, last.upperBound == place.lowerBound {
        places[places.count - 1] = last.lowerBound..<place.upperBound
      } else {
        places.append(place)
      }
      index += 1
    }
    return places
  }

  /// The last index below `count` that satisfies `holds`, or 0 if none does. `holds` is true up to
  /// that index and false after it.
  private func last(of count: Int, where holds: (Int) -> Bool) -> Int {
    max(0, (0..<count).partitioningIndex { !holds($0) } - 1)
  }

  /// The index of the track's sample at the media time `tick`.
  private func sample(at tick: Int) -> Int {
    let run = runs[last(of: runs.count) { runs[$0].tick <= tick }]
    return run.first + (tick - run.tick) / max(1, run.step)
  }

  /// The media time at which a sample begins, in ticks.
  private func tick(ofSample sample: Int) -> Int {
    let run = runs[last(of: runs.count) { runs[$0].first <= sample }]
    return run.tick + (sample - run.first) * run.step
  }

  /// The number of samples that begin at or before `time`. The unit of `time` is 1 / `scale`
  /// seconds.
  func samples(until time: Int, scale: Int) -> Int {
    let tick = scale.dividingFullWidth(time.multipliedFullWidth(by: timescale)).quotient + mediaTime
    return max(0, min(count, sample(at: tick + self.tick(ofSample: taken.lowerBound)) + 1 - taken.lowerBound))
  }

  /// A part of the track, presented from the media time `start` for `length` ticks. It has all
  /// samples that overlap this range. Samples for `lead` ticks before the range prepare the
  /// decoder.
  /// - Parameters:
  ///   - silence: seconds of silence before the part, as a fraction.
  ///   - description: the `stsd` box of the part; `nil` for the box of the track.
  /// - Throws: `BitstreamError`.
  package func part(
    from start: Int, length: Int, lead: Int, after silence: (numerator: Int, denominator: Int) = (0, 1),
    description: [UInt8]? = nil
  ) throws -> CopiedTrack {
    var part = self
    let first = sample(at: max(0, start - lead))
    part.taken = first..<max(first + 1, min(taken.upperBound, sample(at: start + length - 1) + 1))
    let begin = tick(ofSample: first)
    part.mediaTime = start - begin
    part.duration = tick(ofSample: part.taken.upperBound) - begin
    part.silence = silence
    part.part = (length, try description ?? track.description())
    return part
  }

  /// The track's presented duration, and the silence before it, in a film of `duration` ticks at
  /// `scale` per second. The presented duration excludes the silence. A text track may end before
  /// the film. A whole sound track lasts until the film ends.
  func presentation(of duration: Int, scale: Int) -> (length: Int, silence: Int) {
    func ticks(_ length: Int, of own: Int) -> (quotient: Int, remainder: Int) {
      own.dividingFullWidth(length.multipliedFullWidth(by: scale))
    }
    let before = ticks(silence.numerator, of: silence.denominator).quotient
    guard let part else {
      let (whole, rest) = ticks(self.duration, of: timescale)
      return (isSound ? duration : min(duration, whole + (rest > 0 ? 1 : 0)), 0)
    }
    return (min(duration - before, ticks(part.length, of: timescale).quotient), before)
  }

  /// The `mdia` box, with `chunkTable` in place of the original chunk boxes.
  func media(chunkTable: [[UInt8]]) throws -> [UInt8] {
    guard let media = try track.box.child("mdia") else { throw BitstreamError.malformed }
    if let part { return try soundMedia(media, part.description, chunkTable) }
    let replaced: Set<String> = ["stsc", "stco", "co64"]
    let parts = try media.children().map { box -> [UInt8] in
      guard box.type == "minf" else { return box.bytes }
      return Box.bytes(
        "minf",
        try box.children().map { part in
          guard part.type == "stbl" else { return part.bytes }
          let kept = try part.children().filter { !replaced.contains($0.type) }.map(\.bytes)
          return Box.bytes("stbl", kept + chunkTable)
        })
    }
    return Box.bytes("mdia", parts)
  }

  /// The `mdia` box of a part of a sound track.
  private func soundMedia(_ media: Box, _ description: [UInt8], _ chunkTable: [[UInt8]]) throws -> [UInt8] {
    let header = Box.full(
      "mdhd", version: 1,
      [
        Box.longs(0, 0), Box.words(timescale), Box.longs(duration), Box.halves(try language(media), 0),
      ])
    let handler = Box.full(
      "hdlr", [Box.words(0), Array("soun".utf8), Box.words(0, 0, 0), Array("SoundHandler\0".utf8)])
    let table = Box.bytes(
      "stbl", [description, sampleTimes] + chunkTable + [sampleSizes] + (try rollGroups(media)))
    let information = Box.bytes(
      "minf",
      [
        Box.full("smhd", [Box.words(0)]),
        Box.bytes("dinf", [Box.full("dref", [Box.words(1), Box.full("url ", flags: 1, [])])]), table,
      ])
    return Box.bytes("mdia", [header, handler, information])
  }

  /// The language, packed in five bits per letter; `und` for a QuickTime language number.
  private func language(_ media: Box) throws -> Int {
    guard let header = try media.child("mdhd") else { throw BitstreamError.malformed }
    var reader = ByteReader(header.content)
    let isLong = try reader.number(1) == 1
    try reader.skip(isLong ? 31 : 19)
    let code = try reader.number(2)
    return code < 0x400 ? 0x55c4 : code
  }

  /// The `stts` box of the selected samples.
  private var sampleTimes: [UInt8] {
    var counts: [(count: Int, step: Int)] = []
    for (index, run) in runs.enumerated() {
      let end = index + 1 < runs.count ? runs[index + 1].first : taken.upperBound
      let inside = (run.first..<max(run.first, end)).clamped(to: taken)
      if !inside.isEmpty { counts.append((inside.count, run.step)) }
    }
    return Box.full("stts", [Box.words(counts.count)] + counts.map { Box.words($0.count, $0.step) })
  }

  /// The `stsz` box of the selected samples.
  private var sampleSizes: [UInt8] {
    switch sizes {
    case .uniform(let size): Box.full("stsz", [Box.words(size, count)])
    case .each(let starts):
      Box.full("stsz", [Box.words(0, count)] + taken.map { Box.words(starts[$0 + 1] - starts[$0]) })
    }
  }

  /// The sample group boxes for the number of preceding samples that a decoder needs. All samples
  /// are in one group.
  private func rollGroups(_ media: Box) throws -> [[UInt8]] {
    let boxes = try media.child("minf", "stbl")?.children().filter { $0.type == "sgpd" } ?? []
    guard let rolls = boxes.first(where: { $0.content.dropFirst(4).starts(with: Array("roll".utf8)) }) else {
      return []
    }
    return [rolls.bytes, Box.full("sbgp", [Array("roll".utf8), Box.words(1, count, 1)])]
  }
}

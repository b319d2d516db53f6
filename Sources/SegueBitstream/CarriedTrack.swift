/// The only track of an MP4 or MOV file, sound or text, as it goes into another one.
package struct CarriedTrack: Sendable {
  /// Ticks a second.
  package let timescale: Int
  /// The offset of the samples in the file; each follows the one before.
  package let offset: Int
  /// The beginning of the part that is heard or read, in its ticks.
  let mediaTime: Int
  /// The length of its samples, in its ticks.
  let duration: Int
  private let track: MovieTrack
  private let sizes: Sizes
  /// Samples that are equally long: the first of them, the tick at which it begins, and how long each is.
  private let runs: [(first: Int, tick: Int, step: Int)]

  private enum Sizes: Sendable {
    case uniform(size: Int, count: Int)
    case each([Int])
  }

  /// Reads the index of the file in `source`; `nil` where it has no track.
  /// - Throws: `BitstreamError`, and what reading throws.
  package init?(_ source: ByteSource) throws {
    guard let track = try MovieFile(source).tracks.first else { return nil }
    guard var table = try track.tableReader("stsz"), var times = try track.tableReader("stts") else {
      throw BitstreamError.malformed
    }
    let (uniform, count) = (try table.number(4), try table.number(4))
    var total = uniform * count
    if uniform > 0 {
      sizes = .uniform(size: uniform, count: count)
    } else {
      guard count <= table.rest / 4 else { throw BitstreamError.truncated }
      let each = try (0..<count).map { _ in try table.number(4) }
      total = each.reduce(0, +)
      sizes = .each(each)
    }
    let runCount = try times.number(4)
    guard runCount > 0 else { return nil }
    guard runCount <= times.rest / 8 else { throw BitstreamError.truncated }
    var (first, tick, runs) = (0, 0, [(first: Int, tick: Int, step: Int)]())
    for _ in 0..<runCount {
      let (count, step) = (try times.number(4), try times.number(4))
      runs.append((first, tick, step))
      (first, tick) = (first + count, tick + count * step)
    }
    (self.track, timescale, self.runs, duration) = (track, track.timescale, runs, tick)
    offset = try track.chunks().first?.offset ?? 0
    mediaTime = max(0, track.edits.first { $0.mediaTime >= 0 }?.mediaTime ?? 0)
    guard offset + total <= source.count else { throw BitstreamError.truncated }
  }

  /// Whether it is heard.
  var isSound: Bool { track.handler == "soun" }

  /// The number of samples.
  var count: Int {
    switch sizes {
    case .uniform(_, let count): count
    case .each(let sizes): sizes.count
    }
  }

  /// The bytes of `samples`.
  func length(of samples: Range<Int>) -> Int {
    switch sizes {
    case .uniform(let size, _): size * samples.count
    case .each(let sizes): sizes[samples].reduce(0, +)
    }
  }

  /// The number of samples that begin until `time`, in parts of `scale` a second.
  func samples(until time: Int, scale: Int) -> Int {
    let tick = scale.dividingFullWidth(time.multipliedFullWidth(by: timescale)).quotient + mediaTime
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].tick <= tick { low = middle } else { high = middle - 1 }
    }
    return min(count, runs[low].first + (tick - runs[low].tick) / max(1, runs[low].step) + 1)
  }

  /// The `mdia` box for samples in `chunks`.
  func media(chunkTable: [[UInt8]]) throws -> [UInt8] {
    guard let media = try track.box.child("mdia") else { throw BitstreamError.malformed }
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
}

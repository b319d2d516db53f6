/// The sound of an MP4 or MOV file that holds nothing else, as it goes into another one.
///
/// **Thread-safety:** a value.
package struct MovieSound: Sendable {
  /// Ticks a second.
  package let timescale: Int
  /// Where the samples begin in the file; each follows the one before.
  package let offset: Int
  /// Where in its ticks that which is heard begins.
  let mediaTime: Int
  private let track: MovieTrack
  private let sizes: Sizes
  /// Ticks of a sample, but for the last.
  private let step: Int

  private enum Sizes: Sendable {
    case uniform(size: Int, count: Int)
    case each([Int])
  }

  /// Reads the index of the file in `source`; `nil` where it has no sound.
  /// - Throws: `BitstreamError`, and what reading throws.
  package init?(_ source: ByteSource) throws {
    guard let track = try MovieFile(source).tracks.first(where: { $0.handler == "soun" }) else { return nil }
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
    guard try times.number(4) > 0 else { return nil }
    _ = try times.number(4)
    step = max(1, try times.number(4))
    (self.track, timescale) = (track, track.timescale)
    offset = try track.chunks().first?.offset ?? 0
    mediaTime = max(0, track.edits.first { $0.mediaTime >= 0 }?.mediaTime ?? 0)
    guard offset + total <= source.count else { throw BitstreamError.truncated }
  }

  /// How many samples there are.
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

  /// How many samples begin before `time`, in parts of `scale` a second.
  func samples(before time: Int, scale: Int) -> Int {
    let ticks = (time.multipliedFullWidth(by: timescale), scale)
    let (quotient, _) = ticks.1.dividingFullWidth(ticks.0)
    return min(count, (quotient + mediaTime) / step + 1)
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

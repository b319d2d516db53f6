import SegueSystem
import Synchronization

/// Decoded frames in any order. Each block of neighbouring frames has its own decoder and a memory
/// limit.
///
/// **Thread-safety:** one thread requests frames; any thread may call `cancel`.
package final class BlockFrames: Sendable {
  private let decoding: ClipDecoding
  private let maximum: Int
  private let state = Mutex<(decoder: ClipDecoder?, isCancelled: Bool)>((nil, false))

  package struct Outcome {
    /// The number of existing frames, counted from the first that may be requested.
    package var count: Int
    package var damagedFrames: Int
    package var changesShape: Bool

    package init(count: Int, damagedFrames: Int = 0, changesShape: Bool = false) {
      self.count = count
      self.damagedFrames = damagedFrames
      self.changesShape = changesShape
    }
  }

  /// The memory of a block in bytes: some 40 frames of 1920x1080.
  package static let memory = 128 << 20

  package init(_ decoding: ClipDecoding, memory: Int = BlockFrames.memory) {
    self.decoding = decoding
    let conform = decoding.conform
    maximum = max(2, memory / max(1, conform.format.byteCount(for: conform.outputSize)))
  }

  /// Passes the frames of `picks` to `give`, in order, until `give` returns `false`. The last
  /// existing frame replaces frames that are missing at the end.
  /// - Parameter atMissing: called with the number of existing frames before missing ones are replaced.
  /// - Throws: `SystemError`, and the errors of `atMissing`.
  package func frames(
    of picks: [FramePick], atMissing: (Int) throws -> Void = { _ in }, _ give: (ClipFrame) -> Bool
  ) throws -> Outcome {
    var outcome = Outcome(count: decoding.count)
    var rest = picks[...]
    while let pick = rest.first {
      var range = pick.range
      let fitting = rest.prefix { pick in
        let wider =
          min(range.lowerBound, pick.range.lowerBound)..<max(range.upperBound, pick.range.upperBound)
        if wider.count > maximum { return false }
        range = wider
        return true
      }
      rest = rest.dropFirst(fitting.count)
      var frames = try decode(range, &outcome)
      // The container may declare more frames than exist, so search backwards for the last ones.
      while frames.isEmpty, range.lowerBound > 0 {
        range = max(0, range.lowerBound - maximum)..<range.lowerBound
        frames = try decode(range, &outcome)
      }
      guard let last = frames.last else { return outcome }
      if outcome.count < decoding.count { try atMissing(outcome.count) }
      for pick in fitting {
        let place = pick.index - range.lowerBound
        let first = frames.indices.contains(place) ? frames[place] : last
        let second = pick.share > 0 && frames.indices.contains(place + 1) ? frames[place + 1] : nil
        let frame = second.map { first.mixed(with: $0, share: pick.share) } ?? first
        guard give(frame) else { return outcome }
      }
    }
    return outcome
  }

  /// Makes a waiting call of `frames` fail.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.decoder?.cancel()
    }
  }

  private func decode(_ range: Range<Int>, _ outcome: inout Outcome) throws -> [ClipFrame] {
    var decoding = decoding
    decoding.first += range.lowerBound
    decoding.count = range.count
    let decoder = try ClipDecoder(decoding)
    defer { decoder.close() }
    let isCancelled = state.withLock { state in
      state.decoder = decoder
      return state.isCancelled
    }
    if isCancelled { throw SystemError.cancelled }
    var frames: [ClipFrame] = []
    while let frame = try decoder.next() { frames.append(frame) }
    if frames.count < range.count { outcome.count = min(outcome.count, range.lowerBound + frames.count) }
    outcome.damagedFrames += decoder.damagedFrames
    outcome.changesShape = outcome.changesShape || decoder.changesShape
    return frames
  }
}

extension FramePick {
  fileprivate var range: Range<Int> { index..<needed }
}

import SegueMedia
import SegueSystem
import Synchronization

/// Decoded frames in any order: those that lie near each other are decoded together, as many as memory is set aside for, by a
/// decoder for each such block.
///
/// **Thread-safety:** one thread asks for frames; `cancel` may be called from any thread.
final class BlockFrames: Sendable {
  private let decoding: ClipDecoding
  private let most: Int
  private let state = Mutex<(decoder: ClipDecoder?, isCancelled: Bool)>((nil, false))

  /// The end of what was decoded.
  struct Outcome {
    /// Frames from the first that may be asked for to the last that there is.
    var count: Int
    var damagedFrames = 0
    var changesShape = false
  }

  /// Bytes of the frames of a block: some 40 of 1920 by 1080.
  static let memory = 128 << 20

  /// Frames of `decoding`; those of a block have `memory` bytes.
  init(_ decoding: ClipDecoding, memory: Int = BlockFrames.memory) {
    self.decoding = decoding
    let conform = decoding.conform
    most = max(2, memory / max(1, conform.format.byteCount(for: conform.outputSize)))
  }

  /// Gives the frames of `picks`, in their order, until `give` returns `false`; frames that are missing at the end are the
  /// last one that there is.
  /// - Throws: `MediaError`.
  func frames(of picks: [ClipPace.Pick], _ give: (ClipFrame) -> Bool) throws -> Outcome {
    var outcome = Outcome(count: decoding.count)
    var rest = picks[...]
    while let pick = rest.first {
      var range = pick.range
      let fitting = rest.prefix { pick in
        let wider =
          min(range.lowerBound, pick.range.lowerBound)..<max(range.upperBound, pick.range.upperBound)
        if wider.count > most { return false }
        range = wider
        return true
      }
      rest = rest.dropFirst(fitting.count)
      var frames = try decode(range, &outcome)
      // What is said to be there may be missing at its end.
      while frames.isEmpty, range.lowerBound > 0 {
        range = max(0, range.lowerBound - most)..<range.lowerBound
        frames = try decode(range, &outcome)
      }
      guard let last = frames.last else { return outcome }
      for pick in fitting {
        let place = pick.index - range.lowerBound
        let first = frames.indices.contains(place) ? frames[place] : last
        let second = pick.share > 0 && frames.indices.contains(place + 1) ? frames[place + 1] : nil
        let frame = second.map { PickedFrames.mix(first, $0, share: pick.share) } ?? first
        guard give(frame) else { return outcome }
      }
    }
    return outcome
  }

  /// Makes `frames` that waits fail.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.decoder?.cancel()
    }
  }

  /// Those of `range` that there are.
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
    if isCancelled { throw MediaError.cancelled }
    var frames: [ClipFrame] = []
    while let frame = try decoder.next() { frames.append(frame) }
    if frames.count < range.count { outcome.count = min(outcome.count, range.lowerBound + frames.count) }
    outcome.damagedFrames += decoder.damagedFrames
    outcome.changesShape = outcome.changesShape || decoder.changesShape
    return frames
  }
}

extension ClipPace.Pick {
  /// The frames of the source that it is made of.
  fileprivate var range: Range<Int> { index..<index + (share > 0 ? 2 : 1) }
}

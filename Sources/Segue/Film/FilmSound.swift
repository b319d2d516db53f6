import Foundation
import SegueMedia
import Synchronization

/// Mixes a film's sound on a thread of its own, into a pipe that the encoder reads.
///
/// **Thread-safety:** `start` and `finish` are called once; `cancel` may be called from any thread.
final class FilmSound: RunSound {
  /// The pipe.
  let feed: SoundFeed
  private let score: FilmMixer.Score
  private let gain: Float
  private let notes: [String]
  /// The program that reads the pipe.
  private let reader: EncoderProgram
  private let state = Mutex(State())
  private let mixing = DispatchGroup()
  private let firstBlock = DispatchSemaphore(value: 0)

  private struct State {
    var error: (any Error)?
    var warnings: [String] = []
    var decoders: [SoundDecoder] = []
    var isCancelled = false
    var hasEnded = false
  }

  /// Samples that are mixed at a time: a tenth of a second.
  private static let block = FilmTimeline.sampleRate / 10

  /// Makes the pipe.
  /// - Parameters:
  ///   - gain: one factor for everything.
  ///   - notes: warnings that are known already.
  ///   - reader: the program that will read the pipe. It has no time limit, since an encoder that is busy with the
  ///     pictures takes no sound.
  /// - Throws: `MediaError.cannotCreate`.
  init(
    _ score: FilmMixer.Score, gain: Float, notes: [String] = [], reader: EncoderProgram = EncoderProgram()
  ) throws {
    (self.score, self.gain, self.notes, self.reader) = (score, gain, notes, reader)
    feed = try SoundFeed(stallLimit: nil)
  }

  /// Begins to mix. `onFailure` is called on the mixing thread with what an input did wrong; a reader that takes no more
  /// is for whoever started it to explain.
  func start(onFailure: @escaping @Sendable (any Error) -> Void) {
    startThread(named: "segue.sound", in: mixing) { [self] in
      do {
        try mix()
      } catch {
        state.withLock { $0.error = error }
        switch error {
        // Whoever cancelled it knows why.
        case MediaError.writeFailed, MediaError.cancelled: break
        default: onFailure(error)
        }
      }
      feed.finish()
      state.withLock { $0.hasEnded = true }
      firstBlock.signal()
    }
  }

  /// Waits until there is something to hear, or the mixing has ended: before that an encoder takes no pictures either.
  func waitForFirstBlock() {
    firstBlock.wait()
    firstBlock.signal()
  }

  /// Waits for the mixing to end. The program has left: samples that it has not taken by now it never will.
  /// - Returns: warnings about the sound, a sentence each.
  /// - Throws: `MediaError`.
  func finish() throws -> [String] {
    feed.cancel()
    let taken = feed.sampleCount
    try waitForInputs()
    guard taken == score.count else {
      throw MediaError.encoderFailed(
        name: (reader.executable as NSString).lastPathComponent,
        reason: "exited with status 0 after \(taken) of \(score.count) samples of sound", log: [])
    }
    return notes + state.withLock { $0.warnings }
  }

  /// Waits for the mixing to end.
  /// - Throws: the failure of an input; a reader that takes no more is for its owner to explain.
  private func waitForInputs() throws {
    mixing.wait()
    guard let error = state.withLock({ $0.error }) else { return }
    switch error {
    case MediaError.writeFailed, MediaError.cancelled: return
    default: throw error
    }
  }

  /// Ends the mixing soon, and everything that it waits for.
  func cancel() {
    let decoders = state.withLock { state in
      state.isCancelled = true
      return state.decoders
    }
    for decoder in decoders { decoder.cancel() }
    feed.cancel()
  }

  /// Waits until the thread has left, and closes the pipe.
  func close() {
    mixing.wait()
    feed.close()
  }

  /// Whether nothing more is mixed.
  private var hasEnded: Bool { state.withLock { $0.hasEnded } }

  private func mix() throws {
    let mixer = FilmMixer(score) { [self] decoder in
      let isCancelled = state.withLock { state in
        // Those of an overlap, and the music's.
        state.decoders = state.decoders.suffix(3) + [decoder]
        return state.isCancelled
      }
      if isCancelled { decoder.cancel() }
    }
    defer { mixer.close() }
    var peak = TruePeakDetector()
    var isFirst = true
    while true {
      var block = try mixer.next(Self.block)
      if block.isEmpty { break }
      if isFirst { firstBlock.signal() }
      isFirst = false
      if gain != 1 { for index in block.indices { block[index] *= gain } }
      peak.add(block)
      try block.withUnsafeBufferPointer { try feed.write($0) }
    }
    peak.finish()
    state.withLock { $0.warnings = mixer.warnings + (peak.excess.map { [Self.sentence(excess: $0)] } ?? []) }
  }

  /// What is said about a peak that is `excess` dB too high.
  private static func sentence(excess: Double) -> String {
    let peak = DecimalText.text(excess + TruePeakDetector.highest, 2)
    return "the true peak of the film's sound is \(peak) dBTP, \(DecimalText.text(excess, 2)) dB above "
      + "\(DecimalText.text(TruePeakDetector.highest)), so loud places may be distorted; lower volumes, or a loudness "
      + "that is lower by as much, keep it below"
  }
}

extension FilmSound {
  /// Measures what would be heard with a factor of 1; waits.
  /// - Throws: `MediaError`.
  static func measure(_ score: FilmMixer.Score, _ stop: StopSignal) throws -> LoudnessMeter.Measurement {
    let sound = try FilmSound(score, gain: 1)
    defer { sound.close() }
    let meter = try LoudnessMeter.start(reading: sound.feed)
    defer { meter.close() }
    stop.onSet {
      sound.cancel()
      meter.cancel()
    }
    sound.start { _ in meter.cancel() }
    let result = Result { try meter.result(while: { !sound.hasEnded }) }
    if case .failure = result { sound.cancel() }
    try sound.waitForInputs()
    return try result.get()
  }
}

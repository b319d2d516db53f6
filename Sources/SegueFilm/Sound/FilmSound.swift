import Dispatch
import Glibc
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// Mixes a film's sound on its own thread into a pipe that the encoder reads.
///
/// **Thread-safety:** `start` and `finish` are called once; any thread may call `cancel`.
final class FilmSound: RunSound {
  let feed: SoundFeed
  private let plan: FilmMixer.MixPlan
  private let gain: Float
  private let notes: [String]
  private let reader: EncoderProgram
  private let state = Mutex(State())
  private let mixing = DispatchGroup()
  private let firstBlock = DispatchSemaphore(value: 0)

  private struct State {
    var error: (any Error)?
    var warnings: [String] = []
  }
  private let decoders = OpenDecoders()

  /// The number of samples in a block: 0.1 s.
  private static let block = SoundDecoding.sampleRate / 10

  /// Creates the pipe.
  /// - Parameter reader: the program that reads the pipe. The pipe has no time limit, since an encoder that
  ///   is busy with pictures reads no sound.
  /// - Throws: `MediaError.cannotCreate`.
  init(
    _ plan: FilmMixer.MixPlan, gain: Float, notes: [String] = [], reader: EncoderProgram
  ) throws {
    self.plan = plan
    self.gain = gain
    self.notes = notes
    self.reader = reader
    feed = try SoundFeed(channels: plan.layout.channels, stallLimit: nil)
  }

  /// Starts mixing. `onFailure` is called on the mixing thread with an error of an input. A reader that
  /// stops reading is reported by its owner.
  func start(onFailure: @escaping @Sendable (any Error) -> Void) {
    startThread(named: "segue.sound", in: mixing) { [self] in
      do {
        try mix()
      } catch MediaError.writeFailed, MediaError.cancelled {
        // The reader's owner reports that it stops reading, and a cancelling caller knows the reason.
      } catch {
        state.withLock { $0.error = error }
        onFailure(error)
      }
      feed.finish()
      firstBlock.signal()
    }
  }

  /// Waits for the first block, or the end of mixing. An encoder that waits for sound reads no pictures.
  func waitForFirstBlock() {
    firstBlock.wait()
    firstBlock.signal()
  }

  /// Waits for the end of mixing, after the encoder has exited.
  /// - Returns: warnings about the sound, a sentence each.
  /// - Throws: `MediaError`.
  func finish() throws -> [String] {
    feed.cancel()
    let taken = feed.sampleCount
    mixing.wait()
    if let error = state.withLock({ $0.error }) { throw error }
    guard taken == plan.range.count else {
      throw MediaError.encoderFailed(
        name: String(reader.executable.split(separator: "/").last ?? ""),
        reason: "exited with status 0 after \(taken) of \(plan.range.count) samples of sound", log: [])
    }
    return notes + state.withLock { $0.warnings }
  }

  /// Cancels the decoders and the pipe; the mixing thread then ends soon.
  func cancel() {
    decoders.cancel()
    feed.cancel()
  }

  func close() {
    mixing.wait()
    feed.close()
  }

  private func mix() throws {
    let mixer = FilmMixer(plan, open: decoders.open)
    defer { mixer.close() }
    var peak = TruePeakDetector(channels: plan.layout.channels)
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

  /// The warning about a peak that is `excess` dB too high.
  private static func sentence(excess: Double) -> String {
    let peak = DecimalText.text(excess + TruePeakDetector.highest, 2)
    return "the true peak of the film's sound is \(peak) dBTP, \(DecimalText.text(excess, 2)) dB above "
      + "\(DecimalText.text(TruePeakDetector.highest)), so loud passages may be distorted; lower the volumes or the "
      + "loudness by as much"
  }
}

extension FilmSound {
  /// The sound of `film`'s rendered frames, normalised to the requested loudness. Blocks until it is
  /// measured or `stop` is set.
  /// - Throws: `MediaError`.
  static func make(_ film: ResolvedFilm, _ stop: StopSignal) throws -> FilmSound {
    let request = film.plan.request
    var plan = film.mix
    var (gain, notes): (Float, [String]) = (1, [])
    if let target = request.loudness {
      if let loudness = try measure(plan, stop) {
        gain = Float(pow(10, (target - loudness) / 20))
      } else {
        let reason =
          plan.count < LoudnessMeter.shortest
          ? "shorter than the 0.4 s that measuring takes, so it is not" : "too quiet to be"
        notes.append("the film's sound is \(reason) normalised to \(DecimalText.text(target)) LUFS")
      }
    }
    // The loudness is that of the whole film.
    plan.part = film.plan.timeline.samples(of: film.plan.frames)
    return try FilmSound(plan, gain: gain, notes: notes, reader: request.output.encoder)
  }

  /// The loudness of `plan` in LUFS, rounded to 0.1; `nil` if it is too quiet or too short to be measured.
  /// Blocks.
  /// - Throws: `MediaError`.
  static func measure(_ plan: FilmMixer.MixPlan, _ stop: StopSignal) throws -> Double? {
    let decoders = OpenDecoders()
    stop.onSet { decoders.cancel() }
    let mixer = FilmMixer(plan, open: decoders.open)
    defer { mixer.close() }
    let meter = try LoudnessMeter(channels: plan.layout.channels)
    while case let samples = try mixer.next(Self.block), !samples.isEmpty {
      if stop.isSet { throw MediaError.cancelled }
      meter.add(samples)
    }
    return meter.integrated.map { ($0 * 10).rounded() / 10 }
  }
}

/// The decoders opened by a mixer, so that they can be cancelled.
///
/// **Thread-safety:** any thread may call every method.
private final class OpenDecoders: Sendable {
  private let state = Mutex((decoders: [any SampleSource](), isCancelled: false))

  func open(_ decoding: SoundDecoding) throws -> any SampleSource {
    let decoder = try SoundDecoder(decoding)
    let isCancelled = state.withLock { state in
      // Keep enough decoders for overlaps, music and overlays. Ended ones ignore cancelling.
      state.decoders = state.decoders.suffix(63) + [decoder]
      return state.isCancelled
    }
    if isCancelled { decoder.cancel() }
    return decoder
  }

  func cancel() {
    let decoders = state.withLock { state in
      state.isCancelled = true
      return state.decoders
    }
    for decoder in decoders { decoder.cancel() }
  }
}

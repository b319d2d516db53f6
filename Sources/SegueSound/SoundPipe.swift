import Dispatch
import SegueFields
import SegueMedia
import SegueSystem
import Synchronization

/// Mixes sound on its own thread into a pipe that the encoder reads.
///
/// **Thread-safety:** `start` and `finish` are called once; any thread may call `cancel`.
package final class SoundPipe: Sendable {
  package let feed: SoundFeed
  private let mix: SoundMix
  private let gain: Float
  private let notices: [Notice]
  private let reader: EncoderProgram
  private let state = Mutex(State())
  private let mixing = DispatchGroup()
  private let firstBlock = DispatchSemaphore(value: 0)

  private struct State {
    var error: (any Error)?
    var notices: [Notice] = []
  }
  private let decoders = OpenDecoders()

  /// The number of samples in a block: 0.1 s.
  fileprivate static let block = SoundDecoding.sampleRate / 10

  /// Creates the pipe.
  /// - Parameter reader: the program that reads the pipe. The pipe has no time limit, since an encoder that
  ///   is busy with pictures reads no sound.
  /// - Throws: `SystemError.cannotCreate`.
  package init(
    _ mix: SoundMix, gain: Float, notices: [Notice] = [], reader: EncoderProgram
  ) throws {
    self.mix = mix
    self.gain = gain
    self.notices = notices
    self.reader = reader
    feed = try SoundFeed(channels: mix.layout.channels, stallLimit: nil)
  }

  /// Starts mixing. `onFailure` is called on the mixing thread with an error of an input. A reader that
  /// stops reading is reported by its owner.
  package func start(onFailure: @escaping @Sendable (any Error) -> Void) {
    startThread(named: "segue.sound", in: mixing) { [self] in
      do {
        try run()
      } catch SystemError.writeFailed, SystemError.cancelled {
        // The reader's owner reports a reader that stops reading. A cancellation needs no report.
      } catch {
        state.withLock { $0.error = error }
        onFailure(error)
      }
      feed.finish()
      firstBlock.signal()
    }
  }

  /// Waits for the first block, or the end of mixing. An encoder that waits for sound reads no pictures.
  package func waitForFirstBlock() {
    firstBlock.wait()
    firstBlock.signal()
  }

  /// Waits for the end of mixing, after the encoder has exited.
  /// - Returns: the notices about the sound.
  /// - Throws: `SystemError`.
  package func finish() throws -> [Notice] {
    feed.cancel()
    let taken = feed.sampleCount
    mixing.wait()
    if let error = state.withLock({ $0.error }) { throw error }
    guard taken == mix.range.count else {
      throw SystemError.programFailed(
        name: OutputPath.name(of: reader.executable),
        reason: "exited with status 0 after \(taken) of \(mix.range.count) samples of sound", log: [])
    }
    return notices + state.withLock { $0.notices }
  }

  /// Cancels the decoders and the pipe; the mixing thread then ends soon.
  package func cancel() {
    decoders.cancel()
    feed.cancel()
  }

  package func close() {
    mixing.wait()
    feed.close()
  }

  private func run() throws {
    let mixer = SoundMixer(mix, open: decoders.open)
    defer { mixer.close() }
    var peak = TruePeakDetector(channels: mix.layout.channels)
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
    let loud = peak.excess.map { Notice(.warning, Self.sentence(excess: $0)) }
    state.withLock { $0.notices = mixer.notices + [loud].compactMap(\.self) }
  }

  /// The warning about a peak that is `excess` dB too high.
  private static func sentence(excess: Double) -> String {
    let peak = DecimalText.text(excess + TruePeakDetector.highest, 2)
    return "the true peak of the film's sound is \(peak) dBTP, \(DecimalText.text(excess, 2)) dB above "
      + "\(DecimalText.text(TruePeakDetector.highest)), so loud passages may be distorted; lower the volumes or the "
      + "loudness by this amount"
  }
}

extension SoundMix {
  /// The loudness in LUFS, rounded to 0.1; `nil` for a mix that is too quiet or too short. Blocks
  /// until the loudness is measured or `stop` is set.
  /// - Throws: `SystemError`.
  package func loudness(_ stop: StopSignal) throws -> Double? {
    let decoders = OpenDecoders()
    stop.onSet { decoders.cancel() }
    let mixer = SoundMixer(self, open: decoders.open)
    defer { mixer.close() }
    let meter = try LoudnessMeter(channels: layout.channels)
    while case let samples = try mixer.next(SoundPipe.block), !samples.isEmpty {
      if stop.isSet { throw SystemError.cancelled }
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
      // Keep enough decoders for overlaps, music and overlays. Decoders that have ended ignore a
      // cancellation.
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

import SegueMedia
import SegueSystem

/// Looping music in two channels. The last and first 20 ms are crossfaded, so that the loop does
/// not click. Short music is decoded once.
///
/// **Thread-safety:** confined to one thread.
final class MusicLoop {
  private let loops: Bool
  private let open: @Sendable () throws(SystemError) -> any SampleSource
  private let silence: SystemError
  private var decoder: (any SampleSource)?
  private var pending: ArraySlice<Float> = []
  private var passSamples = 0
  private var hasEnded = false
  /// The samples of the first pass, unless it is long.
  private var recording: [Float]? = []
  /// The number of recorded values that this pass has read; `nil` until the recording is complete.
  private var replayed: Int?

  /// The length of the crossfade in samples: 20 ms.
  static let crossing = SoundDecoding.sampleRate / 50
  private static let chunk = 8192
  /// The maximum number of recorded samples: 20 s, 8 MB.
  private static let short = 20 * SoundDecoding.sampleRate

  /// - Parameter passes: the number of samples in each pass of a sound that loops with its pictures; empty
  ///   for other sounds.
  init(
    _ source: SoundMix.Source, loops: Bool, passes: [Int] = [], open: @escaping SoundMixer.Open
  ) {
    self.loops = loops
    silence = source.silence
    let once = { @Sendable () throws(SystemError) in try source.opened(by: open) }
    self.open =
      passes.isEmpty ? once : { @Sendable () throws(SystemError) in LoopedSound(passes, open: once) }
  }

  /// The next `count` samples; silence after the end of music that does not loop.
  /// - Throws: `SystemError`, also for a file without samples.
  func read(_ count: Int) throws -> [Float] {
    while pending.count < (count + Self.crossing) * 2, !hasEnded { try decode() }
    var samples = Array(pending.prefix(count * 2))
    pending = pending.dropFirst(count * 2)
    samples.append(contentsOf: repeatElement(0, count: count * 2 - samples.count))
    return samples
  }

  /// Skips the next `count` samples.
  /// - Throws: as `read`.
  func skip(_ count: Int) throws {
    var rest = count
    while rest > 0 { rest -= try read(min(rest, SoundDecoding.sampleRate)).count / 2 }
  }

  /// Restarts at the first sample. A complete recording is not decoded again.
  func restart() {
    close()
    hasEnded = false
    pending = []
    passSamples = 0
    if replayed == nil { recording = [] } else { replayed = 0 }
  }

  func close() {
    decoder?.close()
    decoder = nil
    hasEnded = true
  }

  private func decode() throws {
    let chunk = try decodedChunk(Self.chunk)
    pending.append(contentsOf: chunk)
    guard chunk.count < Self.chunk * 2 else { return }
    decoder?.close()
    decoder = nil
    if recording != nil { replayed = 0 }
    if passSamples == 0 { throw silence }
    let isLong = passSamples > 2 * Self.crossing
    passSamples = 0
    if loops { try cross(over: isLong ? Self.crossing : 0) } else { hasEnded = true }
  }

  /// Starts the next pass, crossfaded over the last `count` pending samples.
  private func cross(over count: Int) throws {
    let head = try decodedChunk(max(count, 1))
    guard count > 0 else { return pending.append(contentsOf: head) }
    let start = pending.endIndex - head.count
    for index in 0..<head.count / 2 {
      let x = (Float(index) + 0.5) / Float(count)
      for value in 2 * index...2 * index + 1 {
        pending[start + value] = pending[start + value] * (1 - x) + head[value] * x
      }
    }
  }

  private func decodedChunk(_ count: Int) throws -> [Float] {
    if let recording, let start = replayed {
      let end = min(recording.count, start + count * 2)
      replayed = end
      passSamples += (end - start) / 2
      return Array(recording[start..<end])
    }
    let decoder = try self.decoder ?? open()
    self.decoder = decoder
    var chunk = [Float](repeating: 0, count: count * 2)
    let got = try chunk.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
    passSamples += got
    chunk.removeLast(chunk.count - got * 2)
    recording?.append(contentsOf: chunk)
    if let kept = recording, kept.count > Self.short * 2 { recording = nil }
    return chunk
  }
}

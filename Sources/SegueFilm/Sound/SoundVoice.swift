import Glibc
import SegueMedia
import SegueRun
import SegueSystem

/// The sound of a clip while it plays. Its samples are decoded once, in order.
///
/// **Thread-safety:** confined to one thread.
final class SoundVoice {
  let part: SoundPart
  private let open: FilmMixer.Open
  private var decoder: (any SampleSource)?
  private var ordered: OrderedSound?
  private var next: Int
  /// The samples decoded ahead, so that the decoder could end.
  private var ahead: ArraySlice<Float> = []
  private var hasEnded = false
  private var decoded = 0
  /// The seconds that are missing within the file.
  private var gaps = 0.0
  private let meter: LoudnessMeter
  /// The number of values per sample.
  private let channels: Int

  /// - Throws: `MediaError.encoderMissing` without libebur128.
  init(_ part: SoundPart, open: @escaping FilmMixer.Open) throws(MediaError) {
    self.part = part
    self.open = open
    channels = part.decoding.channels
    meter = try LoudnessMeter(channels: channels)
    next = part.range.lowerBound
  }

  /// Adds the samples of the film's `range` to `mix`. Each `range` follows the previous one.
  /// - Throws: `MediaError`.
  func add(_ range: Range<Int>, to mix: UnsafeMutableBufferPointer<Float>) throws {
    let mine = range.clamped(to: part.range)
    guard !mine.isEmpty else { return }
    precondition(mine.lowerBound == next, "samples must be read in order")
    next = mine.upperBound
    let samples = try read(mine.count)
    meter.add(samples)
    let steady = part.steady
    let start = (mine.lowerBound - range.lowerBound) * channels
    for index in 0..<samples.count / channels {
      let place = mine.lowerBound + index
      let gain = steady.contains(place) ? part.level : part.gain(at: place)
      for value in index * channels..<(index + 1) * channels { mix[start + value] += samples[value] * gain }
    }
  }

  /// Decodes the remaining samples, at most those of an overlap, and closes the decoder, so that
  /// the next clip's decoder can start.
  /// - Throws: `MediaError`.
  func finishDecoding() throws {
    guard decoder != nil else { return }
    ahead = try read(part.range.upperBound - next)[...]
    close()
  }

  var isOver: Bool { next >= part.range.upperBound }

  /// The loudness in the film in LUFS, after the end; `nil` for silence.
  var loudness: Double? { meter.integrated.map { $0 + 20 * log10(Double(part.level)) } }

  var warnings: [String] {
    guard hasEnded else { return [] }
    var sentences: [String] = []
    let missing = Double(part.range.count - decoded) / Double(SoundDecoding.sampleRate)
    if missing > Self.tolerance {
      sentences.append(
        "its sound is \(DecimalText.text(missing)) s shorter than its pictures, so the rest is silent")
    }
    if gaps > Self.tolerance {
      sentences.append("\(DecimalText.text(gaps)) s within its sound are missing and become silence")
    }
    return sentences.map { "\(part.name): \($0)" }
  }

  /// The seconds of missing sound that are tolerated without a warning.
  private static let tolerance = 0.05

  func close() {
    gaps = max(gaps, decoder?.missing ?? 0)
    decoder?.close()
    decoder = nil
    hasEnded = true
  }

  /// The next `count` samples; missing ones are silent.
  private func read(_ count: Int) throws -> [Float] {
    if let order = part.order {
      let ordered = try self.ordered ?? OrderedSound(order, open(part.decoding), channels: channels)
      self.ordered = ordered
      gaps = ordered.missing
      decoded = part.range.count - max(0, order.sourceCount - ordered.decoded)
      return try ordered.read(count)
    }
    var samples = [Float](repeating: 0, count: count * channels)
    let kept = min(samples.count, ahead.count)
    samples.replaceSubrange(0..<kept, with: ahead.prefix(kept))
    ahead = ahead.dropFirst(kept)
    guard kept < samples.count, !hasEnded else { return samples }
    let decoder = try self.decoder ?? open(part.decoding)
    self.decoder = decoder
    let got = try samples.withUnsafeMutableBufferPointer { buffer in
      try decoder.read(into: UnsafeMutableBufferPointer(rebasing: buffer[kept...]))
    }
    decoded += got
    if got * channels < samples.count - kept { close() }
    return samples
  }
}

/// Looping music in two channels. The last and first 20 ms are crossfaded, so that the loop does not click. Short music is
/// decoded once.
///
/// **Thread-safety:** confined to one thread.
final class MusicLoop {
  private let loops: Bool
  private let open: @Sendable () throws(MediaError) -> any SampleSource
  private let silence: MediaError
  private var decoder: (any SampleSource)?
  private var pending: ArraySlice<Float> = []
  private var passSamples = 0
  private var hasEnded = false
  /// The samples of the first pass, unless it is long.
  private var recording: [Float]? = []
  /// The number of values of the complete recording that this pass has read; `nil` until it is complete.
  private var replayed: Int?

  /// The length of the crossfade in samples: 20 ms.
  static let crossing = SoundDecoding.sampleRate / 50
  private static let chunk = 8192
  /// The maximum number of recorded samples: 20 s, 8 MB.
  private static let short = 20 * SoundDecoding.sampleRate

  /// - Parameter passes: the number of samples in each pass of a sound that loops with its pictures; empty
  ///   for other sounds.
  init(
    _ source: FilmMixer.MixPlan.Source, loops: Bool, passes: [Int] = [], open: @escaping FilmMixer.Open
  ) {
    self.loops = loops
    silence = source.silence
    let once = { @Sendable () throws(MediaError) in try source.opened(by: open) }
    self.open =
      passes.isEmpty ? once : { @Sendable () throws(MediaError) in RepeatedSound(passes, open: once) }
  }

  /// The next `count` samples; silence after the end of music that does not loop.
  /// - Throws: `MediaError`, also for a file without samples.
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

  /// Begins again at the first sample. A complete recording is not decoded again.
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

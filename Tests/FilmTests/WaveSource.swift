import Foundation
import SegueMath
import Synchronization
import TestSupport

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSound

/// The samples of a WAV file of 32-bit floats at 48 kHz, in mono or stereo, as a stereo decoder returns them.
///
/// **Thread-safety:** as `SampleSource`.
final class WaveSource: SampleSource {
  /// Interleaved samples in two channels.
  private let samples: [Float]
  /// The next value.
  private let next = Mutex(0)

  /// Opens `decoding`; with ffmpeg, if the file is of another kind.
  static func open(_ decoding: SoundDecoding) throws -> any SampleSource {
    if let source = WaveSource(decoding) { return source }
    return try SoundDecoder(decoding)
  }

  private init?(_ decoding: SoundDecoding) {
    guard let audio = decoding.info.audio, decoding.info.container == "wav", audio.codec == "pcm_f32le",
      audio.sampleRate == SoundDecoding.sampleRate, (1...2).contains(audio.channels),
      decoding.channels == 2, decoding.tempo == 1,
      let bytes = FileManager.default.contents(atPath: decoding.path), let wave = WaveFile([UInt8](bytes))
    else { return nil }
    let values = wave.floats.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count / 4 * 4, by: 4).map {
        raw.loadUnaligned(fromByteOffset: $0, as: Float.self)
      }
    }
    let start = ((decoding.time - decoding.info.startTime) * Ratio(SoundDecoding.sampleRate)).rounded
    let rest = values.dropFirst(max(0, start) * audio.channels)
    samples = audio.channels == 2 ? Array(rest) : rest.flatMap { [$0, $0] }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    next.withLock { next in
      let count = min(buffer.count / 2 * 2, samples.count - next)
      for index in 0..<count { buffer[index] = samples[next + index] }
      next += count
      return count / 2
    }
  }

  func cancel() {}

  func close() {}

  /// Registers the facts of a WAV file of 32-bit floats at 48 kHz. The file then needs no ffprobe and no
  /// count of its samples.
  static func register(_ path: String, channels: Int, count: Int) {
    let info = info(path, channels: channels)
    ClipProbe.cache.entry(path, "wav")?.value = info
    guard let decoding = SoundDecoding(info, from: 0, isStrict: false) else { return }
    SampleCounts.cache.entry(path, decoding)?.value = SampleCounts.Count(count: count, limit: .max)
  }

  /// The facts of a WAV file of 32-bit floats at 48 kHz.
  static func info(_ path: String, channels: Int) -> ClipInfo {
    let audio = ClipInfo.Audio(
      codec: "pcm_f32le", sampleRate: 48_000, channels: channels,
      layout: [1: "mono", 2: "stereo"][channels] ?? "", tick: Ratio(1, 48_000), startTime: 0)
    var info = ClipInfo(path: path, container: "wav", startTime: 0, audio: audio)
    info.sounds = [audio]
    return info
  }
}

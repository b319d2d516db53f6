import SegueMedia
import SegueSystem
import Synchronization

/// A mix within another one, mixed on demand.
///
/// **Thread-safety:** as for `SampleSource`.
final class NestedMix: SampleSource {
  private let mixer: Mutex<SoundMixer>
  private let name: String

  /// The sound of `mix` in two channels.
  init(_ mix: SoundMix, name: String, open: @escaping SoundMixer.Open) {
    mixer = Mutex(SoundMixer(mix, open: open))
    self.name = name
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count / 2 {
      let block: [Float]
      let count = min(buffer.count / 2 - done, SoundDecoding.sampleRate / 10)
      do { block = try mixer.withLock { try $0.next(count) } } catch {
        throw error as? SystemError ?? .badData(path: name, reason: "\(error)")
      }
      if block.isEmpty { break }
      for (index, value) in block.enumerated() { buffer[2 * done + index] = value }
      done += block.count / 2
    }
    return done
  }

  /// The owner of the decoders cancels them.
  func cancel() {}

  func close() { mixer.withLock { $0.close() } }
}

extension SoundMix.Source {
  /// The error for a sound without samples.
  var silence: SystemError {
    switch self {
    case .file(let decoding): .badData(path: decoding.name, reason: decoding.silence)
    case .mix(_, let name): .badData(path: name, reason: "it has no sound")
    }
  }

  /// Opens the source of the samples.
  func opened(by open: @escaping SoundMixer.Open) throws(SystemError) -> any SampleSource {
    switch self {
    case .mix(let mix, let name): return NestedMix(mix, name: name, open: open)
    case .file(let decoding):
      do { return try open(decoding) } catch {
        throw error as? SystemError ?? .badData(path: decoding.name, reason: "\(error)")
      }
    }
  }
}

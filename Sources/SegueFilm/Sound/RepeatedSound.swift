import SegueMedia
import SegueSystem
import Synchronization

/// Sound that loops with its pictures, in passes of the pictures' length, without clicks between them. Short
/// passes are decoded once.
///
/// **Thread-safety:** as `SampleSource`.
final class RepeatedSound: SampleSource {
  private let passes: [Int]
  private let open: @Sendable () throws(MediaError) -> any SampleSource
  private let decoder = Mutex<(any SampleSource)?>(nil)
  /// The current pass, and the number of its samples that were read.
  private let position = Mutex((pass: 0, place: 0))
  /// The samples of the longest pass; `nil` until they are decoded, and for long passes.
  private let recording = Mutex<[Float]?>(nil)

  /// The maximum number of recorded samples: 20 s, 8 MB.
  private static let short = 20 * FilmTimeline.sampleRate

  /// Passes with the numbers of samples in `passes`, each read from a source opened by `open`.
  init(_ passes: [Int], open: @escaping @Sendable () throws(MediaError) -> any SampleSource) {
    self.passes = passes
    self.open = open
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> Int {
    var (pass, place) = position.withLock { $0 }
    defer { position.withLock { $0 = (pass, place) } }
    var done = 0
    while done < buffer.count / 2, pass < passes.count {
      let count = min(buffer.count / 2 - done, passes[pass] - place)
      let target = UnsafeMutableBufferPointer(rebasing: buffer[2 * done..<2 * (done + count)])
      let decoder = try current()
      let got = try decoder.read(into: target)
      target[(2 * got)...].update(repeating: 0)
      for index in 0..<count {
        let gain = gain(at: place + index, ofPass: pass)
        target[2 * index] *= gain
        target[2 * index + 1] *= gain
      }
      (done, place) = (done + count, place + count)
      if place == passes[pass] {
        close()
        (pass, place) = (pass + 1, 0)
      }
    }
    return done
  }

  private func current() throws(MediaError) -> any SampleSource {
    if let decoder = decoder.withLock({ $0 }) { return decoder }
    if let recording = recording.withLock({ $0 }) { return use(RecordedSound(recording)) }
    let opened = use(try open())
    let longest = passes.max() ?? 0
    guard passes.count > 1, longest <= Self.short else { return opened }
    var samples = [Float](repeating: 0, count: 2 * longest)
    let got = try samples.withUnsafeMutableBufferPointer { buffer throws(MediaError) in
      try opened.read(into: buffer)
    }
    close()
    let recorded = Array(samples.prefix(2 * got))
    recording.withLock { $0 = recorded }
    return use(RecordedSound(recorded))
  }

  /// Makes `source` the current one.
  private func use(_ source: any SampleSource) -> any SampleSource {
    decoder.withLock { $0 = source }
    return source
  }

  /// The gain of a sample: a fade of 5 ms before and after the boundary of two passes.
  private func gain(at index: Int, ofPass pass: Int) -> Float {
    let before = pass > 0 ? index : SoundPart.edge
    let after = pass < passes.count - 1 ? passes[pass] - 1 - index : SoundPart.edge
    return Float(min(before, after, SoundPart.edge)) / Float(SoundPart.edge)
  }

  func cancel() { decoder.withLock { $0 }?.cancel() }

  func close() {
    let opened = decoder.withLock { decoder in
      defer { decoder = nil }
      return decoder
    }
    opened?.close()
  }
}

/// Samples of two channels in memory.
///
/// **Thread-safety:** as `SampleSource`.
private final class RecordedSound: SampleSource {
  private let samples: [Float]
  /// The next value.
  private let next = Mutex(0)

  init(_ samples: [Float]) { self.samples = samples }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    next.withLock { next in
      let count = min(buffer.count, samples.count - next)
      for index in 0..<count { buffer[index] = samples[next + index] }
      next += count
      return count / 2
    }
  }

  func cancel() {}

  func close() {}
}

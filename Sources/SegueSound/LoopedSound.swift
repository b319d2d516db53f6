import SegueMedia
import SegueSystem
import Synchronization

/// Sound that loops with its pictures, in passes of the pictures' length. A fade prevents clicks
/// between passes. Short passes are decoded once.
///
/// **Thread-safety:** as for `SampleSource`.
final class LoopedSound: SampleSource {
  private let passes: [Int]
  private let open: @Sendable () throws(SystemError) -> any SampleSource
  private let state = Mutex(State())

  private struct State {
    var pass = 0
    /// The number of samples of the pass that were read.
    var place = 0
    var decoder: (any SampleSource)?
    /// The samples of the longest pass; `nil` until they are decoded, and for long passes.
    var recording: [Float]?
  }

  /// The maximum number of recorded samples: 20 s, 8 MB.
  private static let short = 20 * SoundDecoding.sampleRate

  /// A sound of passes with the numbers of samples in `passes`. `open` opens the source of each
  /// pass.
  init(_ passes: [Int], open: @escaping @Sendable () throws(SystemError) -> any SampleSource) {
    self.passes = passes
    self.open = open
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SystemError) -> Int {
    try state.withLock { (state) throws(SystemError) in
      var done = 0
      while done < buffer.count / 2, state.pass < passes.count {
        let count = min(buffer.count / 2 - done, passes[state.pass] - state.place)
        let target = UnsafeMutableBufferPointer(rebasing: buffer[2 * done..<2 * (done + count)])
        try fill(target, &state)
        for index in 0..<count {
          let gain = gain(at: state.place + index, ofPass: state.pass)
          target[2 * index] *= gain
          target[2 * index + 1] *= gain
        }
        done += count
        state.place += count
        if state.place == passes[state.pass] {
          state.decoder?.close()
          state.decoder = nil
          state.place = 0
          state.pass += 1
        }
      }
      return done
    }
  }

  /// Fills `target` with the next samples of the pass, and with silence after their end.
  private func fill(
    _ target: UnsafeMutableBufferPointer<Float>, _ state: inout State
  ) throws(SystemError) {
    if state.recording == nil, passes.count > 1, let longest = passes.max(), longest <= Self.short {
      let source = try open()
      defer { source.close() }
      var samples = [Float](repeating: 0, count: 2 * longest)
      let count = try samples.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try source.read(into: buffer)
      }
      state.recording = Array(samples.prefix(2 * count))
    }
    let count: Int
    if let recording = state.recording {
      let rest = recording.dropFirst(2 * state.place).prefix(target.count)
      _ = target.update(fromContentsOf: rest)
      count = rest.count
    } else {
      if state.decoder == nil { state.decoder = try open() }
      count = 2 * (try state.decoder?.read(into: target) ?? 0)
    }
    target[count...].update(repeating: 0)
  }

  /// The gain of a sample: a fade of 5 ms before and after the boundary of two passes.
  private func gain(at index: Int, ofPass pass: Int) -> Float {
    let before = pass > 0 ? index : SoundPart.edge
    let after = pass < passes.count - 1 ? passes[pass] - 1 - index : SoundPart.edge
    return Float(min(before, after, SoundPart.edge)) / Float(SoundPart.edge)
  }

  /// The owner of the decoders cancels them.
  func cancel() {}

  func close() {
    state.withLock { state in
      state.decoder?.close()
      state.decoder = nil
    }
  }
}

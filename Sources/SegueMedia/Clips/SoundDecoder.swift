import SegueSystem
import Synchronization

/// A sound that is read sequentially.
///
/// **Thread-safety:** one thread reads; `cancel` may be called from any thread.
package protocol SampleSource: Sendable {
  /// Fills `buffer` with interleaved samples.
  /// - Returns: the number of samples; fewer than requested only at the end.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SystemError) -> Int
  /// Seconds of silence inserted for sound missing from the file.
  var missing: Double { get }
  /// Makes a waiting read and all later ones fail with `cancelled`.
  func cancel()
  func close()
}

extension SampleSource {
  package var missing: Double { 0 }
}

/// Decodes sound to interleaved 32-bit float samples at 48 kHz, in an `ffmpeg` process.
///
/// Calls block; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread reads; `cancel` may be called from any thread.
package final class SoundDecoder: SampleSource {
  private let process: StreamingProcess
  private let decoding: SoundDecoding
  private let samples: Mutex<MarkedSamples>

  private static let chunk = 4096

  /// Starts the process.
  package init(_ decoding: SoundDecoding) throws(SystemError) {
    self.decoding = decoding
    samples = Mutex(MarkedSamples(channels: decoding.channels))
    process = try StreamingProcess(
      "ffmpeg", decoding.arguments, name: decoding.name, stallLimit: decoding.stallLimit)
  }

  /// Reads the next samples.
  /// - Throws: `SystemError.badData` if the decoder fails or stalls; `.cancelled`.
  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SystemError) -> Int {
    try samples.withLock { samples throws(SystemError) in
      var (done, channels) = (0, decoding.channels)
      while done < buffer.count / channels {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)...])
        let count = samples.take(into: rest, place: decoding.place)
        done += count
        if count == 0, !(try fill(&samples)) { break }
      }
      return done
    }
  }

  package var missing: Double { decoding.missing(process.log.filledSamples) }

  /// Decodes the remaining samples, at most `limit`, and returns their number.
  package func countRest(upTo limit: Int = .max) throws(SystemError) -> Int {
    var buffer = [Float](repeating: 0, count: decoding.channels * SoundDecoding.sampleRate)
    var count = 0
    while true {
      let got = try buffer.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try read(into: buffer)
      }
      count += got
      if got * decoding.channels < buffer.count || count >= limit { return min(count, limit) }
    }
  }

  package func cancel() { process.cancel() }
  package func close() { process.close() }

  /// Reads the next samples of the process. Returns whether samples were read.
  private func fill(_ samples: inout MarkedSamples) throws(SystemError) -> Bool {
    if samples.hasEnded { return false }
    var next = [Float](repeating: 0, count: Self.chunk * decoding.channels)
    let bytes = try next.withUnsafeMutableBufferPointer { next throws(SystemError) in
      try process.read(into: UnsafeMutableRawBufferPointer(next))
    }
    let count = bytes / (decoding.channels * MemoryLayout<Float>.stride)
    samples.append(next[..<(count * decoding.channels)])
    if count < Self.chunk {
      samples.hasEnded = true
      try process.waitForSuccess()
    }
    return count > 0
  }
}

import Glibc
import SegueFields
import SegueMedia
import SegueSystem

/// The sound of a clip while it plays. Its samples are decoded once, in order.
///
/// **Thread-safety:** confined to one thread.
final class ClipSound {
  let part: SoundPart
  private let open: SoundMixer.Open
  private var decoder: (any SampleSource)?
  private var ordered: ReorderedSound?
  private var next: Int
  /// The samples that were decoded before they are mixed, so that the decoder could be closed.
  private var ahead: ArraySlice<Float> = []
  private var hasEnded = false
  private var decoded = 0
  /// The seconds of sound that are missing within the file.
  private var gaps = 0.0
  private let meter: LoudnessMeter
  /// The number of values per sample.
  private let channels: Int

  /// - Throws: `SystemError.libraryMissing` without libebur128.
  init(_ part: SoundPart, open: @escaping SoundMixer.Open) throws(SystemError) {
    self.part = part
    self.open = open
    channels = part.decoding.channels
    meter = try LoudnessMeter(channels: channels)
    next = part.range.lowerBound
  }

  /// Adds the samples of the mix's `range` to `mix`. Each `range` follows the previous one.
  /// - Throws: `SystemError`.
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

  /// Decodes the remaining samples, which are at most an overlap, and closes the decoder. The next
  /// clip's decoder can then start.
  /// - Throws: `SystemError`.
  func finishDecoding() throws {
    guard decoder != nil else { return }
    ahead = try read(part.range.upperBound - next)[...]
    close()
  }

  var isOver: Bool { next >= part.range.upperBound }

  /// The loudness in the mix in LUFS, after the end; `nil` for silence.
  var loudness: Double? { meter.integrated.map { $0 + 20 * log10(Double(part.level)) } }

  var notices: [Notice] {
    guard hasEnded else { return [] }
    var sentences: [String] = []
    let missing = Double(part.range.count - decoded) / Double(SoundDecoding.sampleRate)
    if missing > Self.tolerance {
      sentences.append(
        "its sound is \(DecimalText.text(missing)) s shorter than its pictures, so its end is silent")
    }
    if gaps > Self.tolerance {
      sentences.append("\(DecimalText.text(gaps)) s within its sound are missing and become silence")
    }
    return sentences.map { Notice(at: .named(part.name), $0) }
  }

  /// The seconds of missing sound that are tolerated without a warning.
  private static let tolerance = 0.05

  func close() {
    gaps = max(gaps, decoder?.missing ?? 0)
    decoder?.close()
    decoder = nil
    hasEnded = true
  }

  /// The next `count` samples; missing samples are silent.
  private func read(_ count: Int) throws -> [Float] {
    if let order = part.order {
      let ordered = try self.ordered ?? ReorderedSound(order, open(part.decoding), channels: channels)
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

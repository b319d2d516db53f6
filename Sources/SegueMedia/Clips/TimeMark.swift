/// A mark in the first two channels before the samples. Its first sample has an impossible value, and
/// its second sample is a time.
enum SoundMark {
  /// The first sample: both channels exceed full scale by 750 dB.
  private static let (left, right): (Float, Float) = (3e37, -5e37)

  /// The filters that turn the first sample of a sound into the mark: the time in whole seconds,
  /// and the remainder in samples.
  static let filters =
    "atrim=end_sample=1,apad=whole_len=2,aeval=c=same:exprs="
    + "'if(n,floor(t-n/s),3e37)|if(n,(t-n/s-floor(t-n/s))*s,-5e37)'"

  /// Whether a mark begins with this sample.
  static func isStart(_ left: Float, _ right: Float) -> Bool { left == Self.left && right == Self.right }

  /// The time in the mark's second sample, in samples; `nil` if no sound follows.
  static func time(_ whole: Float, _ samples: Float) -> Int? {
    Int(exactly: (Double(whole) * Double(SoundDecoding.sampleRate) + Double(samples)).rounded())
  }
}

/// A decoder's samples and marks, moved to the positions that the marks state.
struct MarkedSamples {
  let channels: Int
  /// Whether the decoder has ended.
  var hasEnded = false
  /// Received values that were not taken yet.
  private var raw: [Float] = []
  private var next = 0
  /// The number of samples taken.
  private var place = 0
  /// Samples of silence to insert, and of sound to drop, before the next sample.
  private var (silence, surplus) = (0, 0)

  init(channels: Int) { self.channels = channels }

  /// Appends the decoder's next samples.
  mutating func append(_ samples: ArraySlice<Float>) {
    raw.removeFirst(next)
    raw += samples
    next = 0
  }

  /// Moves available samples into `buffer` and returns their number; 0 if more input is needed.
  mutating func take(into buffer: UnsafeMutableBufferPointer<Float>, _ decoding: SoundDecoding) -> Int {
    if silence > 0 {
      let count = min(silence, buffer.count / channels)
      UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)]).update(repeating: 0)
      silence -= count
      place += count
      return count
    }
    while let end = nextMark(within: surplus * channels + buffer.count) {
      if end == next {
        // A mark is two samples long.
        guard raw.count - next >= 2 * channels else { return 0 }
        let (whole, samples) = (raw[next + channels], raw[next + channels + 1])
        if let time = SoundMark.time(whole, samples) { resume(at: decoding.place(of: time)) }
        next += 2 * channels
        if silence > 0 { return take(into: buffer, decoding) }
        continue
      }
      let left = min(surplus, (end - next) / channels)
      (surplus, next) = (surplus - left, next + left * channels)
      let count = min((end - next) / channels, buffer.count / channels)
      if count == 0 { continue }
      raw.withUnsafeBufferPointer { raw in
        _ = buffer.update(
          fromContentsOf: UnsafeBufferPointer(rebasing: raw[next..<(next + count * channels)]))
      }
      next += count * channels
      place += count
      return count
    }
    return 0
  }

  /// Continues at `target`: inserts silence, or drops samples that overlap taken ones.
  private mutating func resume(at target: Int) {
    (silence, surplus) = (max(0, target - place), max(0, place - target))
  }

  /// The offset of the next mark within `count` values, else their end; `nil` without values.
  private func nextMark(within count: Int) -> Int? {
    guard next < raw.count else { return nil }
    let end = min(raw.count, next + count)
    return raw.withUnsafeBufferPointer { raw in
      stride(from: next, to: end, by: channels).first { SoundMark.isStart(raw[$0], raw[$0 + 1]) } ?? end
    }
  }
}

/// A mark among a decoder's samples that states the stream time of the next sample.
///
/// ffmpeg rebuilds its filters at each change of rate or channels within a stream. The output does not
/// show this. Therefore each chain of filters begins its output with a mark. A mark has two samples: the
/// signature, and the time in whole seconds (left) and the remaining samples (right).
struct TimeMark {
  /// The time on ffmpeg's clock, in samples; `nil` if no sound follows.
  let sample: Int?

  static let length = 2
  /// The first sample: both channels exceed full scale by 750 dB.
  private static let (left, right): (Float, Float) = (3e37, -5e37)

  /// The filters that turn the first sample of a sound into its mark. In `aeval`, `n` is a sample's
  /// index, `t` its time, and `s` the rate.
  static let filters: String = {
    let start = "t-n/s"
    let (seconds, samples) = ("floor(\(start))", "(\(start)-floor(\(start)))*s")
    return "atrim=end_sample=1,apad=whole_len=\(length),aeval=c=same:exprs="
      + "'if(n,\(seconds),3e37)|if(n,\(samples),-5e37)'"
  }()

  static func begins(_ left: Float, _ right: Float) -> Bool { left == Self.left && right == Self.right }

  /// The mark at the beginning of interleaved `values`; `nil` if it is incomplete.
  init?(_ values: ArraySlice<Float>, channels: Int) {
    guard values.count >= Self.length * channels else { return nil }
    let (seconds, samples) = (values[values.startIndex + channels], values[values.startIndex + channels + 1])
    sample = Int(exactly: (Double(seconds) * Double(SoundDecoding.sampleRate) + Double(samples)).rounded())
  }
}

/// A decoder's samples, moved to the positions that their time marks state.
struct MarkedSamples {
  let channels: Int
  var hasEnded = false
  /// The decoder's values, and the offset of the first unread value.
  private var received: [Float] = []
  private var next = 0
  private var position = 0
  /// The numbers of samples of silence to insert, and of sound to drop, before the next sample.
  private var silence = 0
  private var surplus = 0

  init(channels: Int) { self.channels = channels }

  mutating func append(_ samples: ArraySlice<Float>) {
    received.removeFirst(next)
    received += samples
    next = 0
  }

  /// Moves available samples into `buffer` and returns their number; 0 if more input is needed.
  /// - Parameter place: the output position for a time on ffmpeg's clock.
  mutating func take(into buffer: UnsafeMutableBufferPointer<Float>, place: (Int) -> Int) -> Int {
    let room = buffer.count / channels
    while silence == 0 {
      let end = endOfSound(within: (surplus + room) * channels)
      if next < end {
        dropSurplus(until: end)
        let count = min((end - next) / channels, room)
        if count > 0 { return copy(count, into: buffer) }
      } else {
        guard let mark = TimeMark(received[next...], channels: channels) else { return 0 }
        next += TimeMark.length * channels
        if let sample = mark.sample { resume(at: place(sample)) }
      }
    }
    let count = min(silence, room)
    UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)]).update(repeating: 0)
    silence -= count
    position += count
    return count
  }

  /// Continues at `target`: inserts silence, or drops samples that overlap delivered ones.
  private mutating func resume(at target: Int) {
    silence = max(0, target - position)
    surplus = max(0, position - target)
  }

  private mutating func dropSurplus(until end: Int) {
    let count = min(surplus, (end - next) / channels)
    surplus -= count
    next += count * channels
  }

  private mutating func copy(_ count: Int, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    received.withUnsafeBufferPointer { received in
      let samples = UnsafeBufferPointer(rebasing: received[next..<(next + count * channels)])
      _ = buffer.update(fromContentsOf: samples)
    }
    next += count * channels
    position += count
    return count
  }

  /// The offset of the next mark within `count` values, else the end of these values.
  private func endOfSound(within count: Int) -> Int {
    let end = min(received.count, next + count)
    return received.withUnsafeBufferPointer { received in
      stride(from: next, to: end, by: channels).first { TimeMark.begins(received[$0], received[$0 + 1]) }
        ?? end
    }
  }
}

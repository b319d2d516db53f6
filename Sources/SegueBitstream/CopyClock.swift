import SegueMath
import SegueMotion

/// Maps a clip's pictures to film frames. Each picture belongs to the nearest frame and keeps its
/// timestamp.
package struct CopyClock: Sendable {
  package let rate: FrameRate
  package let frames: Range<Int>
  /// The clip's ticks per second.
  package let timescale: Int
  /// The clip's time at its first film frame, as film frames plus ticks.
  private let start: (frames: Int, ticks: Int)

  /// - Parameters:
  ///   - start: the clip's start in seconds after its first picture. It is on a film frame or on a
  ///     picture.
  ///   - times: the timestamps of the pictures, in ticks after the first.
  package init(_ rate: FrameRate, frames: Range<Int>, timescale: Int, start: Ratio, times: some Sequence<Int>)
  {
    self.rate = rate
    self.frames = frames
    self.timescale = timescale
    let position = rate.position(of: start)
    if start == rate.exactTime(ofFrame: position) {
      self.start = (position, 0)
    } else {
      let wanted = start * Ratio(timescale)
      func distance(_ time: Int) -> Ratio { max(Ratio(time) - wanted, wanted - Ratio(time)) }
      let nearest = times.min { distance($0) < distance($1) }
      self.start = (0, nearest ?? 0)
    }
  }

  /// The duration of a film frame, in units of 1 / (`timescale` · `rate.numerator`) seconds.
  private var step: Int { timescale * rate.denominator }

  /// The offset of a picture at `time` from the clip's first frame, in the unit of `step`.
  private func parts(_ time: Int) -> Int { (time - start.ticks) * rate.numerator - start.frames * step }

  /// The film frame of a picture at `time`; `nil` if it is outside of the clip.
  package func frame(at time: Int) -> Int? {
    let (quotient, remainder) = (2 * parts(time) + step).quotientAndRemainder(dividingBy: 2 * step)
    let frame = frames.lowerBound + (remainder < 0 ? quotient - 1 : quotient)
    return frames.contains(frame) ? frame : nil
  }

  /// Whether all of `times` are on film frames, to the precision of a tick.
  package func isOnFrames(_ times: some Sequence<Int>) -> Bool {
    let tolerance = step % rate.numerator == 0 ? 1 : rate.numerator
    return times.allSatisfy { time in
      guard let frame = frame(at: time) else { return true }
      return abs(parts(time) - (frame - frames.lowerBound) * step) < tolerance
    }
  }

  /// The film tick of a picture at `time`, at `scale` ticks per second.
  package func tick(at time: Int, scale: Int) -> Int {
    let start = Self.tick(ofFrame: frames.lowerBound, rate, scale: scale)
    let (product, divisor) = (parts(time).multipliedFullWidth(by: scale), timescale * rate.numerator)
    return start + divisor.dividingFullWidth(product).quotient
  }

  /// The tick at which frame `index` begins, at `scale` ticks per second.
  package static func tick(ofFrame index: Int, _ rate: FrameRate, scale: Int) -> Int {
    rate.numerator.dividingFullWidth(index.multipliedFullWidth(by: scale * rate.denominator)).quotient
  }

  /// Whether the clip's frame rate differs from the film's by at most 1 %. Gaps between pictures
  /// are ignored.
  package func isOfRate(_ times: some Sequence<Int>) -> Bool {
    let sorted = times.sorted()
    let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
    guard let median = steps.dropFirst(steps.count / 2).first else { return true }
    let regular = steps.filter { 2 * $0 > median && 2 * $0 < 3 * median }
    let mean = Double(regular.reduce(0, +)) / Double(max(1, regular.count))
    return abs(mean * rate.framesPerSecond / Double(timescale) - 1) <= 0.01
  }

  /// A number of ticks per second for the film. Frames and the timestamps of clips with
  /// `timescales` are whole ticks. Timescales that would exceed the maximum are ignored.
  package static func timescale(_ rate: FrameRate, _ timescales: [Int]) -> Int {
    var scale = rate.numerator
    for other in timescales {
      let common = Ratio(scale, other).numerator * other
      if common <= maximum { scale = common }
    }
    while scale < minimum { scale *= 2 }
    return scale
  }

  /// The minimum and the maximum of the film's ticks per second. Encoders use this minimum, too.
  private static let (minimum, maximum) = (10_000, 100_000_000)
}

import SegueBitstream
import SegueImaging
import SegueMath
import SegueMotion

/// The places of a clip's pictures in the film: each in the nearest film frame, at its own time.
struct CopyClock: Sendable {
  /// The film's rate.
  let rate: FrameRate
  /// The film's frames of the clip.
  let frames: Range<Int>
  /// Ticks a second of the clip's times.
  let timescale: Int
  /// The clip's time at its first frame in the film: frames of the film, and ticks besides.
  private let start: (frames: Int, ticks: Int)

  /// - Parameters:
  ///   - start: where the clip begins, in seconds after its first picture: on the film's grid, or at a picture.
  ///   - times: of its pictures, in ticks after the first.
  init(_ rate: FrameRate, frames: Range<Int>, timescale: Int, start: Ratio, times: some Sequence<Int>) {
    (self.rate, self.frames, self.timescale) = (rate, frames, timescale)
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

  /// A frame of the film in parts of 1 / (timescale · numerator) seconds.
  private var step: Int { timescale * rate.denominator }

  /// The distance of a picture at `time` from the clip's first frame, in the same parts.
  private func parts(_ time: Int) -> Int { (time - start.ticks) * rate.numerator - start.frames * step }

  /// The film's frame that a picture at `time` is; `nil` where that is not one of the clip's.
  func frame(at time: Int) -> Int? {
    let (quotient, remainder) = (2 * parts(time) + step).quotientAndRemainder(dividingBy: 2 * step)
    let frame = frames.lowerBound + (remainder < 0 ? quotient - 1 : quotient)
    return frames.contains(frame) ? frame : nil
  }

  /// Whether all of `times` are those of the film's frames: exactly, or where a frame is no whole number of ticks as
  /// exactly as ticks can say it.
  func isOnFrames(_ times: some Sequence<Int>) -> Bool {
    let tolerance = step % rate.numerator == 0 ? 1 : rate.numerator
    return times.allSatisfy { time in
      guard let frame = frame(at: time) else { return true }
      return abs(parts(time) - (frame - frames.lowerBound) * step) < tolerance
    }
  }

  /// The film's tick, of which there are `scale` a second, at which a picture at `time` is shown.
  func tick(at time: Int, scale: Int) -> Int {
    let start = Self.tick(ofFrame: frames.lowerBound, rate, scale: scale)
    let (product, divisor) = (parts(time).multipliedFullWidth(by: scale), timescale * rate.numerator)
    return start + divisor.dividingFullWidth(product).quotient
  }

  /// The film's tick, of which there are `scale` a second, at which frame `index` begins.
  static func tick(ofFrame index: Int, _ rate: FrameRate, scale: Int) -> Int {
    rate.numerator.dividingFullWidth(index.multipliedFullWidth(by: scale * rate.denominator)).quotient
  }

  /// Whether the clip's rate is the film's within 1 %: pictures that follow at once, those beside gaps left out.
  func isOfRate(_ times: some Sequence<Int>) -> Bool {
    let sorted = times.sorted()
    let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
    guard let median = steps.dropFirst(steps.count / 2).first else { return true }
    let regular = steps.filter { 2 * $0 > median && 2 * $0 < 3 * median }
    let mean = Double(regular.reduce(0, +)) / Double(max(1, regular.count))
    return abs(mean * rate.framesPerSecond / Double(timescale) - 1) <= 0.01
  }

  /// Ticks a second in which a film's frames and the times of clips with `timescales` are whole numbers; fewer where that
  /// would be more than a player counts.
  static func timescale(_ rate: FrameRate, _ timescales: [Int]) -> Int {
    var scale = rate.numerator
    for other in timescales {
      let common = scale / divisor(scale, other) * other
      if common <= most { scale = common }
    }
    while scale < least { scale *= 2 }
    return scale
  }

  /// Ticks a second at least, as encoders write them, and at most.
  private static let (least, most) = (10_000, 100_000_000)

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}

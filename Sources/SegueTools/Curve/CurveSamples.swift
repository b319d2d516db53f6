import Motion
import Segue

/// A timing curve as numbers: what `segue curve` prints.
///
/// **Thread-safety:** a value.
public struct CurveSamples: Sendable, Encodable {
  /// The curve at one time.
  public struct Sample: Sendable, Encodable {
    /// Seconds since the start.
    public let time: Double
    /// Progress: the curve's own, also at the end.
    public let value: Double
    /// Whole ways per second; `nil` where the curve is upright.
    public let velocity: Double?

    /// Writes every key, with null for an upright curve.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(time, forKey: .time)
      try container.encode(value, forKey: .value)
      try container.encode(velocity, forKey: .velocity)
    }

    private enum CodingKeys: String, CodingKey { case time, value, velocity }
  }

  /// The curve, as it is typed.
  public let curve: String
  /// Seconds from start to end.
  public let duration: Double
  /// Seconds until a spring has settled; `nil` for every other curve.
  public let settlingDuration: Double?
  /// From time 0 to the duration, both included, evenly spread.
  public let samples: [Sample]

  /// `count` samples, at least 2, of `timing` over `duration` seconds, or over the settling duration of a
  /// spring made of mass and stiffness.
  public init(_ timing: TimingCurve, duration requested: Double, count: Int) {
    precondition(count >= 2, "a curve is sampled at both ends at least")
    let function = timing.function(over: requested)
    curve = timing.description
    duration = function.duration
    settlingDuration = timing.settlingDuration(for: requested)
    samples = (0..<count).map { index in
      let time = function.duration * Double(index) / Double(count - 1)
      let velocity = function.velocity(at: time)
      return Sample(
        time: time, value: function.value(at: time), velocity: velocity.isFinite ? velocity : nil)
    }
  }

  /// A table for people: a line of facts, then time, value and velocity.
  public var table: String {
    let settles = settlingDuration.map { ", settles after \(DecimalText.text($0, 6)) s" } ?? ""
    let head = "\(curve) over \(DecimalText.text(duration, 6)) s\(settles)"
    let rows = samples.map { sample in
      [sample.time, sample.value, sample.velocity].map { number in
        let text = number.map { DecimalText.fixed($0, 6) } ?? "upright"
        return String(repeating: " ", count: max(0, 12 - text.count)) + text
      }.joined(separator: "  ")
    }
    return ([head, "        time         value      velocity"] + rows).joined(separator: "\n")
  }

  private enum CodingKeys: String, CodingKey { case curve, duration, settlingDuration, samples }

  /// Writes every key, with null where there is no settling duration.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(curve, forKey: .curve)
    try container.encode(duration, forKey: .duration)
    try container.encode(settlingDuration, forKey: .settlingDuration)
    try container.encode(samples, forKey: .samples)
  }
}

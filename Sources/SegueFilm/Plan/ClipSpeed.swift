import SegueFields
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem
import SegueTransitions

/// The frames that slow motion shows between two source frames.
public enum SlowMotion: String, Sendable, Hashable, CaseIterable {
  /// A mix of the two source frames, weighted by distance.
  case blend
  /// The earlier source frame, repeated.
  case `repeat`
}

/// The speed of a clip: a constant, or an expression of `p`. `p` goes from 0 at the first shown frame to 1
/// at the last.
package struct ClipSpeed: Sendable, Hashable {
  /// The constant speed; `nil` if it varies.
  package let constant: Double?
  /// The speed at each step of `p`.
  private let values: [Double]
  /// The integral of the speed from 0 to each step.
  private let sums: [Double]

  package static let range = 0.05...20
  /// The number of equal steps of `p`. The speed is interpolated linearly between them. The relative error
  /// is below 10⁻⁷.
  private static let steps = 4096

  /// Parses `text` and evaluates it at each step. `place` names the speed in errors.
  /// - Throws: `FilmError.value` if `text` is invalid or a speed is outside ``range``.
  init(parsing text: String, _ place: Place) throws(FilmError) {
    let expected = "\(Self.range.lowerBound.typed) to \(Self.range.upperBound.typed), or an expression of p"
    let changes: Bool
    var values: [Double] = []
    do {
      let expression = try Expression(parsing: text, variables: ["p"])
      changes = expression.variables.contains("p")
      for step in 0...(changes ? Self.steps : 1) {
        values.append(try expression.value(in: ["p": changes ? Double(step) / Double(Self.steps) : 0]))
      }
    } catch {
      throw .value(
        place: place.text, value: "“\(text)”", expected: "\(expected): \(error)", path: place.path)
    }
    let worst = [
      values.indices.min { values[$0] < values[$1] }, values.indices.max { values[$0] < values[$1] },
    ]
    for case let step? in worst where !Self.range.contains(values[step]) {
      let point = changes ? " at p = \(DecimalText.text(Double(step) / Double(Self.steps)))" : ""
      throw .value(
        place: place.text + point, value: DecimalText.text(values[step]),
        expected: "\(Self.range.lowerBound.typed) to \(Self.range.upperBound.typed)", path: place.path)
    }
    var sums = [0.0]
    for step in 1..<values.count {
      sums.append(sums[step - 1] + (values[step - 1] + values[step]) / 2 / Double(values.count - 1))
    }
    constant = changes ? nil : values[0]
    self.values = values
    self.sums = sums
  }

  /// The speed at the first frame and before it.
  var first: Double { values[0] }
  /// The speed at the last frame and after it.
  var last: Double { values[values.count - 1] }

  package var mean: Double { sums[sums.count - 1] }

  /// The integral of the speed from 0 to `p`, extrapolated with the first and the last speed.
  func integral(to p: Double) -> Double {
    if p <= 0 { return p * first }
    if p >= 1 { return mean + (p - 1) * last }
    let place = p * Double(sums.count - 1)
    let step = min(sums.count - 2, Int(place))
    let share = place - Double(step)
    let change = values[step + 1] - values[step]
    return sums[step] + (values[step] + change * share / 2) * share / Double(sums.count - 1)
  }

  /// The `p` at which the integral is `area`: the inverse of `integral(to:)`.
  func progress(ofIntegral area: Double) -> Double {
    if area <= 0 { return area / first }
    if area >= mean { return 1 + (area - mean) / last }
    let low = max(0, (0..<sums.count - 1).partitioningIndex { sums[$0] > area } - 1)
    // In steps, `rest` is speed · share + change · share² / 2.
    let rest = (area - sums[low]) * Double(sums.count - 1)
    let (speed, change) = (values[low], values[low + 1] - values[low])
    let share = 2 * rest / (speed + max(0, speed * speed + 2 * change * rest).squareRoot())
    return (Double(low) + min(1, share)) / Double(sums.count - 1)
  }
}

/// The mapping of film frames to source frames for a clip with a set speed.
///
/// Frame n of N shows the source time start + (N − 1)/rate · ∫ speed, with the integral from 0 to
/// n/(N − 1). At any time, the last source frame that has begun is shown.
package struct SpeedMap: Sendable, Hashable {
  package let speed: ClipSpeed
  /// The number of film frames.
  let count: Int
  /// The start in source frames.
  let start: Double
  /// Source frames per film frame at speed 1.
  let ratio: Double
  let sourceCount: Int
  /// The end in source frames. Slow motion blends no frame at or after it.
  var end: Double
  let between: SlowMotion

  /// The source position of film frame `n`, in source frames. Positions outside the clip are extrapolated
  /// with the first and last speed.
  func position(ofFrame n: Int) -> Double {
    guard count > 1 else { return start + Double(n) * ratio * speed.mean }
    let steps = Double(count - 1)
    return start + steps * ratio * speed.integral(to: Double(n) / steps)
  }

  /// The film frame, with a fraction, that shows source frame `position`: the inverse of
  /// `position(ofFrame:)`.
  func frame(at position: Double) -> Double {
    guard count > 1 else { return (position - start) / (ratio * speed.mean) }
    let steps = Double(count - 1)
    return steps * speed.progress(ofIntegral: (position - start) / (steps * ratio))
  }

  /// The source frames of film frame `n`. Two source frames are mixed if each spans several film frames.
  func pick(ofFrame n: Int) -> FramePick {
    let place = position(ofFrame: n)
    let whole = (place + 1e-6).rounded(.down)
    let index = Int(max(0, min(Double(sourceCount - 1), whole)))
    let isSlow = position(ofFrame: n + 1) - place < 1 - 1e-6
    let isLast = index + 1 >= sourceCount || Double(index + 1) >= end - 1e-6
    guard between == .blend, isSlow, !isLast, place > 0 else { return FramePick(index: index) }
    return FramePick(index: index, share: Int((max(0, min(1, place - whole)) * 256).rounded()))
  }

  /// The numbers of frames outside the source, among `lead` frames before the clip and `trail` frames after
  /// it.
  func missing(lead: Int, trail: Int) -> (before: Int, after: Int) {
    let before = (0..<lead).prefix { position(ofFrame: $0 - lead) < -1e-6 }.count
    let after = (0..<trail).filter { position(ofFrame: count + $0) >= Double(sourceCount) - 1e-6 }.count
    return (before, after)
  }
}

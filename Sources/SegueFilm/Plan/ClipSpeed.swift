import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

/// The frames that slow motion shows between two frames of its source.
public enum SlowMotion: String, Sendable, Hashable, CaseIterable {
  /// Both, mixed by how near they are.
  case blend
  /// The one before, again.
  case `repeat`
}

/// The speed of a clip over its time in the film: one number, or an expression of `p`, which goes from 0 at the first
/// frame that is shown to 1 at the last.
struct ClipSpeed: Sendable, Hashable {
  /// The one speed; `nil` where it changes.
  let constant: Double?
  /// Speeds at the steps of `p`.
  private let values: [Double]
  /// Their integrals from 0.
  private let sums: [Double]

  /// The speeds that are allowed.
  static let range = 0.05...20
  /// Equal steps of `p`: straight pieces between them are the speed, to a ten-millionth of the whole.
  private static let steps = 4096

  /// Reads `text`, and works it out along the way; `place` names it in errors.
  /// - Throws: `FilmError.value` where it cannot be read, and where it is out of its range.
  init(parsing text: String, _ place: String) throws(FilmError) {
    let expected = "\(Self.range.lowerBound.typed) to \(Self.range.upperBound.typed), or an expression of p"
    let expression: Expression
    do {
      expression = try Expression(parsing: text, variables: ["p"])
    } catch {
      throw .value(place: place, value: "“\(text)”", expected: "\(expected): \(error)")
    }
    let changes = expression.variables.contains("p")
    var values: [Double] = []
    for step in 0...(changes ? Self.steps : 1) {
      do {
        values.append(try expression.value(in: ["p": changes ? Double(step) / Double(Self.steps) : 0]))
      } catch {
        throw .value(place: place, value: "“\(text)”", expected: "\(expected): \(error)")
      }
    }
    let worst = [
      values.indices.min { values[$0] < values[$1] }, values.indices.max { values[$0] < values[$1] },
    ]
    for case let step? in worst where !Self.range.contains(values[step]) {
      let point = changes ? " at p = \(DecimalText.text(Double(step) / Double(Self.steps)))" : ""
      throw .value(
        place: place + point, value: DecimalText.text(values[step]),
        expected: "\(Self.range.lowerBound.typed) to \(Self.range.upperBound.typed)")
    }
    var sums = [0.0]
    for step in 1..<values.count {
      sums.append(sums[step - 1] + (values[step - 1] + values[step]) / 2 / Double(values.count - 1))
    }
    (constant, self.values, self.sums) = (changes ? nil : values[0], values, sums)
  }

  /// The speed at its first frame, and before.
  var first: Double { values[0] }
  /// The speed at its last frame, and after.
  var last: Double { values[values.count - 1] }

  /// Its mean over the whole.
  var mean: Double { sums[sums.count - 1] }

  /// Its integral from 0 to `p`; beyond the ends it goes on as it is there.
  func integral(to p: Double) -> Double {
    if p <= 0 { return p * first }
    if p >= 1 { return mean + (p - 1) * last }
    let place = p * Double(sums.count - 1)
    let step = min(sums.count - 2, Int(place))
    let share = place - Double(step)
    let change = values[step + 1] - values[step]
    return sums[step] + (values[step] + change * share / 2) * share / Double(sums.count - 1)
  }

  /// The `p` up to which its integral is `area`: the inverse of `integral(to:)`.
  func progress(ofIntegral area: Double) -> Double {
    if area <= 0 { return area / first }
    if area >= mean { return 1 + (area - mean) / last }
    var (low, high) = (0, sums.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if sums[middle] <= area { low = middle } else { high = middle - 1 }
    }
    // What is left of it, in steps: speed · share + change · share² / 2.
    let rest = (area - sums[low]) * Double(sums.count - 1)
    let (speed, change) = (values[low], values[low + 1] - values[low])
    let share = 2 * rest / (speed + max(0, speed * speed + 2 * change * rest).squareRoot())
    return (Double(low) + min(1, share)) / Double(sums.count - 1)
  }
}

/// The frames of its source that a clip with a speed of its own shows.
///
/// Frame n of N shows the source at its beginning plus the integral of the speed: (N − 1)/rate · ∫ speed from 0 to
/// n/(N − 1). What is shown at a time is the source's frame that began last.
struct ClipPace: Sendable, Hashable {
  /// The speed.
  let speed: ClipSpeed
  /// Frames of the film from its beginning to its end.
  let count: Int
  /// Its beginning, in frames of its source.
  let start: Double
  /// Frames of the source for one of the film at a speed of 1.
  let ratio: Double
  /// Frames that the source has.
  let sourceCount: Int
  /// Its end, in frames of its source: what begins there or later is not mixed in.
  var end: Double
  /// The frames that are shown between two frames of the source.
  let between: SlowMotion

  /// A frame of the source, and how much of the next one is in it, of 256.
  struct Pick: Sendable, Hashable {
    var index: Int
    var share = 0
  }

  /// The position of frame `n`, in frames of the source; frames before the first and after the last go on at its speed.
  func position(ofFrame n: Int) -> Double {
    guard count > 1 else { return start + Double(n) * ratio * speed.mean }
    let steps = Double(count - 1)
    return start + steps * ratio * speed.integral(to: Double(n) / steps)
  }

  /// The frame, with a share of the next one, at which `position` is reached, in frames of the source: the inverse of
  /// `position(ofFrame:)`.
  func frame(at position: Double) -> Double {
    guard count > 1 else { return (position - start) / (ratio * speed.mean) }
    let steps = Double(count - 1)
    return steps * speed.progress(ofIntegral: (position - start) / (steps * ratio))
  }

  /// The source frames of frame `n`. Two are mixed where the film has more than one frame for each of the source.
  func pick(ofFrame n: Int) -> Pick {
    let place = position(ofFrame: n)
    let whole = (place + 1e-6).rounded(.down)
    let index = Int(max(0, min(Double(sourceCount - 1), whole)))
    let isSlow = position(ofFrame: n + 1) - place < 1 - 1e-6
    let isLast = index + 1 >= sourceCount || Double(index + 1) >= end - 1e-6
    guard between == .blend, isSlow, !isLast, place > 0 else { return Pick(index: index) }
    return Pick(index: index, share: Int((max(0, min(1, place - whole)) * 256).rounded()))
  }

  /// Frames before the first, and after the last of `count`, for which the source has nothing: `lead` and `trail` of
  /// them are looked at.
  func missing(lead: Int, trail: Int) -> (before: Int, after: Int) {
    let before = (0..<lead).prefix { position(ofFrame: $0 - lead) < -1e-6 }.count
    let after = (0..<trail).filter { position(ofFrame: count + $0) >= Double(sourceCount) - 1e-6 }.count
    return (before, after)
  }
}

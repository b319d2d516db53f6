import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The samples of a timing curve: the output of `segue curve`.
package struct CurveSamples: Sendable, Encodable {
  /// The curve at one time.
  package struct Sample: Sendable, Encodable {
    /// Seconds since the start.
    package let time: Double
    /// The curve's own value. A run begins at 0 and ends at 1 even if the curve does not.
    package let value: Double
    /// Progress per second; `nil` if the curve is vertical.
    @Nullable package private(set) var velocity: Double?
  }

  /// The curve, as it is typed.
  package let curve: String
  /// Seconds from start to end.
  package let duration: Double
  /// Seconds until a spring has settled; `nil` for every other curve.
  @Nullable package private(set) var settlingDuration: Double?
  /// Evenly spaced from time 0 to the duration, both included.
  package let samples: [Sample]

  /// `count` samples, at least 2, of `timing` over `duration` seconds, or over the settling
  /// duration of a spring with a mass and stiffness.
  package init(_ timing: TimingCurve, duration requested: Double, count: Int) {
    precondition(count >= 2, "a curve needs at least two samples")
    let function = timing.function(over: requested)
    curve = timing.description
    duration = function.duration
    settlingDuration = timing.settlingDuration(for: requested)
    samples = (0..<count).map { index in
      let time = function.duration * Double(index) / Double(count - 1)
      let velocity = function.velocity(at: time)
      return Sample(
        time: time, value: function.ownValue(at: time), velocity: velocity.isFinite ? velocity : nil)
    }
  }

  /// A readable table: a line with the curve's properties, then time, value and velocity.
  package var table: String {
    let settles = settlingDuration.map { ", settles after \(DecimalText.text($0, 6)) s" } ?? ""
    let head = "\(curve) over \(DecimalText.text(duration, 6)) s\(settles)"
    let rows = samples.map { sample in
      [sample.time, sample.value, sample.velocity].map { number in
        let text = number.map { DecimalText.fixed($0, 6) } ?? "vertical"
        return String(repeating: " ", count: max(0, 12 - text.count)) + text
      }.joined(separator: "  ")
    }
    return ([head, "        time         value      velocity"] + rows).joined(separator: "\n")
  }
}

/// A timing curve as an SVG: the value over time, and the velocity behind it. Marks show the end of the
/// duration and the settling of a spring. The plot follows the viewer's light or dark colour scheme and
/// needs no embedded fonts.
package struct CurvePlot: Sendable {
  private let function: TimingFunction
  private let settling: Double?
  private let points: [CurvePoint]
  private let time: PlotAxis
  private let value: PlotAxis
  /// The velocity drawn at the height of value 1, in progress per second.
  private let velocityScale: Double

  private struct CurvePoint {
    let time: Double
    let value: Double
    let velocity: Double
  }

  static let size = (width: 720.0, height: 420.0)
  private static let frame = (left: 58.0, top: 72.0, right: 658.0, bottom: 368.0)

  /// The plot of `timing` over `duration` seconds, or over the settling duration of a spring with a
  /// mass and stiffness.
  package init(_ timing: TimingCurve, duration: Double) {
    let function = timing.function(over: duration)
    self.function = function
    settling = timing.settlingDuration(for: duration)
    // A spring that settles far beyond its duration would flatten the relevant part.
    let end = min(max(function.duration, settling ?? 0), function.duration * 2) * 1.04
    points = Self.sample(function, until: end)
    let limit = Self.typicalSpeed(points) * 4
    let fall = points.reduce(0) { min($0, max($1.velocity, -limit)) }
    let rise = points.reduce(0) { max($0, min($1.velocity, limit)) }
    let lowest = points.reduce(0) { min($0, $1.value) }
    let highest = points.reduce(1) { max($0, $1.value) }
    let frame = Self.frame
    time = PlotAxis(0...end, ticks: 7, pixels: (frame.left, frame.right), isWidened: false)
    let low = fall < -1e-6 ? min(lowest, -0.2) : lowest
    value = PlotAxis(low...(highest + 0.04), ticks: 6, pixels: (frame.bottom, frame.top), isWidened: true)
    let scale = max(rise / value.range.upperBound, fall < 0 ? fall / value.range.lowerBound : 0)
    velocityScale = scale > 0 ? PlotAxis.roundUp(scale, among: [1, 2, 4, 5, 8, 10]) : 1
  }

  /// The speed that the slowest 97% of the points stay below. A curve that starts vertically is
  /// faster for an instant only, and scaling to that instant would flatten the rest.
  private static func typicalSpeed(_ points: [CurvePoint]) -> Double {
    let speeds = points.map { abs($0.velocity) }.sorted()
    return speeds[speeds.count * 97 / 100]
  }

  private static func sample(_ function: TimingFunction, until end: Double) -> [CurvePoint] {
    let count = 480
    return (0...count).map { index in
      let time = end * Double(index) / Double(count)
      return CurvePoint(time: time, value: function.ownValue(at: time), velocity: function.velocity(at: time))
    }
  }

  package var svg: String {
    var drawing = PlotDrawing(size: Self.size)
    grid(&drawing)
    curves(&drawing)
    markers(&drawing)
    overshoot(&drawing)
    title(&drawing)
    return drawing.document(label: "\(function.curve) over \(DecimalText.text(function.duration)) s")
  }

  /// Writes the plot to `output`, an `.svg` file, or `-` for standard output.
  /// - Throws: `UsageError`, `SystemError`; the output is untouched then.
  package func write(to output: String, overwrites: Bool) throws {
    let file = try OutputGuard.open(output, extension: ".svg", overwrites: overwrites)
    try file.finish(Array(svg.utf8))
  }

  private func grid(_ drawing: inout PlotDrawing) {
    let frame = Self.frame
    for tick in value.ticks {
      let y = value.position(tick)
      let style: PlotStyle = tick == 0 || abs(tick - 1) < 1e-9 ? .axis : .grid
      drawing.line(frame.left, y, frame.right, y, style)
      drawing.text(DecimalText.text(tick), frame.left - 10, y + 4, .label, anchor: "end")
      drawing.text(DecimalText.text(tick * velocityScale), frame.right + 10, y + 4, .faint, anchor: "start")
    }
    for tick in time.ticks {
      let x = time.position(tick)
      drawing.line(x, frame.top, x, frame.bottom, tick == 0 ? .axis : .grid)
      drawing.text(DecimalText.text(tick), x, frame.bottom + 20, .label, anchor: "middle")
    }
    drawing.text("seconds", (frame.left + frame.right) / 2, frame.bottom + 40, .label, anchor: "middle")
  }

  private func markers(_ drawing: inout PlotDrawing) {
    let frame = Self.frame
    func marker(_ seconds: Double, _ words: String, row: Double) {
      let x = time.position(seconds)
      guard x <= frame.right else { return }
      drawing.line(x, frame.top, x, frame.bottom, .marker)
      drawing.text(
        "\(words) \(DecimalText.text(seconds)) s", x - 7, frame.bottom - 10 - 17 * row, .note, anchor: "end")
    }
    let settles = settling.map { abs($0 - function.duration) > 1e-9 } ?? false
    marker(function.duration, settling == nil || settles ? "duration" : "settled, duration", row: 0)
    if let settling, settles { marker(settling, "settled", row: 1) }
  }

  private func curves(_ drawing: inout PlotDrawing) {
    let zero = value.position(0)
    let velocity = points.map { point in
      let inside = min(max(point.velocity / velocityScale, value.range.lowerBound), value.range.upperBound)
      return (x: time.position(point.time), y: value.position(inside))
    }
    drawing.area(velocity, base: zero)
    drawing.path(velocity, .velocity)
    drawing.path(valuePath, .value)
    for end in [0, function.duration] {
      drawing.dot(time.position(end), value.position(function.ownValue(at: end)), .value)
    }
  }

  /// The polyline of the values; a step is a vertical line.
  private var valuePath: [(x: Double, y: Double)] {
    guard case .steps(let count, let position) = function.curve.form, count <= 200 else {
      return points.map { (time.position($0.time), value.position($0.value)) }
    }
    let corners = (0..<count).flatMap { step in
      let level = value.position(position.level(step, of: count))
      return [step, step + 1].map { edge in
        (x: time.position(function.duration * Double(edge) / Double(count)), y: level)
      }
    }
    return corners + [
      (time.position(function.duration), value.position(1)), (Self.frame.right, value.position(1)),
    ]
  }

  /// Marks the highest point if it exceeds 1.
  private func overshoot(_ drawing: inout PlotDrawing) {
    guard let top = points.max(by: { $0.value < $1.value }), top.value > 1.002 else { return }
    let (x, y) = (time.position(top.time), value.position(top.value))
    drawing.dot(x, y, .overshoot)
    drawing.text("overshoots to \(DecimalText.text(top.value))", x, y - 11, .note, anchor: "middle")
  }

  private func title(_ drawing: inout PlotDrawing) {
    drawing.text("\(function.curve)", Self.frame.left, 40, .title, anchor: "start")
    let right = Self.frame.right
    drawing.line(right - 206, 36, right - 182, 36, .value)
    drawing.text("value", right - 174, 40, .label, anchor: "start")
    drawing.line(right - 122, 36, right - 98, 36, .velocity)
    drawing.text("velocity, per second", right - 90, 40, .label, anchor: "start")
  }
}

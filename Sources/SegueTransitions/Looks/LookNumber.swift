import SegueImaging
import SegueRendering

/// A number of a look: a constant or an expression, with its bounds.
struct LookNumber: Sendable {
  let expression: Expression
  let place: String
  let minimum: Double
  let maximum: Double

  /// The default bounds of a number.
  static let unbounded = -1e9...1e9

  /// The bounds of a parameter's numbers.
  static func bounds(of parameter: ParameterDescription) -> ClosedRange<Double> {
    (parameter.minimum ?? unbounded.lowerBound)...(parameter.maximum ?? unbounded.upperBound)
  }

  /// A number that is the same at every progress.
  init(_ value: Double, at place: String = "", _ bounds: ClosedRange<Double> = unbounded) {
    let step = Expression.Step(operation: .number(value), range: 0..<0)
    self.init(Expression(text: "", range: 0..<0, steps: [step]), at: place, bounds)
  }

  init(_ expression: Expression, at place: String, _ bounds: ClosedRange<Double>) {
    self.expression = expression
    self.place = place
    (minimum, maximum) = (bounds.lowerBound, bounds.upperBound)
  }

  /// The value, clamped to its bounds. An undefined value, which `check` reports, becomes the lower
  /// bound.
  func value(in scope: [String: Double]) -> Double {
    let value = (try? expression.value(in: scope)) ?? minimum
    return min(maximum, max(minimum, value))
  }

  /// Checks the number at one progress; beyond 0…1 only an undefined value is an error.
  func check(in scope: [String: Double], file: String) throws(LookError) {
    let progress = scope["p"] ?? 0
    let value: Double
    do throws(FormulaError) { value = try expression.value(in: scope) } catch {
      throw LookError(.formula(error), at: place, in: file)
    }
    guard (0...1).contains(progress) else { return }
    let slack = 1e-9 * max(1, abs(value))
    if value < minimum - slack || value > maximum + slack {
      throw LookError(
        .outOfBounds(
          value: value, progress: progress, minimum: minimum <= Self.unbounded.lowerBound ? nil : minimum,
          maximum: maximum >= Self.unbounded.upperBound ? nil : maximum), at: place, in: file)
    }
  }
}

extension ParameterDescription {
  /// The numeric value of `value` in a look's expressions. A word's value is its index among the
  /// choices.
  func lookNumber(_ value: ParameterValue?) -> Double? {
    switch (type, value) {
    case (_, .number(let number)?): number
    case (.choice(let words), .choice(let word)?): words.firstIndex(of: word).map(Double.init)
    default: nil
    }
  }
}

/// The values for drawing a look at one progress.
struct LookFrame: Sendable {
  let size: ImageSize
  /// Progress, the frame's sides, the parameters and the lets.
  var scope: [String: Double]
  /// The contents of the files.
  var files: [FilterChain.File: FilterFile]

  var width: Double { Double(size.width) }
  var height: Double { Double(size.height) }

  /// The picture in a file, if it was loaded.
  func picture(_ path: String) -> Snapshot? {
    guard case .picture(let snapshot)? = files[LookNode.file(path)] else { return nil }
    return snapshot
  }
}

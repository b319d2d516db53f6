import SegueMath
import SegueMotion

/// A number that depends on progress: `0.1*(1-p)`, `keys(0:0, 0.5:1, 1:0, ease-in-out)`, `8px`.
///
/// The language has numbers, the variables of a scope (`p w h pi` in a filter chain), `+ - * / ^` (`^`
/// binds tighter than a sign and to the right), parentheses, the functions of ``ExpressionFunction``,
/// and `keys(position: value, …[, CURVE])`, which interpolates between the values as `p` passes the
/// positions. It is constant before the first position and after the last. A timing curve shapes each
/// segment. `8px` is 8 / `w`: a length in fractions of the frame's width.
///
/// The text is parsed once, to steps of a stack machine, so evaluation needs no recursion.
package struct Expression: Sendable, Hashable {
  /// The whole text that contains the expression.
  package let text: String
  /// The range in the text, as offsets of UTF-8 bytes.
  package let range: Range<Int>
  let steps: [Step]

  /// A step pops values from the stack and pushes one.
  struct Step: Sendable, Hashable {
    enum Operation: Sendable, Hashable {
      case number(Double)
      case variable(String)
      /// Converts a number of pixels to a fraction of the width.
      case pixels
      case negate
      case add, subtract, multiply, divide, power
      case call(ExpressionFunction, count: Int)
      /// Positions and values alternate on the stack.
      case keys(count: Int, TimingCurve)
    }

    var operation: Operation
    /// The part of the text whose value the step computes.
    var range: Range<Int>
  }

  /// Parses the whole of `text`.
  /// - Parameter variables: the names of variables, in addition to `pi`.
  /// - Throws: `FormulaError`.
  package init(parsing text: String, variables: [String] = Self.chainVariables) throws(FormulaError) {
    var parser = ExpressionParser(
      tokens: try FormulaToken.tokens(of: text)[...], text: text, variables: variables)
    self = try parser.wholeExpression()
  }

  init(text: String, range: Range<Int>, steps: [Step]) {
    self.text = text
    self.range = range
    self.steps = steps
  }

  /// The variables of a filter chain's expressions: progress, and the frame's width and height in pixels.
  package static let chainVariables = ["p", "w", "h"]

  /// The names of the variables used.
  package var variables: Set<String> {
    var names: Set<String> = []
    for step in steps {
      switch step.operation {
      case .variable(let name): names.insert(name)
      case .pixels: names.insert("w")
      case .keys: names.insert("p")
      default: break
      }
    }
    return names
  }

  /// The range of `px`; `nil` if the expression has no pixels.
  package var pixelsRange: Range<Int>? { steps.first { $0.operation == .pixels }?.range }

  /// The value with the variables in `scope`.
  /// - Parameter scope: the values of variables; a missing variable counts as 0.
  /// - Throws: `FormulaError` for a division by zero and for a result that is not finite.
  package func value(in scope: [String: Double]) throws(FormulaError) -> Double {
    var stack: [Double] = []
    stack.reserveCapacity(16)
    for step in steps {
      let result = try apply(step, to: &stack, in: scope)
      guard result.isFinite else { throw error(.notANumber(progress: scope["p"] ?? 0), step) }
      stack.append(result)
    }
    return stack.last ?? 0
  }

  private func apply(_ step: Step, to stack: inout [Double], in scope: [String: Double]) throws(FormulaError)
    -> Double
  {
    let progress = scope["p"] ?? 0
    func popTwo() -> (Double, Double) {
      let second = stack.removeLast()
      return (stack.removeLast(), second)
    }
    switch step.operation {
    case .number(let number): return number
    case .variable(let name): return scope[name] ?? 0
    case .pixels: return stack.removeLast() / (scope["w"] ?? 1)
    case .negate: return -stack.removeLast()
    case .add:
      let (a, b) = popTwo()
      return a + b
    case .subtract:
      let (a, b) = popTwo()
      return a - b
    case .multiply:
      let (a, b) = popTwo()
      return a * b
    case .divide:
      let (a, b) = popTwo()
      if b == 0 { throw error(.divisionByZero(progress: progress), step) }
      return a / b
    case .power:
      let (a, b) = popTwo()
      if a == 0 && b < 0 { throw error(.divisionByZero(progress: progress), step) }
      return StableMath.pow(a, b)
    case .call(let function, let count):
      let arguments = stack.suffix(count)
      if function.dividesByZero(arguments) { throw error(.divisionByZero(progress: progress), step) }
      let result = function.value(arguments)
      stack.removeLast(count)
      return result
    case .keys(let count, let curve):
      let pairs = Array(stack.suffix(2 * count))
      stack.removeLast(2 * count)
      for i in 1..<max(1, count) where pairs[2 * i] <= pairs[2 * i - 2] {
        throw error(.keysDoNotAscend(progress: progress), step)
      }
      return Self.between(pairs, at: progress, along: curve)
    }
  }

  /// The value at `p` of alternating positions and values.
  private static func between(_ pairs: [Double], at p: Double, along curve: TimingCurve) -> Double {
    let count = pairs.count / 2
    guard let next = (0..<count).first(where: { p < pairs[2 * $0] }) else { return pairs[2 * count - 1] }
    guard next > 0 else { return pairs[1] }
    let (start, from) = (pairs[2 * next - 2], pairs[2 * next - 1])
    let (end, to) = (pairs[2 * next], pairs[2 * next + 1])
    let share = (p - start) / (end - start)
    let function = curve.function(over: 1)
    let way = curve == .linear ? share : function.progress(at: share * function.duration)
    return from + (to - from) * way
  }

  private func error(_ problem: FormulaError.Problem, _ step: Step) -> FormulaError {
    FormulaError(problem, at: step.range, in: text)
  }
}

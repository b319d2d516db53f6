import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// A filter over its range, as a transition of one picture for a contact sheet.
struct FilterSweep: Transition {
  private let chain: FilterChain
  var duration: Double { 1 }
  var timing: TimingCurve { .linear }
  var endsAreExact: Bool { false }

  /// Varies the main number of `filter` over its range, with `picture` for its file parameters.
  /// - Throws: `FormulaError` for a filter that cannot be called with these values.
  init(_ filter: FilterDescription, picture: Snapshot) throws(FormulaError) {
    var arguments: [String] = []
    for parameter in filter.parameters where parameter.type == .texture {
      arguments.append("\(parameter.name)=\"-\"")
    }
    if filter.parameters.contains(where: { $0.type == .points }) {
      arguments.append("0:0.5*p 0.5:0.5 1:1-0.5*p")
    } else if let (parameter, range) = Self.foremost(of: filter) {
      arguments.append(
        "\(parameter.name)=\(DecimalText.text(range.lowerBound))+\(DecimalText.text(range.upperBound - range.lowerBound))*p"
      )
    }
    if filter.parameters.contains(where: { $0.name == "mode" }) { arguments.append("mode=screen") }
    let call = filter.name + (arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")")
    let chain = try FilterChain(parsing: call)
    self.chain = chain.loading(
      Dictionary(
        chain.files.map { ($0, $0.layout == nil ? .picture(picture) : .table(Self.warm)) },
        uniquingKeysWith: { $1 }))
  }

  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    chain.recipe(of: .snapshot(.from), at: progress, size: context.containerSize)
  }

  /// The parameter for the amount, or the first number, with the relevant part of its range.
  private static func foremost(of filter: FilterDescription) -> (ParameterDescription, ClosedRange<Double>)? {
    let numbers = filter.parameters.filter { $0.type == .float || $0.type == .int }
    let strengths = ["intensity", "amount", "strength", "highlight-intensity", "middle", "red-green"]
    guard let parameter = numbers.first(where: { strengths.contains($0.name) }) ?? numbers.first,
      let low = parameter.minimum, let high = parameter.maximum
    else { return nil }
    if parameter.isLength { return (parameter, 0...min(high, 0.08)) }
    // Values far beyond these limits make the picture black or white.
    return high > 100
      ? (parameter, low...high) : (parameter, max(low, -2)...min(high, filter.name == "rgb" ? 2 : 4))
  }

  /// A table with warmer lights and colder shadows.
  private static let warm: ColorTable = {
    let corners = (0..<8).flatMap { index -> [Int32] in
      let (red, green, blue) = (index & 1, index >> 1 & 1, index >> 2)
      return [red * 65280, green * 58000 + red * 4000, blue * 44000 + 9000].map { Int32($0) }
    }
    return ColorTable(side: 2, values: corners)
  }()

  /// The filter as a row of a sheet.
  static func description(of filter: FilterDescription, picture: Snapshot) throws(FormulaError)
    -> TransitionDescription
  {
    let sweep = try FilterSweep(filter, picture: picture)
    return TransitionDescription(
      name: filter.name, summary: filter.summary, source: filter.source, parameters: []
    ) { _ in sweep }
  }
}

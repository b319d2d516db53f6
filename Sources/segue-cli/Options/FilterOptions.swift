import ArgumentParser
import Segue

/// The filters of the pictures and of the frames.
struct FilterOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Filters of the outgoing picture: 'blur(0.03*p) exposure(2*p)'; p is progress (segue list filters).",
      valueName: "chain"))
  var fromFilter: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Filters of the incoming picture.", valueName: "chain"))
  var toFilter: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Filters of the finished frame.", valueName: "chain"))
  var filter: String?

  /// The chains as they are typed.
  var texts: FilterTexts { FilterTexts(from: fromFilter, to: toFilter, result: filter) }

  func fill(_ request: inout RenderRequest) { request.filters = texts }
}

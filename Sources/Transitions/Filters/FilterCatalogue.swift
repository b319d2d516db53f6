/// The filters by name, and what was left out.
///
/// **Thread-safety:** immutable.
public struct FilterCatalogue: Sendable {
  /// Every filter, in the order in which they are listed.
  public let filters: [FilterDescription]

  /// A catalogue of these filters; names are unique.
  public init(_ filters: [FilterDescription]) {
    self.filters = filters
  }

  /// The filters that come with Segue.
  public static let builtIn = FilterCatalogue(
    AverageFilters.all + ToneFilters.all + ColorFilters.all + EdgeFilters.all + PlaceFilters.all)

  /// The filter called `name`.
  public subscript(name: String) -> FilterDescription? {
    filters.first { $0.name == name }
  }
}

/// A list of filters by name.
public struct FilterCatalogue: Sendable {
  /// The filters, in the order of listings.
  public let filters: [FilterDescription]

  /// A catalogue of these filters; names are unique.
  package init(_ filters: [FilterDescription]) {
    self.filters = filters
  }

  /// The catalogue of the filters that come with Segue.
  public static let builtIn = FilterCatalogue(
    AverageFilters.all + ToneFilters.all + ColorFilters.all + EdgeFilters.all + PlaceFilters.all
      + MapFilters.all)

  /// The filters of GPUImage that this catalogue lacks, with the reason.
  package static let omitted: [(names: String, reason: String)] = [
    (
      "low-pass, high-pass, motion-detector",
      "they compare consecutive frames, and a still has only one"
    ),
    (
      "corner, line and edge detectors, histograms, average-color, local-binary-pattern, voronoi",
      "they measure a picture and do not restyle it"
    ),
    ("canny, non-maximum-suppression", "they are steps of edge detection"),
    ("poisson", "it takes hundreds of passes"),
    ("mosaic", "it needs a sheet of tiles"),
    (
      "amatorka, miss-etikate, soft-elegance",
      "their tables belong to other authors; lut reads them from files"
    ),
    ("transform, crop, lanczos, solid-color", "transitions place, crop and scale; colours are a blend"),
    ("hsb, ios-blur", "chains of hue, saturation, brightness, blur and luminance-range"),
  ]

  /// The filter called `name`; `nil` if there is no such filter.
  public subscript(name: String) -> FilterDescription? {
    filters.first { $0.name == name }
  }
}

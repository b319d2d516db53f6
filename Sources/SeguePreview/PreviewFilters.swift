import SegueFilms
import SegueTools

/// The filters that a page may use: the built-ins, and the shaders and files that the command line
/// names. A page can open no other files.
struct PreviewFilters: Sendable {
  private var catalogue = FilterCatalogue.builtIn
  private var files: [FilterChain.File: FilterFile] = [:]
  /// The paths of the shaders.
  private(set) var shaderFiles: [String] = []

  /// The built-in filters.
  init() {}

  /// The built-in filters and the files of the command line's chains.
  /// - Throws: `FilterError`, `SystemError`, `ShaderFileError`, `ColorTableError`.
  init(reading texts: FilterTexts, limits: DecodingLimits) async throws {
    catalogue = try RequestFilters.filters(for: texts)
    let filters = try RequestFilters(texts, filters: catalogue)
    files = try await FilterFile.read(filters.files, limits: limits)
    shaderFiles = filters.shaderFiles
  }

  /// The names for the page to offer.
  var names: [String] { catalogue.filters.map(\.name) }

  /// Parses chains.
  /// - Throws: `UsageError`, also for a file that the command line did not name.
  func read(_ texts: FilterTexts) throws -> RequestFilters {
    var filters = try RequestFilters(texts, filters: catalogue)
    if let unlisted = filters.files.first(where: { files[$0] == nil }) {
      throw CommandError.conflict("\(unlisted.path) is a file; name it on the command line to use it")
    }
    filters.take(files)
    return filters
  }
}

/// The picture that a filter chain changes.
enum FilterPlace: String, Sendable, Hashable, CaseIterable {
  /// The outgoing picture.
  case from
  /// The incoming picture.
  case to
  /// The finished frame.
  case result

  /// The chain's property.
  var text: WritableKeyPath<FilterTexts, String?> {
    switch self {
    case .from: \.from
    case .to: \.to
    case .result: \.result
    }
  }
}

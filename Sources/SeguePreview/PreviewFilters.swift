import Segue
import SegueTools

/// The filters that a page may name: those that come with Segue, and what the command line named: shaders, and the files
/// of colour tables and pictures. Nothing else is opened for a page.
struct PreviewFilters: Sendable {
  private var catalogue = FilterCatalogue.builtIn
  private var files: [FilterChain.File: FilterFile] = [:]
  /// The files of shaders among them.
  private(set) var shaderFiles: [String] = []

  /// Those that come with Segue.
  init() {}

  /// With those that `texts`, the command line's, name.
  /// - Throws: `FilterError.chain`, `MediaError`, `ShaderFileError`, `ColorTableError`.
  init(reading texts: FilterTexts, limits: DecodingLimits) async throws {
    catalogue = try RequestFilters.filters(for: texts)
    let filters = try RequestFilters(texts, filters: catalogue)
    files = try await FilterFile.read(filters.files, limits: limits)
    shaderFiles = filters.shaderFiles
  }

  /// The names for the page to offer.
  var names: [String] { catalogue.filters.map(\.name) }

  /// Reads chains.
  /// - Throws: `UsageError`, also for a file that the command line did not name.
  func read(_ texts: FilterTexts) throws -> RequestFilters {
    var filters = try RequestFilters(texts, filters: catalogue)
    if let unlisted = filters.files.first(where: { files[$0] == nil }) {
      throw CommandError.conflict("\(unlisted.path) is a file, which only the command line can name")
    }
    filters.take(files)
    return filters
  }
}

/// One of the three chains of filters.
enum FilterPlace: String, Sendable, Hashable, CaseIterable {
  /// Of the outgoing picture.
  case from
  /// Of the incoming picture.
  case to
  /// Of the finished frame.
  case result

  /// Its place among the texts.
  var text: WritableKeyPath<FilterTexts, String?> {
    switch self {
    case .from: \.from
    case .to: \.to
    case .result: \.result
    }
  }
}

import SegueFields
import SegueGLTransitions
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

extension FilterCatalogue {
  /// The built-in filters, and the user-defined filters that `chain` names by path.
  /// - Throws: `SystemError`, `ShaderFileError`.
  package static func with(
    shadersOf chain: String, in files: InputFiles, resolving resolve: (String) -> String = { $0 }
  ) throws -> FilterCatalogue {
    // Syntax errors are ignored here, since parsing the whole chain reports them.
    let paths = (try? FilterChain.shaderPaths(in: chain)) ?? []
    return FilterCatalogue(
      builtIn.filters
        + (try paths.map {
          try TransitionLibrary.read(path: resolve($0), in: files, kind: .filter).filter(named: $0)
        }))
  }
}

extension FilterChain {
  /// Parses a chain and reads its files: colour tables, pictures, and user-defined filters in `.glsl` files.
  /// - Parameters:
  ///   - text: the chain, such as `lut("warm.cube") blur(0.01)`; paths are relative to the current
  ///     folder.
  ///   - library: the files in memory, and whether files on the disk are read.
  ///   - limits: the limits of the pictures that are read.
  /// - Throws: `SegueError`: the errors of ``init(_:)``; `unreadable` and `invalidData` for a file;
  ///   `cancelled`.
  public init(
    loading text: String, in library: TransitionLibrary = TransitionLibrary(),
    limits: DecodingLimits = DecodingLimits()
  ) async throws(SegueError) {
    do {
      let files = library.files
      let chain = try FilterChain(
        parsing: text, filters: try FilterCatalogue.with(shadersOf: text, in: files))
      try chain.checkAnySize()
      self = chain.loading(try await FilterFile.read(chain.files, in: files, limits: limits))
    } catch {
      throw SegueError(error)
    }
  }
}

extension FilterFile {
  /// Reads `files`, each once.
  /// - Throws: `SystemError`, `ColorTableError`.
  package static func read(
    _ files: [FilterChain.File], in source: InputFiles = InputFiles(), limits: DecodingLimits
  ) async throws -> [FilterChain.File: FilterFile] {
    var loaded: [FilterChain.File: FilterFile] = [:]
    for file in files where loaded[file] == nil { loaded[file] = try await read(file, in: source, limits) }
    return loaded
  }

  private static func read(
    _ file: FilterChain.File, in source: InputFiles, _ limits: DecodingLimits
  ) async throws -> FilterFile {
    if file.layout != nil, file.path.lowercased().hasSuffix(".cube") {
      let bytes = try await source.read(file.path, limit: CubeFile.longest)
      // A picture is recognised by its first bytes, even if its name ends in .cube.
      if !ImageDecoder.isPicture(bytes) { return .table(try CubeFile.parse(bytes, name: file.path)) }
    }
    let picture = try await source.picture(file.path)
      .decode(ImageDecoder(limits: limits), moment: .first).snapshot
    guard let layout = file.layout else { return .picture(picture) }
    return .table(try TablePicture.table(picture, layout: layout, name: file.path))
  }
}

extension TransitionDescription {
  /// The transition with the contents of its files.
  /// - Throws: `SystemError`, `ColorTableError`.
  package func loadingFiles(_ source: InputFiles = InputFiles(), limits: DecodingLimits) async throws
    -> TransitionDescription
  {
    if files.isEmpty { return self }
    do {
      return loading(try await FilterFile.read(files, in: source, limits: limits))
    } catch let error as SystemError {
      throw error.naming(filePlaces)
    }
  }
}

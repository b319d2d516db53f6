import SegueGLTransitions
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

/// The filter chains of a request, as they are typed.
///
/// **Thread-safety:** a value.
public struct FilterTexts: Sendable, Hashable {
  /// For the outgoing picture; `nil` and an empty text are none.
  public var from: String?
  /// For the incoming picture.
  public var to: String?
  /// For the finished frame.
  public var result: String?

  /// These chains; `nil` is none.
  public init(from: String? = nil, to: String? = nil, result: String? = nil) {
    (self.from, self.to, self.result) = (from, to, result)
  }
}

/// The filter chains of a request, read, and with what is in their files.
///
/// **Thread-safety:** a value.
package struct RequestFilters: Sendable {
  /// The chains with the options that they were given with: outgoing, incoming, frame.
  private var chains: [(option: RequestProperty, chain: FilterChain?)] = []
  private let source: InputFiles

  /// Reads the chains, whose files are among `files`.
  /// - Throws: `FilterError.chain`; `MediaError`, `ShaderFileError` for a shader.
  package init(_ texts: FilterTexts, in files: InputFiles = InputFiles()) throws {
    try self.init(texts, filters: Self.filters(for: texts, in: files), in: files)
  }

  /// The filters that come with Segue, and user-defined ones that `texts` name by their paths.
  /// - Throws: `MediaError`, `ShaderFileError`.
  package static func filters(for texts: FilterTexts, in files: InputFiles = InputFiles()) throws
    -> FilterCatalogue
  {
    try FilterCatalogue.with(
      shadersOf: [texts.from, texts.to, texts.result].compactMap(\.self).joined(separator: " "), in: files)
  }

  /// Reads the chains, in which nothing but `filters` can be named.
  /// - Throws: `FilterError.chain`.
  package init(_ texts: FilterTexts, filters: FilterCatalogue, in files: InputFiles = InputFiles())
    throws(FilterError)
  {
    source = files
    let given: [(RequestProperty, String?)] = [
      (.fromFilter, texts.from), (.toFilter, texts.to), (.resultFilter, texts.result),
    ]
    for (option, text) in given {
      var chain: FilterChain?
      if let text, !text.isEmpty {
        do throws(FormulaError) { chain = try FilterChain(parsing: text, filters: filters) } catch {
          throw .chain(error, of: option)
        }
      }
      chains.append((option, chain))
    }
  }

  /// Whether there is none.
  package var isEmpty: Bool { chains.allSatisfy { $0.chain == nil } }

  /// The files that they read.
  package var paths: [String] {
    chains.flatMap { ($0.chain?.files.map(\.path) ?? []) + ($0.chain?.shaderFiles ?? []) }
  }

  /// The files of shaders among them.
  package var shaderFiles: [String] { chains.flatMap { $0.chain?.shaderFiles ?? [] } }

  /// Checks that a renderer can draw them.
  /// - Throws: `UsageError.needsOpenGL`.
  package func check(for backend: BackendPreference) throws(UsageError) {
    if backend == .cpu, let shader = shaderFiles.first { throw .needsOpenGL(shader) }
  }

  /// The chains with what is in their files.
  /// - Throws: `MediaError`, `ColorTableError`.
  package mutating func load(limits: DecodingLimits) async throws {
    take(try await FilterFile.read(files, in: source, limits: limits))
  }

  /// The files that its chains need.
  package var files: [FilterChain.File] { chains.flatMap { $0.chain?.files ?? [] } }

  /// Takes what is in its files.
  package mutating func take(_ loaded: [FilterChain.File: FilterFile]) {
    for index in chains.indices { chains[index].chain = chains[index].chain?.loading(loaded) }
  }

  /// `transition` with the chains before and after it, whose values are tried first.
  /// - Parameter progresses: those that are drawn.
  /// - Throws: `FilterError.chain`, `LookError`, `UsageError.refused` for a value out of its bounds.
  package func applied(
    to transition: any Transition, size: ImageSize, progresses: some Sequence<Double>
  ) throws -> any Transition {
    let frames = Array(progresses)
    do { try transition.check(in: TransitionContext(containerSize: size), at: frames) } catch {
      throw SegueError.known(error) == nil ? UsageError.refused(reason: "\(error)") : error
    }
    if isEmpty { return transition }
    for (option, chain) in chains {
      do throws(FormulaError) { try chain?.check(size: size, frames: frames) } catch {
        throw FilterError.chain(error, of: option)
      }
    }
    return FilteredTransition(transition, from: chains[0].chain, to: chains[1].chain, result: chains[2].chain)
  }

  /// The chain of the finished frame, whose values are tried first.
  /// - Parameter progresses: those that are drawn.
  /// - Throws: `FilterError.chain` for a value out of its bounds.
  package func checkedResult(size: ImageSize, progresses: some Sequence<Double>) throws(FilterError)
    -> FilterChain?
  {
    let (option, chain) = chains[2]
    do throws(FormulaError) { try chain?.check(size: size, frames: Array(progresses)) } catch {
      throw .chain(error, of: option)
    }
    return chain
  }

  /// Warnings about a run that begins or ends on a picture that a chain has changed, a sentence each.
  package func warnings(size: ImageSize, _ names: PropertyNames) -> [String] {
    var warnings: [String] = []
    for (index, ends) in [[0.0], [1], [0, 1]].enumerated() {
      let (option, chain) = chains[index]
      for end in ends where chain?.isIdentity(at: end, size: size) == false {
        let picture = end == 0 ? "first" : "last"
        warnings.append(
          names.text(
            """
            \(option: option) changes the picture at progress \(Int(end)), so the \(picture) frame is not exactly the \
            picture given
            """))
      }
    }
    return warnings
  }
}

extension FilterCatalogue {
  /// The filters that come with Segue, and user-defined ones that `chain` names by their paths.
  /// - Throws: `MediaError`, `ShaderFileError`.
  package static func with(
    shadersOf chain: String, in files: InputFiles, resolving resolve: (String) -> String = { $0 }
  ) throws -> FilterCatalogue {
    // Errors in the text are thrown where all of it is read.
    let paths = (try? FilterChain.shaderPaths(in: chain)) ?? []
    return FilterCatalogue(
      builtIn.filters
        + (try paths.map {
          try TransitionLibrary.read(path: resolve($0), in: files, kind: .filter).filter(named: $0)
        }))
  }
}

extension FilterChain {
  /// Reads a chain and the files that it names: colour tables, pictures, and user-defined filters in `.glsl` files.
  /// - Parameters:
  ///   - text: such as `lut("warm.cube") blur(0.01)`; paths are from the current folder.
  ///   - library: has the files that are in memory, and whether others are read.
  ///   - limits: the largest pictures that are read.
  /// - Throws: `SegueError.filter`, `.media`, `.shader`, `.cancelled`.
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
  /// The contents of `files`, each read once.
  /// - Throws: `MediaError`, `ColorTableError`.
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
      return .table(try CubeFile.parse(bytes, name: file.path))
    }
    let picture = try await source.picture(file.path)
      .decode(ImageDecoder(limits: limits), moment: .first).snapshot
    guard let layout = file.layout else { return .picture(picture) }
    return .table(try TablePicture.table(picture, layout: layout, name: file.path))
  }
}

extension TransitionDescription {
  /// The same transition with what is in its files.
  /// - Throws: `MediaError`, `ColorTableError`.
  package func loadingFiles(_ source: InputFiles = InputFiles(), limits: DecodingLimits) async throws
    -> TransitionDescription
  {
    if files.isEmpty { return self }
    do {
      return loading(try await FilterFile.read(files, in: source, limits: limits))
    } catch let error as MediaError {
      throw error.naming(filePlaces)
    }
  }
}

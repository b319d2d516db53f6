import SegueFields
import SegueGLTransitions
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

/// The filter chains of a request, as text: the syntax of ``Filter/chain(_:)-([Filter])``.
public struct FilterTexts: Sendable, Hashable {
  /// The chain for the outgoing picture; `nil` or empty for none.
  package var from: String?
  /// The chain for the incoming picture.
  package var to: String?
  /// The chain for the finished frame.
  package var result: String?

  /// Chains that the job's initialiser checks; `nil` means no filter.
  /// - Parameters:
  ///   - from: filters the outgoing picture.
  ///   - to: filters the incoming picture.
  ///   - result: filters the finished frame.
  public init(from: String? = nil, to: String? = nil, result: String? = nil) {
    self.from = from
    self.to = to
    self.result = result
  }
}

/// The parsed filter chains of a request, with the contents of their files.
package struct RequestFilters: Sendable {
  /// The chains with their options: outgoing, incoming, frame.
  private var chains: [(option: RequestProperty, chain: FilterChain?)] = []
  private let source: InputFiles
  /// The path in the film of the object that has the chains.
  private let part: String?

  /// Filters without a chain.
  package init() {
    source = InputFiles()
    part = nil
  }

  /// Parses the chains, whose files are in `files`.
  /// - Parameter part: the path in the film of the object that has the chains, such as `junctions[0]`.
  /// - Throws: `FilterError`; `SystemError` and `ShaderFileError` for a shader.
  package init(_ texts: FilterTexts, in files: InputFiles = InputFiles(), of part: String? = nil) throws {
    let filters = try Self.filters(for: texts, in: files)
    try self.init(
      [(.fromFilter, texts.from), (.toFilter, texts.to), (.resultFilter, texts.result)], filters, files, part)
  }

  /// Parses the chain of a clip or of a whole film, which applies to the finished frame.
  /// - Throws: `FilterError`; `SystemError` and `ShaderFileError` for a shader.
  package init(filter text: String?, in files: InputFiles, of part: String? = nil) throws {
    let filters = try Self.filters(for: FilterTexts(result: text), in: files)
    try self.init([(.fromFilter, nil), (.toFilter, nil), (.filter, text)], filters, files, part)
  }

  /// The built-in filters, and the user-defined filters that `texts` name by path.
  /// - Throws: `SystemError`, `ShaderFileError`.
  package static func filters(for texts: FilterTexts, in files: InputFiles = InputFiles()) throws
    -> FilterCatalogue
  {
    try FilterCatalogue.with(
      shadersOf: [texts.from, texts.to, texts.result].compactMap(\.self).joined(separator: " "), in: files)
  }

  /// Parses the chains, which may use only `filters`.
  /// - Throws: `FilterError`.
  package init(_ texts: FilterTexts, filters: FilterCatalogue) throws(FilterError) {
    try self.init(
      [(.fromFilter, texts.from), (.toFilter, texts.to), (.resultFilter, texts.result)], filters,
      InputFiles(), nil)
  }

  private init(
    _ given: [(RequestProperty, String?)], _ filters: FilterCatalogue, _ files: InputFiles, _ part: String?
  ) throws(FilterError) {
    source = files
    self.part = part
    for (option, text) in given {
      var chain: FilterChain?
      if let text, !text.isEmpty {
        do throws(FormulaError) { chain = try FilterChain(parsing: text, filters: filters) } catch {
          throw FilterError(error, of: option, in: part)
        }
      }
      chains.append((option, chain))
    }
  }

  /// Whether there are no chains.
  package var isEmpty: Bool { chains.allSatisfy { $0.chain == nil } }

  /// The paths of the chains' files.
  package var paths: [String] {
    chains.flatMap { ($0.chain?.files.map(\.path) ?? []) + ($0.chain?.shaderFiles ?? []) }
  }

  /// The paths of the chains' shaders.
  package var shaderFiles: [String] { chains.flatMap { $0.chain?.shaderFiles ?? [] } }

  /// Checks that `backend` can draw the chains.
  /// - Throws: `UsageError.needsOpenGL`.
  package func check(for backend: BackendPreference) throws(UsageError) {
    if backend == .cpu, let shader = shaderFiles.first { throw .needsOpenGL(shader) }
  }

  /// Checks the filters' values. Without `size`, values that depend on the frame's size are not checked.
  /// - Parameter frames: the progresses that will be drawn.
  /// - Throws: `FilterError` for a value out of its bounds.
  package func checkValues(size: ImageSize? = nil, frames: [Double] = []) throws(FilterError) {
    for (option, chain) in chains {
      do throws(FormulaError) {
        if let size { try chain?.check(size: size, frames: frames) } else { try chain?.checkAnySize() }
      } catch { throw FilterError(error, of: option, in: part) }
    }
  }

  /// Reads the chains' files.
  /// - Throws: `SystemError`, `ColorTableError`.
  package mutating func load(limits: DecodingLimits) async throws {
    take(try await FilterFile.read(files, in: source, limits: limits))
  }

  /// The files that the chains need.
  package var files: [FilterChain.File] { chains.flatMap { $0.chain?.files ?? [] } }

  /// Sets the contents of the chains' files.
  package mutating func take(_ loaded: [FilterChain.File: FilterFile]) {
    for index in chains.indices { chains[index].chain = chains[index].chain?.loading(loaded) }
  }

  /// Checks the values and returns `transition` with the chains before and after it.
  /// - Parameter progresses: the progresses that will be drawn.
  /// - Throws: `FilterError`, `LookError`, `UsageError.refused` for a value out of its bounds.
  package func applied(
    to transition: any Transition, size: ImageSize, progresses: some Sequence<Double>
  ) throws -> any Transition {
    let frames = Array(progresses)
    do { try transition.check(in: TransitionContext(containerSize: size), at: frames) } catch {
      throw SegueError.known(error) == nil ? UsageError.refused(reason: "\(error)") : error
    }
    if isEmpty { return transition }
    try checkValues(size: size, frames: frames)
    return FilteredTransition(transition, from: chains[0].chain, to: chains[1].chain, result: chains[2].chain)
  }

  /// Checks the values and returns the chain of the finished frame.
  /// - Parameter progresses: the progresses that will be drawn.
  /// - Throws: `FilterError` for a value out of its bounds.
  package func checkedResult(size: ImageSize, progresses: some Sequence<Double>) throws(FilterError)
    -> FilterChain?
  {
    try checkValues(size: size, frames: Array(progresses))
    return chains[2].chain
  }

  /// A warning for each end of the run at which a chain changes the picture.
  package func notices(size: ImageSize, _ names: PropertyNames) -> [Notice] {
    var notices: [Notice] = []
    for (index, ends) in [[0.0], [1], [0, 1]].enumerated() {
      let (option, chain) = chains[index]
      for end in ends where chain?.isIdentity(at: end, size: size) == false {
        let picture = end == 0 ? "first" : "last"
        let sentence = names.text(
          """
          \(option: option) changes the picture at progress \(Int(end)), so the \(picture) frame is not exactly the \
          input picture
          """)
        notices.append(Notice(of: option, sentence))
      }
    }
    return notices
  }
}

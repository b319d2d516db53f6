import SegueGLTransitions
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

/// The filter chains of a request, as they are typed.
public struct FilterTexts: Sendable, Hashable {
  /// For the outgoing picture; `nil` and an empty text are none.
  package var from: String?
  /// For the incoming picture.
  package var to: String?
  /// For the finished frame.
  package var result: String?

  /// These chains; `nil` is none.
  public init(from: String? = nil, to: String? = nil, result: String? = nil) {
    (self.from, self.to, self.result) = (from, to, result)
  }
}

/// The filter chains of a request, read, and with what is in their files.
package struct RequestFilters: Sendable {
  /// The chains with the options that they were given with: outgoing, incoming, frame.
  private var chains: [(option: RequestProperty, chain: FilterChain?)] = []
  private let source: InputFiles
  /// The part of a film that has them.
  private let part: String?

  /// Reads the chains, whose files are among `files`.
  /// - Parameter part: what has them in a film, such as `junctions[0]`.
  /// - Throws: `FilterError.chain`; `MediaError`, `ShaderFileError` for a shader.
  package init(_ texts: FilterTexts, in files: InputFiles = InputFiles(), of part: String? = nil) throws {
    let filters = try Self.filters(for: texts, in: files)
    try self.init(
      [(.fromFilter, texts.from), (.toFilter, texts.to), (.resultFilter, texts.result)], filters, files, part)
  }

  /// Reads the one chain of a clip or of a whole film, as that of the finished frame.
  /// - Throws: as the other.
  package init(filter text: String?, in files: InputFiles, of part: String? = nil) throws {
    let filters = try Self.filters(for: FilterTexts(result: text), in: files)
    try self.init([(.fromFilter, nil), (.toFilter, nil), (.filter, text)], filters, files, part)
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
  package init(_ texts: FilterTexts, filters: FilterCatalogue) throws(FilterError) {
    try self.init(
      [(.fromFilter, texts.from), (.toFilter, texts.to), (.resultFilter, texts.result)], filters,
      InputFiles(), nil)
  }

  private init(
    _ given: [(RequestProperty, String?)], _ filters: FilterCatalogue, _ files: InputFiles, _ part: String?
  ) throws(FilterError) {
    (source, self.part) = (files, part)
    for (option, text) in given {
      var chain: FilterChain?
      if let text, !text.isEmpty {
        do throws(FormulaError) { chain = try FilterChain(parsing: text, filters: filters) } catch {
          throw .chain(error, of: option, in: part)
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

  /// Tries the values that do not depend on the frame's size; with a `size` all of them.
  /// - Throws: `FilterError.chain` for a value out of its bounds.
  package func checkValues(size: ImageSize? = nil) throws(FilterError) {
    for (option, chain) in chains {
      do throws(FormulaError) {
        if let size { try chain?.check(size: size, frames: []) } else { try chain?.checkAnySize() }
      } catch { throw .chain(error, of: option, in: part) }
    }
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
        throw FilterError.chain(error, of: option, in: part)
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
      throw .chain(error, of: option, in: part)
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

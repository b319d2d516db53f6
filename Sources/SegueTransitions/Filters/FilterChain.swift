import SegueFields
import SegueImaging
import SegueRendering

/// A chain of filters, one after the other, whose values may depend on progress: `blur(0.03*p)
/// exposure(2*p)`.
public struct FilterChain: Sendable {
  /// The text of the chain.
  package let text: String
  private var calls: [FilterCall]

  /// Reads a chain.
  /// - Parameters:
  ///   - variables: the names of variables, in addition to `pi`.
  ///   - filters: the filters that the chain may name.
  /// - Throws: `FormulaError`.
  package init(
    parsing text: String, variables: [String] = Expression.chainVariables, filters: FilterCatalogue = .builtIn
  ) throws(FormulaError) {
    self.text = text
    calls = []
    for call in try ChainSyntax(parsing: text).calls {
      guard let filter = filters[call.name] else {
        throw FormulaError(
          .unknownName(call.name, .filter, known: filters.filters.map(\.name)), at: call.nameRange, in: text)
      }
      calls.append(try FilterCall(call, of: filter, in: text, variables: variables))
    }
  }

  /// Parses a chain such as `blur(0.03*p) exposure(2*p)`; `p` is the progress, `w` and `h` are the
  /// frame's sides in pixels.
  /// - Throws: `SegueError` with the code `invalidValue` or `unknownName` for a syntax error, for a filter
  ///   that needs a file, and for a value that is out of its bounds at some progress of 0…1. Values that
  ///   depend on the frame's size are not checked.
  public init(_ text: String) throws(SegueError) {
    do throws(FormulaError) { self = try FilterChain(withoutFiles: text) } catch { throw SegueError(error) }
  }

  /// Checks the values for frames of `size` at progresses from 0 to 1, as a render does before it draws.
  /// Without this check ``recipe(of:at:size:)`` clamps them to their bounds.
  /// - Throws: `SegueError` with the first value that is out of bounds or not a number.
  package func check(size: ImageSize) throws(SegueError) {
    do throws(FormulaError) { try check(size: size, frames: []) } catch { throw SegueError(error) }
  }

  /// Reads a chain of Segue's own filters from a program.
  /// - Throws: `FormulaError` for a syntax error, for a filter that needs a file, and for a value that is
  ///   out of its bounds at some progress of 0…1. Values that depend on the frame's size are not checked.
  init(withoutFiles text: String) throws(FormulaError) {
    try self.init(parsing: text)
    for call in calls {
      if let path = call.paths.first?.path {
        throw FormulaError(.unreadFile(filter: call.filter.name, path: path), at: call.range, in: text)
      }
    }
    try checkAnySize()
  }

  /// A file that a chain needs.
  package struct File: Sendable, Hashable {
    package var path: String
    /// The filter that needs the file.
    package var filter: String
    /// The layout of a colour table in the file; `nil` for other files.
    package var layout: TablePicture.Layout?
  }

  /// The files that the chain needs.
  package var files: [File] { calls.flatMap(Self.files) }

  private static func files(of call: FilterCall) -> [File] {
    call.paths.map { path, _ in
      File(
        path: path, filter: call.filter.name, layout: call.choice("layout").flatMap(TablePicture.Layout.init))
    }
  }

  /// The paths of shaders that a chain names as filters.
  /// - Throws: `FormulaError`.
  package static func shaderPaths(in text: String) throws(FormulaError) -> [String] {
    try ChainSyntax(parsing: text).calls.map(\.name).filter { $0.hasSuffix(".glsl") }
  }

  /// The files of the chain's shaders, relative to the current folder.
  package var shaderFiles: [String] { calls.map(\.filter).filter(\.needsOpenGL).map(\.source) }

  /// Whether the chain is independent of progress.
  package var isConstant: Bool { calls.allSatisfy(\.isConstant) }

  /// Whether a filter of the chain needs OpenGL.
  package var needsOpenGL: Bool { calls.contains { $0.filter.needsOpenGL } }

  func resolvingPaths(_ resolve: (String) -> String) -> FilterChain {
    var chain = self
    chain.calls = calls.map { $0.resolvingPaths(resolve) }
    return chain
  }

  /// This chain with the contents of its files.
  package func loading(_ files: [File: FilterFile]) -> FilterChain {
    var loaded = self
    for index in calls.indices {
      let own = Self.files(of: calls[index]).compactMap { file in files[file].map { (file.path, $0) } }
      loaded.calls[index].files = Dictionary(own, uniquingKeysWith: { $1 })
    }
    return loaded
  }

  /// The number of evenly spaced progresses in 0…1 at which bounds are checked. The frames' progresses
  /// are checked in addition.
  package static let samples = 1001

  /// Checks the values that do not depend on the frame's size.
  /// - Throws: `FormulaError` with the first value that is out of bounds or undefined.
  package func checkAnySize() throws(FormulaError) {
    var part = self
    part.calls = calls.filter(\.isSizeIndependent)
    try part.check(size: ImageSize(width: 1, height: 1), frames: [])
  }

  /// Checks the values at evenly spaced progresses from 0 to 1, and at the progresses `frames`.
  ///
  /// Beyond 0…1, values are clamped to their bounds; only an undefined value is an error.
  /// - Throws: `FormulaError` with the first value that is out of bounds or undefined.
  package func check(
    size: ImageSize, frames: [Double] = [], scope: [String: Double] = [:]
  ) throws(FormulaError) {
    let steps = (0..<Self.samples).map { Double($0) / Double(Self.samples - 1) }
    for call in calls {
      for progress in call.isConstant ? [0] : steps + frames {
        try Self.check(call, in: Self.scope(at: progress, size: size, scope))
      }
    }
  }

  /// Checks the values at the progress in `scope`.
  /// - Throws: `FormulaError` with the first value that is out of bounds or undefined.
  func check(in scope: [String: Double]) throws(FormulaError) {
    for call in calls { try Self.check(call, in: scope) }
  }

  private static func check(_ call: FilterCall, in scope: [String: Double]) throws(FormulaError) {
    do throws(FormulaError) { try call.check(in: scope) } catch {
      if case .outOfBounds = error.problem, !(0...1).contains(scope["p"] ?? 0) { return }
      throw error
    }
  }

  /// The filtered recipe for a frame of `size`. Values are clamped to their bounds.
  /// - Parameters:
  ///   - input: the recipe to filter.
  ///   - progress: the variable `p`; NaN is 0.
  ///   - size: the frame's size in pixels, the variables `w` and `h`; sides are limited to 1…16384.
  public func recipe(of input: Recipe, at progress: Double, size: ImageSize) -> Recipe {
    recipe(of: input, at: progress, size: size, scope: [:])
  }

  /// The filtered recipe for a frame.
  /// - Parameter scope: the values of variables beyond `p`, `w` and `h`.
  package func recipe(
    of input: Recipe, at progress: Double, size: ImageSize, scope: [String: Double]
  ) -> Recipe {
    let (scope, size) = (Self.scope(at: progress, size: size, scope), size.limitedToFrames)
    return calls.reduce(input) { $1.recipe(of: $0, in: scope, size: size) }
  }

  /// Whether the chain leaves pictures unchanged at this progress. Shaders are ignored, since their
  /// effect is known only after drawing.
  package func isIdentity(at progress: Double, size: ImageSize) -> Bool {
    var known = self
    known.calls.removeAll { $0.filter.needsOpenGL }
    return known.recipe(of: .snapshot(.from), at: progress, size: size) == .snapshot(.from)
  }

  private static func scope(at progress: Double, size: ImageSize, _ more: [String: Double]) -> [String:
    Double]
  {
    let size = size.limitedToFrames
    var scope = more
    scope["p"] = progress.isNaN ? 0 : progress
    scope["w"] = Double(size.width)
    scope["h"] = Double(size.height)
    return scope
  }
}

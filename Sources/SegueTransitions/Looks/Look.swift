import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering

/// A transition made of a recipe in a file: pictures and filters, placed and mixed by numbers that
/// depend on progress and on parameters.
package struct Look: Sendable {
  /// The file's name without its extension.
  package let name: String
  /// The path of the file, for messages.
  package let path: String
  let summary: String
  /// The program, paper or article that the look follows; `nil` if the file names none.
  let source: String?
  let duration: Double
  let timing: TimingCurve
  /// The direction of a drag that drives the transition; `nil` if the file names none.
  let drag: Direction?
  /// Whether the first frame is exactly the outgoing picture and the last exactly the incoming one.
  /// If false, the recipe draws both frames.
  var hasExactEnds: Bool
  let parameters: [ParameterDescription]
  /// The values of `let`; each may use the parameters and the previous values.
  let lets: [(name: String, value: LookNumber)]
  let node: LookNode
  /// The place in the look that names each file, keyed by the file's path.
  let filePlaces: [String: String]

  /// The maximum size of a file in bytes.
  package static let sizeLimit = 128 << 10

  /// The look as an entry of the catalogue.
  package var description: TransitionDescription { TransitionDescription(self) }

  /// Checks every number of a frame.
  func check(_ frame: LookFrame) throws(LookError) {
    for (_, value) in lets { try value.check(in: frame.scope, file: path) }
    try node.check(in: frame, file: path)
  }
}

/// A look with values for its parameters.
package struct LookTransition: Transition {
  let look: Look
  private let parameters: [String: Double]
  private let files: [FilterChain.File: FilterFile]

  init(_ look: Look, _ values: ParameterValues) {
    self.init(
      look,
      parameters: Dictionary(
        look.parameters.map { ($0.name, $0.lookNumber(values[$0.name]) ?? 0) }, uniquingKeysWith: { $1 }),
      files: values.files)
  }

  private init(_ look: Look, parameters: [String: Double], files: [FilterChain.File: FilterFile]) {
    self.look = look
    self.parameters = parameters
    self.files = files
  }

  package var duration: Double { look.duration }
  package var timing: TimingCurve { look.timing }
  /// Whether the first and last frames are the snapshots; false by default, so that the recipe draws
  /// them.
  package var endsAreExact: Bool { look.hasExactEnds }

  /// The recipe with evaluated numbers, clamped to their bounds.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    look.node.evaluated(in: frame(at: progress, size: context.containerSize)).recipe
  }

  func frame(at progress: Double, size: ImageSize) -> LookFrame {
    var frame = LookFrame(size: size, scope: parameters, files: files)
    frame.scope["p"] = progress
    frame.scope["w"] = frame.width
    frame.scope["h"] = frame.height
    for (name, value) in look.lets { frame.scope[name] = value.value(in: frame.scope) }
    return frame
  }

  /// Evaluates the numbers at progresses from 0 to 1, and at `progresses`.
  /// - Throws: for the first number that is out of bounds or undefined.
  package func check(in context: TransitionContext, at progresses: [Double]) throws(SegueError) {
    do { try check(size: context.containerSize, at: progresses) } catch { throw SegueError(error) }
  }

  /// Checks as ``check(in:at:)``. The error's `isOfParameters` is set if the file is valid with its
  /// default parameters.
  private func check(size: ImageSize, at progresses: [Double]) throws(LookError) {
    do throws(LookError) { try tryAll(size: size, frames: progresses) } catch {
      let defaults = look.parameters.compactMap { parameter in
        parameter.lookNumber(parameter.defaultValue).map { (parameter.name, $0) }
      }
      let untouched = LookTransition(look, parameters: Dictionary(defaults) { $1 }, files: files)
      if untouched.parameters != parameters { try untouched.tryAll(size: size, frames: progresses) }
      var error = error
      error.isOfParameters = untouched.parameters != parameters
      throw error
    }
  }

  private func tryAll(size: ImageSize, frames: [Double]) throws(LookError) {
    let steps = (0..<FilterChain.samples).map { Double($0) / Double(FilterChain.samples - 1) }
    for progress in steps + frames { try look.check(frame(at: progress, size: size)) }
    for progress in steps where (progress * 10).rounded() == progress * 10 {
      let made = look.node.evaluated(in: frame(at: progress, size: size))
      guard made.count <= LookNode.maximumNodes else {
        throw LookError(.tooManyNodes(limit: LookNode.maximumNodes), at: "recipe", in: look.path)
      }
      guard made.recipe.depth <= Recipe.maximumLevels else {
        throw LookError(
          .tooDeep(levels: made.recipe.depth, limit: Recipe.maximumLevels), at: "recipe", in: look.path)
      }
    }
  }
}

/// A resolver of the transitions and filters that a look names.
package struct LookResolver {
  /// The result of looking up a name or a path in a look.
  package enum Match {
    /// A transition, with the number of its look nodes.
    case transition(TransitionDescription, weight: Int)
    /// No match, with the nearest known name.
    case unknown(nearest: String?)
    /// A look that is still being read, so it contains itself.
    case recursion
  }

  /// A function that finds a transition by its name, or by its path as written in the file.
  package var transition: (String) throws -> Match
  /// A function that returns every filter that a chain may name.
  package var filters: (_ chain: String) throws -> FilterCatalogue

  /// A resolver with these lookups, by default without user-defined filters.
  package init(
    transition: @escaping (String) throws -> Match,
    filters: @escaping (_ chain: String) throws -> FilterCatalogue = { _ in .builtIn }
  ) {
    self.transition = transition
    self.filters = filters
  }
}

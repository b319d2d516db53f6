import SegueImaging
import SegueMotion
import SegueRendering

/// A transition made of a recipe in a file: which picture, which filter, placed where and mixed how, with numbers that
/// depend on progress and on parameters.
package struct Look: Sendable {
  /// The file's name without its extension.
  package let name: String
  /// The path that it was read from, for messages.
  package let path: String
  let summary: String
  let duration: Double
  let timing: TimingCurve
  /// Whether the first frame is the outgoing picture and the last the incoming one, whatever the recipe gives there.
  var hasExactEnds: Bool
  let parameters: [ParameterDescription]
  /// Each may use the parameters and those before it.
  let lets: [(name: String, value: LookNumber)]
  let node: LookNode
  /// The places where the files that it needs are named, by their paths.
  let filePlaces: [String: String]

  /// The most bytes of a file.
  package static let sizeLimit = 128 << 10

  /// The look as an entry of the catalogue.
  package var description: TransitionDescription { TransitionDescription(self) }

  /// Tries every number of a frame.
  func check(_ frame: LookFrame) throws(LookError) {
    for (_, value) in lets { try value.check(in: frame.scope, file: path) }
    try node.check(in: frame, file: path)
  }
}

/// A look with its parameters set.
package struct LookTransition: Transition {
  let look: Look
  private let parameters: [String: Double]
  private let files: [FilterChain.File: FilterFile]

  init(_ look: Look, _ values: ParameterValues) {
    self.init(
      look,
      parameters: Dictionary(
        look.parameters.map { ($0.name, values.number($0.name)) }, uniquingKeysWith: { $1 }),
      files: values.files)
  }

  private init(_ look: Look, parameters: [String: Double], files: [FilterChain.File: FilterFile]) {
    (self.look, self.parameters, self.files) = (look, parameters, files)
  }

  /// The file's.
  package var duration: Double { look.duration }
  /// The file's.
  package var timing: TimingCurve { look.timing }
  /// False unless the file says otherwise: its own first and last frames are seen.
  package var endsAreExact: Bool { look.hasExactEnds }

  /// The recipe with its numbers worked out; they are limited to their bounds.
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

  /// Tries its numbers at progresses from 0 to 1, and at those of `progresses`.
  /// - Throws: `LookError` with the first number that is out of its bounds, or is none; `isOfParameters` where the
  ///   file is good without the values that were given.
  package func check(in context: TransitionContext, at progresses: [Double]) throws(LookError) {
    let size = context.containerSize
    do throws(LookError) { try tryAll(size: size, frames: progresses) } catch {
      let defaults = look.parameters.compactMap { parameter -> (String, Double)? in
        if case .number(let value)? = parameter.defaultValue { (parameter.name, value) } else { nil }
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
      guard made.count <= LookNode.mostNodes else {
        throw LookError(.tooManyNodes(limit: LookNode.mostNodes), at: "recipe", in: look.path)
      }
      guard made.recipe.depth <= Recipe.mostLevels else {
        throw LookError(
          .tooDeep(levels: made.recipe.depth, limit: Recipe.mostLevels), at: "recipe", in: look.path)
      }
    }
  }
}

/// The surroundings in which a look finds the other transitions and the filters of its own that it names.
package struct LookSurroundings {
  /// The result of looking up a name or a path in a look.
  package enum Found {
    /// A transition, and how many nodes of looks it is made of.
    case transition(TransitionDescription, weight: Int)
    /// Nothing; the nearest name that there is.
    case unknown(nearest: String?)
    /// A look that is being read.
    case recursion
  }

  /// Finds a transition by its name, or by its path as it stands in the file.
  package var transition: (String) throws -> Found
  /// Every filter that a chain may name.
  package var filters: (_ chain: String) throws -> FilterCatalogue

  /// These lookups; without user-defined filters by default.
  package init(
    transition: @escaping (String) throws -> Found,
    filters: @escaping (_ chain: String) throws -> FilterCatalogue = { _ in .builtIn }
  ) {
    (self.transition, self.filters) = (transition, filters)
  }
}

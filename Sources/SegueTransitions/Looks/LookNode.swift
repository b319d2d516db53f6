import SegueImaging
import SegueRendering

/// A picture of a look before evaluation: its numbers depend on progress and on the look's
/// parameters.
indirect enum LookNode: Sendable {
  case snapshot(SnapshotRole)
  case color(RGBAColor)
  /// A picture in a file, stretched to the frame.
  case picture(path: String)
  case filter(FilterChain, at: String, LookNode)
  case mix(LookNode, LookNode, amount: LookNumber)
  case blend(LookNode, LookNode, BlendMode, amount: LookNumber)
  case matte(LookNode, LookNode, LookField, progress: LookNumber, softness: LookNumber)
  case stack([LookLayer], background: RGBAColor)
  case transition(LookCall, LookNode, LookNode)

  /// The maximum number of distinct recipe nodes in a frame.
  static let maximumNodes = 4096

  /// A recipe with an upper bound of its node count. Above `maximumNodes`, the recipe is replaced by a
  /// placeholder.
  struct Evaluated {
    var recipe: Recipe
    var count: Int

    init(_ recipe: Recipe, count: Int) {
      let fits = count <= LookNode.maximumNodes
      self.recipe = fits ? recipe : .snapshot(.from)
      self.count = fits ? count : LookNode.maximumNodes + 1
    }
  }

  /// The node evaluated in a frame.
  func evaluated(in frame: LookFrame) -> Evaluated {
    switch self {
    case .snapshot(let role): return Evaluated(.snapshot(role), count: 1)
    case .color(let color): return Evaluated(.color(color), count: 1)
    case .picture(let path):
      return Evaluated(frame.picture(path).map(Recipe.picture) ?? .color(.transparent), count: 1)
    case .filter(let chain, _, let input):
      let input = input.evaluated(in: frame)
      let loaded = frame.files.isEmpty ? chain : chain.loading(frame.files)
      let recipe = loaded.recipe(
        of: input.recipe, at: frame.scope["p"] ?? 0, size: frame.size, scope: frame.scope)
      // A filter may merge with the node below it.
      let known = [input.recipe] + input.recipe.inputs
      return Evaluated(recipe, count: input.count + recipe.parts(leavingOut: known).count)
    case .mix(let a, let b, let amount):
      let (a, b) = (a.evaluated(in: frame), b.evaluated(in: frame))
      return Evaluated(
        .mix(a.recipe, b.recipe, amount: amount.value(in: frame.scope)), count: a.count + b.count + 1)
    case .blend(let a, let b, let mode, let amount):
      let (a, b) = (a.evaluated(in: frame), b.evaluated(in: frame))
      return Evaluated(
        .blend(a.recipe, b.recipe, mode: mode, amount: amount.value(in: frame.scope)),
        count: a.count + b.count + 2)
    case .matte(let a, let b, let field, let progress, let softness):
      let (a, b) = (a.evaluated(in: frame), b.evaluated(in: frame))
      guard let transition = field.transition(in: frame) else { return a }
      let matte = transition.matte(
        at: progress.value(in: frame.scope), softness: softness.value(in: frame.scope), frame.size)
      return Evaluated(.matte(a.recipe, b.recipe, matte), count: a.count + b.count + 1)
    case .stack(let layers, let background):
      let made = layers.map { $0.evaluated(in: frame) }
      return Evaluated(
        .stack(made.map(\.layer), background: background), count: made.reduce(1) { $0 + $1.count })
    case .transition(let call, let a, let b):
      return call.evaluated(from: a.evaluated(in: frame), to: b.evaluated(in: frame), in: frame)
    }
  }

  /// Checks every number of the node and its inputs at one progress.
  func check(in frame: LookFrame, file: String) throws(LookError) {
    switch self {
    case .snapshot, .color, .picture: break
    case .filter(let chain, let place, let input):
      do throws(FormulaError) { try chain.check(in: frame.scope) } catch {
        throw LookError(.formula(error), at: place, in: file)
      }
      try input.check(in: frame, file: file)
    case .mix(let a, let b, let amount), .blend(let a, let b, _, let amount):
      try amount.check(in: frame.scope, file: file)
      try a.check(in: frame, file: file)
      try b.check(in: frame, file: file)
    case .matte(let a, let b, let field, let progress, let softness):
      try field.check(in: frame, file: file)
      try progress.check(in: frame.scope, file: file)
      try softness.check(in: frame.scope, file: file)
      try a.check(in: frame, file: file)
      try b.check(in: frame, file: file)
    case .stack(let layers, _):
      for layer in layers { try layer.check(in: frame, file: file) }
    case .transition(let call, let a, let b):
      try call.check(in: frame, file: file)
      try a.check(in: frame, file: file)
      try b.check(in: frame, file: file)
    }
  }

  /// The direct inputs, in order.
  var inputs: [LookNode] {
    switch self {
    case .snapshot, .color, .picture: []
    case .filter(_, _, let input): [input]
    case .mix(let a, let b, _), .blend(let a, let b, _, _), .matte(let a, let b, _, _, _),
      .transition(_, let a, let b):
      [a, b]
    case .stack(let layers, _): layers.map(\.node)
    }
  }

  /// The files that the node and its descendants need.
  var files: [FilterChain.File] { ownFiles + inputs.flatMap(\.files) }

  /// The files that the node itself needs.
  var ownFiles: [FilterChain.File] {
    switch self {
    case .picture(let path): [Self.file(path)]
    case .filter(let chain, _, _): chain.files
    case .matte(_, _, let field, _, _): field.files
    case .transition(let call, _, _): call.files
    case .snapshot, .color, .mix, .blend, .stack: []
    }
  }

  /// Whether the node needs OpenGL.
  var needsOpenGL: Bool {
    let own =
      switch self {
      case .filter(let chain, _, _): chain.needsOpenGL
      case .transition(let call, _, _): call.description.needsOpenGL
      default: false
      }
    return own || inputs.contains(where: \.needsOpenGL)
  }

  /// The key of a picture that does not belong to a filter.
  static func file(_ path: String) -> FilterChain.File {
    FilterChain.File(path: path, filter: "picture", layout: nil)
  }
}

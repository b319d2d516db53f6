import SegueImaging
import SegueRendering

/// A picture of a look, placed on the frame.
struct LookLayer: Sendable {
  var node: LookNode
  /// The centre, in fractions of the frame.
  var x = LookNumber(0.5)
  var y = LookNumber(0.5)
  /// The horizontal and the vertical factor, or one factor for both.
  var scale = [LookNumber(1)]
  /// The rotation in degrees, clockwise.
  var rotate = LookNumber(0)
  var opacity = LookNumber(1, 0...1)
  /// The clip rectangle: left, top, width, height, in fractions of the frame; empty means the whole
  /// frame.
  var clip: [LookNumber] = []
  /// The radius of the clip rectangle's corners, in fractions of the frame's width; `nil` means square
  /// corners at whole pixels.
  var radius: LookNumber?
  /// Whether the layer replaces the layers below, even where it is transparent.
  var replaces = false

  private var numbers: [LookNumber] {
    [x, y] + scale + [rotate, opacity] + clip + (radius.map { [$0] } ?? [])
  }

  func check(in frame: LookFrame, file: String) throws(LookError) {
    for number in numbers { try number.check(in: frame.scope, file: file) }
    try node.check(in: frame, file: file)
  }

  func evaluated(in frame: LookFrame) -> (layer: RecipeLayer, count: Int) {
    let made = node.evaluated(in: frame)
    func value(_ number: LookNumber) -> Double { number.value(in: frame.scope) }
    let (width, height) = (frame.width, frame.height)
    var map = made.recipe.stretch(to: frame.size) ?? .identity
    let (across, down) = (value(scale[0]), value(scale[scale.count - 1]))
    if across != 1 || down != 1 {
      map = map.then(AffineMap.scale(x: across, y: down).about(x: width / 2, y: height / 2))
    }
    let turn = value(rotate)
    if turn != 0 { map = map.then(AffineMap.rotation(turn * .pi / 180).about(x: width / 2, y: height / 2)) }
    let (right, below) = ((value(x) - 0.5) * width, (value(y) - 0.5) * height)
    if right != 0 || below != 0 { map = map.then(.translation(x: right, y: below)) }
    let sides = clip.map(value)
    var layer = RecipeLayer(made.recipe, transform: map, opacity: value(opacity))
    layer.replaces = replaces
    if let radius {
      let sides = sides.isEmpty ? [0, 0, 1, 1] : sides
      layer.outline = RoundedRectangle(
        x: sides[0] * width, y: sides[1] * height, width: sides[2] * width, height: sides[3] * height,
        radius: value(radius) * width)
    } else if !sides.isEmpty {
      layer.clip = part(sides, frame)
    }
    return (layer, made.count)
  }

  /// The pixels of the rectangle `values` (left, top, width, height), clamped to the frame.
  private func part(_ values: [Double], _ frame: LookFrame) -> PixelRect {
    func pixel(_ value: Double, _ side: Int) -> Int {
      Int(max(0, min(Double(side), (value * Double(side)).rounded())))
    }
    let (x0, y0) = (pixel(values[0], frame.size.width), pixel(values[1], frame.size.height))
    return PixelRect(
      x0: x0, y0: y0, x1: max(x0, pixel(values[0] + values[2], frame.size.width)),
      y1: max(y0, pixel(values[1] + values[3], frame.size.height)))
  }
}

extension Recipe {
  /// The map from a picture's own pixels, which a layer draws, to the frame's; `nil` if the recipe has
  /// the frame's size.
  fileprivate func stretch(to size: ImageSize) -> AffineMap? {
    guard case .picture(let snapshot) = content, snapshot.size != size else { return nil }
    return .scale(
      x: Double(size.width) / Double(snapshot.size.width),
      y: Double(size.height) / Double(snapshot.size.height))
  }

  /// The recipe in the frame's size.
  fileprivate func stretched(to size: ImageSize) -> Recipe {
    guard let map = stretch(to: size) else { return self }
    return .stack([RecipeLayer(self, transform: map)], background: .transparent)
  }
}

/// A value that a look sets for a transition's parameter.
enum LookArgument: Sendable {
  case value(ParameterValue)
  case number(LookNumber)
  /// A list of numbers.
  case numbers([LookNumber])
  /// A picture, by its path relative to the current folder.
  case path(String)

  func value(in scope: [String: Double]) -> ParameterValue {
    switch self {
    case .value(let value): value
    case .path(let path): .texture(path: path)
    case .number(let number): .number(number.value(in: scope))
    case .numbers(let numbers): .vector(numbers.map { $0.value(in: scope) })
    }
  }

  func check(in scope: [String: Double], file: String) throws(LookError) {
    switch self {
    case .value, .path: break
    case .number(let number): try number.check(in: scope, file: file)
    case .numbers(let numbers): for number in numbers { try number.check(in: scope, file: file) }
    }
  }
}

/// The values that a look sets for a transition's parameters.
struct LookArguments: Sendable {
  let place: String
  var values: [(name: String, value: LookArgument)]

  /// The pictures among the values.
  var files: [FilterChain.File] {
    values.compactMap { if case .path(let path) = $0.value { LookNode.file(path) } else { nil } }
  }

  /// The values in `frame`, with their pictures.
  func given(in frame: LookFrame) -> (values: [(name: String, value: ParameterValue)], [String: Snapshot]) {
    var textures: [String: Snapshot] = [:]
    for case (let name, .path(let path)) in values { textures[name] = frame.picture(path) }
    return (values.map { ($0.name, $0.value.value(in: frame.scope)) }, textures)
  }

  func transition(_ description: TransitionDescription, in frame: LookFrame) throws(ParameterError)
    -> any Transition
  {
    let (values, textures) = given(in: frame)
    return try description.loading(frame.files).transition(values: values, textures: textures)
  }

  func check(_ description: TransitionDescription, in frame: LookFrame, file: String) throws(LookError) {
    for (_, value) in values { try value.check(in: frame.scope, file: file) }
    do throws(ParameterError) { _ = try transition(description, in: frame) } catch {
      throw LookError(.parameter(error), at: place, in: file)
    }
  }
}

/// The field of a matte: a transition with its arguments, used only for its order of pixels.
struct LookField: Sendable {
  let description: TransitionDescription
  let arguments: LookArguments

  var files: [FilterChain.File] { arguments.files }

  func transition(in frame: LookFrame) -> MatteTransition? {
    let (values, textures) = arguments.given(in: frame)
    return try? description.loading(frame.files).matte(values: values, textures: textures)
  }

  func check(in frame: LookFrame, file: String) throws(LookError) {
    try arguments.check(description, in: frame, file: file)
  }

  static let all = Catalogue.written.filter(\.isMatte)
}

/// A transition inside a look, between two of its pictures.
struct LookCall: Sendable {
  let description: TransitionDescription
  let arguments: LookArguments
  let progress: LookNumber

  var files: [FilterChain.File] { description.files + arguments.files }

  func evaluated(from: LookNode.Evaluated, to: LookNode.Evaluated, in frame: LookFrame) -> LookNode.Evaluated
  {
    guard let transition = try? arguments.transition(description, in: frame) else { return from }
    let inner = transition.endpointExactRecipe(
      at: progress.value(in: frame.scope), in: TransitionContext(containerSize: frame.size))
    let pictures = [from, to].map { $0.recipe.stretched(to: frame.size) }
    return LookNode.Evaluated(
      inner.replacingSnapshots { $0 == .from ? pictures[0] : pictures[1] },
      count: inner.parts.count + from.count + to.count + 2)
  }

  func check(in frame: LookFrame, file: String) throws(LookError) {
    try progress.check(in: frame.scope, file: file)
    try arguments.check(description, in: frame, file: file)
    let (values, textures) = arguments.given(in: frame)
    guard let look = try? description.loading(frame.files).look(values: values, textures: textures) else {
      return
    }
    let frame = look.frame(at: progress.value(in: frame.scope), size: frame.size)
    try look.look.check(frame)
  }
}

extension FilterCall.Argument {
  /// The argument as a value for `parameter` of a matte's field; `nil` for `clouds`, the built-in picture.
  func ofField(_ parameter: ParameterDescription, at place: String, beside file: String)
    -> LookArgument?
  {
    let bounds = LookNumber.bounds(of: parameter)
    switch self {
    case .constant(.choice(let word)): return .value(.choice(word))
    case .constant(.color(let color)): return .value(.color(color))
    case .constant(.number(let number)): return .number(LookNumber(number, at: place, bounds))
    case .constant(.points(let numbers)): return .numbers(numbers.map { LookNumber($0, at: place, bounds) })
    case .constant(.file): return nil
    case .expression(let expression): return .number(LookNumber(expression, at: place, bounds))
    case .points(let points): return .numbers(points.map { LookNumber($0, at: place, bounds) })
    case .path(let path):
      return .texture(path: path) == ParameterValue.clouds
        ? nil : .path(LookPath.resolved(path, beside: file))
    }
  }
}

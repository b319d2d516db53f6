import Glibc
import SegueImaging
import SegueRendering
import SegueTransitions

/// Makes random recipes of every kind of node except users' shaders: layers, mattes, averages,
/// registered nodes, and the catalogues' filters and transitions.
struct RandomRecipes {
  var chance: Chance
  let size: ImageSize
  /// Pictures of the frame's size and of others.
  let pictures: [Snapshot]
  /// The recipes made earlier, which may be used again.
  private var made: [Recipe] = []

  init(chance: Chance, size: ImageSize, pictures: [Snapshot]) {
    (self.chance, self.size, self.pictures) = (chance, size, pictures)
  }

  /// The maximum number of whole pictures that the oracle computes for a recipe.
  private static let maximumPictures = 60

  /// A recipe of at most `depth` levels, not counting filters and transitions.
  mutating func recipe(depth: Int) -> Recipe {
    guard depth > 0 else { return leaf() }
    let recipe = node(depth: depth - 1)
    guard recipe.pictureCount <= Self.maximumPictures else { return leaf() }
    made.append(recipe)
    return recipe
  }

  private mutating func leaf() -> Recipe {
    switch chance.choice(of: 6) {
    case 0, 1: .snapshot(.from)
    case 2: .snapshot(.to)
    case 3, 4: .picture(chance.choice(of: pictures))
    default: .color(color())
    }
  }

  private mutating func color() -> RGBAColor {
    if chance.isTrue(oneIn: 3) { return chance.choice(of: [.black, .white, .transparent]) }
    func byte() -> UInt8 { UInt8(chance.choice(of: 256)) }
    return RGBAColor(red: byte(), green: byte(), blue: byte(), alpha: byte())
  }

  private mutating func node(depth: Int) -> Recipe {
    switch chance.choice(of: 16) {
    case 0: return .pixellate(recipe(depth: depth), width: chance.number(0, 0.7))
    case 1: return .mix(recipe(depth: depth), recipe(depth: depth), amount: chance.number(0, 1))
    case 2, 3: return .matte(recipe(depth: depth), recipe(depth: depth), matte())
    case 4, 5, 6, 7: return stack(depth: depth)
    case 8, 9: return average(of: recipe(depth: depth))
    case 10, 11:
      let kind = chance.choice(of: NodeKind.all)
      let inputs = (0..<kind.inputCount).map { _ in recipe(depth: depth) }
      return .node(chance.choice(of: kind.samples()), inputs)
    case 12, 13: return filtered(recipe(depth: depth))
    case 14: return transition(from: recipe(depth: depth), to: recipe(depth: depth))
    default: return made.isEmpty ? leaf() : chance.choice(of: made)
    }
  }

  // MARK: Mattes

  private mutating func matte() -> Matte {
    let field = field()
    return Matte(
      field: chance.isTrue(oneIn: 4) ? field.inverted : field, progress: chance.number(0, 1),
      softness: chance.number(0, 1))
  }

  private mutating func field() -> MatteField {
    let angle = Double(chance.choice(of: 24)) * 15
    switch chance.choice(of: 8) {
    case 0: return Noise.field
    case 1: return .linear(degrees: angle)
    case 2: return .clock(start: chance.share())
    case 3:
      return .iris(chance.choice(of: IrisShape.allCases), centerX: chance.share(), centerY: chance.share())
    case 4: return .noise(seed: chance.choice(of: 9))
    case 5: return .clouds
    case 6: return .blinds(count: 1 + chance.choice(of: 9), degrees: angle)
    default: return .picture(chance.choice(of: pictures))
    }
  }

  // MARK: Layers

  private mutating func stack(depth: Int) -> Recipe {
    let count = chance.isTrue(oneIn: 8) ? 5 + chance.choice(of: 3) : chance.choice(of: 4)
    let layers = (0..<count).map { _ in layer(depth: count > 4 ? 0 : depth) }
    return .stack(layers, background: color())
  }

  private mutating func layer(depth: Int) -> RecipeLayer {
    let recipe = chance.isTrue(oneIn: 2) ? leaf() : recipe(depth: depth)
    var own = size
    if case .picture(let snapshot) = recipe.content { own = snapshot.size }
    var layer = RecipeLayer(recipe, transform: transform(of: own))
    if chance.isTrue(oneIn: 3) { layer.opacity = chance.number(0, 1) }
    if chance.isTrue(oneIn: 3) { layer.source = part(of: own) }
    if chance.isTrue(oneIn: 3) { layer.clip = part(of: size) }
    if chance.isTrue(oneIn: 4) { layer.outline = outline() }
    layer.replaces = chance.isTrue(oneIn: 4)
    return layer
  }

  /// A rectangle at any place, sometimes beyond the frame, thinner than a pixel or a circle.
  private mutating func outline() -> RoundedRectangle {
    let (w, h) = (Double(size.width), Double(size.height))
    let width = chance.isTrue(oneIn: 8) ? chance.share() : chance.number(0, 1.5 * w)
    let height = chance.isTrue(oneIn: 8) ? chance.share() : chance.number(0, 1.5 * h)
    let radius = chance.choice(of: [0, chance.number(0, 3), chance.number(0, w), 1e9])
    return RoundedRectangle(
      x: chance.number(-w / 2, w), y: chance.number(-h / 2, h), width: width, height: height,
      radius: radius)
  }

  /// A rectangle mostly within `size`, sometimes empty or beyond all pictures.
  private mutating func part(of size: ImageSize) -> PixelRect {
    if chance.isTrue(oneIn: 12) { return PixelRect(x0: .min, y0: -1, x1: .max, y1: 1 << 40) }
    func edges(_ length: Int) -> (Int, Int) {
      let (a, b) = (chance.choice(of: length + 3) - 1, chance.choice(of: length + 3) - 1)
      return (min(a, b), max(a, b))
    }
    let ((x0, x1), (y0, y1)) = (edges(size.width), edges(size.height))
    return PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
  }

  /// A placement of a picture of the size `own`.
  private mutating func transform(of own: ImageSize) -> AffineMap {
    let (w, h) = (Double(size.width), Double(size.height))
    func whole(_ length: Int) -> Double { Double(chance.choice(of: 2 * length + 1) - length) }
    switch chance.choice(of: 9) {
    case 0: return .identity
    case 1: return .translation(x: whole(size.width), y: whole(size.height))
    case 2: return .translation(x: chance.number(-w, w), y: chance.number(-h, h))
    case 3, 4:
      // A part of the picture fills the frame, as in a pan.
      let scale = (
        x: chance.number(1, 3) * w / Double(own.width), y: chance.number(1, 3) * h / Double(own.height)
      )
      return AffineMap.scale(x: scale.x, y: scale.y)
        .then(.translation(x: -chance.share() * w, y: -chance.share() * h))
    case 5:
      let side = exp2(chance.number(-6, 3))
      return AffineMap.scale(x: side, y: side).about(x: w / 2, y: h / 2)
    case 6:
      return AffineMap.scale(x: chance.number(-2, 2), y: chance.number(-2, 2)).about(x: w / 2, y: h / 2)
    case 7:
      let turn = AffineMap.rotation(chance.choice(of: [chance.number(-4, 4), .pi / 2, .pi, -.pi / 2]))
      let side = exp2(chance.number(-3, 2))
      return turn.then(.scale(x: side, y: side)).about(x: w / 2, y: h / 2)
    default:
      return AffineMap(
        a: chance.number(-2, 2), b: chance.number(-2, 2), c: chance.number(-2, 2), d: chance.number(-2, 2),
        tx: chance.number(-w, w), ty: chance.number(-h, h))
    }
  }

  // MARK: Averages

  private mutating func average(of input: Recipe) -> Recipe {
    switch chance.choice(of: 5) {
    case 0: return input.gaussianBlurred(sigma: exp2(chance.number(-3, 5)))
    case 1: return input.smearedAcross(width: chance.number(0, Double(size.width) / 2))
    case 2:
      return input.zoomBlurred(
        strength: chance.number(0, 1), x: chance.number(0, Double(size.width)),
        y: chance.number(0, Double(size.height)))
    case 3:
      // Whole pixels along the rows, or along the columns, or both.
      let (across, down) = (chance.choice(of: 9), chance.choice(of: 3) == 0 ? chance.choice(of: 9) : 0)
      let taps = (0..<(1 + chance.choice(of: 6))).map { (index: Int) -> AverageTap in
        let place = AffineMap.translation(x: Double(index * across), y: Double(index * down))
        let weight = chance.number(0, 1)
        return AverageTap(place, weight: weight, footprint: chance.choice(of: [1, 1, 2, 5] as [Double]))
      }
      return .average(input, taps)
    default:
      let taps = (0..<chance.choice(of: 5)).map { _ in
        AverageTap(transform(of: size), weight: chance.number(0, 1), footprint: chance.number(1, 9))
      }
      return .average(input, taps)
    }
  }

  // MARK: The catalogues

  private static let filters = FilterCatalogue.builtIn.filters

  private mutating func filtered(_ input: Recipe) -> Recipe {
    let filter = chance.choice(of: Self.filters)
    let arguments = filter.parameters.compactMap { parameter in
      value(of: parameter).map { parameter.name + "=" + (parameter.type == .texture ? "\"\($0)\"" : $0) }
    }
    let text = filter.name + (arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")")
    // Some values exclude one another; invalid chains are not drawn.
    guard let chain = try? FilterChain(text), (try? chain.check(size: size)) != nil else {
      return input
    }
    let files = chain.files.map { ($0, $0.layout == nil ? .picture(chance.choice(of: pictures)) : table()) }
    return chain.loading(Dictionary(files, uniquingKeysWith: { $1 }))
      .recipe(of: input, at: chance.share(), size: size)
  }

  /// A cube with two colours per side, or curves of three points.
  private mutating func table() -> FilterFile {
    let (keyword, side, rows) = chance.isTrue(oneIn: 2) ? ("LUT_3D_SIZE", 2, 8) : ("LUT_1D_SIZE", 3, 3)
    let lines = (0..<rows).map { _ in "\(chance.share()) \(chance.share()) \(chance.share())" }
    let text = "\(keyword) \(side)\n" + lines.joined(separator: "\n")
    guard let table = try? CubeFile.parse(Array(text.utf8), name: "random") else {
      return .picture(pictures[0])
    }
    return .table(table)
  }

  private mutating func transition(from: Recipe, to: Recipe) -> Recipe {
    let description = chance.choice(of: Catalogue.builtIn.transitions)
    let parameters = description.parameters.compactMap { parameter in
      value(of: parameter).map { (name: parameter.name, value: $0) }
    }
    let textures = description.parameters.filter { $0.type == .texture }.map {
      ($0.name, chance.choice(of: pictures))
    }
    let context = TransitionContext(containerSize: size)
    guard
      let transition = try? description.transition(
        parameters, textures: Dictionary(uniqueKeysWithValues: textures))
    else { return from }
    // Springs go beyond 1.
    return transition.recipe(at: chance.share() * 1.2 - 0.1, in: context)
      .replacingSnapshots { $0 == .from ? from : to }
  }

  /// A value within a parameter's bounds as text; `nil` for its default.
  private mutating func value(of parameter: ParameterDescription) -> String? {
    let (low, high) = (parameter.minimum ?? -2, parameter.maximum ?? 2)
    func number() -> Double {
      if chance.isTrue(oneIn: 8) { return chance.choice(of: [low, high]) }
      // Lengths and counts have wide bounds, with visible effects near their lower ends.
      let reach = chance.isTrue(oneIn: 4) ? high : min(high, max(low, 0) + 4)
      return low + (reach - low) * chance.share()
    }
    switch parameter.type {
    case .float: return chance.isTrue(oneIn: 4) ? nil : "\(number())"
    case .int: return "\(Int(min(1000, number())))"
    case .vec2: return "\(number()),\(number())"
    case .choice(let words): return chance.choice(of: words)
    case .texture: return "x"
    case .points:
      return "0:\(chance.share()) \(0.1 + 0.8 * chance.share()):\(chance.share()) 1:\(chance.share())"
    default: return nil
    }
  }
}

extension Recipe {
  /// The number of whole pictures that the oracle computes, with each sample of an average as one.
  fileprivate var pictureCount: Int {
    parts.reduce(0) { count, part in
      if case .average(_, let taps) = part.content { count + max(1, taps.count) } else { count + 1 }
    }
  }
}

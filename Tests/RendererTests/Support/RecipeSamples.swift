import SegueImaging
import SegueRendering

/// Recipes that together use every node, map and blend in every relevant combination.
enum RecipeSamples {
  private static let from = Recipe.snapshot(.from)
  private static let to = Recipe.snapshot(.to)
  private static let glass = RGBAColor(red: 200, green: 30, blue: 90, alpha: 77)

  static func all(_ size: ImageSize) -> [(name: String, recipe: Recipe)] {
    mixes + pixellated(size) + mattes + placed(size) + stacks(size) + outlined(size) + averages(size)
      + nested(size) + colors
  }

  /// Every registered node by itself, below a map, and over a picture with holes.
  static func nodes() -> [(name: String, recipe: Recipe)] {
    NodeKind.all.flatMap { kind in
      kind.samples().enumerated().flatMap { index, node -> [(name: String, recipe: Recipe)] in
        let (first, second) = kind.inputCount == 1 ? ([from], [to]) : ([from, to], [to, .color(glass)])
        let holes = Recipe.stack(
          [RecipeLayer(to, transform: .translation(x: 2.5, y: 1))], background: .transparent)
        let over = kind.inputCount == 1 ? [holes] : [holes, from]
        return [
          ("\(kind.name) \(index)", .node(node, first)),
          ("\(kind.name) \(index) in cells", .pixellate(.node(node, second), width: 0.15)),
          ("\(kind.name) \(index) over holes", .mix(.node(node, over), from, amount: 0.4)),
        ]
      }
    }
  }

  /// Constant pictures: of another size, under a layer and stretched, and of the frame's size.
  static func pictures(_ size: ImageSize) -> [(name: String, recipe: Recipe)] {
    let small = Recipe.picture(Noise.snapshot(ImageSize(width: 9, height: 5), seed: 5, isOpaque: false))
    let large = Recipe.picture(
      Noise.snapshot(ImageSize(width: size.width * 2 + 3, height: size.height + 7), seed: 6, isOpaque: true))
    let same = Recipe.picture(Noise.snapshot(size, seed: 7, isOpaque: true))
    return [
      ("a small picture stretched", small), ("a large picture stretched", .mix(large, from, amount: 0.3)),
      ("a picture of the frame's size", .mix(same, to, amount: 0.6)),
      (
        "a small picture placed",
        .stack(
          [RecipeLayer(from), RecipeLayer(small, transform: .translation(x: 3, y: 2))], background: .black)
      ),
      (
        "a large picture placed",
        .stack([RecipeLayer(large, transform: .translation(x: -4, y: -3))], background: .black)
      ),
      (
        "a large picture turned",
        .stack(
          [RecipeLayer(large, transform: AffineMap.rotation(0.3).then(.scale(x: 0.4, y: 0.5)), opacity: 0.8)],
          background: glass)
      ),
      ("cells of a picture", .pixellate(large, width: 0.12)),
    ]
  }

  private static var colors: [(String, Recipe)] {
    [0, 0.1, 0.4, 0.9, 1.7, 2].map { ("nearest \($0)", .nearest(from, to, distance: $0)) } + [
      ("grayscale", .grayscale(from)), ("grayscale of a mix", .grayscale(.mix(from, to, amount: 0.3))),
      ("mix of greys", .mix(.grayscale(from), .grayscale(to), amount: 0.6)),
      ("pixellated grey", .pixellate(.grayscale(to), width: 0.1)), ("grey glass", .grayscale(.color(glass))),
      ("nearest of cells", .nearest(.pixellate(from, width: 0.2), .color(glass), distance: 0.6)),
    ]
  }

  private static var mixes: [(String, Recipe)] {
    [0, 0.0001, 0.25, 0.5, 0.7773, 0.99999, 1].map { ("mix \($0)", .mix(from, to, amount: $0)) } + [
      ("color", .color(glass)),
      ("mix with a colour", .mix(.color(.transparent), to, amount: 0.4)),
      ("mix of glass", .mix(.color(glass), from, amount: 0.9)),
    ]
  }

  private static func pixellated(_ size: ImageSize) -> [(String, Recipe)] {
    [0, 0.001, 0.01, 0.0213, 0.04, 0.1, 0.237, 0.5, 1, 1.7, 3].map {
      ("pixellate \($0)", .pixellate(from, width: $0))
    }
      + [0.03, 0.1, 0.5, 0.9].map {
        (
          "pixellate-dissolve \($0)",
          .mix(.pixellate(from, width: 0.1 * $0), .pixellate(to, width: 0.1 * (1 - $0)), amount: $0)
        )
      }
  }

  private static var mattes: [(String, Recipe)] {
    [(0.01, 0.0), (0.5, 0), (0.5, 0.1), (0.3, 1), (0.99, 0.02), (0.5, 0.000_01), (1, 0.5), (0, 0.5)].map {
      ("matte \($0)", .matte(from, to, Matte(field: Noise.field, progress: $0.0, softness: $0.1)))
    }
      + [0.3, 1].map {
        var matte = Matte(field: Noise.field, progress: 0.4, softness: $0)
        matte.edge = .smooth
        return ("smooth matte \($0)", .matte(from, to, matte))
      }
  }

  /// Single layers over opaque, translucent and no background.
  private static func placed(_ size: ImageSize) -> [(String, Recipe)] {
    let (w, h) = (Double(size.width), Double(size.height))
    let grounds: [RGBAColor] = [.black, .transparent, glass]
    return transforms(size).enumerated().flatMap { index, transform in
      [1, 0.6].map { opacity in
        (
          "placed \(index) × \(opacity)",
          .stack(
            [RecipeLayer(to, transform: transform.about(x: w / 2, y: h / 2), opacity: opacity)],
            background: grounds[index % 3])
        )
      }
    }
  }

  private static func transforms(_ size: ImageSize) -> [AffineMap] {
    let scales = [0.1, 0.24, 0.25, 0.37, 0.5, 0.83, 1, 1.0003, 1.4, 2].map {
      AffineMap.scale(x: $0, y: $0)
    }
    let turned = [(0.02, 1.0), (0.7, 1), (1.5707963, 1), (2.2, 0.4), (-0.3, 1.8), (0.1, 0.13), (3.9, 3)].map {
      AffineMap.rotation($0).then(.scale(x: $1, y: $1))
    }
    let moved: [AffineMap] = [
      .translation(x: 3, y: -2), .translation(x: 0.5, y: 0.25), .translation(x: -7.37, y: 0),
      .translation(x: 0, y: 5.999), .translation(x: 100_000, y: 0),
      .scale(x: -1, y: 1), .scale(x: 1, y: -1), .scale(x: 0.3, y: 1.9), .scale(x: 0.01, y: 1),
      AffineMap(a: 1, b: 0, c: 0.5, d: 1, tx: 2, ty: 0),
      AffineMap(a: 1, b: 0.3, c: 0, d: 1, tx: 0, ty: 0),
    ]
    return scales + turned + moved
  }

  /// Layers over one another: overlaps, clips, parts, opacities.
  private static func stacks(_ size: ImageSize) -> [(String, Recipe)] {
    let (w, h) = (size.width, size.height)
    let left = PixelRect(x0: 0, y0: 0, x1: max(1, w / 2), y1: h)
    let middle = PixelRect(x0: w / 4, y0: h / 3, x1: max(w / 4 + 1, 3 * w / 4), y1: h)
    let shift = AffineMap.translation(x: -Double(w) * 0.3, y: 0)
    let turn = AffineMap.rotation(0.5).about(x: Double(w) / 2, y: Double(h) / 3)
    return [
      ("nothing", .stack([], background: glass)),
      ("one as it is", .stack([RecipeLayer(from)], background: .transparent)),
      ("half", .stack([RecipeLayer(from), RecipeLayer(to, source: left)], background: .black)),
      (
        "half through",
        .stack([RecipeLayer(from), RecipeLayer(to, opacity: 0.5, clip: middle)], background: glass)
      ),
      (
        "push",
        .stack(
          [
            RecipeLayer(from, transform: shift),
            RecipeLayer(to, transform: shift.then(.translation(x: Double(w), y: 0))),
          ],
          background: .transparent)
      ),
      (
        "cover",
        .stack(
          [
            RecipeLayer(from, opacity: 0.4), RecipeLayer(to, transform: shift),
            RecipeLayer(from, transform: turn),
          ],
          background: glass)
      ),
      (
        "part that turns",
        .stack(
          [RecipeLayer(from), RecipeLayer(to, source: middle, transform: turn, opacity: 0.8, clip: left)],
          background: .white)
      ),
      (
        "small part in the large",
        .stack(
          [
            RecipeLayer(from, transform: .scale(x: 2, y: 2)),
            RecipeLayer(to, source: middle, transform: .scale(x: 0.4, y: 0.4)),
          ], background: .transparent)
      ),
    ]
  }

  private static func averages(_ size: ImageSize) -> [(String, Recipe)] {
    let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
    let zoom = (0..<5).map { i in
      AverageTap(
        AffineMap.scale(x: 1 + 0.07 * Double(i), y: 1 + 0.07 * Double(i)).about(x: x, y: y), weight: 1)
    }
    let spin = (0..<3).map { i in
      AverageTap(AffineMap.rotation(0.1 * Double(i)).about(x: x, y: y), weight: Double(i) + 0.5)
    }
    return [
      ("zoom blur", .average(from, zoom)), ("spin blur", .average(to, spin)),
      ("fine Gaussian blur", from.gaussianBlurred(sigma: 1.4)),
      ("Gaussian blur of coarser levels", from.gaussianBlurred(sigma: 7)),
      ("Gaussian blur wider than the frame", to.gaussianBlurred(sigma: 90)),
      ("smear", to.smearedAcross(width: 9)),
      (
        "an upper and a lower look, one of most weight",
        .average(
          from,
          [
            AverageTap(.translation(x: 0, y: -3), weight: 5), AverageTap(.translation(x: 0, y: 2), weight: 1),
          ])
      ),
      (
        "looks that go down a slope",
        .average(
          to, (0..<5).map { AverageTap(.translation(x: Double($0), y: Double(2 * $0)), weight: 1) })
      ),
      ("one tap", .average(from, [AverageTap(.identity, weight: 3)])), ("no taps", .average(from, [])),
      (
        "shrinking",
        .average(to, [AverageTap(.scale(x: 0.3, y: 0.3), weight: 1), AverageTap(.identity, weight: 2)])
      ),
    ]
  }

  private static func nested(_ size: ImageSize) -> [(String, Recipe)] {
    let mixed = Recipe.mix(from, to, amount: 0.35)
    let cells = Recipe.pixellate(mixed, width: 0.08)
    let turn = AffineMap.rotation(0.3).then(.scale(x: 0.6, y: 0.6))
    let stack = Recipe.stack(
      [
        RecipeLayer(cells, transform: turn, opacity: 0.9),
        RecipeLayer(mixed, transform: turn.then(.translation(x: 9, y: 4))),
      ],
      background: glass)
    let matte = Recipe.matte(stack, cells, Matte(field: Noise.field, progress: 0.5, softness: 0.3))
    return [
      ("pixellated mix", cells), ("stack of cells", stack), ("matte of stacks", matte),
      ("pixellated matte", .pixellate(matte, width: 0.15)),
      (
        "blur of a stack",
        .average(
          stack, [AverageTap(.identity, weight: 1), AverageTap(.translation(x: 2.5, y: 1), weight: 1)])
      ),
      ("cells of cells", .pixellate(.pixellate(from, width: 0.07), width: 0.11)),
      (
        "stack of unplaced",
        .stack(
          [RecipeLayer(matte, opacity: 0.7), RecipeLayer(cells, opacity: 0.3)], background: .transparent)
      ),
      ("placed colour", .stack([RecipeLayer(.color(glass), transform: turn)], background: .black)),
    ]
  }
}

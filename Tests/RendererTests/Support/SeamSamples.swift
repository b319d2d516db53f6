import SegueImaging
import SegueRendering
import SegueTransitions

/// Recipes for the boundaries between a renderer's fast paths: cells and colours, many layers, deep
/// stacks.
enum SeamSamples {
  static func all(for size: ImageSize) -> [(name: String, recipe: Recipe)] {
    simple + mattes + stacks(size) + averages(size) + nested(size)
  }

  private static let from = Recipe.snapshot(.from)
  private static let to = Recipe.snapshot(.to)
  private static let translucent = RGBAColor(red: 200, green: 30, blue: 90, alpha: 77)

  /// Snapshots, colours, cells and mixes.
  static var simple: [(name: String, recipe: Recipe)] {
    var samples: [(name: String, recipe: Recipe)] = [
      ("from", from), ("to", to), ("color", .color(translucent)),
      ("clear", .color(.transparent)), ("tint", .mix(from, .color(translucent), amount: 0.4)),
      ("fade", .mix(.color(.black), to, amount: 0.9)),
    ]
    for amount in [0.00002, 0.1, 0.5, 0.77, 0.9999] {
      samples.append(("mix \(amount)", .mix(from, to, amount: amount)))
    }
    for width in [0.01, 0.03, 0.1, 0.17, 0.5, 0.9, 3] {
      samples.append(("pixellate \(width)", .pixellate(from, width: width)))
      samples.append(
        (
          "pixellate dissolve \(width)",
          .mix(.pixellate(from, width: width), .pixellate(to, width: 0.11 - width / 10), amount: 0.3)
        ))
      samples.append(("cells over all \(width)", .mix(.pixellate(from, width: width), to, amount: 0.6)))
      samples.append(
        ("cells and colour \(width)", .mix(.color(translucent), .pixellate(to, width: width), amount: 0.6)))
    }
    return samples
  }

  private static var mattes: [(String, Recipe)] {
    let diagonal = MatteField(identifier: "diagonal") { x, y, size in
      (x / Double(size.width) + y / Double(size.height) * 2) / 3
    }
    let rings = MatteField(identifier: "rings") { x, y, _ in
      (x * x + y * 3).truncatingRemainder(dividingBy: 1)
    }
    return [(diagonal, 0.3, 0.0), (diagonal, 0.5, 0.2), (rings, 0.7, 1), (rings, 0.001, 0.01)].flatMap {
      field, progress, softness in
      let matte = Matte(field: field, progress: progress, softness: softness)
      return [
        ("matte \(field.identifier) \(progress)", Recipe.matte(from, to, matte)),
        (
          "matte of cells \(field.identifier) \(progress)",
          .matte(.pixellate(from, width: 0.2), .color(translucent), matte)
        ),
      ]
    }
  }

  private static func stacks(_ size: ImageSize) -> [(String, Recipe)] {
    let (width, height) = (Double(size.width), Double(size.height))
    func about(_ transform: AffineMap) -> AffineMap {
      transform.about(x: width / 2, y: height / 2)
    }
    let clip = PixelRect(
      x0: size.width / 4, y0: size.height / 5, x1: size.width * 3 / 4 + 1, y1: size.height * 4 / 5 + 1)
    var samples: [(String, Recipe)] = []
    for background in [RGBAColor.black, .transparent, translucent] {
      for scale in background == .black ? [0.1, 0.33, 0.5, 1, 1.7, 2] : [0.4, 2] {
        for angle in [0, 0.3, .pi / 2, 2.5] {
          let transform = about(.scale(x: scale, y: scale).then(.rotation(angle)))
          let layers = [
            RecipeLayer(from, opacity: 0.8),
            RecipeLayer(
              to, transform: transform, opacity: angle == 0.3 ? 0.6 : 1, clip: angle == 2.5 ? clip : nil),
          ]
          samples.append(("placed \(scale) \(angle) \(background)", .stack(layers, background: background)))
        }
      }
      let slide = [
        RecipeLayer(from, transform: .translation(x: -3, y: 0)),
        RecipeLayer(to, transform: .translation(x: width - 3, y: 0)),
      ]
      samples.append(("slide \(background)", .stack(slide, background: background)))
      let half = [
        RecipeLayer(from, transform: .translation(x: 0.5, y: 1.25)),
        RecipeLayer(.color(translucent), clip: clip),
      ]
      samples.append(("half a pixel \(background)", .stack(half, background: background)))
      let flip = [RecipeLayer(from, transform: about(.scale(x: -1, y: 1))), RecipeLayer(to, source: clip)]
      samples.append(("flip \(background)", .stack(flip, background: background)))
      let flat = [
        RecipeLayer(from, transform: about(.scale(x: 0.7, y: 0.01))), RecipeLayer(to, opacity: 0.01),
      ]
      samples.append(("nearly flat \(background)", .stack(flat, background: background)))
      samples.append(("many \(background)", .stack(many(size, 12), background: background)))
      samples.append(("too many \(background)", .stack(many(size, 60), background: background)))
      samples.append(("piled \(background)", .stack(piled(size), background: background)))
    }
    return samples
  }

  /// Rows that slide apart at different speeds.
  private static func many(_ size: ImageSize, _ count: Int) -> [RecipeLayer] {
    (0..<count).flatMap { index in
      let row = PixelRect(
        x0: 0, y0: size.height * index / count, x1: size.width, y1: size.height * (index + 1) / count)
      let shift = Double(index * size.width / count / 2)
      return [
        RecipeLayer(from, source: row, transform: .translation(x: shift, y: 0)),
        RecipeLayer(
          to, source: row, transform: .translation(x: shift - Double(size.width), y: Double(index % 3))),
      ]
    }
  }

  /// Ten translucent pictures over one another.
  private static func piled(_ size: ImageSize) -> [RecipeLayer] {
    (0..<10).map { index in
      let turn = AffineMap.rotation(Double(index) / 9)
        .about(x: Double(size.width) / 2, y: Double(size.height) / 3)
      return RecipeLayer(index % 2 == 0 ? from : to, transform: turn, opacity: 0.3 + Double(index) / 20)
    }
  }

  private static func averages(_ size: ImageSize) -> [(String, Recipe)] {
    let middle = (x: Double(size.width) / 2, y: Double(size.height) / 2)
    func zoom(_ scale: Double) -> AffineMap {
      AffineMap.scale(x: scale, y: scale).about(x: middle.x, y: middle.y)
    }
    let shifts = (0..<9).map { AverageTap(.translation(x: Double($0) * 0.7 - 3, y: 0), weight: 1) }
    let zooms = (0..<6).map { AverageTap(zoom(0.3 + Double($0) * 0.35), weight: Double($0 + 1)) }
    let turns = (0..<5).map {
      AverageTap(AffineMap.rotation(Double($0) * 0.05).about(x: middle.x, y: middle.y), weight: 2)
    }
    return [
      ("blur along a row", .average(from, shifts)), ("zoom blur", .average(from, zooms)),
      ("turning blur", .average(to, turns)),
      ("blur of a mix", .average(.mix(from, to, amount: 0.5), zooms)),
    ]
  }

  private static func nested(_ size: ImageSize) -> [(String, Recipe)] {
    let turn = AffineMap.rotation(0.2).then(.scale(x: 0.4, y: 0.6))
    let inner = Recipe.stack([RecipeLayer(from, transform: turn)], background: .transparent)
    let card = Recipe.mix(.pixellate(from, width: 0.13), to, amount: 0.3)
    return [
      ("cells of a stack", .pixellate(inner, width: 0.09)),
      ("cells of cells", .pixellate(.pixellate(to, width: 0.05), width: 0.21)),
      (
        "mix of stacks",
        .mix(inner, .stack([RecipeLayer(to, transform: turn)], background: translucent), amount: 0.5)
      ),
      (
        "the same card thrice",
        .stack(
          (0..<3).map {
            RecipeLayer(card, transform: turn.then(.translation(x: Double($0) * 7, y: 3)), opacity: 0.9)
          },
          background: .white)
      ),
      (
        "stack of cells",
        .stack(
          [RecipeLayer(.pixellate(to, width: 0.2), transform: turn), RecipeLayer(inner)], background: .black)
      ),
    ]
  }
}

import SegueImaging
import SegueRendering

extension RecipeSamples {
  /// Layers in rectangles with round corners, within the frame and beyond it, at fractions of pixels. Each
  /// has a version with a map, and opaque and translucent backgrounds.
  static func outlined(_ size: ImageSize) -> [(String, Recipe)] {
    let (w, h) = (Double(size.width), Double(size.height))
    let maps: [AffineMap] = [
      .identity, .translation(x: 2.5, y: -1), AffineMap.rotation(0.3).about(x: w / 2, y: h / 2),
      .scale(x: 0.7, y: 0.6),
    ]
    let incoming = Recipe.snapshot(.to)
    return shapes(w, h).enumerated().flatMap { number, shape in
      [number % 4, (number + 1) % 4].map { index in
        var layer = RecipeLayer(
          number % 2 == 0 ? incoming : .grayscale(incoming), transform: maps[index],
          opacity: index == 3 ? 0.6 : 1)
        layer.outline = shape.outline
        layer.replaces = number % 2 == index % 2
        let below = number % 3 == 0 ? [] : [RecipeLayer(.snapshot(.from))]
        return (
          "outline \(shape.name), map \(index)",
          .stack(
            below + [layer],
            background: index % 2 == 0 ? .transparent : RGBAColor(red: 200, green: 30, blue: 90))
        )
      }
    }
  }

  private static func shapes(_ w: Double, _ h: Double) -> [(name: String, outline: RoundedRectangle)] {
    [
      ("within", RoundedRectangle(x: 3.3, y: 2.6, width: w - 7, height: h - 6.1, radius: 5)),
      ("with square corners", RoundedRectangle(x: 2.25, y: 1.5, width: w - 6, height: h - 5, radius: 0)),
      ("that is a circle", RoundedRectangle(x: 4, y: 1, width: h - 4, height: h - 4, radius: h)),
      ("beyond the frame", RoundedRectangle(x: -4, y: h / 2, width: w + 8, height: h, radius: 6.5)),
      ("around the frame", RoundedRectangle(x: -9, y: -9, width: w + 18, height: h + 18, radius: 3)),
      ("thinner than a pixel", RoundedRectangle(x: w / 3, y: -1, width: 0.4, height: h, radius: 0.2)),
      ("outside", RoundedRectangle(x: w, y: 0, width: 9, height: h, radius: 2)),
    ]
  }
}

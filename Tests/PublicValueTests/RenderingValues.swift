import SegueFilms
import Testing

extension PublicValues {
  mutating func addRendering() {
    add(
      "AffineMap.init(a:b:c:d:tx:ty:)", "AffineMap.about(x:y:)",
      "AffineMap.then(_:)",
      "AffineMap.rotation(_:)", "AffineMap.scale(x:y:)", "AffineMap.translation(x:y:)",
      "RecipeLayer.init(_:source:transform:opacity:clip:)", "Recipe.stack(_:background:)"
    ) { walk in
      await walk.doubles(1, 0, 0, 1, 0, 0, 1) { numbers in
        let map = AffineMap(
          a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        _ = map.apply(x: numbers[4], y: numbers[5])
        let layer = RecipeLayer(.snapshot(.from), transform: map, opacity: numbers[6])
        try walk.draw(.stack([layer], background: .black))
        for other: AffineMap in [
          map.about(x: numbers[4], y: numbers[5]), map.then(map), .rotation(numbers[1]),
          .scale(x: numbers[0], y: numbers[3]), .translation(x: numbers[4], y: numbers[5]),
        ] {
          let layer = RecipeLayer(.picture(walk.picture), transform: other, opacity: numbers[6])
          try walk.draw(.stack([layer], background: .black))
        }
      }
      await walk.integers(0, 0, 3, 2) { sides in
        let rectangle = PixelRect(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
        for map in [AffineMap.identity, .scale(x: 2, y: 0.5)] {
          for layer in [
            RecipeLayer(.snapshot(.to), source: rectangle, transform: map),
            RecipeLayer(.snapshot(.to), transform: map, clip: rectangle),
          ] { try walk.draw(.stack([layer], background: .transparent)) }
        }
      }
    }
    add(
      "Matte.init(field:progress:softness:)",
      "MatteField.init(identifier:function:)", "MatteField.==(_:_:)", "MatteField.inverted",
      "MatteField.clock(start:)", "MatteField.iris(_:centerX:centerY:)", "MatteField.linear(degrees:)",
      "MatteField.picture(_:)", "Recipe.matte(_:_:_:)"
    ) { walk in
      func draw(_ field: MatteField, _ progress: Double = 0.5, _ softness: Double = 0.1) throws {
        let matte = Matte(field: field.inverted, progress: progress, softness: softness)
        try walk.draw(.matte(.snapshot(.from), .color(.white), matte))
        #expect(field == field)
      }
      await walk.doubles(0.5, 0.1, 0.3) { numbers in
        try draw(.linear(degrees: 30), numbers[0], numbers[1])
        try draw(.clock(start: numbers[0]))
        try draw(.linear(degrees: numbers[0]))
        for shape in IrisShape.allCases { try draw(.iris(shape, centerX: numbers[0], centerY: numbers[1])) }
        try draw(MatteField(identifier: "own \(numbers[2])") { _, _, _ in numbers[2] })
      }
      await walk.call { try draw(.picture(walk.picture)) }
    }
    add(
      "Recipe.mix(_:_:amount:)", "Recipe.pixellate(_:width:)", "Recipe.blend(_:_:mode:amount:)",
      "Recipe.gaussianBlurred(sigma:)", "Recipe.color(_:)", "Recipe.picture(_:)",
      "Recipe.==(_:_:)"
    ) { walk in
      let (from, to) = (Recipe.snapshot(.from), Recipe.picture(walk.picture))
      await walk.doubles(0.5) { numbers in
        let mixed = Recipe.mix(from, to, amount: numbers[0])
        if mixed != .mix(to, from, amount: numbers[0]) { try walk.draw(mixed) }
        try walk.draw(.pixellate(from, width: numbers[0]))
        try walk.draw(.blend(from, .color(.white), mode: .overlay, amount: numbers[0]))
        try walk.draw(from.gaussianBlurred(sigma: numbers[0]))
        try walk.draw(.pixellate(to, width: numbers[0]))
      }
    }
    add("FrameRequest.init(_:outgoing:incoming:)") { walk in
      let other = try Snapshot(width: 1, height: 1, rgba: [0, 0, 0, 255])
      let renderer = try FrameRenderer(size: walk.picture.size)
      for request in [
        FrameRequest(.snapshot(.from), outgoing: other, incoming: other),
        FrameRequest(.picture(other), outgoing: walk.picture, incoming: walk.picture),
      ] {
        await walk.call { for try await _ in renderer.frames(of: [request]) {} }
      }
    }
  }
}

import PixelOracle
import SegueImaging
import SegueRendering
import TestSupport

/// Random frames: a size and a format, pictures of that size and of others, and recipes over them.
/// Equal numbers give equal frames.
struct RandomDrawing: Sendable {
  /// The two pictures and the format.
  let scene: Scene
  /// The number of CPU threads, 1…5.
  let threads: Int
  /// The recipes that one renderer draws, in order.
  let recipes: [Recipe]

  /// Makes random frames from `numbers`.
  /// - Parameters:
  ///   - area: the maximum number of a frame's pixels; a picture has up to six times as many.
  ///   - depth: the depth of the pictures and the frames; in 16 bits all frames have pixels.
  init(_ numbers: any RandomNumberGenerator, area: Int = 900, depth: PixelDepth = .eight) {
    var chance = Chance(numbers)
    let isPlanar = chance.isTrue(oneIn: 3) && depth == .eight
    let size = Self.frameSize(&chance, area: area, isEven: isPlanar)
    let isOpaque = chance.isTrue(oneIn: 2)
    scene = Scene(
      from: Self.picture(size, isOpaque: isOpaque, depth, &chance),
      to: Self.picture(size, isOpaque: isOpaque != chance.isTrue(oneIn: 4), depth, &chance),
      format: isPlanar ? .yuv420p : PixelFormat(depth))
    threads = 1 + chance.choice(of: 5)
    let pictures = (0..<4).map { _ in
      Self.picture(
        Self.size(near: size, &chance, area: 6 * area), isOpaque: chance.isTrue(oneIn: 2), depth, &chance)
    }
    var maker = RandomRecipes(chance: chance, size: size, pictures: pictures)
    let areOpaque = scene.from.isOpaque && scene.to.isOpaque
    recipes = (0..<(1 + maker.chance.choice(of: 3))).map { _ in
      let recipe = maker.recipe(depth: 1 + maker.chance.choice(of: 4))
      // Video has no alpha, so its frames are drawn over a colour.
      return isPlanar ? recipe.over(.black, snapshotsAreOpaque: areOpaque) : recipe
    }
  }

  /// Draws every recipe with `renderer` and compares each frame with the oracle's.
  /// - Returns: the differences, a sentence each.
  /// - Throws: the renderer's errors.
  func differences(from renderer: any Renderer) throws -> [String] {
    let (oracle, areOpaque) = (PlanOracle(scene: scene), scene.from.isOpaque && scene.to.isOpaque)
    return try recipes.flatMap { recipe -> [String] in
      let plan = scene.plan(recipe)
      try renderer.submit(plan: plan)
      let frame = try renderer.receive()
      defer { frame.release() }
      let picture = oracle.picture(plan)
      var found: [String] = []
      let expected = oracle.bytes(of: picture)
      if !frame.bytes.elementsEqual(expected) {
        let wrong = zip(frame.bytes, expected).enumerated().filter { $0.element.0 != $0.element.1 }
        found.append(
          "\(wrong.count) of \(expected.count) bytes differ, the first at \(wrong.first?.offset ?? -1), "
            + "in a \(scene.format) frame of \(scene.size) by \(threads) threads: \(plan.shape)")
      }
      if recipe.isOpaque(snapshotsAreOpaque: areOpaque), picture.pixels.contains(where: { !$0.isOpaque }) {
        found.append("a recipe that is taken for opaque is not: \(plan.shape)")
      }
      return found
    }
  }

  /// A size; half of the widths exceed a vector of every kernel.
  private static func frameSize(_ chance: inout Chance, area: Int, isEven: Bool) -> ImageSize {
    let width = 1 + chance.choice(of: [8, 40, 90, 160][chance.choice(of: 4)])
    let height = 1 + chance.choice(of: min(48, max(1, area / width)))
    let size = ImageSize(width: width, height: height)
    return isEven ? size.roundedDownToEven : size
  }

  /// The size itself, a smaller or a larger one, or one that is larger in one direction only.
  private static func size(near size: ImageSize, _ chance: inout Chance, area: Int) -> ImageSize {
    func side(_ length: Int, _ factor: Int) -> Int {
      factor == 0 ? length : factor == 1 ? 1 + chance.choice(of: length) : 1 + chance.choice(of: length * 8)
    }
    let width = side(size.width, chance.choice(of: 3))
    return ImageSize(width: width, height: min(side(size.height, chance.choice(of: 3)), max(1, area / width)))
  }

  /// Noise, or bars of noise with runs of equal pixels and holes.
  private static func picture(
    _ size: ImageSize, isOpaque: Bool, _ depth: PixelDepth, _ chance: inout Chance
  ) -> Snapshot {
    let noise = Noise.snapshot(size, seed: UInt64(chance.choice(of: 256)), isOpaque: isOpaque, depth: depth)
    guard chance.isTrue(oneIn: 3) else { return noise }
    let bar = 1 + chance.choice(of: 32)
    if depth == .eight {
      return Snapshot(width: size.width, height: size.height) { x, y in noise[x / bar * bar, y / 3 * 3] }
    }
    return Snapshot(deep: size) { index in
      let color = noise.deep(index % size.width / bar * bar, index / size.width / 3 * 3)
      return SIMD4(UInt16(color.red), UInt16(color.green), UInt16(color.blue), UInt16(color.alpha))
    }
  }
}

/// Random integers, fractions in 0…1, and numbers with extreme values.
struct Chance {
  private var numbers: any RandomNumberGenerator

  init(_ numbers: any RandomNumberGenerator) { self.numbers = numbers }

  /// A number of `0 ..< count`.
  mutating func choice(of count: Int) -> Int { Int(numbers.next() % UInt64(count)) }

  /// An element of `values`, which are not empty.
  mutating func choice<Value>(of values: [Value]) -> Value { values[choice(of: values.count)] }

  /// True with a probability of 1 / `count`.
  mutating func isTrue(oneIn count: Int) -> Bool { choice(of: count) == 0 }

  /// A fraction in 0…1, including both ends.
  mutating func share() -> Double { Double(numbers.next() % 65_536) / 65_535 }

  /// A number between `low` and `high`, sometimes one of the ends, and in one of fifty calls an
  /// extreme or undefined value.
  mutating func number(_ low: Double, _ high: Double) -> Double {
    if isTrue(oneIn: 50) { return choice(of: [.nan, .infinity, -.infinity, -1, 0, 1e300, -1e9, 1e-300]) }
    return isTrue(oneIn: 8) ? choice(of: [low, high]) : low + (high - low) * share()
  }
}

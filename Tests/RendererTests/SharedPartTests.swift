import CSegueKernels
import PixelOracle
import SegueImaging
import SegueTransitions
import Synchronization
import TestSupport
import Testing

@testable import SegueCPU
@testable import SegueGPU
@testable import SegueRendering

/// The number of rows that the counting node has computed.
private let countedRows = Atomic<Int>(0)
/// A stop that is requested after a number of the counting node's rows.
private let stopAfter = Mutex<(rows: Int, stop: DrawingCancellation)?>(nil)

/// Parts of a recipe with several uses.
@Suite("Shared parts of recipes", .serialized) struct SharedPartTests {
  private static let size = ImageSize(width: 37, height: 23)
  private static let scene = ConformanceCase(size: size, isOpaque: false).scene()

  /// A node that leaves a picture unchanged and counts its rows.
  static let counting = NodeKind.pointwise(
    "counting",
    kernel: (
      { target, source, _, width, _ in
        guard let target, let source else { return }
        target.update(from: source, count: width * 4)
        let rows = countedRows.add(1, ordering: .relaxed).newValue
        stopAfter.withLock { if let (maximum, stop) = $0, rows >= maximum { stop.request() } }
      }, segue_grayscale_16
    ), shader: Array("uvec4 node(uvec4 a, uvec4 b) { return a; }\n".utf8),
    lower: { _, _, _ in NumberTable([0]) }, samples: { [] }, pixel: { a, _, _, _, _ in a })

  static func counted(_ input: Recipe) -> Recipe { .node(Node(counting), [input]) }

  /// `step` applied repeatedly, beginning with the outgoing picture.
  static func chain(_ count: Int, _ step: (Recipe) -> Recipe) -> Recipe {
    (0..<count).reduce(Recipe.snapshot(.from)) { recipe, _ in step(recipe) }
  }

  private static func filters(_ call: String, _ count: Int) throws -> Recipe {
    let chain = try FilterChain(Array(repeating: call, count: count).joined(separator: " "))
    return chain.recipe(of: .mix(.snapshot(.from), .snapshot(.to), amount: 0.3), at: 0.5, size: size)
  }

  private func drawn(_ recipe: Recipe, _ scene: Scene, by renderer: any Renderer) throws -> [UInt8] {
    try renderer.submit(scene.request(recipe))
    let frame = try renderer.receive()
    defer { frame.release() }
    return Array(frame.bytes)
  }

  /// Draws the samples on every renderer and compares them with the arithmetic.
  private func compare(on kinds: [RendererUnderTest]) throws {
    for sample in try Self.expectations.get() {
      for kind in kinds {
        let renderer = try kind.make(Self.scene)
        defer { renderer.close() }
        expectEqual(
          try drawn(sample.recipe, Self.scene, by: renderer), sample.bytes, "\(sample.name), \(kind)")
      }
    }
  }

  /// The samples' bytes, computed once for all renderers.
  private static let expectations = Result<[ConformanceCase.Expectation], any Error> {
    try samples().map { sample in
      let bytes = PlanOracle(scene: scene).bytes(scene.plan(sample.recipe))
      return ConformanceCase.Expectation(name: sample.name, recipe: sample.recipe, bytes: bytes)
    }
  }

  private static func samples() throws -> [(name: String, recipe: Recipe)] {
    let wide = (0..<12).reduce(Recipe.snapshot(.from)) { recipe, _ in
      .mix(
        .median(.grayscale(recipe)), .pixellate(.mix(recipe, .snapshot(.to), amount: 0.1), width: 0.1),
        amount: 0.4)
    }
    return [
      ("24 vignettes", try filters("vignette(0.2)", 24)),
      ("24 unsharp", try filters("unsharp(0.05, 1.2)", 24)),
      ("64 sharpened", try filters("sharpen(0.1) vignette(0.1)", 32)),
      ("a mix of itself 40 times", chain(40) { .mix($0, $0, amount: 0.5) }),
      (
        "a matte of itself 40 times",
        chain(40) { .matte($0, $0, Matte(field: Noise.field, progress: 0.5, softness: 1)) }
      ),
      (
        "a stack of itself 40 times",
        chain(40) { .stack([RecipeLayer($0), RecipeLayer($0, opacity: 0.5)], background: .black) }
      ),
      ("two ways 12 times", wide),
      (
        "mixes \(Recipe.maximumLevels) deep",
        chain(Recipe.maximumLevels - 1) { .mix($0, .snapshot(.to), amount: 0.01) }
      ),
      ("cells 200 deep", chain(200) { .pixellate(.mix($0, .snapshot(.to), amount: 0.1), width: 0.06) }),
    ]
  }

  @Test("recipes with shared parts match the pixel arithmetic on the CPU", .takesLong)
  func cpu() throws {
    try compare(on: RendererUnderTest.cpu)
  }

  @Test("recipes with shared parts match the pixel arithmetic with OpenGL ES", .needsOpenGL)
  func openGL() throws {
    try compare(on: [.gpu])
  }

  @Test("each shared part is computed once for each row")
  func rowCounts() throws {
    let renderer = Self.scene.cpu(threads: 1)
    defer { renderer.close() }
    func rows(_ recipe: Recipe) throws -> Int {
      countedRows.store(0, ordering: .relaxed)
      _ = try drawn(recipe, Self.scene, by: renderer)
      return countedRows.load(ordering: .relaxed)
    }
    let height = Self.size.height
    #expect(try rows(Self.chain(24) { .mix(Self.counted($0), $0, amount: 0.5) }) == 24 * height)
    #expect(try rows(Self.chain(200) { .mix(Self.counted($0), $0, amount: 0.5) }) == 200 * height)
    // A part of two other pictures, and one that is both sampled and mixed.
    let once = Self.counted(.mix(.snapshot(.from), .snapshot(.to), amount: 0.5))
    #expect(
      try rows(.mix(.median(.grayscale(once)), .median(.mix(once, .color(.white), amount: 0.5)), amount: 0.5))
        == height)
    #expect(try rows(.mix(.pixellate(once, width: 0.2), once, amount: 0.5)) == height)
    // Equal parts that were made separately are the same part.
    #expect(
      try rows(.mix(Self.counted(.snapshot(.from)), .grayscale(Self.counted(.snapshot(.from))), amount: 0.5))
        == height)
  }

  @Test("a chain whose steps use the previous step twice needs one or two passes per step", .needsOpenGL)
  func passCounts() throws {
    let renderer = try Self.scene.gpu(depth: 1)
    defer { renderer.close() }
    func passes(_ recipe: Recipe) throws -> Int {
      _ = try drawn(recipe, Self.scene, by: renderer)
      return renderer.passCount
    }
    #expect(try passes(Self.chain(24) { .mix($0, $0, amount: 0.5) }) == 24)
    #expect(try passes(Self.chain(24) { .mix(.grayscale($0), $0, amount: 0.5) }) == 48)
  }

  @Test("parts that are read once are not stored as pictures")
  func schedule() throws {
    func pictures(_ recipe: Recipe) -> Int { PlanSchedule(Self.scene.plan(recipe)).pictures.count }
    let mix = Recipe.mix(.snapshot(.from), .snapshot(.to), amount: 0.5)
    #expect(pictures(.snapshot(.from)) == 1)
    #expect(pictures(.mix(.pixellate(.snapshot(.from), width: 0.2), .snapshot(.to), amount: 0.5)) == 1)
    #expect(pictures(.mix(.grayscale(mix), mix, amount: 0.5)) == 1)
    #expect(pictures(try Self.filters("vignette(0.2)", 24)) == 1)
    #expect(pictures(.pixellate(mix, width: 0.2)) == 2)
    #expect(pictures(.mix(.pixellate(mix, width: 0.2), mix, amount: 0.5)) == 2)
    #expect(
      pictures(Self.chain(640) { .mix($0, .snapshot(.to), amount: 0.5) }) == 640
        / PlanSchedule.maximumStreamedParts)
  }

  @Test("recipes with many paths are compared, hashed and changed in linear time")
  func values() {
    func make(_ amount: Double) -> Recipe {
      Self.chain(200) { .mix($0, .stack([RecipeLayer($0)], background: .black), amount: amount) }
    }
    let (one, other) = (make(0.5), make(0.5))
    #expect(one == other && one.hashValue == other.hashValue && one != make(0.4))
    #expect(one.parts.count == 401 && one.depth == 401 && !one.hasShader)
    #expect(one.exchangingSnapshots() != one && one.exchangingSnapshots().exchangingSnapshots() == one)
    #expect(one.isOpaque(snapshotsAreOpaque: true) && !one.isOpaque(snapshotsAreOpaque: false))
    #expect(Self.scene.plan(one) == Self.scene.plan(other))
    #expect(Self.scene.plan(one).shape.count < 10_000)
  }

  @Test("a recipe that is too deep or too large is an error")
  func bounds() throws {
    let renderer = Self.scene.cpu(threads: 1)
    defer { renderer.close() }
    func error(_ recipe: Recipe) -> RenderError? {
      do {
        try renderer.submit(Self.scene.request(recipe))
        return nil
      } catch { return error as? RenderError }
    }
    let deep = Self.chain(20_000) { .mix($0, .snapshot(.to), amount: 0.5) }
    #expect(error(deep) == .recipeTooDeep(levels: 20_001, maximum: 1000))
    #expect(error(.grayscale(deep)) == .recipeTooDeep(levels: 20_002, maximum: 1000))
    #expect(error(deep.exchangingSnapshots().over(.black, snapshotsAreOpaque: false)) != nil)
    #expect(
      "\(try #require(error(deep)))"
        == "a recipe has 20001 nested nodes; at most 1000 can be drawn")
    let layers = Array(repeating: RecipeLayer(.snapshot(.from)), count: 20_000)
    #expect(error(.stack(layers, background: .black)) == .recipeTooLarge(parts: 20_002, maximum: 16384))
    let many = (0..<20_000).map { RecipeLayer(.color(RGBAColor(red: UInt8($0 & 255), green: 0, blue: 0))) }
    #expect(error(.stack(many, background: .black)) == .recipeTooLarge(parts: 40_001, maximum: 16384))
  }

  @Test("two chains of every filter are shallow enough to be drawn", arguments: FilterTests.calls)
  func filterDepth(call: String) throws {
    let depth = try FilterTests.recipe(call).depth - 1
    #expect(depth * 2 * 64 < Recipe.maximumLevels, "\(call) has \(depth) nodes over one another")
  }
}

@Suite("Stacks of thousands of layers", .serialized) struct ManyLayerTests {
  private static let size = ImageSize(width: 48, height: 32)
  private static let scene = ConformanceCase(size: size, isOpaque: true, toIsOpaque: false).scene()

  /// Small pieces all over the frame, some opaque, some not, some turned.
  private static let recipe: Recipe = {
    var random = SplitMix64(5)
    func number(_ range: Range<Double>) -> Double { .random(in: range, using: &random) }
    let layers = (0..<5000).map { index in
      RecipeLayer(
        index % 3 == 0
          ? .color(Noise.color(&random, isOpaque: index % 2 == 0)) : .snapshot(index % 2 == 0 ? .from : .to),
        source: PixelRect(x0: 0, y0: 0, x1: 1 + index % 5, y1: 1 + index % 4),
        transform: AffineMap.rotation(index % 7 == 0 ? number(0..<3) : 0)
          .then(.translation(x: number(-2..<48).rounded(), y: number(-2..<32))),
        opacity: index % 4 == 0 ? 0.5 : 1)
    }
    return .stack(layers, background: .transparent)
  }()
  private static let expected = PlanOracle(scene: scene).bytes(scene.plan(recipe))

  private func compare(_ renderer: any Renderer) throws {
    defer { renderer.close() }
    try renderer.submit(Self.scene.request(Self.recipe))
    let frame = try renderer.receive()
    defer { frame.release() }
    expectEqual(Array(frame.bytes), Self.expected, "5,000 layers")
  }

  @Test("5,000 layers match the pixel arithmetic on the CPU")
  func cpu() throws { try compare(Self.scene.cpu(threads: 2)) }

  @Test("5,000 layers match the pixel arithmetic with OpenGL ES", .needsOpenGL)
  func openGL() throws { try compare(try Self.scene.gpu(depth: 1)) }

  @Test("hidden spans of a row match a search of every column")
  func hidden() {
    var random = SplitMix64(9)
    for _ in 0..<300 {
      withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: 12) { memory in
        var (spans, columns) = (HiddenSpans(memory), [Bool](repeating: false, count: 40))
        for _ in 0..<12 {
          let low = Int.random(in: 0..<38, using: &random)
          let span = low..<Int.random(in: low...40, using: &random)
          // The ends of the trimmed span are visible, and no other column is.
          let left = spans.trimming(span)
          let seen = span.filter { !columns[$0] }
          #expect(left.isEmpty == seen.isEmpty)
          if let first = seen.first, let last = seen.last { #expect(left == first..<last + 1) }
          if span.isEmpty { continue }
          spans.insert(span)
          for column in span { columns[column] = true }
        }
      }
    }
  }
}

/// Stops during a frame.
@Suite("Cancellation within a frame", .serialized) struct DrawingStopTests {
  private static let size = ImageSize(width: 64, height: 256)
  private static let scene = ConformanceCase(size: size, isOpaque: true).scene()

  private func drawn(_ recipe: Recipe, by renderer: any Renderer, until stop: DrawingCancellation? = nil)
    throws
    -> [UInt8]
  {
    try DrawingCancellation.$current.withValue(stop) {
      try renderer.submit(Self.scene.request(recipe))
      let frame = try renderer.receive()
      defer { frame.release() }
      return Array(frame.bytes)
    }
  }

  @Test("a cancelled CPU renderer stops between two bands", arguments: [1, 3])
  func bands(threads: Int) throws {
    let renderer = Self.scene.cpu(threads: threads)
    defer { renderer.close() }
    let recipe = SharedPartTests.chain(40) { .mix(SharedPartTests.counted($0), .snapshot(.to), amount: 0.1) }
    let stop = DrawingCancellation()
    countedRows.store(0, ordering: .relaxed)
    stopAfter.withLock { $0 = (100, stop) }
    defer { stopAfter.withLock { $0 = nil } }
    #expect(throws: RenderError.cancelled) { try drawn(recipe, by: renderer, until: stop) }
    // Every thread ends its current band, and begins no other.
    #expect(countedRows.load(ordering: .relaxed) < 40 * 256 / 4)
    expectEqual(
      try drawn(recipe, by: renderer), PlanOracle(scene: Self.scene).bytes(Self.scene.plan(recipe)),
      "the next frame")
  }

  @Test("a cancelled OpenGL ES renderer stops between two passes", .needsOpenGL)
  func passes() throws {
    let renderer = try Self.scene.gpu(depth: 1)
    defer { renderer.close() }
    let recipe = SharedPartTests.chain(4) { .median(.mix($0, .snapshot(.to), amount: 0.1)) }
    let stop = DrawingCancellation()
    stop.request()
    #expect(throws: RenderError.cancelled) { try drawn(recipe, by: renderer, until: stop) }
    expectEqual(
      try drawn(recipe, by: renderer), PlanOracle(scene: Self.scene).bytes(Self.scene.plan(recipe)),
      "the next frame")
  }
}

import Imaging
import Testing
import Transitions

@testable import CPURenderer
@testable import Rendering

@Suite("CPU renderer draws what the plan says")
struct CPUPlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var size: ImageSize
    var isOpaque: Bool
    var format: PixelFormat
    var testDescription: String { "\(size) \(isOpaque ? "opaque" : "alpha") \(format.rawValue)" }

    func scene() -> Scene {
      Scene(
        from: Noise.snapshot(size, seed: 1, isOpaque: isOpaque),
        to: Noise.snapshot(size, seed: 2, isOpaque: isOpaque), format: format)
    }
  }

  static let cases: [Case] = {
    let sizes = [(37, 23), (64, 48), (1, 1), (3, 200), (641, 35), (2, 2), (66, 34)]
      .map { ImageSize(width: $0.0, height: $0.1) }
    return sizes.flatMap { size in
      [true, false].flatMap { isOpaque in
        PixelFormat.allCases.filter { $0 == .rgba8 || size.isEven }
          .map { Case(size: size, isOpaque: isOpaque, format: $0) }
      }
    }
  }()

  @Test("Bytes are those of the pixel arithmetic, on one thread and on three", arguments: cases)
  func equalsOracle(_ sample: Case) throws {
    let scene = sample.scene()
    let oracle = PlanOracle(scene: scene)
    let one = CPURenderer(scene: scene, threads: 1, extraSlots: 0)
    let three = CPURenderer(scene: scene, threads: 3, extraSlots: 1)
    for (name, recipe) in PlanSamples.all(scene.size) {
      let expected = oracle.bytes(recipe.plan(for: scene.size))
      #expect(try bytes(one, recipe) == expected, "\(name)")
      #expect(try bytes(three, recipe) == expected, "\(name), three threads")
    }
  }

  @Test("One opaque and one translucent snapshot")
  func mixedOpacity() throws {
    let size = ImageSize(width: 37, height: 23)
    let scene = Scene(
      from: Noise.snapshot(size, seed: 3, isOpaque: true), to: Noise.snapshot(size, seed: 4, isOpaque: false),
      format: .rgba8)
    let renderer = CPURenderer(scene: scene, threads: 2, extraSlots: 0)
    for (name, recipe) in PlanSamples.all(size) {
      let expected = PlanOracle(scene: scene).bytes(recipe.plan(for: size))
      #expect(try bytes(renderer, recipe) == expected, "\(name)")
    }
  }

  @Test("A frame large enough to be written past the cache has the same bytes")
  func largeFrame() throws {
    let size = ImageSize(width: 523, height: 509)
    let scene = Scene(
      from: Noise.snapshot(size, seed: 5, isOpaque: true), to: Noise.snapshot(size, seed: 6, isOpaque: true),
      format: .rgba8)
    let renderer = CPURenderer(scene: scene, threads: 2, extraSlots: 0)
    let cells = Recipe.pixellate(.snapshot(.from), width: 0.05)
    let recipes: [Recipe] = [
      .mix(cells, .snapshot(.to), amount: 0.3),
      .mix(cells, .pixellate(.snapshot(.to), width: 0.03), amount: 0.7),
      .matte(cells, .snapshot(.to), Matte(field: Noise.field, progress: 0.5, softness: 0.5)),
    ]
    for recipe in recipes {
      #expect(try bytes(renderer, recipe) == PlanOracle(scene: scene).bytes(recipe.plan(for: size)))
    }
  }

  @Test("Tables made by hand: neither rising nor falling, and levels of their own")
  func handMadeTables() throws {
    for isOpaque in [true, false] {
      let scene = Case(size: ImageSize(width: 37, height: 23), isOpaque: isOpaque, format: .rgba8).scene()
      let renderer = CPURenderer(scene: scene, threads: 2, extraSlots: 0)
      for seed in 0..<24 {
        let plan = randomPlan(UInt64(seed), size: scene.size)
        renderer.submit(plan: plan)
        let frame = try renderer.receive()
        #expect(
          Array(frame.bytes) == PlanOracle(scene: scene).bytes(plan), "seed \(seed), opaque \(isOpaque)")
        frame.release()
      }
    }
  }

  /// A stack of one layer with tables of noise.
  private func randomPlan(_ seed: UInt64, size: ImageSize) -> Plan {
    var random = SplitMix64(seed)
    func table(_ count: Int, _ reach: Int) -> [Int32] {
      (0..<count).map { _ in Int32.random(in: Int32(-4096)...Int32(reach * 4096), using: &random) }
    }
    let isTurning = seed % 2 == 0
    let isFlat = seed % 3 == 0
    let map = SampleMap(
      ux: table(size.width, size.width), uy: isTurning ? table(size.height, 5) : [],
      vx: isTurning && !isFlat ? table(size.width, 5) : [], vy: table(size.height, size.height),
      domain: PixelRect(x0: 3, y0: 1, x1: 30, y1: 20), level: Int(seed % 4),
      levelWeight: seed % 5 == 0 ? 0 : 12345)
    let coverage = CoverageMap(
      dux: table(size.width, 20), duy: isTurning ? table(size.height, 3) : [],
      dvx: isTurning ? table(size.width, 3) : [], dvy: table(size.height, 20), width: 60000, height: 50000)
    let placed = PlacedPlan(
      input: .snapshot(.to), map: map, coverage: seed % 7 == 0 ? nil : coverage, opacity: 32768,
      bounds: PixelRect(x0: 2, y0: 2, x1: 36, y1: 22))
    return .stack([placed], background: Color(red: 1, green: 2, blue: 3, alpha: seed % 2 == 0 ? 255 : 9))
  }

  private func bytes(_ renderer: CPURenderer, _ recipe: Recipe) throws -> [UInt8] {
    try renderer.submit(recipe)
    let frame = try renderer.receive()
    defer { frame.release() }
    return Array(frame.bytes)
  }
}

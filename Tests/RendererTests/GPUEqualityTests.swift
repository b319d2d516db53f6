import GPURenderer
import Imaging
import Rendering
import Testing
import Transitions

@Suite(
  .enabled(if: GPUAvailability.runs, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure"), .serialized)
struct GPUEqualityTests {
  static let sizes = [(37, 23), (1, 1), (3, 90)]
    .map { ImageSize(width: $0.0, height: $0.1) }
  static let evenSizes = [(2, 2), (36, 22), (34, 10), (64, 48), (70, 2), (8, 6)]
    .map { ImageSize(width: $0.0, height: $0.1) }

  @Test("every sample has the reference's bytes, with alpha", arguments: sizes)
  func translucentIsEqual(size: ImageSize) throws {
    try compare(NoisePictures.scene(size, isOpaque: false), RecipeSamples.all(for: size))
  }

  @Test("every sample of opaque pictures has the reference's bytes")
  func opaqueIsEqual() throws {
    let size = ImageSize(width: 37, height: 23)
    try compare(NoisePictures.scene(size, isOpaque: true), RecipeSamples.all(for: size))
  }

  @Test("planes have the reference's bytes", arguments: evenSizes)
  func planesAreEqual(size: ImageSize) throws {
    let scene = NoisePictures.scene(size, isOpaque: true, format: .yuv420p)
    try compare(scene, RecipeSamples.simple)
  }

  @Test("buffers that are mapped anew each time give the same bytes")
  func mappingDoesNotMatter() throws {
    let scene = NoisePictures.scene(ImageSize(width: 37, height: 23), isOpaque: false)
    try compare(scene, RecipeSamples.simple, allowsPersistentMapping: false)
  }

  @Test("hand-made maps and edges have the reference's bytes", arguments: [true, false])
  func handMadePlans(isOpaque: Bool) throws {
    let size = ImageSize(width: 37, height: 23)
    let scene = NoisePictures.scene(size, isOpaque: isOpaque)
    let renderer = try GPURenderer(scene: scene, device: .automatic(allowsSoftware: true))
    defer { renderer.close() }
    for (name, plan) in HandMadePlans.all(for: size) {
      try renderer.submit(plan)
      try expectEqual(renderer.receive(), scene, plan, name)
    }
  }

  @Test("a frame outlives its renderer")
  func frameOutlivesRenderer() throws {
    let scene = NoisePictures.scene(ImageSize(width: 16, height: 8), isOpaque: false)
    let renderer = try GPURenderer(scene: scene, device: .automatic(allowsSoftware: true))
    try renderer.submit(Recipe.snapshot(.from))
    let frame = try renderer.receive()
    renderer.close()
    #expect(Array(frame.bytes) == Array(scene.from.bytes))
    frame.release()
  }

  @Test("a frame larger than the device's textures is refused with the numbers")
  func tooLarge() throws {
    let size = ImageSize(width: 1_000_000, height: 1)
    let scene = NoisePictures.scene(size, isOpaque: true)
    #expect {
      try GPURenderer(scene: scene, device: .automatic(allowsSoftware: true))
    } throws: { error in
      guard case .unsupported(let text) = error as? RenderError else { return false }
      return text.contains("1000000x1")
    }
  }

  private func compare(
    _ scene: Scene, _ samples: [(name: String, recipe: Recipe)], allowsPersistentMapping: Bool = true
  ) throws {
    let renderer = try GPURenderer(
      scene: scene, device: .automatic(allowsSoftware: true), depth: 3,
      allowsPersistentMapping: allowsPersistentMapping)
    defer { renderer.close() }
    var waiting: [(String, Recipe)] = []
    func receive() throws {
      let (name, recipe) = waiting.removeFirst()
      try expectEqual(renderer.receive(), scene, recipe.plan(for: scene.size), name)
    }
    for sample in samples {
      if waiting.count == renderer.depth { try receive() }
      try renderer.submit(sample.recipe)
      waiting.append(sample)
    }
    while !waiting.isEmpty { try receive() }
  }

  private func expectEqual(_ frame: Frame, _ scene: Scene, _ plan: Plan, _ name: String) {
    let expected = ReferenceInterpreter(scene: scene).bytes(plan)
    let drawn = Array(frame.bytes)
    frame.release()
    guard drawn != expected else { return }
    let wrong = zip(drawn, expected).enumerated().filter { $0.element.0 != $0.element.1 }
    let first =
      wrong.first.map { "byte \($0.offset) is \($0.element.0), not \($0.element.1)" } ?? "the length"
    Issue.record("\(name) at \(scene.size) \(scene.format): \(wrong.count) bytes differ, first \(first)")
  }
}

import GPURenderer
import Imaging
import Rendering
import Testing
import Transitions

@Suite(.enabled(if: GPUAvailability.runs, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure"), .serialized)
struct GPUEqualityTests {
  static let sizes = [(37, 23), (64, 48), (1, 1), (3, 200), (70, 2)].map { ImageSize(width: $0.0, height: $0.1) }
  static let evenSizes = [(2, 2), (36, 22), (34, 10), (64, 48), (70, 2), (8, 6)]
    .map { ImageSize(width: $0.0, height: $0.1) }

  @Test("every sample has the reference's bytes", arguments: sizes, [true, false])
  func rgbaIsEqual(size: ImageSize, isOpaque: Bool) throws {
    try compare(NoisePictures.scene(size, isOpaque: isOpaque))
  }

  @Test("planes have the reference's bytes", arguments: evenSizes)
  func planesAreEqual(size: ImageSize) throws {
    try compare(NoisePictures.scene(size, isOpaque: true, format: .yuv420p))
  }

  @Test("buffers that are mapped anew each time give the same bytes")
  func mappingDoesNotMatter() throws {
    let scene = NoisePictures.scene(ImageSize(width: 37, height: 23), isOpaque: false)
    try compare(scene, allowsPersistentMapping: false)
  }

  @Test("hand-made maps and edges have the reference's bytes", arguments: [true, false])
  func handMadePlans(isOpaque: Bool) throws {
    let size = ImageSize(width: 37, height: 23)
    let scene = NoisePictures.scene(size, isOpaque: isOpaque)
    let renderer = try GPURenderer(scene: scene, device: .automatic(allowsSoftware: true))
    defer { renderer.close() }
    for (name, plan) in PlanSamples.all(for: size) {
      try renderer.submit(plan)
      try expectEqual(renderer.receive(), scene, plan, name)
    }
  }

  private func compare(_ scene: Scene, allowsPersistentMapping: Bool = true) throws {
    let renderer = try GPURenderer(
      scene: scene, device: .automatic(allowsSoftware: true), depth: 3,
      allowsPersistentMapping: allowsPersistentMapping)
    defer { renderer.close() }
    var waiting: [(String, Recipe)] = []
    func receive() throws {
      let (name, recipe) = waiting.removeFirst()
      try expectEqual(renderer.receive(), scene, recipe.plan(for: scene.size), name)
    }
    for sample in RecipeSamples.all(for: scene.size) {
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
    let first = wrong.first.map { "byte \($0.offset) is \($0.element.0), not \($0.element.1)" } ?? "the length"
    Issue.record("\(name) at \(scene.size) \(scene.format): \(wrong.count) bytes differ, first \(first)")
  }
}

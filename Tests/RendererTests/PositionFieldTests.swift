import CSegueKernels
import PixelOracle
import SegueImaging
import Synchronization
import TestSupport
import Testing

@testable import SegueCPU
@testable import SegueRendering

/// The number of rows that the counting map has computed.
private let countedRows = Atomic<Int>(0)

/// Maps and masks with the same numbers in several frames.
@Suite("Constant maps", .serialized) struct PositionFieldTests {
  private static let size = ImageSize(width: 37, height: 23)

  /// A map that samples a quarter of the picture to the right, plus a number, and counts its rows.
  private static let counting = NodeKind.map(
    "counting map",
    kernel: { u, v, _, width, node in
      guard let u, let v, let node = node?.pointee else { return }
      for x in 0..<width { (u[x], v[x]) = (Int32(x << 12) + node.numbers[0], node.y << 12) }
      countedRows.add(1, ordering: .relaxed)
    }, shader: Array("ivec3 look(ivec2 pixel) { return ivec3(0); }\n".utf8),
    lower: { node, _, _ in NumberTable([Int32(node.values[0])]) }, samples: { [] },
    place: { x, y, numbers in (Int32(x << 12) + numbers[0], Int32(y << 12), 4096) })

  private func drawn(_ recipe: Recipe, _ scene: Scene, by renderer: any Renderer) throws -> [UInt8] {
    try renderer.submit(scene.request(recipe))
    let frame = try renderer.receive()
    defer { frame.release() }
    return Array(frame.bytes)
  }

  @Test("a node that is constant, changes and is constant again matches the pixel arithmetic")
  func bytes() throws {
    var kinds = 0
    for format in [PixelFormat.rgba8, .rgba16] {
      for isOpaque in [true, false] {
        let scene = ConformanceCase(size: Self.size, isOpaque: isOpaque, format: format).scene()
        let renderer = scene.cpu(threads: 2)
        defer { renderer.close() }
        for kind in NodeKind.all {
          switch kind.shape {
          case .map: break
          case .pointwise(let shape) where shape.shares != nil: break
          default: continue
          }
          kinds += 1
          let inputs = [Recipe.snapshot(.from), .snapshot(.to)].prefix(kind.inputCount)
          let recipes = kind.samples().prefix(3).map { Recipe.node($0, Array(inputs)) }
          let expected = recipes.map { PlanOracle(scene: scene).bytes(scene.plan($0)) }
          for number in [0, 0, 0, 1, 0, 1, 1, 2, 2, 2, 0, 0] where number < recipes.count {
            expectEqual(
              try drawn(recipes[number], scene, by: renderer), expected[number],
              "\(kind.name) \(number) \(format) \(isOpaque)")
          }
        }
      }
    }
    #expect(kinds >= 4 * 6)
  }

  @Test("a constant map is computed once")
  func counts() throws {
    let scene = ConformanceCase(size: Self.size, isOpaque: true).scene()
    let renderer = scene.cpu(threads: 1)
    defer { renderer.close() }
    func rows(_ number: Double) throws -> Int {
      countedRows.store(0, ordering: .relaxed)
      let recipe = Recipe.node(Node(Self.counting, [number]), [.snapshot(.from)])
      expectEqual(
        try drawn(recipe, scene, by: renderer), PlanOracle(scene: scene).bytes(scene.plan(recipe)),
        "\(number)")
      return countedRows.load(ordering: .relaxed)
    }
    let height = Self.size.height
    #expect(try [100, 200, 300, 300, 300, 300].map(rows) == [height, height, height, height, 0, 0])
    // There is room for one map, the newer one.
    #expect(try [400, 400, 400, 300, 300, 300].map(rows) == [height, height, 0, height, height, 0])
  }
}

import PixelOracle
import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueCPU

@Suite("Random recipes", .serialized)
struct RandomDrawingTests {
  @Test("random recipes are exact on the CPU", arguments: cases(5, of: (0..<20).map { UInt64($0) }))
  func cpu(lot: UInt64) throws {
    for seed in lot * 10..<lot * 10 + 10 {
      let drawing = RandomDrawing(SplitMix64(seed))
      let renderer = drawing.scene.cpu(threads: drawing.threads)
      for difference in try drawing.differences(from: renderer) {
        Issue.record("seed \(seed): \(difference)")
      }
    }
  }

  @Test(
    "random recipes are exact on the CPU in 16 bits", .takesLong,
    arguments: cases(2, of: (0..<6).map { UInt64($0) }))
  func deep(lot: UInt64) throws {
    for seed in 2000 + lot * 10..<2010 + lot * 10 {
      let drawing = RandomDrawing(SplitMix64(seed), depth: .sixteen)
      let renderer = drawing.scene.cpu(threads: drawing.threads)
      for difference in try drawing.differences(from: renderer) {
        Issue.record("seed \(seed): \(difference)")
      }
    }
  }

  @Test(
    "random recipes are exact on OpenGL ES", .needsOpenGL,
    arguments: cases(8, of: (1000..<1040).map { UInt64($0) }))
  func openGL(seed: UInt64) throws { try compareOnOpenGL(RandomDrawing(SplitMix64(seed)), seed) }

  @Test(
    "random recipes are exact on OpenGL ES in 16 bits", .needsOpenGL,
    arguments: cases(4, of: (3000..<3016).map { UInt64($0) }))
  func openGLDeep(seed: UInt64) throws {
    try compareOnOpenGL(RandomDrawing(SplitMix64(seed), depth: .sixteen), seed)
  }

  private func compareOnOpenGL(_ drawing: RandomDrawing, _ seed: UInt64) throws {
    let renderer = try drawing.scene.gpu(depth: 1)
    defer { renderer.close() }
    do {
      for difference in try drawing.differences(from: renderer) {
        Issue.record("seed \(seed): \(difference)")
      }
    } catch RenderError.unsupported {
      // The CPU draws averages over more levels than OpenGL has samplers for.
    }
  }

  /// Placed like a film's picture that covers the frame, or zooms in.
  @Test(
    "scaled and cropped transparent pictures match the pixel arithmetic", .takesLong,
    arguments: cases(
      [PixelFormat.rgba8, .rgba16, .yuv420p, .yuv420p10], full: [.yuv420p10HLG, .yuv420p10PQ]))
  func transparentPictures(format: PixelFormat) throws {
    for size in [(64, 36), (130, 6), (22, 30)].map({ ImageSize(width: $0.0, height: $0.1) }) {
      let scene = Scene(
        from: Noise.snapshot(size, seed: 1, isOpaque: true),
        to: Noise.snapshot(size, seed: 2, isOpaque: true),
        format: format)
      let renderer = scene.cpu(threads: 2)
      for width in [size.width / 2, size.width, size.width * 27 / 16, size.width * 31 / 16, size.width * 5] {
        let own = ImageSize(width: width, height: size.height * 2)
        let picture = Recipe.picture(Noise.snapshot(own, seed: 3, isOpaque: false))
        for part in [1, 0.83, 0.4] {
          let scale = AffineMap.scale(
            x: Double(size.width) / Double(own.width) / part,
            y: Double(size.height) / Double(own.height) / part)
          let recipe = Recipe.stack([RecipeLayer(picture, transform: scale)], background: .black)
          try renderer.submit(scene.request(recipe))
          let frame = try renderer.receive()
          expectEqual(
            Array(frame.bytes), PlanOracle(scene: scene).bytes(scene.plan(recipe)),
            "\(own) on \(size), \(part)")
          frame.release()
        }
      }
    }
  }
}

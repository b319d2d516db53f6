import Foundation
import PixelOracle
import SegueImaging
import TestSupport
import Testing
import SegueTransitions

@testable import SegueCPU
@testable import SegueGPU
@testable import SegueRendering

/// A suite for all renderers: each matches the pixel arithmetic, so all are equal.
@Suite("Conformance of renderers", .serialized) struct ConformanceTests {
  @Test("the CPU matches the pixel arithmetic", .takesLong, arguments: ConformanceCase.all)
  func cpu(_ sample: ConformanceCase) throws {
    for renderer in cases(1, of: RendererUnderTest.cpu) { try compare(renderer, sample) }
  }

  @Test("the CPU matches the pixel arithmetic in 16 bits", .takesLong, arguments: ConformanceCase.deep)
  func deep(_ sample: ConformanceCase) throws {
    for renderer in cases(1, of: RendererUnderTest.cpu) { try compare(renderer, sample) }
  }

  @Test("OpenGL ES uses the expected driver", .enabled(if: driver != nil, "EXPECTED_DRIVER names none"))
  func theDriver() throws {
    let driver = try #require(Self.driver)
    let renderers = GPUDevices.enumerate().filter(\.isUsable).compactMap(\.renderer)
    #expect(renderers.first?.contains(driver) == true, "\(renderers)")
  }

  private static let driver = ProcessInfo.processInfo.environment["EXPECTED_DRIVER"]

  @Test("OpenGL ES matches the pixel arithmetic", .needsOpenGL, arguments: ConformanceCase.small)
  func openGL(_ sample: ConformanceCase) throws {
    try compare(.gpu, sample)
  }

  @Test(
    "OpenGL ES matches the pixel arithmetic in 16 bits", .needsOpenGL, arguments: ConformanceCase.deepSmall)
  func openGLDeep(_ sample: ConformanceCase) throws { try compare(.gpu, sample) }

  /// Cells, and strips of cells, in both cases more than the 500 of one draw.
  @Test(
    "OpenGL ES draws thousands of cells", .needsOpenGL,
    arguments: [(160, 120, 0.0156), (200, 1200, 0.01)], [PixelFormat.rgba8, .rgba16])
  func openGLCells(_ grid: (width: Int, height: Int, cell: Double), _ format: PixelFormat) throws {
    let size = ImageSize(width: grid.width, height: grid.height)
    let scene = ConformanceCase(size: size, isOpaque: true, format: format).scene()
    let (cpu, gpu) = (scene.cpu(), try scene.gpu(depth: 1))
    defer { gpu.close() }
    let request = scene.request(.pixellate(.snapshot(.from), width: grid.cell))
    try cpu.submit(request)
    try gpu.submit(request)
    expectEqual(try bytes(gpu.receive()), try bytes(cpu.receive()), "cells")
  }

  @Test("buffers that are mapped for every frame have the same bytes", .needsOpenGL)
  func mappingAnew() throws {
    try compare(.gpuMappingAnew, ConformanceCase(size: ImageSize(width: 37, height: 13), isOpaque: false))
    let size = ImageSize(width: 37, height: 23)
    let deep = ConformanceCase(size: size, isOpaque: false, format: .rgba16).scene()
    let renderer = try RendererUnderTest.gpuMappingAnew.make(deep)
    defer { renderer.close() }
    for amount in [0.2, 0.4, 0.6, 0.8] {
      let recipe = Recipe.mix(.snapshot(.from), .snapshot(.to), amount: amount)
      try renderer.submit(deep.request(recipe))
      let drawn = try bytes(renderer.receive())
      expectEqual(drawn, PlanOracle(scene: deep).bytes(deep.plan(recipe)), "mapped anew \(amount)")
    }
  }

  @Test("the CPU draws plans that no recipe produces", arguments: [true, false])
  func handMadeOnCPU(isOpaque: Bool) throws {
    let scene = ConformanceCase(size: ImageSize(width: 37, height: 23), isOpaque: isOpaque).scene()
    let renderer = scene.cpu(threads: 2, extraSlots: 0)
    try compareHandMade(scene, submit: renderer.submit(plan:), receive: renderer.receive)
  }

  @Test(
    "OpenGL ES draws plans that no recipe produces", .needsOpenGL,
    arguments: cases(
      [(true, PixelFormat.rgba8), (false, PixelFormat.rgba16)],
      full: [(false, PixelFormat.rgba8), (true, PixelFormat.rgba16)]))
  func handMadeOnOpenGL(isOpaque: Bool, format: PixelFormat) throws {
    let size = ImageSize(width: 37, height: 23)
    let scene = ConformanceCase(size: size, isOpaque: isOpaque, format: format).scene()
    let renderer = try scene.gpu()
    defer { renderer.close() }
    try compareHandMade(
      scene, submit: { (plan: Plan) in try renderer.submit(plan: plan) }, receive: { try renderer.receive() })
  }

  @Test("a frame written with non-temporal stores has the same bytes", .takesLong)
  func largeFrame() throws {
    let size = ImageSize(width: 523, height: 509)
    let scene = ConformanceCase(size: size, isOpaque: true).scene()
    let renderer = scene.cpu(threads: 2, extraSlots: 0)
    let cells = Recipe.pixellate(.snapshot(.from), width: 0.05)
    let recipes: [Recipe] = [
      .mix(cells, .snapshot(.to), amount: 0.3),
      .matte(cells, .snapshot(.to), Matte(field: Noise.field, progress: 0.5, softness: 0.5)),
      .mix(cells, .pixellate(.snapshot(.to), width: 0.03), amount: 0.7),
    ]
    for recipe in cases(2, of: recipes) {
      try renderer.submit(scene.request(recipe))
      expectEqual(
        try bytes(renderer.receive()), PlanOracle(scene: scene).bytes(scene.plan(recipe)), "large")
    }
  }

  @Test("4K frames of every built-in are the same on both renderers", .needsOpenGL, .full)
  func fourK() throws {
    try compareBuiltIns(BuiltIns.names, ImageSize(width: 3840, height: 2160), progresses: [0.4])
  }

  @Test("8K frames are the same on both renderers", .needsOpenGL, .full)
  func eightK() throws {
    try compareBuiltIns(
      ["pixellate-dissolve", "slide", "zoom-in"], ImageSize(width: 7680, height: 4320), progresses: [0.8])
  }

  private func compareBuiltIns(_ names: [String], _ size: ImageSize, progresses: [Double]) throws {
    // The pictures have slanted bands, since noise of this size is slow to generate.
    let scene = Scene(
      from: banded(size, slope: 3), to: banded(size, slope: 5), format: .rgba8)
    let (cpu, gpu) = (scene.cpu(), try scene.gpu(depth: 1))
    defer {
      cpu.close()
      gpu.close()
    }
    for name in names {
      let transition = try BuiltIns.transition(name)
      for progress in progresses {
        let plan = scene.plan(
          transition.endpointExactRecipe(at: progress, in: TransitionContext(containerSize: size)))
        try cpu.submit(plan: plan)
        try gpu.submit(plan: plan)
        let (expected, drawn) = (try cpu.receive(), try gpu.receive())
        let isEqual = expected.bytes == drawn.bytes
        #expect(isEqual, "\(name) at \(progress) of \(size)")
        expected.release()
        drawn.release()
      }
    }
  }

  /// Whole rows copied with a shift, so that every column and row is distinguishable.
  private func banded(_ size: ImageSize, slope: Int) -> Snapshot {
    let buffer = PixelBuffer(size: size)
    var random = SplitMix64(UInt64(slope))
    let line = (0..<(size.width * 2)).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000 }
    line.withUnsafeBytes { line in
      guard let base = line.baseAddress else { return }
      buffer.withUnsafeBase { rows in
        for y in 0..<size.height {
          let start = (y * slope) % size.width * 4
          memcpy(rows + y * buffer.bytesPerRow, base + start, size.width * 4)
        }
      }
    }
    return Snapshot(buffer)
  }

  /// Draws every sample, as many at once as the renderer allows.
  private func compare(_ kind: RendererUnderTest, _ sample: ConformanceCase) throws {
    let scene = sample.scene()
    let renderer = try kind.make(scene)
    defer { renderer.close() }
    var waiting: [ConformanceCase.Expectation] = []
    func receive() throws {
      let expectation = waiting.removeFirst()
      expectEqual(try bytes(renderer.receive()), expectation.bytes, "\(kind), \(expectation.name)")
    }
    for expectation in try sample.expectations() {
      if waiting.count == renderer.depth { try receive() }
      try renderer.submit(scene.request(expectation.recipe))
      waiting.append(expectation)
    }
    while !waiting.isEmpty { try receive() }
  }

  private func compareHandMade(
    _ scene: Scene, submit: (Plan) throws -> Void, receive: () throws -> VideoFrame
  ) throws {
    let oracle = PlanOracle(scene: scene)
    for (name, plan) in HandMadePlans(scene: scene).all() + HandMadePlans(scene: scene).noise() {
      try submit(plan)
      expectEqual(try bytes(receive()), oracle.bytes(plan), name)
    }
  }

  private func bytes(_ frame: VideoFrame) -> [UInt8] {
    defer { frame.release() }
    return Array(frame.bytes)
  }
}

import SegueGPU
import SegueImaging
import SegueRendering
import TestSupport
import Testing
import SegueTransitions

@testable import SegueCPU

@Suite("CPU renderer")
struct CPURendererTests {
  private func scene(_ width: Int, _ height: Int) -> Scene {
    let size = ImageSize(width: width, height: height)
    return Scene(
      from: Noise.snapshot(size, seed: 21, isOpaque: true),
      to: Noise.snapshot(size, seed: 22, isOpaque: true),
      format: .rgba8)
  }

  /// A simple landscape: sky and ground with gradients, a horizon and a bright disc with hard
  /// edges.
  private func landscape(_ size: ImageSize, hue: Int) -> Snapshot {
    let buffer = PixelBuffer(size: size)
    let (w, h) = (Double(size.width), Double(size.height))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x) / w, Double(y) / h)
        let isDisc = (u - 0.7) * (u - 0.7) + (v - 0.3) * (v - 0.3) < 0.02
        let isGround = v > 0.55 + 0.1 * u
        let light = isDisc ? 250 : isGround ? 40 + 60 * u : 120 + 110 * v
        buffer[x, y] = RGBAColor(
          red: UInt8(light), green: UInt8(light * 0.8), blue: UInt8(Double((hue + x) % 256) / 2 + 30 * v))
      }
    }
    return Snapshot(buffer)
  }

  private func pixellateDissolve(_ p: Double) -> Recipe {
    .mix(
      .pixellate(.snapshot(.from), width: 0.1 * p), .pixellate(.snapshot(.to), width: 0.1 * (1 - p)),
      amount: p)
  }

  /// GPUImage's formula in double precision: the clamped bilinear sample in the middle of the cell.
  private func pixellated(_ s: Snapshot, _ f: Double, _ x: Int, _ y: Int) -> [Double] {
    let cell = max(f, 1 / Double(s.size.width)) * Double(s.size.width)
    func middle(_ i: Int) -> Double { ((Double(i) + 0.5) / cell).rounded(.down) * cell + cell / 2 - 0.5 }
    let (u, v) = (middle(x), middle(y))
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    func texel(_ x: Double, _ y: Double) -> [Double] {
      let c = s[
        Int(min(max(x, 0), Double(s.size.width - 1))), Int(min(max(y, 0), Double(s.size.height - 1)))]
      return [c.red, c.green, c.blue, c.alpha].map(Double.init)
    }
    return (0..<4).map { c in
      let upper = texel(left, top)[c] * (left + 1 - u) + texel(left + 1, top)[c] * (u - left)
      let lower = texel(left, top + 1)[c] * (left + 1 - u) + texel(left + 1, top + 1)[c] * (u - left)
      return upper * (top + 1 - v) + lower * (v - top)
    }
  }

  @Test(
    "pixellate-dissolve is within 1 of the formula on gradients", .takesLong,
    arguments: cases([0.25, 0.77], full: [0.1, 0.5]))
  func formula(p: Double) throws {
    let size = ImageSize(width: 321, height: 181)
    let drawn = Scene(from: landscape(size, hue: 0), to: landscape(size, hue: 77), format: .rgba8)
    #expect(try shareBeyond(1, drawn, p) <= 0.002)
    // Noise has every contrast: a sampling fraction of 8 bits costs up to ½ in each direction.
    #expect(try shareBeyond(2, scene(161, 90), p) == 0)
  }

  /// The share of pixels with a channel further than `limit` from the formula.
  private func shareBeyond(_ limit: Double, _ scene: Scene, _ p: Double) throws -> Double {
    let renderer = scene.cpu()
    try renderer.submit(scene.request(pixellateDissolve(p)))
    let bytes = try renderer.receive().bytes
    var far = 0
    for y in 0..<scene.size.height {
      for x in 0..<scene.size.width {
        let a = pixellated(scene.from, 0.1 * p, x, y)
        let b = pixellated(scene.to, 0.1 * (1 - p), x, y)
        let isNear = (0..<4).allSatisfy { c in
          abs(a[c] * (1 - p) + b[c] * p - Double(bytes[(y * scene.size.width + x) * 4 + c])) <= limit
        }
        if !isNear { far += 1 }
      }
    }
    return Double(far) / Double(scene.size.area)
  }

  @Test("pixellate-dissolve is exact at 0 and 1")
  func exactEnds() throws {
    let scene = scene(161, 90)
    let renderer = scene.cpu()
    for (p, snapshot) in [(0.0, scene.from), (1.0, scene.to)] {
      try renderer.submit(scene.request(pixellateDissolve(p)))
      let frame = try renderer.receive()
      #expect(frame.bytes.elementsEqual(snapshot.bytes))
      frame.release()
    }
  }

  @Test("a frame keeps its bytes until it is released")
  func framesStay() throws {
    let scene = scene(33, 17)
    let renderer = scene.cpu(threads: 2, extraSlots: 2)
    let frames = try [Recipe.snapshot(.from), Recipe.snapshot(.to), Recipe.color(.white)].map {
      (recipe: Recipe) -> VideoFrame in
      try renderer.submit(scene.request(recipe))
      return try renderer.receive()
    }
    renderer.close()
    #expect(frames[0].bytes.elementsEqual(scene.from.bytes))
    #expect(frames[1].bytes.elementsEqual(scene.to.bytes))
    #expect(frames[2].bytes.allSatisfy { $0 == 255 })
    #expect(frames.allSatisfy { $0.withUnsafeBytes { Int(bitPattern: $0.baseAddress) % 64 == 0 } })
  }

  @Test("the ring of frames reuses its memory")
  func ringTurns() throws {
    let scene = scene(8, 8)
    let renderer = scene.cpu(threads: 1, extraSlots: 1)
    var addresses: Set<Int> = []
    for _ in 0..<20 {
      try renderer.submit(scene.request(.snapshot(.to)))
      let frame = try renderer.receive()
      frame.withUnsafeBytes { _ = addresses.insert(Int(bitPattern: $0.baseAddress)) }
      frame.release()
    }
    #expect(addresses.count <= 2)
  }

  @Test("the report names the backend, the threads and software rendering")
  func info() {
    let renderer = scene(2, 2).cpu(threads: 3, extraSlots: 0)
    #expect(renderer.info.backend == .cpu)
    #expect(renderer.info.isSoftware)
    #expect(renderer.info.device.hasSuffix(", 3 threads"))
    #expect(CPUDevice.description(threads: 1).hasSuffix(", 1 thread"))
    #expect(renderer.depth == 1)
  }
}

@Suite("GPU renderer", .serialized, .needsOpenGL) struct GPURendererTests {
  @Test("a frame outlives its renderer")
  func frameOutlivesRenderer() throws {
    let scene = ConformanceCase(size: ImageSize(width: 16, height: 8), isOpaque: false).scene()
    let renderer = try scene.gpu()
    try renderer.submit(scene.request(.snapshot(.from)))
    let frame = try renderer.receive()
    renderer.close()
    #expect(Array(frame.bytes) == Array(scene.from.bytes))
    frame.release()
  }

  @Test("a frame larger than the device's textures is an error with its size")
  func tooLarge() throws {
    let scene = ConformanceCase(size: ImageSize(width: 1_000_000, height: 1), isOpaque: true).scene()
    #expect {
      try scene.gpu()
    } throws: { error in
      guard case .unsupported(let text) = error as? RenderError else { return false }
      return text.contains("1000000x1")
    }
  }
}

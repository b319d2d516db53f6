import Foundation
@testable import SegueGPU
import SegueImaging
import SegueRendering
import Synchronization
import TestSupport
import Testing
import SegueTransitions

@testable import SegueGLTransitions

@Suite("GL Transitions drawn with OpenGL ES", .serialized)
struct DrawingTests {
  static let size = ImageSize(width: 40, height: 20)

  private func request(_ recipe: Recipe) -> FrameRequest {
    FrameRequest(recipe, outgoing: halves(top: 10, bottom: 200), incoming: halves(top: 90, bottom: 30))
  }

  private func makeRenderer() throws -> GPURenderer {
    try GPURenderer(size: Self.size, format: .rgba8, device: .automatic(allowsSoftware: true))
  }

  private func halves(top: UInt8, bottom: UInt8) -> Snapshot {
    let buffer = PixelBuffer(size: Self.size)
    for y in 0..<20 {
      for x in 0..<40 { buffer[x, y] = RGBAColor(red: y < 10 ? top : bottom, green: UInt8(x), blue: 7) }
    }
    return Snapshot(buffer)
  }

  private func resource(_ name: String) throws -> GLTransition {
    let url = try #require(Bundle.module.url(forResource: "Transitions/\(name)", withExtension: "glsl"))
    return try GLTransition(try Data(contentsOf: url), name: name, path: name)
  }

  private func draw(
    _ file: GLTransition, _ progress: Double, _ texts: [(name: String, value: String)] = [],
    _ textures: [String: Snapshot] = [:]
  ) throws -> (Int, Int) -> [UInt8] {
    let transition = try file.description.transition(texts, textures: textures)
    let renderer = try makeRenderer()
    defer { renderer.close() }
    try renderer.submit(
      request(
        transition.endpointExactRecipe(at: progress, in: TransitionContext(containerSize: Self.size))))
    let frame = try renderer.receive()
    let bytes = Array(frame.bytes)
    frame.release()
    return { x, y in Array(bytes[((y * 40 + x) * 4)..<((y * 40 + x) * 4 + 4)]) }
  }

  @Test("uv, ratio and default values follow the GL Transitions format", .needsOpenGL)
  func orientation() throws {
    let file = try resource("corners")
    let pixel = try draw(file, 0.5)
    #expect(pixel(3, 2) == [128, 0, 191, 255])
    #expect(pixel(3, 17) == [255, 64, 128, 255])
    let changed = try draw(file, 0.5, [("flip", "true"), ("b", "0,1"), ("strength", "0")])
    #expect(changed(3, 2) == [128, 255, 255, 255])
    #expect(changed(3, 17) == [255, 0, 0, 255])
  }

  @Test("pictures are exact at progress 0 and 1", .needsOpenGL)
  func endpoints() throws {
    let file = try resource("corners")
    let (first, second) = (try draw(file, 0), try draw(file, 1))
    for x in 0..<40 {
      #expect(first(x, 0) == [10, UInt8(x), 7, 255] && first(x, 19) == [200, UInt8(x), 7, 255])
      #expect(second(x, 0) == [90, UInt8(x), 7, 255] && second(x, 19) == [30, UInt8(x), 7, 255])
    }
  }

  @Test("a slow frame reader does not use up a shader's time limit", .needsOpenGL)
  func slowReader() throws {
    let time = Mutex(ContinuousClock.now)
    let watchdog = ShaderWatchdog()
    watchdog.now = { time.withLock { $0 } }
    let renderer = try GPURenderer(
      size: Self.size, format: .rgba8, device: .automatic(allowsSoftware: true), depth: 1, heldFrames: 0,
      watchdog: watchdog)
    defer { renderer.close() }
    let transition = try resource("corners").description.transition([], textures: [:])
    let recipe = transition.recipe(at: 0.5, in: TransitionContext(containerSize: Self.size))
    // Another renderer compiles the shader first, so that the time limit applies only to drawing. `renderer` has a
    // single slot, which `held` occupies.
    let trial = try makeRenderer()
    try trial.submit(request(recipe))
    try trial.receive().release()
    trial.close()
    try renderer.submit(request(.snapshot(.from)))
    let held = try renderer.receive()
    // On the watchdog's clock the reader needs an hour. The renderer has 0.1 s to begin to wait for
    // the held frame.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
      time.withLock { $0 += .seconds(3600) }
      held.release()
    }
    try renderer.submit(request(.mix(recipe, .snapshot(.to), amount: 0.5)))
    try renderer.receive().release()
  }

  @Test("the bottom row of a picture parameter is at y = 0", .needsOpenGL)
  func pictures() throws {
    let mask = PixelBuffer(size: ImageSize(width: 1, height: 2))
    (mask[0, 0], mask[0, 1]) = (.white, .black)
    let pixel = try draw(try resource("masked"), 0.5, [], ["mask": Snapshot(mask)])
    #expect(pixel(5, 0) == [10, 5, 7, 255])
    #expect(pixel(5, 19) == [30, 5, 7, 255])
    #expect(try draw(try resource("masked"), 0.5, [("size", "4,5")])(5, 0) == [0, 0, 0, 0])
  }

  /// A GL Transition's frame of 16 bits, between 16-bit noise.
  private func deep(_ text: String, _ progress: Double, mask: Snapshot? = nil) throws -> (
    from: Snapshot, drawn: Snapshot
  ) {
    let file = try GLTransition(Array(text.utf8), name: "deep", path: "deep.glsl")
    let size = ImageSize(width: 41, height: 23)
    let scene = [UInt64(5), 6].map { seed in
      var random = SplitMix64(seed)
      return Snapshot(deep: size) { _ in
        let bits = random.next()
        return SIMD4(
          UInt16(truncatingIfNeeded: bits), UInt16(truncatingIfNeeded: bits >> 16),
          UInt16(truncatingIfNeeded: bits >> 32), UInt16(truncatingIfNeeded: bits >> 48) | 1)
      }
    }
    let renderer = try GPURenderer(size: size, format: .rgba16, device: .automatic(allowsSoftware: true))
    defer { renderer.close() }
    let transition = try file.description.transition([], textures: mask.map { ["mask": $0] } ?? [:])
    let recipe = transition.recipe(at: progress, in: TransitionContext(containerSize: size))
    try renderer.submit(FrameRequest(recipe, outgoing: scene[0], incoming: scene[1]))
    let frame = try renderer.receive()
    defer { frame.release() }
    return (scene[0], Snapshot(copying: frame))
  }

  @Test("16-bit pictures are read back exactly by every method", .needsOpenGL)
  func deepEnds() throws {
    let ways = [
      "getFromColor(uv)", "texelFetch(mask, ivec2(uv * vec2(textureSize(mask, 0))), 0)",
      "texture2D(mask, uv)", "texture(mask, uv)", "textureLod(mask, uv, 0.0)",
      "textureProj(mask, vec3(uv * 2.0, 2.0))", "textureOffset(mask, uv, ivec2(0))",
    ]
    let mask = try deep("vec4 transition(vec2 uv) { return getFromColor(uv); }", 0).from
    for way in ways {
      let text = "uniform sampler2D mask;\nvec4 transition(vec2 uv) { return \(way); }"
      let (from, drawn) = try deep(text, 0, mask: mask)
      #expect(drawn.bytes.elementsEqual(from.bytes), "\(way)")
    }
  }

  @Test("16-bit shaders agree with exact arithmetic within rounding", .needsOpenGL)
  func deepValues() throws {
    let between = "vec4 transition(vec2 uv) { return getFromColor(uv + vec2(0.5, 0.0) / vec2(41.0, 23.0)); }"
    let (from, drawn) = try deep(between, 0.5)
    for y in 0..<23 {
      for x in 0..<40 {
        let (a, b, half) = (from.deep(x, y), from.deep(x + 1, y), drawn.deep(x, y))
        #expect(abs(2 * half.red - a.red - b.red) <= 2 && abs(2 * half.alpha - a.alpha - b.alpha) <= 2)
      }
    }
    let plain = try deep("vec4 transition(vec2 uv) { return vec4(0.1, -1.0, 3.0, 0.7); }", 0.5).drawn
    #expect(
      plain.deep(3, 4) == DeepColor(red: 6554, green: 0, blue: 65535, alpha: 45875, depth: .sixteen))
    let none = try deep("vec4 transition(vec2 uv) { return vec4(0.1, 0.2, 0.3, 0.000001); }", 0.5).drawn
    #expect(none.deep(0, 0) == DeepColor(red: 0, green: 0, blue: 0, alpha: 0, depth: .sixteen))
  }

  @Test("a shader error has the number and the text of the line in the author's file", .needsOpenGL)
  func errors() throws {
    let text =
      "// one\n\nuniform float x; // = 1.\nfloat g = x;\nvec4 transition(vec2 uv) {\n  return vec4(nothing);\n}\n"
    let file = try GLTransition(Array(text.utf8), name: "bad", path: "bad.glsl")
    do {
      _ = try draw(file, 0.5)
      Issue.record("it compiles")
    } catch RenderError.badShader(let fault) {
      #expect(fault.line == 6)
      #expect(fault.lineText == "  return vec4(nothing);")
      #expect(fault.name == "bad.glsl")
    }
    do {
      _ = try deep(text, 0.5)
      Issue.record("it compiles")
    } catch RenderError.badShader(let fault) {
      #expect(fault.line == 6)
    }
  }

  @Test("a shader node can be stacked and mixed", .needsOpenGL)
  func node() throws {
    let file = try resource("corners")
    let shader = try file.description.transition().recipe(
      at: 0.5, in: TransitionContext(containerSize: Self.size))
    let renderer = try makeRenderer()
    defer { renderer.close() }
    try renderer.submit(request(.mix(shader, .color(.black), amount: 0.5)))
    let frame = try renderer.receive()
    #expect(Array(frame.bytes.prefix(4)) == [64, 0, 96, 255])
    frame.release()
  }
}

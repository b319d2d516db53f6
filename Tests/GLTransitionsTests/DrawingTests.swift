import Foundation
@testable import SegueGPU
import SegueImaging
import SegueRendering
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

  @Test("uv.y = 0 is the bottom, ratio is width over height, parameters have their defaults", .needsOpenGL)
  func orientation() throws {
    let file = try resource("corners")
    let pixel = try draw(file, 0.5)
    #expect(pixel(3, 2) == [128, 0, 191, 255])
    #expect(pixel(3, 17) == [255, 64, 128, 255])
    let changed = try draw(file, 0.5, [("flip", "true"), ("b", "0,1"), ("strength", "0")])
    #expect(changed(3, 2) == [128, 255, 255, 255])
    #expect(changed(3, 17) == [255, 0, 0, 255])
  }

  @Test("pictures stand upright: progress 0 is the first, 1 the second, to the byte", .needsOpenGL)
  func endpoints() throws {
    let file = try resource("corners")
    let (first, second) = (try draw(file, 0), try draw(file, 1))
    for x in 0..<40 {
      #expect(first(x, 0) == [10, UInt8(x), 7, 255] && first(x, 19) == [200, UInt8(x), 7, 255])
      #expect(second(x, 0) == [90, UInt8(x), 7, 255] && second(x, 19) == [30, UInt8(x), 7, 255])
    }
  }

  @Test("a frame that waits for its reader is not a shader that stalls", .needsOpenGL)
  func waitingForASlot() throws {
    let watchdog = ShaderWatchdog(frameLimit: .seconds(1)) { _ in Issue.record("the reader was late") }
    let renderer = try GPURenderer(
      size: Self.size, format: .rgba8, device: .automatic(allowsSoftware: true), depth: 1, heldFrames: 0,
      watchdog: watchdog)
    defer { renderer.close() }
    let transition = try resource("corners").description.transition([], textures: [:])
    let recipe = transition.recipe(at: 0.5, in: TransitionContext(containerSize: Self.size))
    // The first frame compiles, without a limit that matters here; then its slot is the only one.
    let trial = try makeRenderer()
    try trial.submit(request(recipe))
    try trial.receive().release()
    trial.close()
    try renderer.submit(request(.snapshot(.from)))
    let held = try renderer.receive()
    DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { held.release() }
    try renderer.submit(request(.mix(recipe, .snapshot(.to), amount: 0.5)))
    try renderer.receive().release()
  }

  @Test("a parameter's picture has its bottom row at y = 0", .needsOpenGL)
  func pictures() throws {
    let mask = PixelBuffer(size: ImageSize(width: 1, height: 2))
    (mask[0, 0], mask[0, 1]) = (.white, .black)
    let pixel = try draw(try resource("masked"), 0.5, [], ["mask": Snapshot(mask)])
    #expect(pixel(5, 0) == [10, 5, 7, 255])
    #expect(pixel(5, 19) == [30, 5, 7, 255])
    #expect(try draw(try resource("masked"), 0.5, [("size", "4,5")])(5, 0) == [0, 0, 0, 0])
  }

  @Test("an error has the author's line, with that line's text", .needsOpenGL)
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
  }

  @Test("as a node it is stacked and mixed like any other", .needsOpenGL)
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

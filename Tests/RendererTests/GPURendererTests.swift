import SegueGPU
import SegueImaging
import SegueRendering
import Testing
import SegueTransitions

@Suite(.serialized, GPUAvailability.needed) struct GPURendererTests {
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

  @Test("a frame larger than the device's textures is refused with the numbers")
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

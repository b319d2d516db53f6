import SegueImaging
import SegueRendering
import Testing

@testable import SegueGPU
@testable import SegueRun

/// The choice of a named GPU.
@Suite("Choice of a GPU") struct RendererChoiceTests {
  @Test("a GPU that was found is not looked for again")
  func found() {
    var options = DrawingOptions()
    options.device = "a name without a GPU"
    let gpu = GPUDevice(
      kind: .surfaceless, name: "surfaceless", isSoftware: true, isUsable: false, reason: "it draws nothing",
      source: .surfaceless)
    let choice = RendererChoice(options, gpu: gpu, size: ImageSize(width: 8, height: 8), format: .rgba8)
    #expect(throws: RenderError.unavailable("it draws nothing")) { try choice.makeRenderer(framesHeld: 1) }
  }
}

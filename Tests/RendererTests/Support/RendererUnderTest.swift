import SegueRendering
import Testing

@testable import SegueGPU

extension Scene {
  /// An OpenGL ES renderer for the scene's frames, on any device.
  func gpu(depth: Int = 3, allowsPersistentMapping: Bool = true) throws -> GPURenderer {
    try GPURenderer(
      size: size, format: format, device: .automatic(allowsSoftware: true), depth: depth,
      allowsPersistentMapping: allowsPersistentMapping)
  }
}

/// The renderers that must give the same bytes.
enum RendererUnderTest: Sendable, CaseIterable {
  case cpuOnOneThread
  case cpuOnThreeThreads
  case gpu
  case gpuMappingAnew

  /// The renderer for `scene`, for use on this thread.
  func make(_ scene: Scene) throws -> any Renderer {
    switch self {
    case .cpuOnOneThread: scene.cpu(threads: 1, extraSlots: 0)
    case .cpuOnThreeThreads: scene.cpu(threads: 3, extraSlots: 1)
    case .gpu: try scene.gpu()
    case .gpuMappingAnew:
      try scene.gpu(depth: 2, allowsPersistentMapping: false)
    }
  }

  static let cpu: [RendererUnderTest] = [.cpuOnThreeThreads, .cpuOnOneThread]
  static let openGL: [RendererUnderTest] = [.gpu, .gpuMappingAnew]
}

/// Records where two frames differ, if they do.
func expectEqual(_ drawn: [UInt8], _ expected: [UInt8], _ name: String) {
  guard drawn != expected else { return }
  let wrong = zip(drawn, expected).enumerated().filter { $0.element.0 != $0.element.1 }
  let first =
    wrong.first.map { "byte \($0.offset) is \($0.element.0), not \($0.element.1)" } ?? "the length"
  Issue.record("\(name): \(wrong.count) bytes differ, first \(first)")
}

import SegueImaging
import SegueRendering

@testable import SegueCPU
@testable import SegueGPU

/// Two pictures and a format: what a test draws with.
///
/// **Thread-safety:** immutable.
struct Scene: Sendable {
  var from: Snapshot
  var to: Snapshot
  var format: PixelFormat

  var size: ImageSize { from.size }

  /// The frame that `recipe` makes.
  func request(_ recipe: Recipe) -> FrameRequest { FrameRequest(recipe, outgoing: from, incoming: to) }

  /// The plan of the frame that `recipe` makes.
  func plan(_ recipe: Recipe) -> Plan { request(recipe).plan(for: size) }

  /// A CPU renderer for its frames.
  func cpu(threads: Int? = nil, extraSlots: Int = 0) -> CPURenderer {
    CPURenderer(size: size, format: format, threads: threads, extraSlots: extraSlots)
  }

  /// An OpenGL ES renderer for its frames, on whatever device there is.
  func gpu(depth: Int = 3, allowsPersistentMapping: Bool = true) throws -> GPURenderer {
    try GPURenderer(
      size: size, format: format, device: .automatic(allowsSoftware: true), depth: depth,
      allowsPersistentMapping: allowsPersistentMapping)
  }
}

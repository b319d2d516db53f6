import SegueImaging

/// One frame to draw: how, and between which pictures.
public struct FrameRequest: Sendable {
  /// The recipe of the frame.
  package var recipe: Recipe
  /// The outgoing picture, of the renderer's size.
  package var outgoing: Snapshot
  /// The incoming picture, of the renderer's size.
  package var incoming: Snapshot
  /// The encoding of the frame's values; pictures and colours of other encodings are brought to it.
  package var color = ColorEncoding.sdr

  /// A frame made by `recipe` between two pictures of the frame's size.
  public init(_ recipe: Recipe, outgoing: Snapshot, incoming: Snapshot) {
    (self.recipe, self.outgoing, self.incoming) = (recipe, outgoing, incoming)
  }

  /// Lowers the recipe to integers for frames of `size`, which both pictures have, in `depth`. The same recipe, pictures,
  /// size and depth give the same plan wherever it is done.
  /// - Throws: `RenderError.recipeTooDeep`, `.recipeTooLarge`.
  package func plan(for size: ImageSize, depth: PixelDepth = .eight) throws(RenderError) -> Plan {
    precondition(
      outgoing.size == size && incoming.size == size, "pictures are fitted to the frame before they are drawn"
    )
    try recipe.check()
    var lowering = Lowering(size: size, depth: depth, color: color, outgoing: outgoing, incoming: incoming)
    return lowering.plan(recipe)
  }
}

/// The renderer and its device, for the report.
package struct RendererInfo: Sendable, Hashable {
  /// One of the two renderers.
  package enum Backend: String, Sendable {
    /// OpenGL ES, on hardware or in software.
    case gpu
    /// This machine's cores, no driver.
    case cpu
  }

  /// The renderer.
  package var backend: Backend
  /// The device in words, for example `AMD EPYC, 2 threads`.
  package var device: String
  /// Whether the arithmetic runs on the CPU.
  package var isSoftware: Bool

  /// A description of a renderer.
  package init(backend: Backend, device: String, isSoftware: Bool) {
    self.backend = backend
    self.device = device
    self.isSoftware = isSoftware
  }
}

/// Draws frames of one size and format into memory, in order, several under way at once. It lives for as many runs as
/// its owner likes: pictures, programs and fields are kept by identity within a budget, and nothing grows.
///
/// `submit` starts a frame and `receive` waits for the oldest one started. No more than `depth` frames may
/// be under way, which is the programmer's to see to; frames that were received and not yet released count
/// against the size of the renderer's ring, and `submit` waits for one of them when the ring is exhausted.
///
/// **Thread-safety:** none. A renderer is made, used and closed on one thread; the frames that it hands
/// out may go to others.
package protocol Renderer: AnyObject {
  /// The renderer and its device.
  var info: RendererInfo { get }
  /// The number of frames that may be submitted before one must be received, at least 1.
  var depth: Int { get }
  /// Time spent so far, for the report.
  var statistics: RendererStatistics { get }
  /// Device failures that were recovered, a sentence each, in order.
  var incidents: [String] { get }
  /// Size of the frames, in pixels.
  var size: ImageSize { get }
  /// Layout of the frames; plans are lowered for its depth.
  var format: PixelFormat { get }
  /// Starts drawing a frame whose recipe has been lowered for `size`. Ends early where `DrawingStop.current` says so.
  /// - Throws: `RenderError`.
  func submit(plan: Plan) throws
  /// Waits for the oldest submitted frame, or until `DrawingStop.current` says that it is not wanted.
  /// - Throws: `RenderError`; after `.cancelled` the renderer may be used again.
  func receive() throws -> VideoFrame
  /// Gives everything back. Frames that are still out stay valid until they are released.
  func close()
}

extension Renderer {
  /// Nothing.
  package var incidents: [String] { [] }

  /// Starts drawing a frame.
  /// - Throws: `RenderError`.
  package func submit(_ request: FrameRequest) throws {
    try submit(plan: try request.plan(for: size, depth: format.depth))
  }
}

/// Seconds that a renderer spent, summed over its frames.
package struct RendererStatistics: Sendable, Hashable {
  /// Seconds of work that is done once: upload, coarser levels, programs.
  package var prepare = 0.0
  /// Drawing, as far as the renderer's thread waited for it.
  package var render = 0.0
  /// Waiting for and mapping transfers.
  package var readback = 0.0

  /// All zero.
  package init() {}

  /// The sum of both.
  package static func + (a: RendererStatistics, b: RendererStatistics) -> RendererStatistics {
    var sum = a
    sum.prepare += b.prepare
    sum.render += b.render
    sum.readback += b.readback
    return sum
  }

  /// The seconds by which `a` exceeds `b`.
  package static func - (a: RendererStatistics, b: RendererStatistics) -> RendererStatistics {
    var rest = a
    rest.prepare -= b.prepare
    rest.render -= b.render
    rest.readback -= b.readback
    return rest
  }
}

import SegueFields
import SegueImaging

/// A frame to draw: its recipe and both pictures.
public struct FrameRequest: Sendable {
  /// The recipe of the frame.
  package var recipe: Recipe
  /// The outgoing picture, of the renderer's size.
  package var outgoing: Snapshot
  /// The incoming picture, of the renderer's size.
  package var incoming: Snapshot
  /// The encoding of the frame; pictures and colours of other encodings are converted to it.
  package var color = ColorEncoding.sdr

  /// A frame of `recipe` between two pictures of the renderer's size.
  public init(_ recipe: Recipe, outgoing: Snapshot, incoming: Snapshot) {
    self.recipe = recipe
    self.outgoing = outgoing
    self.incoming = incoming
  }

  /// Lowers the recipe to integers in `depth` for frames of `size`, which both pictures have. Equal
  /// recipes, pictures, sizes and depths give equal plans on every machine.
  /// - Throws: `RenderError.recipeTooDeep`, `.recipeTooLarge`.
  package func plan(for size: ImageSize, depth: PixelDepth = .eight) throws(RenderError) -> Plan {
    precondition(
      outgoing.size == size && incoming.size == size, "the pictures must have the frame's size"
    )
    try recipe.check()
    var lowering = Lowering(size: size, depth: depth, color: color, outgoing: outgoing, incoming: incoming)
    return lowering.plan(recipe)
  }
}

/// The kind of a renderer.
public enum RendererKind: String, Sendable, Codable, CaseIterable {
  /// OpenGL ES, on hardware or in software.
  case gpu
  /// The CPU's cores, without a driver.
  case cpu
}

/// The renderer and its device, for the report.
package struct RendererInfo: Sendable, Hashable {
  package var backend: RendererKind
  /// The device in words, for example `AMD EPYC, 2 threads`.
  package var device: String
  /// Whether the arithmetic runs on the CPU.
  package var isSoftware: Bool

  /// A description of a renderer.
  package init(backend: RendererKind, device: String, isSoftware: Bool) {
    self.backend = backend
    self.device = device
    self.isSoftware = isSoftware
  }
}

/// A renderer of frames of one size and format into memory, in order, several at once. It serves any
/// number of runs: pictures, programs and fields are cached by identity within a budget.
///
/// `submit` starts a frame and `receive` waits for the oldest one. The caller submits at most
/// `depth` frames before receiving one. Frames that were received and not yet released occupy the
/// renderer's ring; `submit` waits for a release if the ring is full.
///
/// **Thread-safety:** none. A renderer is made, used and closed on one thread; its frames may be
/// used on others.
package protocol Renderer: AnyObject {
  /// The renderer and its device.
  var info: RendererInfo { get }
  /// The maximum number of submitted, unreceived frames, at least 1.
  var depth: Int { get }
  /// The seconds spent since the renderer was made, for the report.
  var statistics: RendererStatistics { get }
  /// Device failures that were recovered, in order.
  var incidents: [Notice] { get }
  /// The size of the frames, in pixels.
  var size: ImageSize { get }
  /// The pixel format of the frames; plans are lowered for its depth.
  var format: PixelFormat { get }
  /// Starts drawing a frame whose recipe has been lowered for `size`. Ends early if
  /// `DrawingCancellation.current` requests it.
  /// - Throws: `RenderError`.
  func submit(plan: Plan) throws
  /// Waits for the oldest submitted frame. Ends early if `DrawingCancellation.current` requests it.
  /// - Throws: `RenderError`; after `.cancelled` the renderer may be used again.
  func receive() throws -> VideoFrame
  /// Frees all resources. Received frames stay valid until they are released.
  func close()
}

extension Renderer {
  package var incidents: [Notice] { [] }

  /// Starts drawing a frame.
  /// - Throws: `RenderError`.
  package func submit(_ request: FrameRequest) throws {
    try submit(plan: try request.plan(for: size, depth: format.depth))
  }

  /// Draws the frame of `request` and copies it. No other frame may be in flight, and the format must be
  /// RGBA.
  /// - Throws: `RenderError`.
  package func picture(of request: FrameRequest) throws -> Snapshot {
    try submit(request)
    let frame = try receive()
    defer { frame.release() }
    return Snapshot(copying: frame, color: request.color)
  }
}

/// The seconds that a renderer spent, summed over its frames.
package struct RendererStatistics: Sendable, Hashable {
  /// The seconds of one-time work: uploads, coarser levels, programs.
  package var prepare = 0.0
  /// The seconds that the renderer's thread waited for drawing.
  package var render = 0.0
  /// The seconds of waiting for transfers and mapping them.
  package var readback = 0.0

  package init() {}

  /// The sum of both statistics.
  package static func + (a: RendererStatistics, b: RendererStatistics) -> RendererStatistics {
    var sum = a
    sum.prepare += b.prepare
    sum.render += b.render
    sum.readback += b.readback
    return sum
  }

  /// The difference of both statistics.
  package static func - (a: RendererStatistics, b: RendererStatistics) -> RendererStatistics {
    var rest = a
    rest.prepare -= b.prepare
    rest.render -= b.render
    rest.readback -= b.readback
    return rest
  }
}

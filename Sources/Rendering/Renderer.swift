import Imaging
import Transitions

/// What a renderer draws with: everything that stays the same from frame to frame.
///
/// **Thread-safety:** immutable.
public struct Scene: Sendable {
  /// Size of the frames. Both snapshots have it.
  public let size: ImageSize
  /// The picture that leaves.
  public let from: Snapshot
  /// The picture that comes.
  public let to: Snapshot
  /// Layout of the finished frames.
  public let format: PixelFormat

  /// A scene between two snapshots of one size.
  public init(from: Snapshot, to: Snapshot, format: PixelFormat) {
    precondition(from.size == to.size, "snapshots are fitted to the frame before they are drawn")
    precondition(format == .rgba8 || from.size.isEven, "4:2:0 needs an even width and height")
    size = from.size
    self.from = from
    self.to = to
    self.format = format
  }
}

/// What drew, for the report.
///
/// **Thread-safety:** a value.
public struct RendererInfo: Sendable, Hashable {
  /// Which of the two renderers.
  public enum Backend: String, Sendable {
    /// OpenGL ES, on hardware or in software.
    case gpu
    /// This machine's cores, no driver.
    case cpu
  }

  /// Which renderer.
  public var backend: Backend
  /// The device in words, for example `AMD EPYC, 2 threads`.
  public var device: String
  /// Whether the arithmetic runs on the CPU.
  public var isSoftware: Bool

  /// A description of a renderer.
  public init(backend: Backend, device: String, isSoftware: Bool) {
    self.backend = backend
    self.device = device
    self.isSoftware = isSoftware
  }
}

/// Draws recipes into memory, in order, several under way at once.
///
/// `submit` starts a frame and `receive` waits for the oldest one started. No more than `depth` frames may
/// be under way, which is the programmer's to see to; frames that were received and not yet released count
/// against the size of the renderer's ring, and `submit` waits for one of them when the ring is exhausted.
///
/// **Thread-safety:** none. A renderer is made, used and closed on one thread; the frames that it hands
/// out may go to others.
public protocol Renderer: AnyObject {
  /// What draws.
  var info: RendererInfo { get }
  /// How many frames may be submitted before one must be received, at least 1.
  var depth: Int { get }
  /// Time spent so far, for the report.
  var statistics: RendererStatistics { get }
  /// Starts drawing a frame.
  /// - Throws: `RenderError`.
  func submit(_ recipe: Recipe) throws
  /// Waits for the oldest submitted frame.
  /// - Throws: `RenderError`.
  func receive() throws -> Frame
  /// Gives everything back. Frames that are still out stay valid until they are released.
  func close()
}

/// Seconds that a renderer spent, summed over its frames.
///
/// **Thread-safety:** a value.
public struct RendererStatistics: Sendable, Hashable {
  /// What is done once: upload, coarser levels, programs.
  public var prepare = 0.0
  /// Drawing, as far as the renderer's thread waited for it.
  public var render = 0.0
  /// Waiting for and mapping transfers.
  public var readback = 0.0

  /// All zero.
  public init() {}
}

/// Why a frame could not be drawn.
public enum RenderError: Error, Sendable, Equatable {
  /// The GPU's context was lost, or a fence never signalled.
  case deviceLost(String)
  /// The device has not enough memory.
  case outOfMemory(String)
  /// There is no device, or not what it takes: what was tried.
  case unavailable(String)
  /// The recipe needs something that this renderer does not have.
  case unsupported(String)
  /// A user's shader cannot be used.
  case badShader(ShaderFault)
}

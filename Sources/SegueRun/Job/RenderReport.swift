import SegueImaging
import SegueRendering

/// What a render did: the JSON of `--json`.
///
/// **Thread-safety:** a value.
public struct RenderReport: Sendable, Encodable {
  /// Version of this layout.
  package var schema = 1
  /// The transition's name.
  public var transition: String
  /// The values of its parameters as they are typed, defaults included.
  package var parameters: [String: String]
  /// Columns of a frame.
  public var width: Int
  /// Rows of a frame.
  public var height: Int
  /// Frames that were written.
  public var frames: Int
  /// Frames a second as a fraction, `60/1`.
  package var fps: String
  /// Bits of a channel: 8 or 16.
  package var depth: Int
  /// Seconds that the frames are shown.
  public var duration: Double
  /// What drew.
  public var renderer: Renderer
  /// Where the time went.
  package var seconds: Seconds
  /// Frames over the total time.
  package var framesPerSecond: Double
  /// The files that were written.
  public var outputs: [String]
  /// Their length together; `nil` for a stream whose bytes nobody counts.
  public var bytes: Int?
  /// What did not stop the render but should be known, a sentence each.
  public var warnings: [String]

  /// What drew, and why that one.
  public struct Renderer: Sendable, Encodable {
    /// `gpu` or `cpu`.
    public var backend: String
    /// The device in words.
    public var device: String
    /// Whether the arithmetic ran on the CPU.
    public var software: Bool
    /// Why it was chosen.
    public var reason: String

    /// - Parameter info: `nil` where nothing was drawn.
    package init(_ info: RendererInfo?, reason: String) {
      backend = (info?.backend ?? .cpu).rawValue
      device = info?.device ?? "none"
      software = info?.isSoftware ?? true
      self.reason = reason
    }
  }

  /// Seconds; the stages overlap, so they sum to more than the total.
  package struct Seconds: Sendable, Encodable {
    /// Reading and decoding both pictures, and fitting them to the frame.
    package var decode: Double
    /// Uploads, programs, coarser levels.
    package var prepare: Double
    /// Drawing.
    package var render: Double
    /// Waiting for and mapping transfers.
    package var readback: Double
    /// The sink's thread, waits for the encoder included.
    package var encode: Double
    /// From the start to the finished file.
    package var total: Double
  }
}

/// Something that a render chose on its way.
///
/// **Thread-safety:** a value.
public enum RenderEvent: Sendable, Hashable {
  /// Both pictures are decoded and fitted to the frame's `size`.
  case pictures(size: ImageSize, seconds: Double)
  /// What draws, and why that one.
  case renderer(device: String, reason: String)
  /// What should be known and is known before the first frame: a sentence, which the report has, too.
  case warning(String)
  /// The encoder's program and arguments, a word each.
  case encoder(command: [String])
}

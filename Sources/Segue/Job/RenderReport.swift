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
  public var parameters: [String: String]
  /// Columns of a frame.
  public var width: Int
  /// Rows of a frame.
  public var height: Int
  /// Frames that were written.
  public var frames: Int
  /// Frames a second as a fraction, `60/1`.
  public var fps: String
  /// Seconds that the frames are shown.
  public var duration: Double
  /// What drew.
  public var renderer: Renderer
  /// Where the time went.
  public var seconds: Seconds
  /// Frames over the total time.
  public var framesPerSecond: Double
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

    package init(backend: String, device: String, software: Bool, reason: String) {
      (self.backend, self.device, self.software, self.reason) = (backend, device, software, reason)
    }
  }

  /// Seconds; the stages overlap, so they sum to more than the total.
  public struct Seconds: Sendable, Encodable {
    /// Reading and decoding both pictures, and fitting them to the frame.
    public var decode: Double
    /// Uploads, programs, coarser levels.
    public var prepare: Double
    /// Drawing.
    public var render: Double
    /// Waiting for and mapping transfers.
    public var readback: Double
    /// The sink's thread, waits for the encoder included.
    public var encode: Double
    /// From the start to the finished file.
    public var total: Double
  }
}

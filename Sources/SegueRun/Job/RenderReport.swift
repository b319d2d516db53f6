import SegueImaging
import SegueMedia
import SegueRendering

/// The report of a render: as JSON, which is read and written, that of `--json`.
public struct RenderReport: Sendable, Hashable, Codable {
  /// Version of this layout.
  package var schema = 1
  /// The transition's name.
  public package(set) var transition: String
  /// The values of its parameters as they are typed, defaults included.
  package var parameters: [String: String]
  /// Columns of a frame.
  public package(set) var width: Int
  /// Rows of a frame.
  public package(set) var height: Int
  /// Frames that were written.
  public package(set) var frames: Int
  /// Frames a second as a fraction, `60/1`.
  package var fps: String
  /// The encoding of the frames: `sdr`, `hlg` or `pq`.
  package var color: String
  /// Bits of a channel: 8, 10 or 16.
  package var depth: Int
  /// Seconds that the frames are shown.
  package var duration: Double
  /// The renderer.
  public package(set) var renderer: Renderer
  /// The seconds of each part of the work.
  package var seconds: Seconds
  /// Frames over the total time.
  package var framesPerSecond: Double
  /// The files that were written.
  public package(set) var outputs: [String]
  /// Their length together; `nil` for a stream whose bytes are not counted.
  public package(set) var bytes: Int?
  /// The fixed settings of an output that has the same bytes on every machine; `nil` unless that was asked for.
  package var reproducible: Reproducible?
  /// Warnings, a sentence each.
  public package(set) var warnings: [String]

  /// The renderer, and why it was chosen.
  public struct Renderer: Sendable, Hashable, Codable {
    /// `gpu` or `cpu`.
    public package(set) var backend: String
    /// The device in words.
    public package(set) var device: String
    /// Whether the arithmetic ran on the CPU.
    package var software: Bool
    /// The reason why it was chosen.
    public package(set) var reason: String

    /// - Parameter info: `nil` where nothing was drawn.
    package init(_ info: RendererInfo?, reason: String) {
      backend = (info?.backend ?? .cpu).rawValue
      device = info?.device ?? "none"
      software = info?.isSoftware ?? true
      self.reason = reason
    }
  }

  /// The fixed settings of a reproducible output.
  package struct Reproducible: Sendable, Hashable, Codable {
    /// The encoder's threads.
    package var threads = VideoSettings.reproducibleThreads

    /// The settings for `output`; `nil` unless it is to be reproducible.
    package init?(_ output: OutputRequest) { if !output.isReproducible { return nil } }
  }

  /// Seconds; the stages overlap, so they sum to more than the total.
  package struct Seconds: Sendable, Hashable, Codable {
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
public enum RenderEvent: Sendable, Hashable {
  /// Both pictures are decoded and fitted to the frame's `size`.
  case pictures(size: ImageSize, seconds: Double)
  /// The renderer, and why it was chosen.
  case renderer(device: String, reason: String)
  /// A warning that is known before the first frame: a sentence, which the report has, too.
  case warning(String)
  /// A device was lost or drew other pixels, and how the run went on: a sentence, which the report has, too.
  case incident(String)
  /// The encoder's program and arguments, a word each.
  case encoder(command: [String])
}

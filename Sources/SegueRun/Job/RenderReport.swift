import SegueFields
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// The report of a render, as `--json` prints it.
public struct RenderReport: Sendable, Hashable, Codable {
  /// The version of the JSON format.
  package var schema = ReportVersion.current
  /// The name of the transition, without parameters.
  public package(set) var transition: String
  /// The parameters as typed, including defaults.
  package var parameters: [String: String]
  /// The width of the frames, in pixels.
  public package(set) var width: Int
  /// The height of the frames, in pixels.
  public package(set) var height: Int
  /// The number of frames that were written.
  public package(set) var frames: Int
  /// The frames per second as a fraction, `60/1`.
  package var fps: String
  /// The colour encoding: `sdr`, `hlg` or `pq`.
  package var color: String
  /// The bits per channel: 8, 10 or 16.
  package var depth: Int
  /// The duration of the frames, in seconds.
  package var duration: Double
  /// The renderer, its device, and the reason for the choice.
  public package(set) var renderer: Renderer
  /// The seconds that each stage took.
  package var seconds: Seconds
  /// The number of frames divided by the total seconds.
  package var framesPerSecond: Double
  /// The paths of the files that were written.
  public package(set) var outputs: [String]
  /// The total size of the files in bytes; `nil` for a stream whose bytes are not counted.
  public package(set) var bytes: Int?
  /// The fixed settings of a reproducible output; `nil` for other outputs.
  package var reproducible: Reproducible?
  /// The warnings, notes and losses of the render.
  public package(set) var notices: [Notice] = [] { didSet { warnings = notices.messages } }
  /// The notices as messages.
  public private(set) var warnings: [String] = []

  /// The renderer, with the reason for its choice.
  public struct Renderer: Sendable, Hashable, Codable {
    /// The kind of renderer.
    public package(set) var backend: RendererKind
    /// The name of the device; `none` if nothing was drawn.
    public package(set) var device: String
    /// Whether the arithmetic ran on the CPU.
    package var software: Bool
    /// The reason for the choice, in words.
    public package(set) var reason: String

    /// - Parameter info: the renderer; `nil` if nothing was drawn.
    package init(_ info: RendererInfo?, reason: String) {
      backend = info?.backend ?? .cpu
      device = info?.device ?? "none"
      software = info?.isSoftware ?? true
      self.reason = reason
    }
  }

  /// The fixed settings of a reproducible output.
  package struct Reproducible: Sendable, Hashable, Codable {
    /// The number of encoder threads.
    package var threads = VideoSettings.reproducibleThreads

    /// The settings of `output`; `nil` unless it is reproducible.
    package init?(_ output: OutputRequest) { if !output.isReproducible { return nil } }
  }

  /// The seconds that each stage took. The stages overlap, so their sum may exceed the total.
  package struct Seconds: Sendable, Hashable, Codable {
    /// The seconds for reading and decoding both pictures, and for fitting them to the frame.
    package var decode: Double
    /// The seconds for uploads, for compiling programs, and for coarser levels.
    package var prepare: Double
    /// The seconds for drawing.
    package var render: Double
    /// The seconds for waiting for transfers and mapping them.
    package var readback: Double
    /// The seconds for writing, including waiting for the encoder.
    package var encode: Double
    /// The seconds for the whole render.
    package var total: Double
  }
}

/// An event of a render: a choice, a warning or an incident.
public enum RenderEvent: Sendable, Hashable {
  /// Both pictures are decoded and fitted to the frame's `size`, which took `seconds`.
  case pictures(size: ImageSize, seconds: Double)
  /// The renderer is chosen: the name of its device, and the reason.
  case renderer(device: String, reason: String)
  /// A warning, a note or a loss that is known before the first frame; it is also in the report.
  case warning(Notice)
  /// A device was lost or drew wrong pixels, with the recovery; it is also in the report.
  case incident(Notice)
  /// An attempt at an output with a size limit: its number and its change.
  case attempt(String)
  /// The encoder is started: its program and arguments, one word each.
  case encoder(command: [String])
}

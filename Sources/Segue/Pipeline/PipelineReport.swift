import SegueRendering

/// What a finished run did.
///
/// **Thread-safety:** a value.
public struct PipelineReport: Sendable {
  /// Frames that the sink took.
  public var frameCount = 0
  /// What drew the last frame.
  public var renderer: RendererInfo?
  /// Where the renderer's time went.
  package var statistics = RendererStatistics()
  /// Seconds that the sink's thread spent in the sink.
  package var encodeSeconds = 0.0
  /// Lost devices and what was done about them.
  public var incidents: [String] = []
  /// What did not stop the run but should be known, a sentence each.
  public var warnings: [String] = []
  /// The files that were written.
  public var outputs: [String] = []

  /// An empty report.
  package init() {}
}

/// How a drag was let go.
///
/// **Thread-safety:** a value.
public struct DragRelease: Sendable, Hashable {
  /// The part of the way at the release, 0…1.
  public let fraction: Double
  /// In widths per second, positive towards the end.
  public let velocity: Double
  /// Whether the run finishes; else it is cancelled.
  public let finishes: Bool
}

/// Where a finger was, and when.
///
/// **Thread-safety:** a value.
public struct DragSample: Sendable, Hashable {
  /// Seconds since the drag began.
  public var time: Double
  /// How far the finger has come, in the units of the drag's width; positive towards the end.
  public var translation: Double

  /// A finger `translation` away from where it began, after `time` seconds.
  public init(time: Double, translation: Double) {
    self.time = time
    self.translation = translation
  }
}

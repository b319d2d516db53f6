/// The order in which the pixels of a frame change over, with how far that has come.
///
/// **Thread-safety:** a value.
public struct Matte: Sendable, Hashable {
  /// The order: pixels with small values change first.
  public var field: MatteField
  /// 0 nothing has changed … 1 everything has; clamped.
  public var progress: Double
  /// Width of the soft edge as a share of the whole range of the field; 0 is hard.
  public var softness: Double

  /// A matte over `field`, come to `progress`.
  public init(field: MatteField, progress: Double, softness: Double) {
    self.field = field
    self.progress = progress
    self.softness = softness
  }
}

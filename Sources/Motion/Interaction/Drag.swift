/// A whole drag, from the finger's first touch to its release.
///
/// **Thread-safety:** a value.
public struct Drag: Sendable, Hashable {
  /// The finger's samples, at least one, each later than the one before.
  public var samples: [DragSample]
  /// The translation that is the whole way, above 0.
  public var width: Double
  /// The velocity at the release, in widths per second; `nil` for the slope of the last two samples.
  public var velocity: Double?
  /// How many times as fast as the uninterrupted run the rest is, above 0.
  public var completionSpeed: Double

  /// A drag over `samples`.
  public init(
    samples: [DragSample], width: Double = 1, velocity: Double? = nil, completionSpeed: Double = 1
  ) {
    self.samples = samples
    self.width = width
    self.velocity = velocity
    self.completionSpeed = completionSpeed
  }

  /// The recogniser after all samples.
  ///
  /// - Throws: the first thing that is wrong with the drag.
  public func recognized() throws(DragError) -> DragRecognizer {
    var recognizer = try DragRecognizer(width: width)
    for sample in samples { try recognizer.add(sample) }
    if samples.isEmpty { throw .noSamples }
    if let velocity, !velocity.isFinite { throw .invalidVelocity(velocity) }
    let slope = recognizer.velocity
    if velocity == nil, !slope.isFinite { throw .invalidVelocity(slope) }
    guard completionSpeed > 0, completionSpeed.isFinite else {
      throw .invalidCompletionSpeed(completionSpeed)
    }
    return recognizer
  }
}

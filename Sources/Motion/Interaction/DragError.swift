/// What is wrong with a drag that came from outside. Samples count from 0.
///
/// **Thread-safety:** a value.
public enum DragError: Error, Sendable, Hashable {
  /// The width is not above 0 and finite.
  case invalidWidth(Double)
  /// A sample's time is negative or not finite, or its translation is not finite.
  case invalidSample(index: Int, DragSample)
  /// A sample is not later than the one before it.
  case samplesOutOfOrder(index: Int)
  /// There is no sample.
  case noSamples
  /// The release velocity is not finite.
  case invalidVelocity(Double)
  /// The completion speed is not above 0 and finite.
  case invalidCompletionSpeed(Double)
}

extension DragError: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .invalidWidth(let width): return "the drag's width is \(width), but must be above 0"
    case .invalidSample(let index, let sample):
      return "sample \(index) of the drag, \(sample.translation) at \(sample.time) s, is not possible"
    case .samplesOutOfOrder(let index): return "sample \(index) of the drag is not later than the one before"
    case .noSamples: return "the drag has no samples"
    case .invalidVelocity(let velocity): return "the drag's velocity is \(velocity), but must be finite"
    case .invalidCompletionSpeed(let speed): return "the completion speed is \(speed), but must be above 0"
    }
  }
}

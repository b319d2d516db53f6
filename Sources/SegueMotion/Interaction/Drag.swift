import SegueFields
import SegueMath

/// A recorded drag of a timeline, from the first touch to the release.
///
/// The transition finishes if the release velocity is above 0, as in timeline files. By default this
/// velocity is the slope of the last two samples. ``DragRecognizer`` has the rules for live drags.
public struct Drag: Sendable, Hashable {
  /// The samples, at least one, each later than the previous one. Their times count from the drag's
  /// event.
  package var samples: [DragSample]
  /// The translation from progress 0 to progress 1, above 0 and finite.
  package var width: Double
  /// The velocity at the release, in widths per second; `nil` for the slope of the last two samples.
  package var velocity: Double?
  /// The speed of the remaining animation relative to an uninterrupted run, above 0 and finite.
  package var completionSpeed: Double

  /// A drag over `samples`, checked when the timeline is played.
  /// - Parameters:
  ///   - samples: at least one, at ascending times in seconds since the drag's event.
  ///   - width: the translation from progress 0 to progress 1, above 0 and finite.
  ///   - velocity: the release velocity in widths per second; `nil` means the slope of the last two
  ///     samples.
  ///   - completionSpeed: the speed of the remaining animation relative to an uninterrupted run,
  ///     above 0 and finite.
  public init(
    samples: [DragSample], width: Double = 1, velocity: Double? = nil, completionSpeed: Double = 1
  ) {
    self.samples = samples
    self.width = width
    self.velocity = velocity
    self.completionSpeed = completionSpeed
  }

  /// Checks the values and the order of the samples.
  ///
  /// - Throws: the first error.
  package func validate() throws(DragError) {
    guard width > 0, width.isFinite else { throw .invalidWidth(width) }
    var previous: DragSample?
    for (index, sample) in samples.enumerated() {
      guard sample.isValid else { throw .invalidSample(index: index, sample) }
      if let previous, sample.time <= previous.time { throw .samplesOutOfOrder(index: index) }
      previous = sample
    }
    if samples.isEmpty { throw .noSamples }
    guard releaseVelocity.isFinite else { throw .invalidVelocity(releaseVelocity) }
    guard completionSpeed > 0, completionSpeed.isFinite else {
      throw .invalidCompletionSpeed(completionSpeed)
    }
  }

  /// The progress at `time` seconds after the first touch, 0…1: translation over width, clamped,
  /// linear between samples and constant before the first and after the last. Requires a valid
  /// drag.
  func fraction(at time: Double) -> Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    var translation = time >= last.time ? last.translation : first.translation
    if time > first.time, time < last.time {
      let next = samples.indices.partitioningIndex { samples[$0].time > time }
      let (a, b) = (samples[next - 1], samples[next])
      // The distance between two samples may be infinite, and its product with a time of 0 would be NaN.
      let distance = time > a.time ? (b.translation - a.translation) * (time - a.time) / (b.time - a.time) : 0
      translation = a.translation + distance
    }
    return min(max(translation / width, 0), 1)
  }

  /// The release after the last sample. The transition finishes if the velocity is above 0. Requires a
  /// valid drag.
  var release: DragRelease {
    DragRelease(
      fraction: fraction(at: .infinity), velocity: releaseVelocity, finishes: releaseVelocity > 0)
  }

  private var releaseVelocity: Double {
    if let velocity { return velocity }
    guard samples.count >= 2 else { return 0 }
    let (a, b) = (samples[samples.count - 2], samples[samples.count - 1])
    return (b.translation - a.translation) / (b.time - a.time) / width
  }
}

/// The position of a finger at a time.
public struct DragSample: Sendable, Hashable {
  /// The time of the sample, in seconds of any clock, at least 0 and finite.
  package var time: Double
  /// The distance from the drag's start, in the unit of the drag's width, finite; positive towards
  /// progress 1.
  package var translation: Double

  /// A sample of a finger's position.
  /// - Parameters:
  ///   - time: seconds of any clock, at least 0 and finite.
  ///   - translation: the distance from the drag's start, in the unit of the drag's width, positive
  ///     towards progress 1.
  public init(time: Double, translation: Double) {
    self.time = time
    self.translation = translation
  }

  var isValid: Bool { time >= 0 && time.isFinite && translation.isFinite }
}

/// An error in a drag. Sample indices count from 0.
package enum DragError: DescribedError {
  /// The width is 0, negative or not finite.
  case invalidWidth(Double)
  /// The fraction at which a drag begins is NaN.
  case invalidStartFraction(Double)
  /// A sample's time is negative or not finite, or its translation is not finite.
  case invalidSample(index: Int, DragSample)
  /// A sample is earlier than the previous one or, in a recorded drag, at the same time.
  case samplesOutOfOrder(index: Int)
  /// The recorded drag has no samples.
  case noSamples
  /// The release velocity is not finite.
  case invalidVelocity(Double)
  /// The completion speed is 0, negative or not finite.
  case invalidCompletionSpeed(Double)
}

extension DragError {
  package var code: SegueError.Code { .invalidValue }

  /// The error as one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .invalidWidth(let width): return "the drag's width is \(width), but must be above 0 and finite"
    case .invalidStartFraction(let fraction): return "the drag begins at \(fraction), which is not a number"
    case .invalidSample(let index, let sample):
      return
        "sample \(index) of the drag is \(sample.translation) at \(sample.time) s, but must be finite, at 0 s or later"
    case .samplesOutOfOrder(let index):
      return "sample \(index) of the drag is not later than the previous one"
    case .noSamples: return "the drag has no samples"
    case .invalidVelocity(let velocity): return "the drag's velocity is \(velocity), but must be finite"
    case .invalidCompletionSpeed(let speed):
      return "the completion speed is \(speed), but must be above 0 and finite"
    }
  }
}

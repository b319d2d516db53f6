import SegueFields

/// A recogniser of a live drag: it takes a finger's samples and returns progress, velocity and, at the
/// release, a decision.
///
/// Make a recogniser for each press, with the progress at which the transition was caught. Add the
/// pointer's samples, the press first, with their own timestamps. A recogniser keeps only the samples of
/// the last 0.1 s, so its memory is constant.
///
/// ```swift
/// run.startInteractiveTransition()                             // pressed: catches the transition
/// var drag = try DragRecognizer(width: 640, startFraction: run.percentComplete)
/// try drag.add(DragSample(time: 0, translation: 0))
/// try drag.add(DragSample(time: 0.008, translation: 12))        // moved
/// try run.updateInteractiveTransition(drag.fraction)
/// try run.endInteractiveTransition(drag.release(at: 0.016))     // lifted; `drag.cancellation` if it is lost
/// ```
///
/// **Source:** WWDC 2018, session 803, Designing Fluid Interfaces, for the decision by projection.
public struct DragRecognizer: Sendable, Hashable {
  /// The translation from progress 0 to progress 1, above 0.
  package let width: Double
  /// The progress at which the drag began, 0…1.
  package let startFraction: Double
  /// The samples of the last ``velocityWindow`` and the sample before them, at ascending times.
  private(set) var samples: [DragSample] = []
  private var sampleCount = 0

  /// The time before the release whose samples count for the velocity, in seconds.
  package static let velocityWindow = 0.1
  /// The time without motion before a release, in seconds, above which the velocity is 0.
  package static let restingTime = 0.05
  /// The maximum magnitude of a velocity, in widths per second.
  package static let maximumVelocity = 1e6

  /// A tolerance for comparing times with both limits above.
  private static let timeTolerance = 1e-9

  /// A recogniser of a drag that begins at the progress `startFraction`, limited to 0…1.
  ///
  /// - Throws: `SegueError` with the code `invalidValue` if the width is not above 0 or not finite,
  ///   and if the fraction is NaN.
  public init(width: Double, startFraction: Double = 0) throws(SegueError) {
    guard width > 0, width.isFinite else { throw SegueError(DragError.invalidWidth(width)) }
    guard !startFraction.isNaN else { throw SegueError(DragError.invalidStartFraction(startFraction)) }
    self.width = width
    self.startFraction = min(max(startFraction, 0), 1)
  }

  /// Adds the next sample. A sample at the previous sample's time replaces that sample, since coalesced
  /// events may share a timestamp.
  ///
  /// - Throws: `SegueError` with the code `invalidValue` for an invalid sample, and for one that
  ///   is earlier than the previous one. The recogniser is then unchanged.
  public mutating func add(_ sample: DragSample) throws(SegueError) {
    guard sample.isValid else { throw SegueError(DragError.invalidSample(index: sampleCount, sample)) }
    if let last = samples.last {
      guard sample.time >= last.time else {
        throw SegueError(DragError.samplesOutOfOrder(index: sampleCount))
      }
      if sample.time == last.time { samples.removeLast() }
    }
    samples.append(sample)
    sampleCount += 1
    while samples.count > 2, samples[1].time < sample.time - Self.velocityWindow { samples.removeFirst() }
  }

  /// The progress under the finger, 0…1: `startFraction` + translation / width, clamped.
  public var fraction: Double {
    min(max(startFraction + (samples.last?.translation ?? 0) / width, 0), 1)
  }

  /// The velocity of a release at `time` seconds, in widths per second, −10⁶…10⁶. `nil`, NaN and earlier
  /// times count as the time of the last sample.
  ///
  /// The velocity is the slope of the least-squares line through the samples of the last 0.1 s, up to the
  /// last move. If only one sample is that recent, it is the slope of the last move.
  ///
  /// It is 0 if the last move is more than 0.05 s before the release. Otherwise, later samples at the
  /// same position are ignored. A pointer-up without further movement thus does not slow down a flick.
  public func velocity(at time: Double? = nil) -> Double {
    guard let latest = samples.last?.time,
      let lastMove = samples.indices.dropFirst().last(where: {
        samples[$0].translation != samples[$0 - 1].translation
      })
    else { return 0 }
    let releaseTime = max(latest, time ?? latest)
    guard releaseTime - samples[lastMove].time <= Self.restingTime + Self.timeTolerance else { return 0 }
    let earliest = releaseTime - Self.velocityWindow - Self.timeTolerance
    let first = samples.firstIndex { $0.time >= earliest } ?? lastMove
    let slope = Self.slope(samples[min(first, lastMove - 1)...lastMove]) / width
    return min(max(slope, -Self.maximumVelocity), Self.maximumVelocity)
  }

  /// The release at `time` seconds (`nil`: the last sample's time) with the fitted
  /// ``velocity(at:)``, decided by projection. Before the finger is lifted, it predicts the release
  /// at that time.
  public func release(at time: Double? = nil) -> DragRelease {
    DragRelease(fraction: fraction, velocity: velocity(at: time))
  }

  /// The release with a given velocity, in widths per second, decided by projection.
  package func release(velocity: Double) -> DragRelease {
    DragRelease(fraction: fraction, velocity: velocity)
  }

  /// The release of an interrupted drag (a `pointercancel`, a lost capture). It cancels the transition,
  /// from velocity 0.
  public var cancellation: DragRelease { DragRelease(fraction: fraction, velocity: 0, finishes: false) }

  /// The slope of the least-squares line through at least two samples at different times. Coordinates are
  /// relative to the last sample, so that large timestamps and translations do not cost precision.
  private static func slope(_ samples: ArraySlice<DragSample>) -> Double {
    let origin = samples[samples.endIndex - 1]
    let points = samples.map { (time: $0.time - origin.time, distance: $0.translation - origin.translation) }
    let meanTime = points.reduce(0) { $0 + $1.time } / Double(points.count)
    let meanDistance = points.reduce(0) { $0 + $1.distance } / Double(points.count)
    let covariance = points.reduce(0) { $0 + ($1.time - meanTime) * ($1.distance - meanDistance) }
    let variance = points.reduce(0) { $0 + ($1.time - meanTime) * ($1.time - meanTime) }
    let slope = covariance / variance
    return slope.isNaN ? 0 : slope
  }
}

/// The release of a drag, and its outcome.
public struct DragRelease: Sendable, Hashable {
  /// The progress at the release, 0…1 in a recognised drag.
  public let fraction: Double
  /// The velocity in progress per second, positive towards the end.
  public let velocity: Double
  /// Whether the transition finishes; otherwise it is cancelled.
  public let finishes: Bool

  /// The time of the projection for the decision, in seconds. A scroll view that loses 0.2 % of its
  /// velocity each millisecond stops after another 0.499 s × velocity.
  package static let projectionTime = 0.5

  /// A release that finishes if its ``projectedFraction`` is above 0.5. An interaction rejects a release
  /// whose numbers are not finite.
  public init(fraction: Double, velocity: Double) {
    self.init(
      fraction: fraction, velocity: velocity, finishes: fraction + Self.projectionTime * velocity > 0.5)
  }

  init(fraction: Double, velocity: Double, finishes: Bool) {
    self.fraction = fraction
    self.velocity = velocity
    self.finishes = finishes
  }

  /// The projected end of the motion: ``fraction`` + 0.5 s × ``velocity``. It may be outside of
  /// 0…1.
  public var projectedFraction: Double { fraction + Self.projectionTime * velocity }
}

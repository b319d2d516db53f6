/// Makes a fraction of the way out of a finger's samples, and a decision out of its release.
///
/// **Thread-safety:** a value.
public struct DragRecognizer: Sendable, Hashable {
  /// The translation that is the whole way, above 0.
  public let width: Double
  /// The samples so far, each later than the one before.
  public private(set) var samples: [DragSample] = []

  /// A recogniser whose whole way is `width`.
  ///
  /// - Throws: ``DragError/invalidWidth(_:)``.
  public init(width: Double) throws(DragError) {
    guard width > 0, width.isFinite else { throw .invalidWidth(width) }
    self.width = width
  }

  /// Takes the next sample. - Throws: for an impossible one, or one that is not later than the one before.
  public mutating func add(_ sample: DragSample) throws(DragError) {
    guard sample.time >= 0, sample.time.isFinite, sample.translation.isFinite else {
      throw .invalidSample(index: samples.count, sample)
    }
    if let last = samples.last, sample.time <= last.time { throw .samplesOutOfOrder(index: samples.count) }
    samples.append(sample)
  }

  /// The part of the way at `time`, 0…1: translation over width, clamped, where the finger moved linearly
  /// between samples, and stood still before the first and after the last. 0 without samples.
  public func fraction(at time: Double) -> Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    var translation = time >= last.time ? last.translation : first.translation
    if time > first.time, time < last.time {
      let next = firstIndex(after: time)
      let (a, b) = (samples[next - 1], samples[next])
      translation = a.translation + (b.translation - a.translation) * (time - a.time) / (b.time - a.time)
    }
    return min(max(translation / width, 0), 1)
  }

  /// The slope of the last two samples in widths per second; 0 with fewer.
  public var velocity: Double {
    guard samples.count >= 2 else { return 0 }
    let (a, b) = (samples[samples.count - 2], samples[samples.count - 1])
    return (b.translation - a.translation) / (b.time - a.time) / width
  }

  /// What a release at `velocity` (`nil`: the slope of the last two samples) means: above 0 it finishes, else
  /// it cancels.
  public func release(velocity given: Double? = nil) -> DragRelease {
    let velocity = given ?? velocity
    return DragRelease(fraction: fraction(at: .infinity), velocity: velocity, finishes: velocity > 0)
  }

  private func firstIndex(after time: Double) -> Int {
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

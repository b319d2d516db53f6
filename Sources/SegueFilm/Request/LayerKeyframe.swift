import SegueMotion
import SegueRun
import SegueTransitions

/// A keyframe of a layer's path: what of it is set at a time. What is `nil` is not set here, and goes from the keyframe before
/// that sets it to the next one that does; in the first one it is as the layer rests.
public struct LayerKeyframe: Sendable, Hashable {
  /// The time on the film's clock, up to a day, or on that of the clip whose title it is; a negative one counts from the end.
  public var time: FilmClip.Position
  /// The layer's middle, as a share of the frame's width, −10 to 10.
  public var x: Double?
  /// The layer's middle, as a share of the frame's height, −10 to 10.
  public var y: Double?
  /// The place that stands for ``x`` and ``y`` where these are `nil`.
  public var place: FilmTitle.Place?
  /// The factor of its size, 0 to 100.
  public var scale: Double?
  /// Degrees by which it is turned, clockwise as seen, −36,000 to 36,000.
  public var rotation: Double?
  /// The factor of its opacity, 0 to 1.
  public var opacity: Double?
  /// The curve of the way to the next keyframe. The velocity at which a keyframe is reached is carried on.
  public var timing = TimingCurve.easeInOut

  /// A keyframe that sets nothing yet.
  public init(at time: FilmClip.Position) { self.time = time }
}

/// The rectangle in which a layer's transitions are drawn.
public enum LayerArea: String, Sendable, Hashable, CaseIterable {
  /// The film's frame.
  case frame
  /// The layer's own rectangle, or that of each of a title's pieces.
  case box
}

extension FilmBounds {
  /// Keyframes of a layer's path, or of a picture's motion.
  static let keyframes = 0...1000
  /// A place on a layer's path, in frame widths or heights.
  static let pathPlace = -10...10.0
  /// The factor of a layer's size.
  static let pathScale = 0...100.0
  /// Degrees by which a layer is turned.
  static let pathTurn = -36_000...36_000.0
  /// Seconds between two pieces of a title.
  static let stagger = 0...60.0
}

extension LayerKeyframe {
  /// - Throws: `FilmError.value`, `.curve`.
  func check(_ place: String) throws(FilmError) {
    try time.check("\(place).time", FilmBounds.secondsFromEnd)
    for (name, value, range, unit) in [
      ("x", x, FilmBounds.pathPlace, "frame widths"), ("y", y, FilmBounds.pathPlace, "frame heights"),
      ("scale", scale, FilmBounds.pathScale, "times its size"),
      ("rotate", rotation, FilmBounds.pathTurn, "degrees"), ("opacity", opacity, FilmBounds.share, "of 1"),
    ] {
      if let value { try FilmBounds.check(value, in: range, "\(place).\(name)", unit) }
    }
    try FilmBounds.check(timing, "\(place).timing")
  }
}

/// The clock of a layer's path, or of a picture's motion.
struct LayerClock: Sendable {
  let rate: FrameRate
  /// The film's frames that it counts in.
  let frames: Range<Int>

  /// `position` in seconds of the film.
  private func seconds(_ position: FilmClip.Position) -> Double {
    let start = rate.time(ofFrame: position.countsFromEnd ? frames.upperBound : frames.lowerBound)
    switch position {
    case .seconds(let seconds): return start + seconds
    case .frames(let frames): return start + rate.time(ofFrame: frames)
    }
  }

  /// The times of keyframes in seconds of the film.
  /// - Throws: `FilmError.value` for one that does not come after the one before it.
  func times(_ positions: [FilmClip.Position], _ place: String) throws(FilmError) -> [Double] {
    let times = positions.map(seconds)
    for index in times.indices.dropFirst()
    where times[index] - times[index - 1] < KeyframeTrack.shortestStretch * 0.999 {
      throw .value(
        place: "\(place)[\(index)].time", value: "\(DecimalText.text(times[index])) s of the film",
        expected: "later than the keyframe before it, which is at \(DecimalText.text(times[index - 1])) s")
    }
    return times
  }
}

import SegueMotion
import SegueRun

/// The transition between two inputs.
public struct FilmJunction: Sendable, Hashable {
  /// The transition, by its name, by its file, or itself; `nil` is that of all junctions.
  public var transition: TransitionChoice?
  /// Length of the overlap; `nil` is that of all junctions.
  public var duration: FilmClip.Position?
  /// Whether nothing overlaps.
  public var isCut = false
  /// The curve from time to progress; `nil` is that of all junctions.
  public var timing: TimingCurve?
  /// Filters of the pictures and the frames; `nil` is those of all junctions.
  public var filters: FilterTexts?
  /// The curve with which the sounds cross; `nil` is equal power, and linear where both sides are one file.
  public var sound: SoundCurve?
  /// Seconds by which the sound goes over to the next clip later than the pictures, an L-cut; earlier, a J-cut, below 0. It is
  /// what the files have beyond OUT or before IN.
  public var soundOffset = 0.0
  /// The source of the frames of the overlap; `nil` is as at all junctions, else from the clips.
  public var overlap: OverlapSource?

  /// One with everything as at all junctions.
  package static let standard = FilmJunction()
  /// The next clip begins when the one before has ended.
  public static let cut = FilmJunction(isCut: true)

  /// A junction; what is `nil` is as at all junctions.
  public init(
    transition: TransitionChoice? = nil, duration: FilmClip.Position? = nil, isCut: Bool = false,
    timing: TimingCurve? = nil, filters: FilterTexts? = nil, sound: SoundCurve? = nil,
    overlap: OverlapSource? = nil
  ) {
    self.transition = transition
    self.duration = duration
    self.isCut = isCut
    self.timing = timing
    self.filters = filters
    self.sound = sound
    self.overlap = overlap
  }
}

/// The source of the frames in which two clips are seen.
public enum OverlapSource: String, Sendable, Hashable, CaseIterable {
  /// From the clips, so that the film is shorter by them.
  case clips
  /// From what their files have after OUT and before IN, so that it is not: half of them each. Where a file has nothing
  /// more, its last or its first frame is held, in silence.
  case handles
}

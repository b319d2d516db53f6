import SegueFields
import SegueMath
import SegueMedia
import SegueMotion
import SegueSound
import SegueSystem

/// A transition between two clips, or at an end of a film, with every decision about it.
package struct ResolvedJunction: Sendable {
  /// The requested values, with the film's defaults; `nil` at an end without a transition.
  package let requested: FilmJunction?
  /// Whether the length is the default, so that it may be shortened.
  private let isFlexible: Bool
  package let place: String
  /// The junction in words, as the subject of a notice.
  let words: String
  package private(set) var transition: FilmPlan.Junction
  /// The requested length in film frames; 0 for a cut.
  private(set) var length = 0
  /// The film frames, after the transition is shortened to fit its clips.
  package private(set) var frames = 0..<0
  private(set) var soundCurve = SoundCurve.equalPower
  /// The offset of the sound in seconds, positive if the sound is later than the pictures.
  package var soundOffset: Double

  init(
    _ own: FilmJunction?, _ transition: FilmPlan.Junction, in request: FilmRequest, _ place: String,
    _ words: String
  ) {
    isFlexible = (own?.duration ?? request.defaults.duration) == nil
    var requested = own.map(request.resolved)
    if isFlexible, let duration = transition.ownDuration { requested?.duration = duration }
    self.requested = requested
    self.place = place
    self.words = words
    self.transition = transition
    soundOffset = own?.soundOffset ?? 0
  }

  /// The junction with its times in frames of `rate`. A transition of 0 frames becomes a cut.
  func timed(_ rate: FrameRate) -> ResolvedJunction {
    var junction = self
    junction.length = transition.prepared == nil ? 0 : requested?.duration.map(rate.frames) ?? 0
    if junction.length == 0 { junction.transition = FilmPlan.Junction() }
    return junction
  }

  /// The junction over `frames` of the film.
  /// - Parameter isWithinFile: whether both clips have the same source file.
  func placed(_ frames: Range<Int>, isWithinFile: @autoclosure () -> Bool = false) -> ResolvedJunction {
    var junction = self
    junction.frames = frames
    junction.soundCurve =
      requested?.sound ?? (!frames.isEmpty && isWithinFile() ? .linear : .equalPower)
    return junction
  }

  var usesHandles: Bool { requested?.overlap == .handles }

  /// The junction as an edge of the timeline, after `timed` has set its length.
  var edge: FilmTimeline.Edge {
    FilmTimeline.Edge(count: length, usesHandles: usesHandles, isFlexible: isFlexible)
  }

  /// The offset of the sound in samples, positive if the sound is later than the pictures.
  var soundShift: Int { (Ratio(typed: soundOffset) * Ratio(SoundDecoding.sampleRate)).rounded }

  /// A warning about a spring curve that is not at rest when the transition ends.
  func restNotice(_ rate: FrameRate) -> Notice? {
    if frames.isEmpty { return nil }
    return transition.curve?.restNotice(over: rate.time(ofFrame: frames.count - 1))?.at(Place(place))
  }

  /// A notice for each of `junctions` that is shortened. Several junctions of default length share a notice.
  static func shorteningNotices(_ junctions: [ResolvedJunction]) -> [Notice] {
    let shorter = junctions.filter { $0.frames.count < $0.length }
    let standard = shorter.filter(\.isFlexible)
    let notices = (standard.count > 1 ? shorter.filter { !$0.isFlexible } : shorter).map {
      Notice(
        at: Place($0.place), of: .duration,
        "\($0.words) is shortened from \($0.length) to \($0.frames.count) frames")
    }
    guard standard.count > 1, let shortest = standard.map(\.frames.count).min() else { return notices }
    let sentence =
      "\(standard.count) transitions of \(standard[0].length) frames are shortened to fit their clips, "
      + "the shortest to \(shortest)"
    return notices + [Notice(.note, at: Place("defaults"), of: .duration, sentence)]
  }
}

import SegueRun

/// The time and the motion of a title or an overlay. Its times count from the start or the end of the film,
/// or of the clip that has the title.
public struct LayerTiming: Sendable, Hashable {
  package var start: FilmClip.Position
  package var end: FilmClip.Position?
  package var fade: Double?
  package var enter, exit: FilmJunction?
  package var within: LayerArea
  package var keyframes: [LayerKeyframe]
  package var turnsAlongPath: Bool

  /// The timing of a layer; by default the layer is visible and still during the whole film.
  /// - Parameters:
  ///   - start: the start in the film, up to a day; negative times count from the film's end.
  ///   - end: the end in the film, up to a day; negative times count from the film's end, and `nil` means that end. An
  ///     animation loops until then; a video ends with its last frame.
  ///   - fade: the seconds of the dissolves in and out, up to a day; `nil` means 0.3 for a title, 0 for an overlay.
  ///   - enter: the entrance from `start`, 0.8 s by default; `nil` means `fade`. Its sound and overlap are ignored.
  ///   - exit: the exit until `end`; its values are as for `enter`.
  ///   - within: the rectangle in which `enter` and `exit` are drawn.
  ///   - keyframes: keyframes of position, size, rotation and opacity, at most 1,000, at ascending times.
  ///   - turnsAlongPath: whether the layer is rotated along its path.
  public init(
    start: FilmClip.Position = .seconds(0), end: FilmClip.Position? = nil, fade: Double? = nil,
    enter: FilmJunction? = nil, exit: FilmJunction? = nil, within: LayerArea = .frame,
    keyframes: [LayerKeyframe] = [], turnsAlongPath: Bool = false
  ) {
    self.start = start
    self.end = end
    self.fade = fade
    self.enter = enter
    self.exit = exit
    self.within = within
    self.keyframes = keyframes
    self.turnsAlongPath = turnsAlongPath
  }
}

/// A layer with direct access to the members of its timing.
@dynamicMemberLookup
package protocol TimedLayer {
  var timing: LayerTiming { get set }
  /// The default length of the dissolves in and out, in seconds.
  static var standardFade: Double { get }
}

extension TimedLayer {
  package subscript<Value>(dynamicMember path: WritableKeyPath<LayerTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }

  /// The length of the dissolves in and out, in seconds.
  package var fade: Double {
    get { timing.fade ?? Self.standardFade }
    set { timing.fade = newValue }
  }
}

import SegueMotion
import SegueRun
import SegueSystem

/// A keyframe of a layer's path. A `nil` value is interpolated between the adjacent keyframes that set it.
/// Before the first of these keyframes, the layer's own value applies.
public struct LayerKeyframe: Sendable, Hashable {
  package var time: FilmClip.Position
  package var x: Double?
  package var y: Double?
  package var place: FilmTitle.Place?
  package var scale: Double?
  package var rotation: Double?
  package var opacity: Double?
  package var timing: TimingCurve

  /// A keyframe; a `nil` value is interpolated.
  /// - Parameters:
  ///   - time: the time in the film, or for a clip's title in the clip, up to a day; negative times count
  ///     from the end.
  ///   - x: the horizontal position of the layer's centre, as a fraction of the frame's width, −10 to 10.
  ///   - y: the vertical position of the layer's centre, as a fraction of the frame's height, −10 to 10.
  ///   - place: the place that is used without `x` and `y`.
  ///   - scale: the factor of the layer's size, 0 to 100.
  ///   - rotation: degrees clockwise, −36,000 to 36,000.
  ///   - opacity: the factor of the layer's opacity, 0 to 1.
  ///   - timing: the curve to the next keyframe. The velocity at a keyframe carries over to the next segment.
  public init(
    at time: FilmClip.Position, x: Double? = nil, y: Double? = nil, place: FilmTitle.Place? = nil,
    scale: Double? = nil, rotation: Double? = nil, opacity: Double? = nil, timing: TimingCurve = .easeInOut
  ) {
    self.time = time
    self.x = x
    self.y = y
    self.place = place
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity
    self.timing = timing
  }
}

/// The rectangle in which a layer's transitions are drawn.
public enum LayerArea: String, Sendable, Hashable, CaseIterable {
  /// The whole frame of the film.
  case frame
  /// The layer's rectangle, or the rectangle of each line, word or letter of a title that is animated by these.
  case box
}

extension LayerKeyframe: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<LayerKeyframe>(LayerKeyframe(at: .seconds(0)), [
    .value("time", \.time, .fromEnd,
      "the film time; a negative time counts from the film's end; for a clip's title, the time in the clip").required,
    .optional("x", \.x, .number(-10...10, "frame widths"),
      "the layer's centre, as a fraction of the frame's width", or: "its place"),
    .optional("y", \.y, .number(-10...10, "frame heights"), "the layer's centre, as a fraction of the frame's height", or: "its place"),
    .optional("at", \.place, .word.unlisted, "one of the places of a title's `at`, instead of `x` and `y`"),
    .optional("scale", \.scale, .number(0...100), "the factor of the layer's size", or: "1"),
    .optional("rotate", \.rotation, .number(-36_000...36_000, "degrees"), "degrees clockwise", or: "0"),
    .optional("opacity", \.opacity, .number(FilmBounds.share), "a factor of the opacity", or: "1"),
    .value("timing", \.timing, .curve,
      "the curve to the next keyframe; the velocity there carries over"),
  ])
}

extension FilmLayer {
  /// The keys shared by titles and overlays: positions, times and transitions.
  // swift-format-ignore
  static var layerFields: [Field<Self>] {
    [
      .optional("x", \.x, .number(-10...10, "frame widths"),
        "the horizontal position of `anchor`, as a fraction of the frame's width", or: "set by `at`"),
      .optional("y", \.y, .number(-10...10, "frame heights"),
        "the vertical position of `anchor`, as a fraction of the frame's height", or: "set by `at`"),
      .optional("anchor", \.anchor, .word.unlisted,
        "the point of the layer at `x` and `y`, one of the nine places", or: "`\"center\"`")
        .hint("the point at x and y, fractions of the frame")
        .applies(where: { $0.x != nil || $0.y != nil }, because: ", since it has neither x nor y"),
      .value("start", \.timing.start, .fromEnd,
        "the start time in the film; negative times count from the film's end"),
      .optional("end", \.timing.end, .fromEnd,
        "the end time in the film; negative times count from the film's end", or: "the film's end")
        .hint("film times, negative from the film's end"),
      .value("fade", \.fade, .seconds, "the length of the dissolves in and out, sound included").hint("seconds"),
      .optional("enter", \.timing.enter, .layerEnd, """
        the entrance, instead of `fade`: a transition as between two clips, without `sound` and `overlap`, or its \
        name; `"cut"` is immediate
        """, or: "`fade`"),
      .optional("exit", \.timing.exit, .layerEnd, "the exit, instead of `fade`; values as for `enter`", or: "`fade`")
        .hint("transitions: enter=push:0.5"),
      .value("within", \.timing.within, .word,
        "the area in which `enter` and `exit` run, the frame or the rectangle of the layer, line, word or letter")
        .hint("frame or box: their area")
        .applies(where: { $0.timing.enter != nil || $0.timing.exit != nil },
          because: ", since a dissolve looks the same in both"),
      .value("path", \.timing.keyframes, .list(FilmBounds.keyframes), "a list of keyframes; see below", or: "none").inFile,
      .value("around", \.timing.turnsAlongPath, .flag, "true: the layer is rotated along its path").inFile
        .applies(where: { !$0.timing.keyframes.isEmpty }, because: ", since it has no path"),
    ]
  }
}

struct LayerClock: Sendable {
  let rate: FrameRate
  /// The film frames of the film or of a clip. Times count from their start or end.
  let frames: Range<Int>

  private func seconds(_ position: FilmClip.Position) -> Double {
    let start = rate.time(ofFrame: position.countsFromEnd ? frames.upperBound : frames.lowerBound)
    switch position {
    case .seconds(let seconds): return start + seconds
    case .frames(let frames): return start + rate.time(ofFrame: frames)
    }
  }

  /// Keyframes with their times in seconds of the film.
  /// - Throws: `FilmError.value` if a time is not later than the previous time.
  func timed<Keyframe>(
    _ keyframes: [Keyframe], at position: (Keyframe) -> FilmClip.Position, _ place: String
  ) throws(FilmError) -> [(keyframe: Keyframe, time: Double)] {
    var timed: [(keyframe: Keyframe, time: Double)] = []
    for keyframe in keyframes {
      let time = seconds(position(keyframe))
      if let before = timed.last?.time, time - before < KeyframeTrack.shortestStretch * 0.999 {
        throw .value(
          place: "\(place)[\(timed.count)].time", value: "\(DecimalText.text(time)) s of the film",
          expected: "later than the keyframe before it, which is at \(DecimalText.text(before)) s")
      }
      timed.append((keyframe, time))
    }
    return timed
  }
}

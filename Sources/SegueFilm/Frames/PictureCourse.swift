import SegueMotion
import SegueRun

/// The motion of one picture over its frames of the film: the part of it that fills the frame in each.
struct PictureCourse: Sendable {
  private let motion: PictureMotion
  /// Which of the film's pictures it is, for those that alternate.
  private let index: Int
  private let clock: LayerClock
  /// Those of the left edge, the upper one, the width and the height, where there are keyframes.
  private let tracks: [KeyframeTrack]

  /// The motion of a picture that is in the frames of `clock`.
  /// - Throws: `FilmError.value` for times that do not ascend.
  init(_ motion: PictureMotion, index: Int, _ clock: LayerClock, _ place: String) throws(FilmError) {
    (self.motion, self.index, self.clock) = (motion, index, clock)
    guard case .keyframes(let keyframes) = motion else {
      tracks = []
      return
    }
    let times = try clock.times(keyframes.map(\.time), "\(place).path")
    let sides: [(PictureMotion.Part) -> Double] = [\.x, \.y, \.width, \.height]
    tracks = sides.map { side in
      KeyframeTrack(
        zip(keyframes, times).map { keyframe, time in
          .init(time: time, value: side(keyframe.part.widened), timing: keyframe.timing)
        })
    }
  }

  /// The part that is shown in the film's frame `frame`.
  func part(at frame: Int) -> PictureMotion.Part {
    guard tracks.isEmpty else {
      let time = clock.rate.time(ofFrame: frame)
      let values = tracks.map { $0.value(at: time) }
      return .init(x: values[0], y: values[1], width: values[2], height: values[3]).shown
    }
    let fraction = FilmTimeline.progress(frame - clock.frames.lowerBound, of: clock.frames.count)
    return motion.part(at: fraction, index: index) ?? .whole
  }

  /// The shorter side of the smallest part on the way.
  var nearest: Double {
    var parts = [0, 1].compactMap { motion.part(at: $0, index: index) }
    if case .keyframes(let keyframes) = motion { parts = keyframes.map(\.part.widened) }
    return parts.map { min($0.width, $0.height) }.min() ?? 1
  }
}

extension FilmPlan {
  /// The motion of the picture that is clip `clip`; `nil` where it stands still.
  /// - Parameter number: which of the film's pictures it is.
  /// - Throws: `FilmError.value`.
  func course(ofPicture number: Int, _ clip: Int) throws(FilmError) -> PictureCourse? {
    let own = clips[clip].input.motion
    let motion = own ?? request.motion
    if motion == .none { return nil }
    return try PictureCourse(
      motion, index: number, LayerClock(rate: rate, frames: timeline.clips[clip]),
      own == nil ? "motion" : "\(request.place(ofClip: clip)).motion")
  }
}

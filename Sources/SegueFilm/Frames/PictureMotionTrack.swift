import SegueMotion
import SegueRun

/// The motion of a picture over its film frames: the view in each frame.
struct PictureMotionTrack: Sendable {
  private let motion: PictureMotion
  /// The picture's index in the film, for `auto`, which alternates.
  private let index: Int
  private let clock: LayerClock
  /// The tracks of left edge, top edge, width and height; empty without keyframes.
  private let tracks: [KeyframeTrack]

  /// The motion of a picture in the frames of `clock`.
  /// - Throws: `FilmError.value` for times that are not ascending.
  init(_ motion: PictureMotion, index: Int, _ clock: LayerClock, _ place: String) throws(FilmError) {
    self.motion = motion
    self.index = index
    self.clock = clock
    guard case .keyframes(let keyframes) = motion else {
      tracks = []
      return
    }
    let timed = try clock.timed(keyframes, at: \.time, "\(place).path")
    let sides: [(PictureMotion.Part) -> Double] = [\.x, \.y, \.width, \.height]
    tracks = sides.map { side in
      KeyframeTrack(
        timed.map { keyframe, time in
          .init(time: time, value: side(keyframe.part.widened), timing: keyframe.timing)
        })
    }
  }

  func part(at frame: Int) -> PictureMotion.Part {
    guard tracks.isEmpty else {
      let time = clock.rate.time(ofFrame: frame)
      let values = tracks.map { $0.value(at: time) }
      return .init(x: values[0], y: values[1], width: values[2], height: values[3]).shown
    }
    let fraction = FilmTimeline.progress(frame - clock.frames.lowerBound, of: clock.frames.count)
    return motion.part(at: fraction, index: index) ?? .whole
  }

  /// The shorter side of the smallest view, as a fraction of the picture.
  var nearest: Double {
    var parts = [0, 1].compactMap { motion.part(at: $0, index: index) }
    if case .keyframes(let keyframes) = motion { parts = keyframes.map(\.part.widened) }
    return parts.map { min($0.width, $0.height) }.min() ?? 1
  }
}

extension FilmPlan {
  /// The motion of the picture of `clip`; `nil` if it is still.
  /// - Throws: `FilmError.value`.
  func motionTrack(of clip: ResolvedClip) throws(FilmError) -> PictureMotionTrack? {
    guard case .picture(_, _, let number) = clip.content, clip.motion != .none else { return nil }
    return try PictureMotionTrack(
      clip.motion, index: number, LayerClock(rate: rate, frames: clip.frames),
      clip.input.motion == nil ? "motion" : "\(request.place(ofClip: clip.index)).motion")
  }
}

import SegueFields
import SegueRun
import SegueSystem

/// The frames of a film that plays forwards and then backwards.
///
/// **Thread-safety:** as `FrameSource`. `@unchecked`, since everything except the legs is confined to the
/// requesting thread.
final class PingPongFrames: FrameSource, @unchecked Sendable {
  let frames: Range<Int>
  let repeatsFrames = true
  private let legs: [FilmFrames]
  /// The index of the current leg, and the number of its frames that are left.
  private var leg = 0
  private var rest: Int
  private var notices: [Notice] = []

  init(_ film: ResolvedFilm, frames: Range<Int>) {
    self.frames = frames
    legs = film.plan.timeline.legs(frames).map {
      FilmFrames(film, frames: $0.frames, isBackwards: $0.isBackwards)
    }
    rest = legs.first?.frames.count ?? 0
  }

  func next() throws -> SourceFrame {
    if rest == 0 {
      notices.add(legs[leg].close())
      leg += 1
      rest = legs[leg].frames.count
    }
    rest -= 1
    return try legs[leg].next()
  }

  func cancel() {
    for leg in legs { leg.cancel() }
  }

  func close() -> [Notice] {
    for leg in legs[min(leg, legs.count)...] { notices.add(leg.close()) }
    return notices
  }
}

extension ResolvedFilm {
  /// The source of the film's `frames`, in order.
  func source(of frames: Range<Int>) -> any FrameSource {
    plan.timeline.returnCount > 0
      ? PingPongFrames(self, frames: frames) : FilmFrames(self, frames: frames)
  }
}

import SegueRun

// Films that play forwards and then backwards.

extension FilmTimeline {
  /// Frames in ascending order, or in descending order if `isBackwards`.
  struct Leg: Sendable, Hashable {
    var frames: Range<Int>
    var isBackwards = false
  }

  /// Appends the film backwards, without the last frame. A film that is played `again` ends at its second
  /// frame, since its first frame follows.
  /// - Throws: `FilmError.tooLong`.
  mutating func playBackwards(again: Bool) throws(FilmError) {
    returnCount = max(0, forwardCount - (again ? 2 : 1))
    let seconds = seconds(ofFrame: frameCount)
    guard FilmBounds.seconds.contains(seconds) else { throw .tooLong(seconds: seconds) }
  }

  /// The frames to draw for the film frames `range`, in at most two legs.
  func legs(_ range: Range<Int>) -> [Leg] {
    let back = range.clamped(to: forwardCount..<frameCount)
    // Frame `forwardCount` shows the frame before the last one.
    let end = 2 * forwardCount - 1
    return [
      Leg(frames: range.clamped(to: 0..<forwardCount)),
      Leg(frames: end - back.upperBound..<end - back.lowerBound, isBackwards: true),
    ].filter { !$0.frames.isEmpty }
  }
}

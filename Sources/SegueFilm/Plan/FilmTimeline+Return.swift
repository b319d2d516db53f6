import SegueRun

// Films that play forwards and then backwards.

extension FilmTimeline {
  /// Frames in ascending order, or in descending order if `isBackwards`.
  struct Leg: Sendable, Hashable {
    var frames: Range<Int>
    var isBackwards = false
  }

  /// Lets the film play backwards at its end: without the last frame, and down to the second if it is shown `again`.
  /// - Throws: `FilmError.tooLong`.
  mutating func playBackwards(again: Bool) throws(FilmError) {
    returnCount = max(0, forwardCount - (again ? 2 : 1))
    let seconds = seconds(ofFrame: frameCount)
    guard FilmBounds.seconds.contains(seconds) else { throw .tooLong(seconds: seconds) }
  }

  /// The frames that the film shows in `range`.
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

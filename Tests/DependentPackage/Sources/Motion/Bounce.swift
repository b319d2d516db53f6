import Foundation
import SegueMotion

/// The positions of a spring, without pixels.
public func bounce(dampingRatio: Double, for duration: TimeInterval) throws -> [Double] {
  var seen: [Double] = []
  let animator = try TransitionAnimator(duration: duration, timing: .spring(dampingRatio: dampingRatio)) {
    seen.append($0)
  }
  try animator.startAnimation()
  for frame in 0...60 { animator.advance(to: Double(frame) / 60 * duration) }
  return seen
}

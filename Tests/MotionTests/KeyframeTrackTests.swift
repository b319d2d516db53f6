import Foundation
import Testing

@testable import SegueMotion

/// Numbers that move between keyframes.
@Suite("Keyframes") struct KeyframeTrackTests {
  private typealias Keyframe = KeyframeTrack.Keyframe

  private static let spring = TimingCurve.spring(mass: 1, stiffness: 120, damping: 6)

  /// Springs that are moving at the next keyframe, and curves that reach it at speed.
  private static let arrivals: [TimingCurve] = [
    .linear, .cubicBezier(x1: 0.3, y1: 1.4, x2: 0.7, y2: 0.2), spring,
    .spring(mass: 1, stiffness: 100, damping: 20, initialVelocity: 2),
    .spring(mass: 1, stiffness: 100, damping: 60),
  ]

  /// Curves after the keyframe.
  private static let curves: [TimingCurve] =
    arrivals + [
      .easeIn, .easeInOut, .spring(dampingRatio: 0.4), .spring(dampingRatio: 1),
      .spring(dampingRatio: 2, initialVelocity: 3),
    ]

  @Test("an interrupted spring continues with its value and velocity")
  func interrupted() {
    // z″ + 6 z′ + 120 z = 0 from z(0) = −0.6 at rest: e^(−3t)·(z₀ cos ωt + 3 z₀/ω sin ωt), ω² = 111.
    let track = KeyframeTrack([
      Keyframe(time: 1, value: 0.2, timing: Self.spring),
      Keyframe(time: 1.2, value: 0.8, timing: Self.spring),
      Keyframe(time: 1.5, value: 0.1, timing: .easeInOut), Keyframe(time: 3, value: 0.5, timing: .linear),
    ])
    let w = 111.0.squareRoot()
    func closed(_ t: Double) -> (Double, Double) {
      let e = exp(-3 * t)
      let (c, s) = (cos(w * t), sin(w * t))
      return (0.8 + e * (-0.6 * c - 1.8 / w * s), e * (120 * 0.6 / w) * s)
    }
    for t in [0.0, 0.05, 0.1, 0.15, 0.199] {
      #expect(abs(track.value(at: 1 + t) - closed(t).0) < 1e-9)
      #expect(abs(track.velocity(at: 1 + t) - closed(t).1) < 1e-9)
    }
    let (place, velocity) = closed(0.2)
    #expect(abs(place - 0.8) > 0.01 && abs(velocity) > 0.1)
    #expect(abs(track.value(at: 1.2) - place) < 1e-9 && abs(track.velocity(at: 1.2) - velocity) < 1e-9)
    #expect(track.value(at: 0) == 0.2 && track.value(at: 3) == 0.5 && track.value(at: 9) == 0.5)
    #expect(track.velocity(at: 0.5) == 0 && track.velocity(at: 3.1) == 0)
  }

  @Test("an interruption causes no jump in value or velocity beyond 1e-9")
  func continuity() {
    for first in Self.arrivals {
      for second in Self.curves {
        let track = KeyframeTrack([
          Keyframe(time: 0, value: -3, timing: first), Keyframe(time: 0.4, value: 2, timing: second),
          Keyframe(time: 0.9, value: 1, timing: .easeInOut), Keyframe(time: 2, value: 1, timing: .linear),
        ])
        // The acceleration changes the value and the velocity less than 1e-9 in this time.
        let (before, after) = (0.4 - 1e-13, 0.4 + 1e-13)
        #expect(abs(track.velocity(at: 0.4)) > 1e-3)
        #expect(abs(track.value(at: before) - track.value(at: after)) < 1e-9, "\(first) \(second)")
        #expect(abs(track.velocity(at: before) - track.velocity(at: after)) < 1e-9, "\(first) \(second)")
        // The velocity is the slope of the value.
        for time in stride(from: 0.413, to: 0.89, by: 0.031) {
          let slope = (track.value(at: time + 1e-6) - track.value(at: time - 1e-6)) / 2e-6
          #expect(abs(slope - track.velocity(at: time)) < 1e-3, "\(first) \(second) at \(time)")
        }
      }
    }
  }

  @Test("a fitted spring is at rest at its keyframe's time")
  func ends() {
    for ratio in [0.2, 1, 3] {
      let track = KeyframeTrack([
        Keyframe(time: 0, value: 0, timing: .spring(dampingRatio: ratio)),
        Keyframe(time: 2, value: 5, timing: .linear), Keyframe(time: 3, value: 5, timing: .linear),
      ])
      #expect(track.value(at: 2) == 5 && track.velocity(at: 2) == 0)
      #expect(abs(track.value(at: 2 - 1e-7) - 5) < 1e-6 && abs(track.velocity(at: 2 - 1e-9)) < 1e-6)
    }
    let free = KeyframeTrack([
      Keyframe(time: 0, value: 0, timing: Self.spring), Keyframe(time: 0.1, value: 1, timing: .linear),
    ])
    #expect(free.value(at: 0.1) < 0.6 && free.velocity(at: 0.1) > 1)
    #expect(free.value(at: 0.4) > 1.1 && free.value(at: 4) == 1 && free.velocity(at: 4) == 0)
    // The velocity of a curve that arrives at speed is carried through a keyframe of the same value.
    let thrown = KeyframeTrack([
      Keyframe(time: 0, value: 0, timing: .linear), Keyframe(time: 1, value: 1, timing: .easeInOut),
      Keyframe(time: 2, value: 1, timing: .linear),
    ])
    #expect(thrown.velocity(at: 1) == 1 && thrown.value(at: 1.3) > 1.1 && thrown.value(at: 2) == 1)
  }
}

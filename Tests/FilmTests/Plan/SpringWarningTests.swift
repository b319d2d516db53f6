import SegueFilms
import SegueImaging
import SegueMotion
import Testing

@testable import SegueFilm

/// Warnings about springs that are not at rest at their end.
@Suite("Unsettled springs") struct SpringWarningTests {
  @Test("a spring more than 1 % from rest causes a warning with a sufficient duration")
  func duration() throws {
    let spring = TimingCurve.spring(dampingRatio: 0.2, initialVelocity: 3)
    let warning = try #require(spring.restNotice(over: 1)).sentence
    #expect(
      warning
        == "spring(0.2,3) is still 3 % of the way from its end after 1 s, so the last tenth of "
        + "the motion closes the gap; a duration of 1.4 s lets it settle")
    #expect(abs(spring.value(at: 1.4, duration: 1.4) - 1) <= 0.01)
    #expect(abs(abs(spring.value(at: 1, duration: 1) - 1) - 0.03) < 0.0005)
    #expect(spring.restNotice(over: 1.4) == nil)
  }

  @Test("the warning about a spring that never settles advises to increase its damping")
  func hopeless() throws {
    let warning = try #require(TimingCurve.spring(dampingRatio: 0.05).restNotice(over: 2)).sentence
    #expect(warning.hasSuffix("no duration lets it settle; increase its damping"))
  }

  @Test(
    "settled springs and other curves have no warning",
    arguments: [
      .linear, .easeInOut, .spring(dampingRatio: 0.8, initialVelocity: 6), .spring(dampingRatio: 1),
      .spring(mass: 1, stiffness: 100, damping: 10), .spring(dampingRatio: .nan),
    ] as [TimingCurve])
  func silent(curve: TimingCurve) { #expect(curve.restNotice(over: 1) == nil) }

  @Test("a junction with an unsettled spring ends without a jump")
  func junction() async throws {
    var junction = FilmJunction(duration: .seconds(1))
    junction.timing = .spring(dampingRatio: 0.05)
    let request = FilmRequest(
      clips: [FilmClip(.color(.black)), FilmClip(.color(.white))], junctions: [junction], output: "x.mp4")
    let plan = try await FilmPlan(request)
    #expect(plan.notices.count { $0.sentence.contains("% of the way from its end after") } == 1)
    for curve in [
      TimingCurve.spring(dampingRatio: 0.2, initialVelocity: 3), .spring(mass: 1, stiffness: 30, damping: 8),
    ] {
      let motion = FittedMotion(curve, rate: try FrameRate(60))
      let progresses = (0..<61).map { motion.progress(ofFrame: $0, in: 0..<61) }
      let steps = zip(progresses, progresses.dropFirst()).map { abs($1 - $0) }
      #expect(progresses.last == 1 && steps[59] <= steps[50..<59].max() ?? 0)
    }
  }
}

import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueTransitions
import Testing

@testable import SegueFilm

@Suite("Fingerprints") struct FingerprintTests {
  private func text(_ value: Any) -> String { Fingerprint.text(of: value) }

  @Test("each value has an exact form on one line")
  func values() {
    let values: [(any Sendable, String)] = [
      ("a \"b\"\\\nc", #""a \"b\"\\\nc""#), (-3, "-3"), (0.1, "0.1"), (true, "true"),
      (-2..<5, "Range<Int>(lowerBound=-2 upperBound=5)"), ([2, 1], "Array<Int>(=2 =1)"),
      (FilmTitle.Place.topLeft, "topLeft"), (OverlayShape.circle, "circle"),
      (OverlayShape.rounded(0.5), "OverlayShape(rounded=0.5)"), (String?.none, "nil"),
    ]
    for (value, form) in values { #expect(text(value) == form) }
    #expect(text(0.0) != text(-0.0))
  }

  @Test("a value of any type has its properties, sorted for sets and dictionaries")
  func properties() {
    struct Inner {
      var color = RGBAColor(red: 1, green: 2, blue: 3, alpha: 4)
      var note: String? = "a b"
    }
    struct Outer {
      var count = 2
      var share = 0.1
      var inner = Inner()
      var names: Set<String> = ["c", "a", "b"]
      var none: Int?
    }
    #expect(
      text(Outer())
        == "Outer(count=2 share=0.1 inner=Inner(color=RGBAColor(red=1 green=2 blue=3 alpha=4) note=\"a b\") "
        + "names=Set<String>(=\"a\" =\"b\" =\"c\") none=nil)")
  }

  @Test("a transition's own fingerprint replaces its properties")
  func transitions() {
    final class Wipe: Transition {
      let angle: Double
      let fingerprint: String?
      let duration = 1.0
      let timing = TimingCurve.linear

      init(_ angle: Double, _ fingerprint: String?) {
        self.angle = angle
        self.fingerprint = fingerprint
      }

      func recipe(at progress: Double, in context: TransitionContext) -> Recipe { .snapshot(.from) }
    }
    struct Pair { var first, second: Wipe }
    #expect(text(Wipe(30, "angle 30")) == #"Wipe(fingerprint="angle 30")"#)
    #expect(text(Wipe(1, "1") as (any Transition)? as Any) == #"Wipe(fingerprint="1")"#)
    #expect(text(Pair(first: Wipe(1, "1"), second: Wipe(2, "2"))).contains(#"second=Wipe(fingerprint="2")"#))
    // Without a fingerprint only the type is known.
    #expect(text(Wipe(30, nil)) == text(Wipe(60, nil)))
  }

  @Test("curves with equal numbers and different forms have different fingerprints")
  func curves() throws {
    let curves: [TimingCurve] = [
      .linear, .ease, .easeIn, .steps(1), .steps(1, .start), .spring(dampingRatio: 1),
      .spring(dampingRatio: 0.5),
    ]
    #expect(Set(curves.map { text($0) }).count == curves.count)
  }
}

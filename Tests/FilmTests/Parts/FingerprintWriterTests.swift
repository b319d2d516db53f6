import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueTransitions
import Testing

@testable import SegueFilm

/// The text of fingerprints, which must not change between versions.
@Suite("Fingerprints") struct FingerprintWriterTests {
  private func text(_ add: (inout FingerprintWriter) -> Void) -> String {
    var writer = FingerprintWriter()
    add(&writer)
    return writer.text
  }

  @Test("each value has an exact form on one line")
  func values() {
    let text = text {
      $0.add("text", "a \"b\"\\\nc")
      $0.add("count", -3)
      $0.add("size", 0.1)
      $0.add("flag", true)
      $0.add("frames", -2..<5)
      $0.add("lines", [2, 1])
      $0.add("place", FilmTitle.Place.topLeft)
    }
    // 0.1 as an IEEE 754 double.
    #expect(
      text == #"text="a \"b\"\\\nc" count=-3 size=3fb999999999999a flag=true "#
        + "frames=-2..<5 lines=[2 1] place=top-left")
    #expect(self.text { $0.add("zero", 0.0) } != self.text { $0.add("zero", -0.0) })
  }

  @Test("a nested value adds its fields in brackets, unless it is nil")
  func nested() {
    let text = text {
      $0.add("color", RGBAColor(red: 1, green: 2, blue: 3, alpha: 4))
      $0.add("shape", OverlayShape?.none)
      $0.add("speed", String?.none)
      $0.add("curve", TimingCurve.steps(4))
    }
    #expect(text == #"color=(rgba=[1 2 3 4]) curve=(curve="steps" count=4)"#)
  }

  @Test("the fingerprint of any value lists its properties in a fixed order")
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
      text { $0.add("own", propertiesOf: Outer()) }
        == "own=Outer(count=2 share=0.1 inner=Inner(color=(rgba=[1 2 3 4]) note=\"a b\") "
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
    func key(_ value: Any) -> String { text { $0.add("own", propertiesOf: value) } }
    #expect(key(Wipe(30, "angle 30")) == #"own=Wipe(fingerprint="angle 30")"#)
    #expect(key(Pair(first: Wipe(1, "1"), second: Wipe(2, "2"))).contains(#"second=Wipe(fingerprint="2")"#))
    // Without a fingerprint only the type is known.
    #expect(key(Wipe(30, nil)) == key(Wipe(60, nil)))
  }

  @Test("curves with equal numbers and different forms have different fingerprints")
  func curves() throws {
    let curves: [TimingCurve] = [
      .linear, .ease, .easeIn, .steps(1), .steps(1, .start), .spring(dampingRatio: 1),
      .spring(dampingRatio: 0.5),
    ]
    #expect(Set(curves.map(\.fingerprint)).count == curves.count)
  }
}

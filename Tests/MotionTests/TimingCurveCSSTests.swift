import TestSupport
import Testing

@testable import SegueMotion

@Suite("Curves as CSS") struct TimingCurveCSSTests {
  static let curves =
    TimingCurve.named.map(\.name) + [
      "cubic-bezier(0.3,-0.6,0.7,1.6)", "spring(0.3)", "spring(0.8,6)", "spring(1,100,10,0)",
      "spring(duration:0.8,bounce:0.5)", "steps(3)", "steps(1000)", "linear(0, 0.25 25% 75%, 1)",
    ]

  @Test("linear() is within 0.002 of the curve at 1,000 points", .takesLong, arguments: curves)
  func tolerance(text: String) throws {
    let curve = try TimingCurve(parsing: text)
    let function = curve.function(over: 0.7)
    let css = try TimingCurve(parsing: curve.css(over: 0.7)).function(over: 1)
    for step in 0..<1000 {
      let share = Double(step) / 1000
      let time = share * function.duration
      let (own, run) = (function.value(at: time), function.progress(at: time))
      let value = css.value(at: share)
      #expect(abs(value - run) <= 0.002, "\(text) at \(share)")
      // Some fitted springs are farther from 1 at their end, which a run corrects.
      if function.distanceAtEnd < 0.0018 { #expect(abs(value - own) <= 0.002, "\(text) at \(share)") }
    }
  }

  /// A chord of x² over a length h is off by h²/4, so a line reaches as far as 2·√0.002, or 0.0894.
  @Test("linear() has as few lines as the tolerance permits")
  func count() throws {
    let lines = { (text: String) in
      try TimingCurve(parsing: text).css(over: 1).split(separator: ",").count - 1
    }
    #expect(try lines("ease-in-quad") <= 12)
    #expect(try lines("linear") == 1)
    #expect(try lines("cubic-bezier(0,0,1,1)") == 1)
  }

  @Test(
    "curves of straight lines and steps are exact",
    arguments: [
      ("linear", "linear(0, 1)"), ("linear(0, 0.25, 1)", "linear(0, 0.25 50%, 1)"),
      ("steps(2)", "linear(0, 0 50%, 0.5 50%, 0.5 100%, 1)"),
      ("steps(2,jump-start)", "linear(0.5, 0.5 50%, 1 50%, 1)"),
      ("steps(2,jump-none)", "linear(0, 0 50%, 1 50%, 1)"),
      ("steps(2,jump-both)", "linear(0.3333, 0.3333 50%, 0.6667 50%, 0.6667 100%, 1)"),
      (
        "steps(3)",
        "linear(0, 0 33.3333%, 0.3333 33.3333%, 0.3333 66.6666%, 0.6667 66.6666%, 0.6667 100%, 1)"
      ),
    ])
  func exact(text: String, css: String) throws {
    #expect(try TimingCurve(parsing: text).css(over: 1) == css)
  }

  @Test("linear() starts at 0 and ends at 1", arguments: curves)
  func ends(text: String) throws {
    let css = try TimingCurve(parsing: text).css(over: 0.7)
    #expect(css.hasPrefix("linear(0, ") && css.hasSuffix(", 1)"))
  }
}

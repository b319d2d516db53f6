import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif
import SegueMotion
import Segue
import Testing

@testable import SegueTools

@Suite("Curve tables and plots") struct CurvePlotTests {
  @Test("samples are the curve's values from 0 to the duration")
  func samples() {
    let numbers = CurveSamples(.easeIn, duration: 2, count: 5)
    #expect(numbers.samples.map(\.time) == [0, 0.5, 1, 1.5, 2])
    #expect(abs(numbers.samples[1].value - 0.09346466) < 1e-7 && numbers.samples[4].value == 1)
    #expect(numbers.settlingDuration == nil && numbers.curve == "ease-in")
    let linear = CurveSamples(.linear, duration: 4, count: 2)
    #expect(linear.samples.map(\.velocity) == [0.25, 0.25])
  }

  /// **Source:** W3C, CSS Easing Functions Level 2: the lines reach the ends of the duration.
  @Test(
    "samples of linear() have the curve's values at both ends",
    arguments: [
      ("linear(0.2, 0.8)", [0.2, 0.5, 0.8]), ("linear(1, -0.5, 0)", [1, -0.5, 0]),
      ("linear(0.5 50%, 0.9 110%, 1)", [0.5 / 3, 0.5, 2.5 / 3]),
    ])
  func ownEnds(text: String, values: [Double]) throws {
    let curve = try TimingCurve(parsing: text)
    let samples = CurveSamples(curve, duration: 2, count: 3).samples
    for (sample, value) in zip(samples, values) { #expect(abs(sample.value - value) < 1e-12) }
    #expect(samples.count == 3)
    // A run begins at 0 and ends at 1.
    #expect(curve.value(at: 0, duration: 2) == 0 && curve.value(at: 2, duration: 2) == 1)
  }

  @Test("the table of a spring includes its last sample")
  func springs() {
    let spring = CurveSamples(
      .spring(mass: 1, stiffness: 100, damping: 10), duration: 9, count: 3)
    #expect(abs(spring.duration - 1.4727003346780927) < 1e-9)
    #expect(spring.settlingDuration == spring.duration)
    #expect(spring.samples[2].value != 1 && abs(spring.samples[2].value - 1) < 0.001)
    let fitted = CurveSamples(.spring(dampingRatio: 0.8), duration: 0.6, count: 3)
    #expect(fitted.duration == 0.6 && fitted.settlingDuration != nil)
  }

  @Test("the JSON has null for a missing settling duration")
  func json() throws {
    let data = try JSONEncoder().encode(CurveSamples(.linear, duration: 1, count: 2))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"settlingDuration\":null") && text.contains("\"curve\":\"linear\""))
  }

  @Test("an axis has round ticks that contain its range", arguments: [0.003, 0.6, 1, 7.3, 40, 86_400])
  func axes(length: Double) {
    let axis = PlotAxis(-0.1 * length...length, ticks: 6, pixels: (368, 72), isWidened: true)
    #expect(axis.range.lowerBound <= -0.1 * length && axis.range.upperBound >= length)
    #expect((3...9).contains(axis.ticks.count) && axis.ticks.contains { abs($0) < 1e-12 })
    #expect(axis.position(axis.range.lowerBound) == 368 && axis.position(axis.range.upperBound) == 72)
  }

  @Test(
    "the plot is well-formed SVG with a description",
    arguments: [
      "linear", "steps(3)", "spring(0.3)", "spring(1,100,10,0)", "cubic-bezier(0,1,1,0)", "spring(0.8,40)",
    ])
  func plots(text: String) throws {
    let curve = try TimingCurve(parsing: text)
    let svg = CurvePlot(curve, duration: 0.6).svg
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains(curve.description) && svg.contains("prefers-color-scheme: dark"))
    #expect(svg.contains("duration ") && !svg.contains("nan") && !svg.contains("inf"))
    #expect(
      svg.contains("overshoots to 1.")
        == (text == "spring(0.3)" || text.hasPrefix("spring(1,") || text.hasPrefix("spring(0.8,")))
    #expect(svg.contains("settled") == text.hasPrefix("spring"))
  }

  @Test("the plotted values end at the duration")
  func line() {
    // Linear over 1 s: time 0…1.04 over 58…658 pixels, value 0…1.2 over 368…72.
    let svg = CurvePlot(.linear, duration: 1).svg
    #expect(svg.contains("cx='634.92' cy='121.33'") && svg.contains("cx='58' cy='368'"))
  }

  @Test("numbers have no trailing zeros")
  func decimals() {
    #expect(
      DecimalText.text(0.25) == "0.25" && DecimalText.text(3) == "3" && DecimalText.text(-0.0001) == "0")
    #expect(DecimalText.fixed(1.5, 3) == "1.500" && DecimalText.text(1000) == "1000")
  }
}

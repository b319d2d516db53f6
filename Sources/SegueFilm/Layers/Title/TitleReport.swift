import SegueSystem

// A title in the film's report: its values, and their text in a plan.

extension FilmReport {
  /// A title: film frames, `end` exclusive. `enter` and `exit` are `nil` for cuts.
  package struct Title: Sendable, Hashable, Codable {
    package var text: String
    package var start: Int
    package var end: Int
    package var enter: Junction?
    package var exit: Junction?
    /// `box` if both transitions are drawn in the title's rectangle.
    package var within: String?
    /// The number of keyframes of the path; `nil` without a path.
    package var keyframes: Int?
    /// The unit that enters one by one: `line`, `word` or `letter`; `nil` if the title enters as a whole.
    package var by: String?
    /// The seconds between two starts, or between the first and the last if ``staggerTiming`` is set.
    package var stagger: Double?
    /// The curve of the start times; `nil` if they are evenly spaced.
    package var staggerTiming: String?
  }
}

extension FilmReport.Title {
  init(_ title: FilmTitle, _ plan: LayerPlan) {
    let stagger = title.pieces == nil ? nil : (title.stagger ?? TitlePieces.stagger).report
    self.init(
      text: title.text, start: plan.frames.lowerBound, end: plan.frames.upperBound,
      enter: plan.enter?.report, exit: plan.exit?.report, within: title.reportedArea,
      keyframes: title.reportedKeyframes, by: title.pieces?.rawValue, stagger: stagger?.seconds,
      staggerTiming: stagger?.timing)
  }

  /// The values at the end of the title's line in a plan.
  package var details: [String] {
    let curve = staggerTiming.map { " \($0)" }
    let pause = stagger.map {
      " \(curve == nil ? "every" : "within") \(DecimalText.text($0)) s\(curve ?? "")"
    }
    return [
      within.map { "within the \($0)" }, by.map { "by \($0)\(pause ?? "")" },
      keyframes.map { "\($0) keyframes" },
    ].compactMap(\.self)
  }
}

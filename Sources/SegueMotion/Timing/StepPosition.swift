/// The position of the jumps of a step function.
///
/// **Source:** W3C, CSS Easing Functions Level 1, the `<step-position>` of `steps()`.
package enum StepPosition: String, Sendable, Hashable, CaseIterable {
  /// Each step begins with a jump; the first one is at the start.
  case start = "jump-start"
  /// Each step ends with a jump; the last one is at the end.
  case end = "jump-end"
  /// No jump at the start and none at the end.
  case none = "jump-none"
  /// A jump at the start and one at the end.
  case both = "jump-both"

  /// The position by its name in CSS, where `start` and `end` are short forms.
  init?(named name: String) {
    self.init(rawValue: ["start", "end"].contains(name) ? "jump-" + name : name)
  }

  static let names = allCases.map { $0.rawValue } + ["start", "end"]

  var minimumCount: Int { self == .none ? 2 : 1 }

  /// The progress during step `index` of `count`, counted from 0; 1 after the last step.
  package func level(_ index: Int, of count: Int) -> Double {
    let jumpsBefore = index + (self == .start || self == .both ? 1 : 0)
    let jumps = count + (self == .both ? 1 : self == .none ? -1 : 0)
    return min(1, Double(jumpsBefore) / Double(jumps))
  }
}

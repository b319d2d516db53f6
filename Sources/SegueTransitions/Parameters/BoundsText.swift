import SegueFields
import SegueImaging
import SegueMath

extension NameSuggestion {
  /// The suggestion for a text that is not a colour: the text after a `#`, or the most similar colour
  /// name, if any.
  package static func words(forColor text: String) -> String {
    RGBAColor("#" + text) != nil ? "; did you mean #\(text)?" : words(for: text, in: RGBAColor.names)
  }
}

extension Double {
  /// The number with at most six decimal places below 10⁹.
  var rounded6: String { (magnitude < 1e9 ? (self * 1e6).rounded() / 1e6 : self).typed }
}

/// The bounds in words, such as `at least 0 and at most 1`.
func boundsText(_ minimum: Double?, _ maximum: Double?) -> String {
  [minimum.map { "at least \($0.rounded6)" }, maximum.map { "at most \($0.rounded6)" }].compactMap(\.self)
    .joined(separator: " and ")
}

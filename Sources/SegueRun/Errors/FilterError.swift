import SegueFields
import SegueTransitions

/// An error in the text of a request's filter chain, or in a value at a progress that is drawn.
package struct FilterError: DescribedError {
  package let formula: FormulaError
  /// The path of the object with the chain, such as `clips[2]`, or a word in quotation marks; `nil` for a
  /// render and for the whole film.
  package let part: String?
  /// The property with the chain, if any.
  package let option: RequestProperty?

  package init(_ formula: FormulaError, of property: RequestProperty?, in part: String?) {
    self.formula = formula
    self.part = part
    option = property
  }

  package var place: String? { Place(part).path }
  package var property: String? { option?.rawValue }
  package var code: SegueError.Code { formula.code }
  package var underlying: SegueError? { SegueError(formula) }

  package var sentence: String {
    let subject = [part, property].compactMap(\.self).joined(separator: ".")
    return subject.isEmpty ? formula.sentence : "\(subject): \(formula)"
  }
}

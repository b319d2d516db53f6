import SegueFields
import SegueImaging

/// A JSON value of a look's file, with its place.
struct LookValue {
  let syntax: JSONSyntax
  /// The place in the file, such as `recipe.mix[0].filter`.
  let place: String
  let file: String

  func error(_ problem: LookError.Problem) -> LookError { LookError(problem, at: place, in: file) }

  /// The keys and values of an object, in order.
  func members(_ expected: String = "an object in braces") throws(LookError) -> [(
    key: String, value: LookValue
  )] {
    guard case .object(let members) = syntax else { throw error(.expected(expected)) }
    return members.map { member in
      (
        member.key,
        LookValue(
          syntax: member.value, place: place.isEmpty ? member.key : "\(place).\(member.key)", file: file)
      )
    }
  }

  /// The values of an object of this form, by key; keys with a leading `_` are ignored.
  func object(_ form: LookForm) throws(LookError) -> [String: LookValue] {
    let known = form.names
    var found: [String: LookValue] = [:]
    for (key, value) in try members() where !key.hasPrefix("_") {
      guard known.contains(key) else { throw error(.unknownKey(key, known: known)) }
      found[key] = value
    }
    for key in form.required where found[key] == nil { throw error(.missingKey(key)) }
    return found
  }

  func list(_ expected: String) throws(LookError) -> [LookValue] {
    guard case .list(let values) = syntax else { throw error(.expected(expected)) }
    return values.enumerated().map { LookValue(syntax: $1, place: "\(place)[\($0)]", file: file) }
  }

  func text(_ expected: String) throws(LookError) -> String {
    guard case .text(let text) = syntax else { throw error(.expected(expected)) }
    return text
  }

  func truth() throws(LookError) -> Bool {
    guard case .truth(let isTrue) = syntax else { throw error(.expected("true or false")) }
    return isTrue
  }

  /// The value as one of the words `known`.
  func word(_ known: [String]) throws(LookError) -> String {
    let word = try text("one of " + known.joined(separator: ", "))
    guard known.contains(word) else { throw error(.unknownWord(word, known: known)) }
    return word
  }

  func color() throws(LookError) -> RGBAColor {
    let expected = "a colour such as #ff8800"
    let text = try text(expected)
    guard let color = RGBAColor(text) else {
      throw error(.expected(expected + NameSuggestion.words(forColor: text)))
    }
    return color
  }

  /// A number without an expression.
  func constant() throws(LookError) -> Double {
    guard case .number(let number) = syntax else { throw error(.expected("a number")) }
    return number
  }

  /// A number or an expression in quotes.
  func number(_ variables: [String], _ bounds: ClosedRange<Double> = LookNumber.unbounded) throws(LookError)
    -> LookNumber
  {
    switch syntax {
    case .number(let number): return LookNumber(number, at: place, bounds)
    case .text(let text):
      do throws(FormulaError) {
        return LookNumber(try Expression(parsing: text, variables: variables), at: place, bounds)
      } catch { throw self.error(.formula(error)) }
    default: throw error(.expected("a number or an expression in quotes"))
    }
  }
}

/// Paths in a file, which are relative to the file.
package enum LookPath {
  /// `path` relative to the folder of `file`.
  package static func resolved(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return String(file[...slash]) + path
  }
}

/// An error of the argument parser. Its error types are internal, so their cases and values are read by reflection.
enum ParserFault {
  case unknownOption(String)
  case missingValue(option: String)
  case missingArgument
  /// An option or the positional argument `key` has an invalid value; `reason` is the error of its reader.
  case invalidValue(String, option: String?, key: String, reason: (any Error)?)

  /// The fault in `error`; `nil` for other errors of the parser.
  init?(_ error: any Error) {
    guard let fault = Mirror(reflecting: error).descendant("parserError") else { return nil }
    let facts = Mirror(reflecting: fault)
    if let name = facts.descendant("unknownOption", 1)
      ?? facts.descendant("missingValueOrUnknownCompositeOption", 2)
    {
      self = .unknownOption(Self.text(name))
    } else if let name = facts.descendant("missingValueForOption", 1) {
      self = .missingValue(option: Self.text(name))
    } else if facts.descendant("noValue") != nil {
      self = .missingArgument
    } else if let value = facts.descendant("unableToParseValue", 2) as? String,
      let key = facts.descendant("unableToParseValue", "forKey", "name") as? String
    {
      self = .invalidValue(
        value, option: facts.descendant("unableToParseValue", 1, "some").map(Self.text), key: key,
        reason: facts.descendant("unableToParseValue", "originalError", "some") as? any Error)
    } else {
      return nil
    }
  }

  /// The name of an option with its dashes.
  private static func text(_ name: Any) -> String {
    guard let part = Mirror(reflecting: name).children.first else { return "" }
    // The letter of a short name is the first of two values.
    let word = part.value as? String ?? Mirror(reflecting: part.value).children.first.map { "\($0.value)" }
    return (part.label == "long" ? "--" : "-") + (word ?? "")
  }
}

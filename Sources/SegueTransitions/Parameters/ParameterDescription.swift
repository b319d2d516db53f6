import SegueFields
import SegueImaging

/// The type, bounds and default of a transition's parameter.
public struct ParameterDescription: Sendable, Hashable {
  /// The name on the command line and in values.
  public var name: String
  /// The kind of value that the parameter takes.
  public var type: ParameterType
  /// The default; `nil` if a value is required.
  public var defaultValue: ParameterValue?
  /// The minimum, for each component, inclusive; `nil` means no bound.
  public var minimum: Double?
  /// The maximum, for each component, inclusive; `nil` means no bound.
  public var maximum: Double?
  /// The unit of the numbers in words; `nil` for numbers without a unit.
  public var unit: String?
  /// A summary of the parameter in one sentence.
  public var summary: String
  /// The value of a filter's parameter that leaves the picture unchanged to the byte; `nil` if no value
  /// of this parameter alone does that. An animation starts from this value.
  package var neutral: ParameterValue?
  /// Whether the parameter is optional without a default: the transition then draws a replacement.
  package var isOptional = false

  /// A description of a parameter, checked when its transition is made. Making the transition
  /// throws if the default does not fit, if the bounds do not ascend, or if the number of components
  /// is impossible.
  public init(
    name: String, type: ParameterType, default defaultValue: ParameterValue?, minimum: Double? = nil,
    maximum: Double? = nil, unit: String? = nil, summary: String
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.unit = unit
    self.summary = summary
  }

  /// The default as a value of the type; a word may represent a number.
  /// - Throws: `ParameterError.invalidDescription` if no value of this parameter is possible.
  func checkedDefault() throws(ParameterError) -> ParameterValue? {
    if !(minimum ?? -.infinity <= maximum ?? .infinity) {
      throw .invalidDescription(name: name, reason: "its bounds do not ascend")
    }
    switch type {
    case .ivec(let count), .bvec(let count), .mat(let count):
      guard (2...4).contains(count) else {
        throw .invalidDescription(name: name, reason: "\(type.name) is not a type; use 2 to 4 components")
      }
    default: break
    }
    guard let defaultValue else { return nil }
    do throws(ParameterError) { return try check(defaultValue) } catch {
      throw .invalidDescription(name: name, reason: "its default does not fit: \(error)")
    }
  }

  /// The value if it has this parameter's type; otherwise the value that its text represents, such as
  /// the number in a word.
  /// - Throws: `ParameterError` for another type and for values out of bounds.
  func check(_ value: ParameterValue) throws(ParameterError) -> ParameterValue {
    switch (type, value) {
    case (.bool, .bool), (.color, .color): return value
    case (.float, .number(let number)), (.int, .number(let number)):
      return try checkNumbers([number], value.description)
    case (.vec2, .vector(let numbers)), (.vec3, .vector(let numbers)), (.vec4, .vector(let numbers)),
      (.ivec, .vector(let numbers)), (.mat, .vector(let numbers)):
      return try checkNumbers(numbers, value.description)
    case (.points, .vector(let numbers)) where !numbers.isEmpty && numbers.allSatisfy(\.isFinite):
      return value
    default: return try parse(value.description)
    }
  }

  /// Reads a value of this parameter from text.
  /// - Throws: `ParameterError` for another type and for values out of bounds.
  package func parse(_ text: String) throws(ParameterError) -> ParameterValue {
    switch type {
    case .bool:
      guard let isTrue = Self.truth(text[...]) else {
        throw .wrongType(name: name, value: text, expected: "true or false")
      }
      return .bool(isTrue)
    case .color:
      guard let color = RGBAColor(text) else {
        let expected = "a colour such as #ff8800" + NameSuggestion.words(forColor: text)
        throw .wrongType(name: name, value: text, expected: expected)
      }
      return .color(color)
    case .choice(let words):
      guard words.contains(text) else {
        throw .wrongType(name: name, value: text, expected: "one of " + words.joined(separator: ", "))
      }
      return .choice(text)
    case .texture:
      guard !text.isEmpty else {
        throw .wrongType(name: name, value: text, expected: "the path of a picture")
      }
      return .texture(path: text)
    case .points: return try parsePoints(text)
    case .float, .int, .vec2, .vec3, .vec4, .ivec, .mat: return try parseNumbers(text)
    case .bvec(let count): return try parseTruths(text, count: count)
    }
  }

  private func parseNumbers(_ text: String) throws(ParameterError) -> ParameterValue {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return try checkNumbers(parts.map { part in Double(part.drop { $0 == " " }) ?? .nan }, text)
  }

  private func checkNumbers(
    _ numbers: [Double], _ text: @autoclosure () -> String
  ) throws(ParameterError) -> ParameterValue {
    let count = type.numberCount ?? 1
    guard numbers.count == count, numbers.allSatisfy(\.isFinite) else {
      let example = (0..<count).map { type.takesWholeNumbers ? "\($0 + 1)" : ["1", "0.5", "0"][$0 % 3] }
      let expected = count == 1 ? "a number" : "\(count) numbers such as \(example.joined(separator: ","))"
      throw .wrongType(name: name, value: text(), expected: expected)
    }
    for number in numbers where number < minimum ?? -.infinity || number > maximum ?? .infinity {
      throw .outOfBounds(name: name, value: number, minimum: minimum, maximum: maximum)
    }
    if type.takesWholeNumbers, !numbers.allSatisfy({ Int32(exactly: $0) != nil }) {
      let expected = count == 1 ? "a whole number" : "\(count) whole numbers"
      throw .wrongType(name: name, value: text(), expected: expected)
    }
    return count == 1 ? .number(numbers[0]) : .vector(numbers)
  }

  private func parsePoints(_ text: String) throws(ParameterError) -> ParameterValue {
    let numbers = text.split(separator: " ").flatMap { point -> [Double?] in
      let parts = point.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
      return parts.count == 2 ? parts : [nil]
    }.map { $0?.isFinite == true ? $0 : nil }
    let values = numbers.compactMap(\.self)
    guard !values.isEmpty, values.count == numbers.count else {
      throw .wrongType(name: name, value: text, expected: "points such as 0:0 0.5:0.6 1:1")
    }
    return .vector(values)
  }

  private static func truth(_ word: Substring) -> Bool? {
    switch word.lowercased() {
    case "true", "1", "yes", "on": true
    case "false", "0", "no", "off": false
    default: nil
    }
  }

  private func parseTruths(_ text: String, count: Int) throws(ParameterError) -> ParameterValue {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let truths = words.compactMap { Self.truth($0.drop { $0 == " " }).map { $0 ? 1.0 : 0 } }
    guard truths.count == words.count, truths.count == count else {
      throw .wrongType(name: name, value: text, expected: "\(count) Booleans, such as 1,0")
    }
    return .vector(truths)
  }
}

extension ParameterDescription {
  /// The unit of lengths, which accept `px` in a chain.
  package static let lengthUnit = "fraction of the frame's width"

  package var isLength: Bool { unit == Self.lengthUnit }

  /// The parameter with `value` as the one that leaves the picture unchanged.
  func neutral(_ value: Double) -> ParameterDescription {
    var copy = self
    copy.neutral = .number(value)
    return copy
  }

  /// A number with bounds.
  static func number(
    _ name: String, _ value: Double, _ bounds: ClosedRange<Double>, unit: String? = nil, _ summary: String
  ) -> ParameterDescription {
    ParameterDescription(
      name: name, type: .float, default: .number(value), minimum: bounds.lowerBound,
      maximum: bounds.upperBound,
      unit: unit, summary: summary)
  }

  /// A length in fractions of the frame's width.
  static func length(_ name: String, _ value: Double, _ bounds: ClosedRange<Double>, _ summary: String)
    -> ParameterDescription
  {
    number(name, value, bounds, unit: lengthUnit, summary)
  }

  /// A whole number with bounds.
  static func whole(
    _ name: String, _ value: Int, _ bounds: ClosedRange<Double>, unit: String? = nil, _ summary: String
  ) -> ParameterDescription {
    ParameterDescription(
      name: name, type: .int, default: .number(Double(value)), minimum: bounds.lowerBound,
      maximum: bounds.upperBound,
      unit: unit, summary: summary)
  }

  static func color(_ name: String, _ value: RGBAColor, _ summary: String) -> ParameterDescription {
    ParameterDescription(name: name, type: .color, default: .color(value), summary: summary)
  }

  /// A word of a list, by default the first.
  static func choice(_ name: String, _ words: [String], default word: String? = nil, _ summary: String)
    -> ParameterDescription
  {
    ParameterDescription(
      name: name, type: .choice(words), default: (word ?? words.first).map { .choice($0) }, summary: summary)
  }

  /// The softness of an edge.
  static func softness(_ value: Double) -> ParameterDescription {
    .number("softness", value, 0...1, unit: "fraction of the edge's path", "Width of the soft edge.")
  }

  /// The direction of an edge's travel.
  static func angle(_ value: Double) -> ParameterDescription {
    .number(
      "angle", value, -360...360, unit: "degrees",
      "Direction of the edge's travel: 0 to the right, 90 downwards.")
  }

  /// The column of a filter's centre.
  static let x = number("x", 0.5, 0...1, unit: "fraction of the frame's width", "The centre.")
  /// The row of a filter's centre.
  static let y = number("y", 0.5, 0...1, unit: "fraction of the frame's height", "The centre.")

  /// A point of the frame, by default its middle.
  static func centre(_ summary: String) -> ParameterDescription {
    ParameterDescription(
      name: "center", type: .vec2, default: .vector([0.5, 0.5]), minimum: 0, maximum: 1,
      unit: "fractions of the frame", summary: summary)
  }
}

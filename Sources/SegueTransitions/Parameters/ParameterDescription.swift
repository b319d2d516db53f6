import SegueImaging

/// What a parameter of a transition is: its type, bounds and default.
///
/// **Thread-safety:** a value.
public struct ParameterDescription: Sendable, Hashable {
  /// The name it is set by.
  public var name: String
  /// The kind of value.
  public var type: ParameterType
  /// The value without `-p`; `nil` where one must be given.
  public var defaultValue: ParameterValue?
  /// The least number allowed, for each component; `nil` is no bound.
  public var minimum: Double?
  /// The largest number allowed, for each component; `nil` is no bound.
  public var maximum: Double?
  /// The unit of the numbers in words; `nil` where they have none.
  public var unit: String?
  /// What it does, in one sentence.
  public var summary: String
  /// Whether it may be left out although it has no default: the transition makes something up.
  public var isOptional: Bool

  /// Describes a parameter.
  public init(
    name: String, type: ParameterType, default defaultValue: ParameterValue?, minimum: Double? = nil,
    maximum: Double? = nil, unit: String? = nil, summary: String, isOptional: Bool = false
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.unit = unit
    self.summary = summary
    self.isOptional = isOptional
  }

  /// Reads a value of this parameter from text.
  /// - Throws: `ParameterError` when it is of another type or outside of the bounds.
  package func parse(_ text: String) throws(ParameterError) -> ParameterValue {
    switch type {
    case .bool:
      switch text.lowercased() {
      case "true", "1", "yes", "on": return .bool(true)
      case "false", "0", "no", "off": return .bool(false)
      default: throw .wrongType(name: name, value: text, expected: "true or false")
      }
    case .color:
      guard let color = RGBAColor(text) else {
        throw .wrongType(name: name, value: text, expected: "a colour such as #ff8800")
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
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.drop { $0 == " " })
    }
    let numbers = parts.compactMap(\.self)
    let count = type.numberCount ?? 1
    guard numbers.count == parts.count, numbers.count == count, numbers.allSatisfy(\.isFinite) else {
      let example = (0..<count).map { type.takesWholeNumbers ? "\($0 + 1)" : ["1", "0.5", "0"][$0 % 3] }
      let expected = count == 1 ? "a number" : "\(count) numbers such as \(example.joined(separator: ","))"
      throw .wrongType(name: name, value: text, expected: expected)
    }
    for number in numbers where number < minimum ?? -.infinity || number > maximum ?? .infinity {
      throw .outOfBounds(name: name, value: number, minimum: minimum, maximum: maximum)
    }
    if type.takesWholeNumbers, !numbers.allSatisfy({ Int32(exactly: $0) != nil }) {
      let expected = count == 1 ? "a whole number" : "\(count) whole numbers"
      throw .wrongType(name: name, value: text, expected: expected)
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

  private func parseTruths(_ text: String, count: Int) throws(ParameterError) -> ParameterValue {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let truths = words.compactMap { word -> Double? in
      switch word.drop(while: { $0 == " " }).lowercased() {
      case "true", "1", "yes", "on": 1
      case "false", "0", "no", "off": 0
      default: nil
      }
    }
    guard truths.count == words.count, truths.count == count else {
      throw .wrongType(name: name, value: text, expected: "\(count) of true and false, such as 1,0")
    }
    return .vector(truths)
  }
}

import Imaging

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

  /// Describes a parameter.
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

  /// Reads a value of this parameter from text.
  /// - Throws: `ParameterError` when it is of another type or outside of the bounds.
  public func parse(_ text: String) throws(ParameterError) -> ParameterValue {
    switch type {
    case .bool:
      switch text.lowercased() {
      case "true", "1", "yes", "on": return .bool(true)
      case "false", "0", "no", "off": return .bool(false)
      default: throw .wrongType(name: name, value: text, expected: "true or false")
      }
    case .color:
      guard let color = Color(text) else {
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
    case .float, .int, .vec2, .vec3, .vec4: return try parseNumbers(text)
    }
  }

  private func parseNumbers(_ text: String) throws(ParameterError) -> ParameterValue {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.drop { $0 == " " })
    }
    let numbers = parts.compactMap(\.self)
    let count = type.numberCount ?? 1
    guard numbers.count == parts.count, numbers.count == count, numbers.allSatisfy(\.isFinite) else {
      let expected = count == 1 ? "a number" : "\(count) numbers such as \(count == 2 ? "1,0.5" : "1,0.5,0")"
      throw .wrongType(name: name, value: text, expected: expected)
    }
    for number in numbers where number < minimum ?? -.infinity || number > maximum ?? .infinity {
      throw .outOfBounds(name: name, value: number, minimum: minimum, maximum: maximum)
    }
    if type == .int, let number = numbers.first, number != number.rounded() {
      throw .wrongType(name: name, value: text, expected: "a whole number")
    }
    return count == 1 ? .number(numbers[0]) : .vector(numbers)
  }
}

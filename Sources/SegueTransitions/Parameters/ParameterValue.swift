import SegueImaging

/// A value of a transition's parameter.
///
/// **Thread-safety:** a value.
public enum ParameterValue: Sendable, Hashable, CustomStringConvertible {
  /// A number; `int` parameters take a whole one.
  case number(Double)
  /// True or false.
  case bool(Bool)
  /// Two to four numbers.
  case vector([Double])
  /// A colour.
  case color(RGBAColor)
  /// One of a choice's words.
  case choice(String)
  /// Where a picture lies.
  case texture(path: String)

  /// The picture that a transition draws itself where it is given none: soft clouds in grey.
  package static let clouds = ParameterValue.texture(path: "clouds")

  /// The value as it would be typed on the command line.
  public var description: String {
    switch self {
    case .number(let value): ParameterValue.text(value)
    case .bool(let value): String(value)
    case .vector(let values): values.map(ParameterValue.text).joined(separator: ",")
    case .color(let color): color.description
    case .choice(let word): word
    case .texture(let path): path
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }
}

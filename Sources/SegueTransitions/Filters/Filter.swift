import SegueImaging
import SegueRendering

/// A filter with its values, as a part of a chain: `.blur(radius: 0.02)`, `.exposure(stops: "2*p")`.
///
/// Each has the parameters of ``FilterCatalogue``, in which their units and bounds are; what is left out has its default.
///
/// **Thread-safety:** a value.
public struct Filter: Sendable, Hashable, CustomStringConvertible {
  /// A number, or a formula of progress `p` and of the frame's sides in pixels, `w` and `h`, such as `"0.03*p"`.
  public struct Number: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
  {
    /// The formula.
    public let text: String

    /// A constant.
    public init(_ value: Double) { text = "\(value)" }
    /// A formula.
    public init(_ formula: String) { text = formula }
    /// A constant.
    public init(floatLiteral value: Double) { self.init(value) }
    /// A constant.
    public init(integerLiteral value: Int) { text = "\(value)" }
    /// A formula.
    public init(stringLiteral formula: String) { self.init(formula) }
  }

  /// A channel of colour.
  public enum Channel: String, Sendable, Hashable, CaseIterable {
    case all, red, green, blue
  }

  /// How the colours of a table lie in a picture.
  public enum TableLayout: String, Sendable, Hashable, CaseIterable {
    /// As its size says.
    case auto
    /// GPUImage's 512 by 512.
    case lookup
    /// Hald's, of any level.
    case hald
  }

  /// The call as it is typed: `blur(radius=0.02)`.
  public let description: String

  /// A call of the filter `name` with the values that are there.
  init(_ name: String, _ values: KeyValuePairs<String, (any FilterWord)?> = [:]) {
    let arguments = values.compactMap { name, value in value.map { "\(name)=\($0.filterWord)" } }
    description = arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ",")))"
  }

  /// The text of a chain of `filters`, one after the other, as requests and ``FilterChain`` take it.
  public static func chain(_ filters: Filter...) -> String { chain(filters) }

  /// The text of a chain of `filters`, one after the other, as requests and ``FilterChain`` take it.
  public static func chain(_ filters: [Filter]) -> String {
    filters.map(\.description).joined(separator: " ")
  }
}

/// A value as it is typed in a chain.
protocol FilterWord {
  var filterWord: String { get }
}

extension Filter.Number: FilterWord {
  var filterWord: String { text }
}

extension RGBAColor: FilterWord {
  var filterWord: String { description }
}

extension RawRepresentable where Self: FilterWord, RawValue == String {
  var filterWord: String { rawValue }
}

extension Filter.Channel: FilterWord {}
extension Filter.TableLayout: FilterWord {}
extension BlendMode: FilterWord {}

/// The path of a file.
extension String: FilterWord {
  var filterWord: String { "\"\(self)\"" }
}

extension KeyValuePairs: FilterWord where Key == Filter.Number, Value == Filter.Number {
  var filterWord: String { map { "\($0.text):\($1.text)" }.joined(separator: " ") }
}

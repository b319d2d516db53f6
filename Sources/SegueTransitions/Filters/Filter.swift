import SegueImaging
import SegueRendering

/// A filter with its values, as a part of a chain: `.blur(radius: 0.02)`, `.exposure(stops: "2*p")`.
///
/// Each has the parameters of ``FilterCatalogue``, in which their units and bounds are; what is left out has its default.
public struct Filter: Sendable, Hashable, CustomStringConvertible {
  /// A number, or a formula of progress `p` and of the frame's sides in pixels, `w` and `h`, such as `"0.03*p"`.
  public struct Number: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
  {
    /// The formula.
    package let text: String

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

  /// The layout of a table's colours in a picture.
  public enum TableLayout: String, Sendable, Hashable, CaseIterable {
    /// As its size says.
    case auto
    /// GPUImage's: 8×8 tiles of 64×64.
    case lookup
    /// Hald's, of any level: row after row, red fastest.
    case hald
  }

  /// The call as it is typed: `blur(radius=0.02)`.
  public let description: String

  /// The filter called `name`, of the catalogue or a shader's path, with these values; those that are left out have their
  /// defaults. Whether there is such a filter is known when the chain is read.
  public static func named(_ name: String, _ values: KeyValuePairs<String, ParameterValue> = [:]) -> Filter {
    let points = FilterCatalogue.builtIn[name]?.parameters.filter { $0.type == .points }.map(\.name) ?? []
    let arguments = values.map { key, value -> String in
      guard case .vector(let numbers) = value, points.contains(key) else {
        return "\(key)=\(value.filterWord)"
      }
      let pairs = stride(from: 0, to: numbers.count - 1, by: 2).map {
        (Number(numbers[$0]), Number(numbers[$0 + 1]))
      }
      return "\(key)=\(Self.points(pairs))"
    }
    let call = name.hasSuffix(".glsl") ? name.filterWord : name
    return Filter(call: call, arguments)
  }

  /// The points of a curve: in parentheses, or what stands side by side would be a call or a difference.
  fileprivate static func points(_ pairs: [(Number, Number)]) -> String {
    pairs.map { "(\($0.filterWord)):(\($1.filterWord))" }.joined(separator: " ")
  }

  private init(call: String, _ arguments: [String]) {
    description = arguments.isEmpty ? call : "\(call)(\(arguments.joined(separator: ",")))"
  }

  /// A call of the filter `name` with the values that are there.
  init(_ name: String, _ values: KeyValuePairs<String, (any FilterWord)?> = [:]) {
    self.init(call: name, values.compactMap { name, value in value.map { "\(name)=\($0.filterWord)" } })
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
  /// The word for a filter's argument. A text that could end the argument is not a number: it is refused with the
  /// parameter's name.
  var filterWord: String { isOne ? text : text.filterWord }

  private var isOne: Bool {
    var depth = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "#"):
        return false
      case UInt8(ascii: ",") where depth == 0: return false
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}

extension ParameterValue: FilterWord {
  var filterWord: String {
    if case .texture(let path) = self { path.filterWord } else { description }
  }
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
  var filterWord: String {
    "\"" + reduce(into: "") { $0 += $1 == "\\" || $1 == "\"" ? "\\\($1)" : "\($1)" } + "\""
  }
}

extension KeyValuePairs: FilterWord where Key == Filter.Number, Value == Filter.Number {
  var filterWord: String { Filter.points(map { ($0.key, $0.value) }) }
}

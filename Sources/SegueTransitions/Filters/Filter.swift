import SegueImaging

/// A filter with its values, for a chain: `.named("blur", ["radius": 0.02])`.
///
/// ``FilterCatalogue`` lists each filter's parameters with units and bounds. Omitted parameters
/// have their defaults.
public struct Filter: Sendable, Hashable, CustomStringConvertible {
  /// The call as typed: `blur(radius=0.02)`.
  public let description: String

  /// The filter called `name`, in the catalogue or by a shader's path, with these values. Names and
  /// values are checked when the chain is read.
  ///
  /// A text value is the path of a file, a word, or a formula such as `"0.03*p"`. Its variables are
  /// the progress `p` and the frame's sides in pixels, `w` and `h`. A curve's points are
  /// alternating positions and values: `[0, 0.1, 1, 0.9]`.
  public static func named(_ name: String, _ values: KeyValuePairs<String, ParameterValue> = [:]) -> Filter {
    let parameters = FilterCatalogue.builtIn[name]?.parameters ?? []
    let arguments = values.map { key, value in
      "\(key)=\(value.filterWord(as: parameters.first { $0.name == key }?.type))"
    }
    let call = name.hasSuffix(".glsl") ? name.quotedForChain : name
    return Filter(
      description: arguments.isEmpty ? call : "\(call)(\(arguments.joined(separator: ",")))")
  }

  private init(description: String) { self.description = description }

  /// The text of a chain of `filters`, applied in this order. Requests and ``FilterChain`` accept it.
  public static func chain(_ filters: Filter...) -> String { chain(filters) }

  /// The text of a chain of `filters`, applied in this order. Requests and ``FilterChain`` accept it.
  public static func chain(_ filters: [Filter]) -> String {
    filters.map(\.description).joined(separator: " ")
  }
}

extension ParameterValue {
  /// The word for an argument of `type`; `nil` for an unknown type. A text that could end the
  /// argument is quoted, so that the reader rejects it with the parameter's name.
  fileprivate func filterWord(as type: ParameterType?) -> String {
    switch self {
    case .texture(let path): path.quotedForChain
    case .choice(let text) where type == .color: RGBAColor(text)?.description ?? text.quotedForChain
    case .choice(let text): type != .texture && text.isOneArgument ? text : text.quotedForChain
    case .vector(let numbers) where type == .points:
      // Without parentheses, adjacent values would be parsed as a call or a difference.
      stride(from: 0, to: numbers.count - 1, by: 2).map {
        "(\(ParameterValue.number(numbers[$0]))):(\(ParameterValue.number(numbers[$0 + 1])))"
      }.joined(separator: " ")
    default: description
    }
  }
}

extension String {
  /// The text in quotes, as for the path of a file in a chain.
  fileprivate var quotedForChain: String {
    "\"" + reduce(into: "") { $0 += $1 == "\\" || $1 == "\"" ? "\\\($1)" : "\($1)" } + "\""
  }

  /// Whether the text is one word or one formula, without characters that end an argument.
  fileprivate var isOneArgument: Bool {
    var depth = 0
    for byte in utf8 {
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

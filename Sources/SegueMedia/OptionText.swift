/// One of the things that can be asked of a render or a film: what the library and the command line call it.
///
/// **Thread-safety:** a value.
public struct RequestOption: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The property's name.
  public let description: String
  /// The option's name.
  package let flag: String

  private init(_ description: String, _ flag: String) { (self.description, self.flag) = (description, flag) }

  /// One that both call the same.
  package init(_ name: String) { self.init(name, name) }

  /// One that both call the same.
  public init(stringLiteral name: String) { self.init(name, name) }

  package static let background = RequestOption("background", "--background")
  package static let backend = RequestOption("backend", "--backend")
  package static let byteLimit = RequestOption("byteLimit", "--max-size")
  package static let codec = RequestOption("codec", "--codec")
  package static let device = RequestOption("device", "--device")
  package static let duration = RequestOption("duration", "--duration")
  package static let encoderArguments = RequestOption("encoderArguments", "--encoder-args")
  package static let format = RequestOption("format", "--format")
  package static let frameRate = RequestOption("frameRate", "--fps")
  package static let frames = RequestOption("frames", "--frames")
  package static let fromFilter = RequestOption("filters.from", "--from-filter")
  package static let output = RequestOption("output", "--output")
  package static let pingPong = RequestOption("isPingPong", "--ping-pong")
  package static let plays = RequestOption("plays", "--loop")
  package static let preset = RequestOption("preset", "--preset")
  package static let quality = RequestOption("quality", "--quality")
  package static let requiresGPU = RequestOption("requiresGPU", "--require-gpu")
  package static let resultFilter = RequestOption("filters.result", "--filter")
  package static let size = RequestOption("size", "--size")
  package static let stillProgress = RequestOption("stillProgress", "--at")
  package static let threads = RequestOption("threads", "--threads")
  package static let timeline = RequestOption("timeline", "--timeline")
  package static let toFilter = RequestOption("filters.to", "--to-filter")
}

/// A sentence in which options have the names that its reader knows: the library's properties, or the command line's
/// options.
///
/// **Thread-safety:** a value.
public struct ErrorText: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringInterpolation {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case option(RequestOption)
  }

  /// What a literal of it is made of.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Nothing yet.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
    /// Adds a value as it describes itself.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }
    package mutating func appendInterpolation(option: RequestOption) { parts.append(.option(option)) }
  }

  private let parts: [Part]

  /// Words.
  public init(stringLiteral text: String) { parts = [.text(text)] }
  /// Words and values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
  package init(_ text: String) { parts = [.text(text)] }

  /// With the names of properties.
  public var description: String { text(\.description) }

  /// With the names that `name` gives to options.
  package func text(_ name: (RequestOption) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .option(let option): name(option)
      }
    }.joined()
  }

  /// Whether both read the same to users of the command line.
  public static func == (a: ErrorText, b: ErrorText) -> Bool { a.text(\.flag) == b.text(\.flag) }

  /// Hashes what users of the command line read.
  public func hash(into hasher: inout Hasher) { hasher.combine(text(\.flag)) }
}

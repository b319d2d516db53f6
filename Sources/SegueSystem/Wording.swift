/// A property of a request for a render or a film, as errors and warnings name it.
///
/// **Thread-safety:** a value.
public struct RequestProperty: Sendable, Hashable, CustomStringConvertible {
  /// The property's name.
  public let description: String
  /// Whether a short name is enough where there is one.
  package let isShort: Bool

  /// The property called `name`.
  package init(_ name: String, isShort: Bool = false) { (description, self.isShort) = (name, isShort) }

  package static let audioBitRate = RequestProperty("audioBitRate")
  package static let audioCodec = RequestProperty("audioCodec")
  package static let background = RequestProperty("background")
  package static let backend = RequestProperty("backend")
  package static let byteLimit = RequestProperty("byteLimit")
  package static let chapters = RequestProperty("marksChapters")
  package static let chunks = RequestProperty("chunks")
  package static let codec = RequestProperty("codec")
  package static let copy = RequestProperty("copies")
  package static let depth = RequestProperty("depth")
  package static let device = RequestProperty("device")
  package static let duration = RequestProperty("duration")
  package static let encoderArguments = RequestProperty("encoderArguments")
  package static let fit = RequestProperty("fit")
  package static let format = RequestProperty("format")
  package static let frameRate = RequestProperty("frameRate")
  package static let frames = RequestProperty("frames")
  package static let fromFilter = RequestProperty("filters.from")
  package static let loudness = RequestProperty("loudness")
  package static let music = RequestProperty("music")
  package static let output = RequestProperty("output")
  package static let pingPong = RequestProperty("isPingPong")
  package static let plays = RequestProperty("plays")
  package static let preset = RequestProperty("preset")
  package static let quality = RequestProperty("quality")
  package static let requiresGPU = RequestProperty("requiresGPU")
  package static let resultFilter = RequestProperty("filters.result")
  package static let size = RequestProperty("size")
  package static let stillProgress = RequestProperty("stillProgress")
  package static let threads = RequestProperty("threads")
  package static let timeline = RequestProperty("timeline")
  package static let toFilter = RequestProperty("filters.to")
  package static let transition = RequestProperty("transition")

  /// The frame rate, in few characters.
  package static let shortFrameRate = RequestProperty("frameRate", isShort: true)
  /// The size, in few characters.
  package static let shortSize = RequestProperty("size", isShort: true)
}

/// A sentence about properties, whose names its reader chooses: the library's, or a program's own.
///
/// **Thread-safety:** a value.
public struct Wording: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Hashable {
    case text(String)
    case property(RequestProperty)
  }

  private let parts: [Part]

  /// Words without a property.
  package init(_ text: String) { parts = [.text(text)] }

  package init(_ sentence: Sentence) { parts = sentence.parts.parts }

  /// With the names of properties.
  public var description: String { words(PropertyNames.properties) }

  /// With these names.
  package func words(_ names: PropertyNames) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .property(let property): names.name(property)
      }
    }.joined()
  }

  /// A literal, in which `\(option: .size)` is a property's name.
  package struct Sentence: Sendable, ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var parts: [Part] = []

      package init(literalCapacity: Int, interpolationCount: Int) {}

      package mutating func appendLiteral(_ literal: String) { append(literal) }
      package mutating func appendInterpolation(_ value: some Any) { append("\(value)") }
      package mutating func appendInterpolation(option: RequestProperty) { parts.append(.property(option)) }

      /// One text between two properties, so that equal sentences have equal parts.
      private mutating func append(_ text: String) {
        if case .text(let before)? = parts.last {
          parts[parts.count - 1] = .text(before + text)
        } else if !text.isEmpty {
          parts.append(.text(text))
        }
      }
    }

    fileprivate let parts: StringInterpolation

    package init(stringLiteral text: String) {
      var parts = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
      parts.appendLiteral(text)
      self.parts = parts
    }

    package init(stringInterpolation parts: StringInterpolation) { self.parts = parts }
  }
}

/// The names of properties that the reader of a render's sentences knows.
///
/// **Thread-safety:** a value.
package struct PropertyNames: Sendable {
  /// The name of a property.
  package let name: @Sendable (RequestProperty) -> String

  /// Names of a program's own.
  package init(_ name: @escaping @Sendable (RequestProperty) -> String) { self.name = name }

  /// The library's own.
  package static let properties = PropertyNames(\.description)

  /// `sentence` in these names.
  package func text(_ sentence: Wording.Sentence) -> String { Wording(sentence).words(self) }
}

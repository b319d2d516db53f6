/// One of the things that can be asked of a render or a film.
///
/// **Thread-safety:** a value.
public struct RequestOption: Sendable, Hashable, CustomStringConvertible {
  /// The property's name.
  public let description: String
  /// The option's name on the command line.
  package let flag: String

  private init(_ description: String, _ flag: String) { (self.description, self.flag) = (description, flag) }

  /// One that both call the same.
  package init(_ name: String) { self.init(name, name) }

  package static let background = RequestOption("background", "--background")
  package static let backend = RequestOption("backend", "--backend")
  package static let byteLimit = RequestOption("byteLimit", "--max-size")
  package static let chunks = RequestOption("chunks", "--chunks")
  package static let codec = RequestOption("codec", "--codec")
  package static let copy = RequestOption("copies", "--copy")
  package static let device = RequestOption("device", "--device")
  package static let duration = RequestOption("duration", "--duration")
  package static let encoderArguments = RequestOption("encoderArguments", "--encoder-args")
  package static let fit = RequestOption("fit", "--fit")
  package static let format = RequestOption("format", "--format")
  package static let frameRate = RequestOption("frameRate", "--fps")
  package static let frames = RequestOption("frames", "--frames")
  package static let fromFilter = RequestOption("filters.from", "--from-filter")
  package static let loudness = RequestOption("loudness", "--loudness")
  package static let music = RequestOption("music", "--music")
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

  /// As it is typed where there is room for a letter only.
  package static let shortFrameRate = RequestOption("frameRate", "-r")
  /// As it is typed where there is room for a letter only.
  package static let shortSize = RequestOption("size", "-s")
}

/// A sentence in which options have the names that its reader knows: the library's properties, or the command line's
/// options.
///
/// **Thread-safety:** a value.
public struct OptionText: Sendable, Hashable, CustomStringConvertible {
  /// With the names of properties.
  public let description: String
  /// With the names of the command line's options.
  package let flagged: String

  /// The same words for both, or other ones for the command line.
  package init(_ text: String, flagged: String? = nil) {
    (description, self.flagged) = (text, flagged ?? text)
  }

  package init(_ sentence: Sentence) {
    (description, flagged) = (sentence.parts.description, sentence.parts.flagged)
  }

  /// A literal, in which `\(option: .size)` is an option's name.
  package struct Sentence: Sendable, ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var description = ""
      fileprivate var flagged = ""

      package init(literalCapacity: Int, interpolationCount: Int) {}

      package mutating func appendLiteral(_ literal: String) { append(literal, literal) }
      package mutating func appendInterpolation(_ value: some Any) {
        append("\(value)", "\(value)")
      }
      package mutating func appendInterpolation(option: RequestOption) {
        append(option.description, option.flag)
      }

      private mutating func append(_ word: String, _ flag: String) {
        description += word
        flagged += flag
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

/// Which names of options the reader of a render's sentences knows.
///
/// **Thread-safety:** a value.
package enum OptionNames: Sendable {
  /// The library's properties.
  case properties
  /// The command line's options.
  case flags

  /// `sentence` in these names.
  package func text(_ sentence: OptionText.Sentence) -> String {
    let text = OptionText(sentence)
    return switch self {
    case .properties: text.description
    case .flags: text.flagged
    }
  }
}

/// A property of a render or film request, for errors and warnings. The raw value is the property's
/// name in the library.
public enum RequestProperty: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  case audioBitRate, audioCodec, background, backend, byteLimit, captions
  case channels
  case chapters = "marksChapters"
  case chunks, codec, color
  case copy = "copies"
  case depth, device, dither, duration, encoderArguments, filter, fit, format, frameRate, frames
  case fromFilter = "filters.from"
  case hold = "holdStart"
  case jobs, loudness, memory, metadata, music, output
  case pingPong = "isPingPong"
  case plays, preset, quality
  case reproducible = "isReproducible"
  case requiresGPU
  case resultFilter = "filters.result"
  case retries, size, stillProgress, subtitles, threads, timeline
  case toFilter = "filters.to"
  case transition, workers

  /// The property's name in the library.
  public var description: String { rawValue }
}

/// The property names that a sentence's reader knows: the library's, or a program's options.
package struct PropertyNames: Sendable {
  /// The name of a property.
  package let name: @Sendable (RequestProperty) -> String
  /// The short name of a property.
  package let short: @Sendable (RequestProperty) -> String

  /// A program's names; `short` defaults to `name`.
  package init(
    _ name: @escaping @Sendable (RequestProperty) -> String,
    short: (@Sendable (RequestProperty) -> String)? = nil
  ) {
    self.name = name
    self.short = short ?? name
  }

  /// The library's names.
  package static let properties = PropertyNames(\.rawValue)

  /// `sentence` with these names.
  package func text(_ sentence: Sentence) -> String {
    sentence.parts.parts.map { part in
      switch part {
      case .text(let text): text
      case .property(let property): name(property)
      case .short(let property): short(property)
      }
    }.joined()
  }

  /// A literal in which `\(option: .size)` is a property's name, and `\(short: .size)` its short
  /// name.
  package struct Sentence: Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part {
      case text(String)
      case property(RequestProperty)
      case short(RequestProperty)
    }

    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var parts: [Part] = []

      package init(literalCapacity: Int, interpolationCount: Int) {}

      package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
      package mutating func appendInterpolation(_ value: some Any) { parts.append(.text("\(value)")) }
      package mutating func appendInterpolation(option: RequestProperty) { parts.append(.property(option)) }
      package mutating func appendInterpolation(short: RequestProperty) { parts.append(.short(short)) }
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

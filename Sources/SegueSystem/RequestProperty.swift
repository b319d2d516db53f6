/// A property of a request for a render or a film, as errors and warnings name it; its raw value is the property's name.
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

  /// The property's name.
  public var description: String { rawValue }
}

/// The names of properties that the reader of a sentence knows.
package struct PropertyNames: Sendable {
  /// The name of a property.
  package let name: @Sendable (RequestProperty) -> String
  /// Its shortest name.
  package let short: @Sendable (RequestProperty) -> String

  /// A program's own names; without a short one, `name` stands there, too.
  package init(
    _ name: @escaping @Sendable (RequestProperty) -> String,
    short: (@Sendable (RequestProperty) -> String)? = nil
  ) {
    (self.name, self.short) = (name, short ?? name)
  }

  /// The library's own.
  package static let properties = PropertyNames(\.rawValue)

  /// `sentence` in these names.
  package func text(_ sentence: Sentence) -> String {
    sentence.parts.parts.map { part in
      switch part {
      case .text(let text): text
      case .property(let property): name(property)
      case .short(let property): short(property)
      }
    }.joined()
  }

  /// A literal, in which `\(option: .size)` is a property's name, and `\(short: .size)` its shortest.
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

/// A property of a request, in errors and warnings. The raw value is the property's name.
package enum RequestProperty: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Properties of `FilmRequest`, `OutputRequest` and `DrawingOptions`.
  case audioBitRate, audioCodec, background, backend, byteLimit, captions
  /// The channel layout, `FilmRequest.channels`.
  case channels
  /// The chapters, `FilmRequest.marksChapters`.
  case chapters = "marksChapters"
  /// Properties of `FilmRequest` and `OutputRequest`.
  case chunks, codec, color
  /// The copied frames, `FilmRequest.copies`.
  case copy = "copies"
  /// The transition from the last clip to the first, `FilmRequest.cycles`.
  case cycle = "cycles"
  /// Properties of `RenderRequest`, `FilmRequest`, `OutputRequest` and `DrawingOptions`.
  case depth, device, dither, duration, encoderArguments, filter, fit, format, frameRate, frames
  /// The filters of the outgoing picture, `FilterTexts.from`.
  case fromFilter = "filters.from"
  /// The holds, `RenderRequest.holdStart` and `holdEnd`.
  case hold = "holdStart"
  /// Properties of `FilmRequest`, `OutputRequest`, `RenderPool` and `Batch`.
  case jobs, loudness, memory, metadata, music, output
  /// The muting of all clips, `FilmRequest.isMute`.
  case mute = "isMute"
  /// The transition from the background to the first clip.
  case opening
  /// The playback forwards and then backwards, `isPingPong` of `RenderRequest` and `FilmRequest`.
  case pingPong = "isPingPong"
  /// The number of plays and the encoder's settings, properties of `OutputRequest`.
  case plays, preset, quality
  /// The reproducible output, `OutputRequest.isReproducible`.
  case reproducible = "isReproducible"
  /// The required GPU, `DrawingOptions.requiresGPU`.
  case requiresGPU
  /// The filters of the frames, `FilterTexts.result`.
  case resultFilter = "filters.result"
  /// Properties of `RenderRequest`, `FilmRequest`, `OutputRequest`, `DrawingOptions` and `Batch`.
  case retries, size, stillProgress, subtitles, threads, timeline
  /// The filters of the incoming picture, `FilterTexts.to`.
  case toFilter = "filters.to"
  /// Properties of `RenderRequest` and `Batch`.
  case transition, workers

  /// The property's name in the library.
  package var description: String { rawValue }
}

/// The words for properties in messages: names of Swift properties, or a program's options.
package struct PropertyNames: Sendable {
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

/// An error whose sentence names properties of a request.
package protocol PropertyError: DescribedError {
  /// The error as one sentence without a full stop, with `names` for the properties.
  func sentence(_ names: PropertyNames) -> String
}

extension PropertyError {
  package var sentence: String { sentence(.properties) }
}

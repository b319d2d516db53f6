/// A warning, note or loss that a job reports, with the place and the property that it concerns.
public struct Notice: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind of a notice.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The output may differ from the intended output.
    case warning
    /// A decision about the output, or a setting without effect.
    case note
    /// A part or property of the request, or of an input, that is missing in the output.
    case loss
  }

  /// The kind: a warning, a note or a loss.
  public let kind: Kind
  /// The path of the part of the request, such as `clips[3]`; `nil` for the whole request.
  public private(set) var place: String?
  /// The part's name in messages, such as its file; `nil` if the sentence contains the name.
  public private(set) var source: String?
  /// The name of the property, such as `volume`; `nil` if several or none are concerned.
  public let property: String?
  /// The observation and its effect or remedy, without a full stop.
  public let sentence: String

  package init(
    _ kind: Kind = .warning, at place: Place? = nil, of property: String? = nil, _ sentence: String
  ) {
    self.kind = kind
    self.place = place?.path
    source = place?.name
    self.property = property
    self.sentence = sentence
  }

  package init(
    _ kind: Kind = .warning, at place: Place? = nil, of property: RequestProperty, _ sentence: String
  ) {
    self.init(kind, at: place, of: property.rawValue, sentence)
  }

  /// The message: the source and the sentence.
  public var description: String { (source.map { "\($0): " } ?? "") + sentence }

  /// The notice with the path of `place`, and with the name of `place` before its own source.
  package func at(_ place: Place) -> Notice {
    var notice = self
    notice.place = place.path ?? self.place
    if let name = place.name { notice.source = source.map { "\(name): \($0)" } ?? name }
    return notice
  }
}

/// A part of a request: its path, such as `clips[3]`, and its name in messages, such as its file.
package struct Place: Sendable, Hashable {
  package let path: String?
  package let name: String?

  /// - Parameter path: a path, or a typed word, whose quotation marks are for sentences.
  package init(_ path: String?, named name: String? = nil) {
    let isQuoted = path?.first == "“" && path?.last == "”"
    self.path = isQuoted ? path.map { String($0.dropFirst().dropLast()) } : path
    self.name = name
  }

  package static func named(_ name: String) -> Place { Place(nil, named: name) }

  /// The part in errors: its name, else its path.
  package var text: String { name ?? path ?? "" }
  /// The value of `key` in errors: `enter of NAME`, else `titles[0].enter`.
  package func text(_ key: String) -> String { name.map { "\(key) of \($0)" } ?? "\(text).\(key)" }
}

/// The argument that a part was parsed from; `nil` for none. It has no effect on comparisons.
package struct TypedWord: Sendable, Hashable {
  package var text: String?

  package init(_ text: String? = nil) { self.text = text }

  package static func == (a: TypedWord, b: TypedWord) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension [Notice] {
  package func at(_ place: Place) -> [Notice] { map { $0.at(place) } }
  package var messages: [String] { map(\.description) }

  /// Appends the notices that are not in the list yet.
  package mutating func add(_ new: [Notice]) {
    for notice in new where !contains(notice) { append(notice) }
  }
}

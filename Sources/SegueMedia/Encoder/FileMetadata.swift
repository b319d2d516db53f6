import FoundationEssentials
import SegueFields
import SegueSystem

/// The metadata of a video file: named texts such as the title, and the creation time.
package struct FileMetadata: Sendable, Hashable {
  /// The texts that the format can store, by their lower-case names.
  package private(set) var texts: [String: String] = [:]
  /// The creation time in seconds since 1970; `nil` if unset.
  package private(set) var creationTime: Int?
  /// The names of texts that the format cannot store.
  package private(set) var lost: [String] = []

  package init() {}

  /// The part of `values` that a file of `format` can store. The default creation time is `date`,
  /// if that is a valid time.
  package init(_ values: [String: String], in format: OutputFormat) throws(Problem) {
    guard values.count <= Self.maximumTexts else {
      throw Problem(value: "\(values.count) texts", expected: "\(Self.maximumTexts) at most")
    }
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      try Self.check(name, text)
      if name == Self.creationName {
        creationTime = Self.seconds(text)
      } else if format.holds(name) {
        texts[name] = text
      } else {
        lost.append(name)
      }
    }
    if format.facts.holdsCreationTime {
      creationTime = creationTime ?? values["date"].flatMap(Self.seconds)
    } else if creationTime != nil {
      (creationTime, lost) = (nil, [Self.creationName] + lost)
    }
  }

  package struct Problem: Error, Hashable {
    package var value: String
    package var expected: String
  }

  package static let maximumTexts = 100
  package static let length = 1...2000
  package static let namePattern = "[a-z][a-z0-9_]{0,63}"
  /// The pattern of a text; the only control characters are line feed and tab.
  package static let textPattern =
    "[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]{\(length.lowerBound),\(length.upperBound)}"
  /// The names of texts in a WAV.
  ///
  /// **Source:** FFmpeg's libavformat/riff.c, `ff_riff_info_conv`.
  static let waveTexts: Set = [
    "title", "artist", "album", "comment", "copyright", "date", "encoded_by", "genre", "language", "timecode",
    "track",
  ]
  package static let creationName = "creation_time"
  /// The pattern of a date, with or without a time of day.
  package static let timePattern =
    "(?:19[7-9]|20[0-3])\\d-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?"

  package static func check(_ name: String, _ text: String) throws(Problem) {
    guard name.wholeMatch(of: /[a-z][a-z0-9_]{0,63}/) != nil else {
      throw Problem(
        value: name, expected: "a name such as title, of 1 to 64 lower-case letters, digits and underscores")
    }
    let scalars = text.unicodeScalars
    guard length.contains(scalars.count),
      scalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || "\n\t".unicodeScalars.contains($0) })
    else {
      throw Problem(
        value: "\(name)=\(text)",
        expected:
          "a text of \(length.lowerBound) to \(length.upperBound) characters, without control characters except line feeds and tabs"
      )
    }
    if name == creationName, seconds(text) == nil {
      throw Problem(
        value: "\(name)=\(text)",
        expected: "a date from 1970 to 2039, such as 2026-05-01 or 2026-05-01T18:30:00Z")
    }
  }

  /// The seconds since 1970 of an ISO 8601 date, with or without a time, in UTC by default. `nil`
  /// for invalid text and for dates outside of 1970 to 2039, the range of MP4's clocks.
  static func seconds(_ text: String) -> Int? {
    guard
      let parts = text.wholeMatch(
        of: /(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?/)
    else { return nil }
    let clock = parts.2.map { $0.count == 5 ? $0 + ":00" : "\($0)" } ?? "00:00:00"
    let zone = parts.3.map { "\($0)" } ?? "Z"
    guard let local = try? Date("\(parts.1)T\(clock)Z", strategy: .iso8601),
      local.formatted(.iso8601) == "\(parts.1)T\(clock)Z",
      let date = try? Date("\(parts.1)T\(clock)\(zone)", strategy: .iso8601)
    else { return nil }
    let seconds = Int(date.timeIntervalSince1970)
    return (0..<2_208_988_800).contains(seconds) ? seconds : nil
  }

  var arguments: [String] {
    let time = creationTime.map {
      ["-metadata", "\(Self.creationName)=" + Date(timeIntervalSince1970: Double($0)).formatted(.iso8601)]
    }
    return (time ?? []) + texts.sorted { $0.key < $1.key }.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
  }

  /// At most one notice, of the texts that a file of `format` cannot store.
  package func notices(_ format: OutputFormat) -> [Notice] {
    if lost.isEmpty { return [] }
    let names = lost.map { "“\($0)”" }.joined(separator: ", ")
    let others =
      format.facts.holdsSound
      ? OutputFormat.names { $0.isContainer && $0.texts == .any }.inWords + " can store any name"
      : OutputFormat.names(\.isContainer).inWords + " can"
    return [
      Notice(
        .loss, of: .metadata,
        "\(format.rawValue) cannot store the metadata \(names), so it is omitted; \(others)")
    ]
  }
}

extension OutputFormat {
  /// Whether a file can store a text called `name`. ffmpeg sets the encoder's name.
  fileprivate func holds(_ name: String) -> Bool {
    if facts.movie != nil { return movieTags.contains { $0.name == name } }
    return switch facts.texts {
    case .none: false
    case .any: name != "encoder"
    case .names(let names): names.contains(name)
    }
  }

  /// The names of texts in an MP4 or MOV, and the types of their boxes; © is the byte 0xA9.
  ///
  /// **Source:** FFmpeg's libavformat/movenc.c, `mov_write_ilst_tag` for MP4, `mov_write_udta_tag` for MOV.
  package var movieTags: [(name: String, type: String)] {
    switch facts.movie {
    case .mpeg4:
      [
        ("title", "©nam"), ("artist", "©ART"), ("album_artist", "aART"), ("composer", "©wrt"),
        ("album", "©alb"), ("date", "©day"), ("comment", "©cmt"), ("genre", "©gen"), ("copyright", "cprt"),
        ("grouping", "©grp"), ("lyrics", "©lyr"), ("description", "desc"), ("synopsis", "ldes"),
        ("show", "tvsh"), ("episode_id", "tven"), ("network", "tvnn"), ("keywords", "keyw"),
      ]
    case .quickTime:
      [
        ("artist", "©ART"), ("title", "©nam"), ("album", "©alb"), ("date", "©day"), ("comment", "©cmt"),
        ("genre", "©gen"), ("copyright", "©cpy"), ("make", "©mak"), ("model", "©mod"), ("location", "©xyz"),
      ]
    case nil: []
    }
  }
}

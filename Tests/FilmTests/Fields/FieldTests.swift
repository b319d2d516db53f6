import SegueFields
import SegueImaging
import SegueRun
import Testing

@testable import SegueFilm

/// The table of a part's keys. A row added to it appears in reader, schema, command line, help and
/// page.
@Suite("Keys of a film's parts") struct FieldTests {
  private func expect<Owner>(
    _ fields: Fields<Owner>, _ place: WritableKeyPath<Owner, Double?> & Sendable,
    required: [String: JSONValue] = [:]
  ) throws {
    let field = Field.optional(
      "lead", place, .number(1...3, "m"), "how far it leads", or: "as far as it goes"
    ).hint("in metres")
    let all = Fields(fields.blank, fields.list, [field])
    func object(_ values: [String: JSONValue]) throws -> JSONObject {
      try JSONObject(.object(required.merging(values) { $1 }), place: "part") { _ in }
    }
    // The reader: bounds, types, null and suggestions.
    var owner = try all.read(object(["lead": .number(2.5)]))
    #expect(owner[keyPath: place] == 2.5 && field.differs(owner, all.blank))
    #expect(try all.read(object(["lead": .null]))[keyPath: place] == all.blank[keyPath: place])
    for (values, sentence) in [
      (["lead": JSONValue.number(4)], "part: “lead” is 4 m, but must be 1 to 3 m"),
      (["lead": .text("4")], "part: “lead” must be a number"),
      (["laed": .number(2)], "part: unknown key “laed”; did you mean lead?"),
    ] {
      let problem = #expect(throws: JSONProblem.self) { try all.read(object(values)) }
      #expect(problem?.description == sentence)
    }
    #expect(throws: JSONProblem.self) { try fields.read(object(["lead": .number(2)])) }
    // The schema.
    #expect(all.schema["properties"]?["lead"] == JSONSchema.orNull(JSONSchema.number(1...3)))
    #expect(fields.schema["properties"] != nil && fields.schema["properties"]?["lead"] == nil)
    // The command line, its help and the page.
    try all.fill(&owner, FilmSettings(text: "A,lead=1.5", keys: all.typedNames))
    #expect(owner[keyPath: place] == 1.5)
    #expect(all.typed(owner).last == "lead=1.5")
    let error = #expect(throws: FilmError.self) {
      try all.fill(&owner, FilmSettings(text: "A,lead=9", keys: all.typedNames))
    }
    #expect(error == .argument("A,lead=9", of: "lead", expected: "lead as 1 to 3 m, not “9”"))
    #expect(all.help.hasSuffix("lead (in metres)"))
    #expect(FilmKeys(all).help == all.help)
    let key = FilmKeys(all).keys().last
    #expect(key?.name == "lead" && key?.summary == "how far it leads, 1 to 3" && key?.words == [])
    #expect(all.table.hasSuffix("| `lead` | how far it leads, 1 to 3 | as far as it goes |\n"))
    // The value that a program sets.
    owner[keyPath: place] = 7
    #expect(throws: FilmError.value(place: "p.lead", value: "7 m", expected: "1 to 3 m")) {
      try all.check(owner, "p")
    }
  }

  @Test("a table row adds its key to the reader, the schema, the command line and the help")
  func rows() throws {
    try expect(FilmTitle.fields, \.lead, required: ["text": .text("A")])
    try expect(LayerKeyframe.fields, \.x, required: ["time": .number(0)])
    try expect(FilmOverlay.fields, \.x, required: ["src": .text("a.png")])
    try expect(FilmCaptions.fields, \.lead, required: ["src": .text("a.srt")])
    try expect(FilmMusic.fields, \.lead, required: ["src": .text("a.mp3")])
    try expect(FilmClip.fields, \.lead, required: ["src": .text("a.mp4")])
    try expect(FilmJunction.fields, \.lead)
    try expect(FilmRequest.filmFields, \.lead)
    try expect(FilmRequest.defaultFields, \.lead)
  }

  @Test("a page shows the property's default unless the row states one")
  func defaults() {
    let rows = FilmTitle.fields.table.split(separator: "\n")
    for end in ["`\"Sans\"` |", "| 0.08 |", "| 0.3 |", "| `\"bottom\"` |", "| false |", "| the film's end |"]
    {
      #expect(rows.contains { $0.hasSuffix(end) }, "\(end)")
    }
    #expect(rows[2].hasSuffix("| required |") && rows.allSatisfy { $0.split(separator: "|").count == 3 })
  }
}

// An optional number of each part.
extension FilmTitle {
  fileprivate var lead: Double? {
    get { fade }
    set { fade = newValue ?? 0 }
  }
}
extension FilmCaptions {
  fileprivate var lead: Double? {
    get { pause }
    set { pause = newValue ?? 0 }
  }
}
extension FilmMusic {
  fileprivate var lead: Double? {
    get { fadeOut }
    set { fadeOut = newValue ?? 0 }
  }
}
extension FilmClip {
  fileprivate var lead: Double? {
    get { volume }
    set { volume = newValue ?? 0 }
  }
}
extension FilmJunction {
  fileprivate var lead: Double? {
    get { soundOffset }
    set { soundOffset = newValue ?? 0 }
  }
}
extension FilmRequest {
  fileprivate var lead: Double? {
    get { pictureDuration }
    set { pictureDuration = newValue ?? 0 }
  }
}

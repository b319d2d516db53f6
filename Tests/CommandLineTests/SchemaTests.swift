import FilmSamples
import Foundation
import SegueFields
import SegueFilms
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import segue_cli

extension ToolTests {
  /// The schemas accept the same documents as the readers, judged by another program.
  @Suite("Schemas") struct Schemas {
    /// Whether Python has a validator.
    private static let hasValidator: Bool = {
      guard let python = try? Program("python3") else { return false }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: python.path)
      process.arguments = ["-c", "from jsonschema import Draft202012Validator"]
      process.standardError = FileHandle.nullDevice
      return (try? process.run()).map { process.waitUntilExit() } != nil && process.terminationStatus == 0
    }()

    /// Whether the schema of `subject` accepts each of `documents`.
    private func verdicts(_ subject: String, _ documents: [JSONValue]) async throws -> [Bool] {
      let place = try Workplace.forTool()
      let schema = try await Tool(place).run("schema", subject)
      #expect(schema.code == 0, "\(schema.messages)")
      try place.write(schema.output, to: "schema.json")
      try place.write(Array(try JSONEncoder.sorted().encode(documents)), to: "documents.json")
      let script = """
        import json
        from jsonschema import Draft202012Validator
        schema = json.load(open("schema.json"))
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        print(json.dumps([validator.is_valid(document) for document in json.load(open("documents.json"))]))
        """
      let output = try await Program("python3").output(["-c", script], in: place.path)
      return try JSONDecoder().decode([Bool].self, from: Data(output))
    }

    private static func examples(_ page: String) throws -> [JSONValue] {
      try Documents.blocks("json", in: page).map {
        try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
      }
    }

    /// `value` with one of its leaves changed, in every way.
    /// - Parameter isWide: whether numbers also become very small and keys are removed.
    private static func mutations(_ value: JSONValue, isWide: Bool) -> [JSONValue] {
      let object = JSONValue.object(["a": .number(1)])
      switch value {
      case .null: return []
      case .flag: return [.number(7), .text("x")]
      case .number: return [.flag(true), object] + (isWide ? [.number(-1e9)] : [])
      case .text: return [object, .list([object])]
      case .list(let list):
        return list.indices.flatMap { index in
          mutations(list[index], isWide: isWide).map { changed in
            var list = list
            list[index] = changed
            return .list(list)
          }
        }
      case .object(let values):
        return values.keys.sorted().flatMap { key in
          mutations(values[key] ?? .null, isWide: isWide).map { changed in
            .object(values.merging([key: changed]) { $1 })
          }
        } + (isWide ? values.keys.sorted().map { key in .object(values.filter { $0.key != key }) } : [])
      }
    }

    private func compare(
      _ subject: String, _ examples: [JSONValue], isWide: Bool = true, _ accepts: ([UInt8]) -> Bool
    ) async throws {
      #expect(!examples.isEmpty)
      #expect(try await verdicts(subject, examples).allSatisfy { $0 }, "\(subject)")
      // A leaf has two or three wrong values; the usual tier tests every fifth value.
      let mutations = examples.flatMap { Self.mutations($0, isWide: isWide) }
      let changed = stride(from: 0, to: mutations.count, by: Tier.current == .full ? 1 : 5)
        .map { mutations[$0] }
      let found = try await verdicts(subject, changed)
      #expect(found.count == changed.count && found.contains(false))
      for (document, verdict) in zip(changed, found) {
        let bytes = Array(try JSONEncoder.sorted().encode(document))
        #expect(
          accepts(bytes) == verdict,
          "\(subject), schema \(verdict): \(String(decoding: bytes, as: UTF8.self))")
      }
    }

    @Test(
      "the schema and the reader reject the same films with wrong values",
      .enabled(if: hasValidator, "Python has no jsonschema: python3-jsonschema"))
    func film() async throws {
      let examples = try Self.examples("films.md") + Self.examples("film-layers.md")
      try await compare("film", examples) { bytes in
        (try? FilmFile.film(in: String(decoding: bytes, as: UTF8.self), path: "film.json")) != nil
      }
    }

    @Test(
      "the schema of films accepts exactly the valid values of each key",
      .enabled(if: hasValidator, "Python has no jsonschema: python3-jsonschema"))
    func keysOfFilms() async throws {
      var cases: [(name: String, film: JSONValue, isValid: Bool)] = []
      for table in FilmTable.all {
        for key in table.keys {
          let films = [true: table.values(of: key), false: table.wrongValues(of: key)]
          for (isValid, values) in films {
            cases += values.map { ("\(table.name).\(key): \($0)", table.film(with: $0, of: key), isValid) }
          }
        }
      }
      let verdicts = try await verdicts("film", cases.map(\.film))
      #expect(verdicts.count == cases.count && cases.count > 1000)
      for ((name, _, isValid), verdict) in zip(cases, verdicts) { #expect(verdict == isValid, "\(name)") }
    }

    @Test(
      "the schema and the reader agree on random films",
      .enabled(if: hasValidator, "Python has no jsonschema: python3-jsonschema"))
    func films() async throws {
      let count = Tier.current == .full ? 5000 : 500
      let films = (1...count).map { seed in
        var random = RandomFilm(seed: seed)
        return random.film()
      }
      let verdicts = try await verdicts("film", films)
      for (seed, (film, verdict)) in zip(1..., zip(films, verdicts)) {
        let text = String(decoding: try JSONEncoder.sorted().encode(film), as: UTF8.self)
        let problem: String?
        do {
          _ = try FilmFile.film(in: text, path: "film.json")
          problem = nil
        } catch { problem = "\(error)" }
        #expect(
          verdict == (problem == nil),
          "\(seed), schema \(verdict), \(problem ?? ""): \(text)")
      }
      #expect(verdicts.count == count && (count / 5...count * 4 / 5).contains(verdicts.count { $0 }))
    }

    @Test(
      "the schema and the reader reject the same timelines and looks",
      .enabled(if: hasValidator, "Python has no jsonschema: python3-jsonschema"))
    func inputs() async throws {
      try await compare("timeline", Self.examples("timelines.md")) { bytes in
        (try? Timeline(json: bytes, name: "run.json")) != nil
      }
      try await compare("look", Self.examples("looks.md"), isWide: false) { bytes in
        (try? TransitionDescription(look: String(decoding: bytes, as: UTF8.self), name: "look")) != nil
      }
    }

    @Test(
      "the schema and the reader reject the same batch lines",
      .enabled(if: hasValidator, "Python has no jsonschema: python3-jsonschema"))
    func batch() async throws {
      let page = try #require(Documents.blocks("json", in: "many-jobs.md").first)
      let lines = try page.split(separator: "\n")
        .map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
      #expect(try await verdicts("batch", lines).allSatisfy { $0 })
      var cases: [(String, Bool)] = [
        (
          #"{"join": ["a.mp4", "b.jpg"], "output": "x.mp4", "title": ["A,at=top", "B"], "fit": "blur", "copy": true}"#,
          true
        ),
        (
          #"{"from": "a.png", "to": "b.png", "output": "x.mp4", "transition": "slide", "reverse": true}"#,
          true
        ), (#"{"from": "a.png", "to": "b.png", "output": "x.mp4", "_why": {"a": [null]}}"#, true),
        (#"{"from": "a.png", "to": "b.png"}"#, false), (#"{"to": "b.png", "output": "x.mp4"}"#, false),
        (#"{"from": "a.png", "to": "b.png", "output": "x.mp4", "tiltle": 1}"#, false),
        (#"{"from": "a.png", "to": "b.png", "output": "x.mp4", "reverse": "yes"}"#, false),
        (#"{"from": "a.png", "to": "b.png", "output": "x.mp4", "fit": "squash"}"#, false),
        (#"{"from": "a.png", "to": "b.png", "output": "x.mp4", "json": true}"#, false),
        (#"{"join": "a.mp4", "output": "x.mp4"}"#, false), (#"["a"]"#, false),
      ]
      let values: [(String, Bool)] = [
        (#""size": "big""#, false), (#""size": "640x""#, true), (#""fps": true"#, false),
        (#""fps": "30/1""#, true),
        (#""format": "mp5""#, false), (#""format": "mkv""#, true), (#""background": "reddish""#, false),
        (#""duration": -1"#, false), (#""duration": "500ms""#, true), (#""duration": 0"#, false),
        (#""loop": "ever""#, false), (#""loop": 2.5"#, false), (#""loop": "3""#, true),
        (#""hold-start": -1"#, false),
      ]
      let films: [(String, Bool)] = [
        (#""loudness": "x""#, false), (#""loudness": "-14""#, true), (#""loudness": 1"#, false),
        (#""duration": 0"#, true),
        (#""each": 0"#, false), (#""each": "music""#, true), (#""music-volume": "50%""#, true),
        (#""duck": "much""#, false), (#""fade-in": "soon""#, false),
      ]
      cases += values.map { (#"{"from": "a.png", "to": "b.png", "output": "x.webp", \#($0.0)}"#, $0.1) }
      cases += films.map { (#"{"join": ["a.mp4"], "output": "x.mp4", "music": "m.mp3", \#($0.0)}"#, $0.1) }
      cases += [(#""75f""#, true), (#""now""#, false)].map {
        (#"{"join": ["a.mp4"], "output": "x.png", "at": \#($0.0)}"#, $0.1)
      }
      let documents = try cases.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.0.utf8)) }
      #expect(try await verdicts("batch", documents) == cases.map(\.1))
      for (line, isValid) in cases {
        let read = BatchList(Data(line.utf8)).lines.first?.job
        #expect(((try? read?.get()) != nil) == isValid, "\(line)")
      }
    }

    @Test("a decoded and encoded report keeps every key")
    func everyReportKey() throws {
      func check<Report: Codable>(_ type: Report.Type, _ text: String) throws {
        let report = try JSONDecoder().decode(type, from: Data(text.utf8))
        let encoded = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(report))
        #expect(try encoded == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
      }
      try check(RenderReport.self, FullReports.render)
      try check(FilmReport.self, FullReports.film)
      try check(Failure.Report.self, FullReports.failure)
    }

    @Test("the schema of reports has exactly the keys of reports")
    func reportKeys() throws {
      let schemas = try #require(try SchemaCommand.schema(of: .report)["anyOf"]?.list)
      let reports = try [FullReports.render, FullReports.film, FullReports.failure].map {
        try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
      }
      #expect(schemas.count == reports.count)
      for (schema, report) in zip(schemas, reports) {
        let described = schema.schemaPaths()
        let printed = report.keyPaths()
        #expect(described.subtracting(printed).sorted() == [])
        #expect(printed.subtracting(described).sorted() == [])
      }
    }

    @Test(
      "the schema of reports matches only reports",
      .needs("ffmpeg"), .enabled(if: hasValidator, "Python has no jsonschema: python3-jsonschema"))
    func reports() async throws {
      let place = try Workplace.forTool()
      let runs = [
        ["from.png", "to.png", "-o", "o.png", "--at", "0.5", "--json"],
        ["join", "from.png", "to.png", "-o", "o.mp4", "--each", "0.5", "-d", "0.2", "-s", "32x32", "--json"],
        ["join", "from.png", "to.png", "--each", "1", "--overlay", "to.png", "--plan", "--json"],
        ["join", "none.png", "-o", "o2.mp4", "--json"],
      ]
      var reports: [JSONValue] = []
      for words in runs {
        let outcome = try await Tool(place).run(words)
        reports.append(try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output)))
      }
      #expect(try await verdicts("report", reports) == [true, true, true, true])
      let broken = reports.map { report -> JSONValue in
        guard case .object(var values) = report else { return .null }
        values["schema"] = .number(2)
        return .object(values)
      }
      #expect(try await verdicts("report", broken) == [false, false, false, false])
    }
  }
}

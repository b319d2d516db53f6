import ArgumentParser
import FoundationEssentials
import Segue
import SegueFilmFiles
import SegueRun

/// `segue schema`: prints JSON Schemas of the files that the tool reads and writes.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of a film file, look, timeline, batch line or report.",
    discussion: """
      EXAMPLES:
        segue schema film > film.schema.json
      """)

  /// The subject of a schema.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case film, look, timeline, batch, report
  }

  @Argument(
    help: """
      film: a film file for segue join; look: a transition file for -t; timeline: a file for --timeline; batch: a line \
      for segue batch; report: the output of --json.
      """)
  var subject: Subject

  func run() throws {
    try Console.checkResults()
    try Console.result(json: try Self.schema(of: subject))
  }

  static func schema(of subject: Subject) throws -> JSONValue {
    switch subject {
    case .film: FilmSchema.document
    case .look: InputSchemas.look
    case .timeline: InputSchemas.timeline
    case .batch: try batch()
    case .report: report
    }
  }

  /// A batch line: the long options of `render` or `join`.
  private static func batch() throws -> JSONValue {
    let tree = try CommandTree.current()
    let file = JSONSchema.any(JSONSchema.text, JSONSchema.number)
    func job<Request>(
      _ name: String, _ rows: [OptionRow<Request>], _ inputs: [String: JSONValue]
    ) -> JSONValue {
      let options = tree.commands.first { $0.commandName == name }?.options ?? []
      var properties = inputs.merging(["output": file]) { $1 }
      for row in rows where !row.isOfRun && properties[row.name] == nil {
        properties[row.name] = value(of: row, options.first { $0.longName == row.name })
      }
      return JSONSchema.form(properties, required: inputs.keys.sorted() + ["output"], mayBeNull: false)
    }
    let inputs = JSONSchema.list(of: file, 1...Int.max)
    return JSONSchema.document(
      "A line of a batch of Segue",
      .object([
        "anyOf": .list([
          job("render", RenderCommand.rows, ["from": file, "to": file]),
          job("join", JoinCommand.rows, ["join": inputs]),
        ])
      ]))
  }

  private static func value<Request>(
    of row: OptionRow<Request>, _ option: CommandTree.Argument?
  ) -> JSONValue {
    func described(_ part: JSONValue) -> JSONValue {
      option?.abstract.map { JSONSchema.described(part, $0) } ?? part
    }
    if row.isFlag { return described(JSONSchema.flag) }
    if let words = option?.allValues, !words.isEmpty {
      let numbers = words.compactMap(Double.init).map(JSONValue.number)
      return described(.object(["enum": .list(words.map { .text($0) } + numbers)]))
    }
    if let form = row.form() { return described(form) }
    // The value as typed. A repeatable option also takes a list, or an object of named values.
    let types = ["string", "number", "boolean"] + (row.repeats ? ["array", "object"] : [])
    return described(.object(["type": .list(types.map { .text($0) })]))
  }

  /// The reports of renders and films, and of errors.
  private static var report: JSONValue {
    let (count, text, number) = (JSONSchema.count, JSONSchema.text, JSONSchema.number)
    let one = JSONValue.object(["const": .number(1)])
    let renderer = JSONSchema.object(
      [
        "backend": JSONSchema.words(["gpu", "cpu"]), "device": text, "software": JSONSchema.flag,
        "reason": text,
      ], required: ["backend", "device", "software", "reason"])
    let render = JSONSchema.object(
      [
        "schema": one, "transition": text, "parameters": JSONSchema.dictionary(of: text), "width": count,
        "height": count, "frames": count, "fps": text, "duration": number, "color": text, "depth": count,
        "renderer": JSONSchema.reference("renderer"),
        "seconds": JSONSchema.object([
          "decode": number, "prepare": number, "render": number, "readback": number, "encode": number,
          "total": number,
        ]),
        "framesPerSecond": number, "outputs": JSONSchema.list(of: text), "bytes": count,
        "reproducible": JSONSchema.object(["threads": count], required: ["threads"]),
        "warnings": JSONSchema.list(of: text),
      ],
      required: [
        "schema", "transition", "parameters", "width", "height", "frames", "fps", "color", "depth",
        "duration",
        "renderer", "seconds", "framesPerSecond", "outputs", "warnings",
      ])
    let failure = JSONSchema.object(
      [
        "schema": one,
        "error": JSONSchema.object(["exit": count, "message": text], required: ["exit", "message"]),
      ], required: ["schema", "error"])
    return JSONSchema.document(
      "A report of Segue", JSONSchema.any(render, FilmSchema.report, failure),
      definitions: ["renderer": renderer])
  }
}

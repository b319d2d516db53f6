import ArgumentParser
import FoundationEssentials
import SegueFilms

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
    case .look: Look.schema
    case .timeline: TimelineFile.schema
    case .batch: batch
    case .report:
      try JSONSchema.document(
        "A report that segue prints with --json",
        JSONSchema.any(
          JSONSchema.of(RenderReport.self), JSONSchema.of(FilmReport.self),
          JSONSchema.of(Failure.Report.self)))
    }
  }

  /// A batch line: the long options of `render` or `join`.
  private static var batch: JSONValue {
    let file = JSONSchema.any(JSONSchema.text, JSONSchema.number)
    func job<Request>(_ rows: [OptionRow<Request>], _ inputs: [String: JSONValue]) -> JSONValue {
      var properties = inputs.merging(["output": file]) { $1 }
      for row in rows where !row.isOfRun && properties[row.name] == nil {
        properties[row.name] = JSONSchema.described(row.schema(), row.help)
      }
      return JSONSchema.form(properties, required: inputs.keys.sorted() + ["output"], mayBeNull: false)
    }
    let inputs = JSONSchema.list(of: file, 1...Int.max)
    return JSONSchema.document(
      "A line of a file for segue batch",
      .object([
        "anyOf": .list([
          job(RenderCommand.rows, ["from": file, "to": file]), job(JoinCommand.rows, ["join": inputs]),
        ])
      ]), definitions: FilmSchema.definitions.filter { ["color", "inFilm"].contains($0.key) })
  }
}

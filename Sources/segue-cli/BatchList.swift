import ArgumentParser
import FoundationEssentials
import Segue

/// The lines of a batch: JSON objects with the long options as keys.
struct BatchList {
  /// The reason why a line is not a job.
  struct Problem: Error {
    let reason: String
    /// The exit code.
    var code = Failure.Code.usage
  }

  /// A non-empty line: a job, or its error.
  struct Line {
    let number: Int
    let job: Result<Batch.Job, any Error>
  }

  let lines: [Line]

  /// The errors of the lines that are not jobs, by line.
  var failures: [Int: any Error] {
    lines.reduce(into: [:]) { failures, line in
      if case .failure(let error) = line.job { failures[line.number] = error }
    }
  }

  /// Parses a list. Paths are relative to the current folder; transitions are found in `library`.
  init(_ bytes: Data, in library: TransitionLibrary = .ofUser) {
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains { ![0x20, 0x09, 0x0D].contains($0) } }
    let templates = Result { try Templates() }
    lines = texts.map { index, text in
      Line(
        number: index + 1,
        job: Result { try Self.job(Data(text), line: index + 1, templates.get(), library) })
    }
  }

  /// The commands that lines are read into, with default options.
  private struct Templates {
    let render: Template<RenderCommand>
    let join: Template<JoinCommand>

    init() throws { (render, join) = (try Template(), try Template()) }
  }

  /// Parses the job of a line.
  private static func job(_ bytes: Data, line: Int, _ templates: Templates, _ library: TransitionLibrary)
    throws -> Batch.Job
  {
    let value: JSONValue
    do throws(JSONProblem) { value = try JSONValue(parsing: Array(bytes), firstLine: line) } catch {
      throw Problem(reason: error.description)
    }
    guard case .object(var object) = value else { throw Problem(reason: "it is not a JSON object") }
    // Keys that begin with “_” are comments.
    object = object.filter { !$0.key.hasPrefix("_") }
    if let key = object.filter({ $0.value.holdsNull }).keys.sorted().first {
      throw Problem(reason: "“\(key)” is or contains null; leave out keys without a value")
    }
    var inputs: [String]?
    if let join = object["join"] {
      guard case .list(let list) = join else {
        throw Problem(reason: "“join” must be a list of inputs and transitions")
      }
      inputs = list.map(\.typed)
      if let other = ["from", "to"].first(where: { object[$0] != nil }) {
        throw Problem(reason: "“join” is a film and “\(other)” a render; leave one of them out")
      }
    }
    // The order of the keys in the line does not matter.
    let identity = ContentHash(Array((try? JSONEncoder.sorted().encode(object)) ?? Data())).hash
    let options = object.filter { !["from", "to", "join"].contains($0.key) }
    if let inputs {
      var join = try templates.join.filled(with: options)
      join.inputs = inputs
      try check(inputs, join.output)
      try join.check()
      var request = try join.request()
      request.library = library
      return try checked(.film(request, key: "line \(line)"), identity: identity)
    }
    var render = try templates.render.filled(with: options)
    let (from, to) = (try text("from", of: object), try text("to", of: object))
    (render.pictures.from, render.pictures.to) = (from, to)
    try check([from, to], render.output)
    var request = try render.request()
    request.library = library
    return try checked(.render(request, key: "line \(line)"), identity: identity)
  }

  /// A job that the journal identifies by the contents of its line.
  private static func checked(_ job: Batch.Job, identity: String) throws -> Batch.Job {
    if let problem = job.problem { throw problem }
    var job = job
    job.identity = { identity }
    return job
  }

  private static func text(_ key: String, of object: [String: JSONValue]) throws -> String {
    guard let value = object[key] else { throw Problem(reason: "“\(key)” is missing") }
    return value.typed
  }

  private static func check(_ inputs: [String], _ output: OutputOptions) throws {
    if output.output == "-" {
      throw Problem(reason: "“output” must be a file; a batch does not write to stdout")
    }
    if inputs.contains("-") {
      throw Problem(reason: "an input must be a file; a batch does not read from stdin")
    }
  }
}

/// A command with default options, and the options by name.
private struct Template<Command: ListedCommand & ParsableCommand> {
  private let command: Command
  private let rows: [String: OptionRow<Command>]

  /// The options that apply to a whole run of the tool.
  private static var foreign: Set<String> {
    [
      "json", "quiet", "verbose", "progress", "help", "version", "plan", "chunk", "slurm", "array",
      "sbatch-arg", "wait",
    ]
  }

  init() throws {
    command = try Command.parse(["from", "to", "--output=none"])
    rows = Dictionary(uniqueKeysWithValues: Command.rows.map { ($0.name, $0) })
  }

  /// The command with the options of a line.
  func filled(with object: [String: JSONValue]) throws -> Command {
    var command = command
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      if Self.foreign.contains(key) {
        throw BatchList.Problem(reason: "“\(key)” is an option of the whole run, not of a job")
      }
      guard let row = rows[key] else {
        let meant = Suggestion.option(for: key, among: rows.keys.sorted() + ["from", "to", "join"])
        throw BatchList.Problem(
          reason: "unknown key “\(key)”" + (meant.map { "; did you mean “\($0)”?" } ?? ""), code: .badData)
      }
      try row.read(&command, Self.texts(key, value, row))
    }
    if object["output"] == nil { throw BatchList.Problem(reason: "“output” is missing") }
    return command
  }

  /// The texts of a value: one per key of an object or element of a list.
  private static func texts(_ key: String, _ value: JSONValue, _ row: OptionRow<Command>) throws -> [String] {
    switch value {
    case .flag(let isSet) where row.isFlag: return isSet ? ["true"] : []
    case _ where row.isFlag: throw BatchList.Problem(reason: "“\(key)” must be true or false")
    case .object(let entries):
      return entries.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.typed)" }
    case .list(let values) where row.repeats: return values.map(\.typed)
    default: return [value.typed]
    }
  }
}

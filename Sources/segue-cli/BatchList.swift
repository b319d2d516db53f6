import ArgumentParser
import FoundationEssentials
import SegueFilms

/// The lines of a batch: JSON objects with the long options as keys.
struct BatchList {
  /// The reason why a line is not a job.
  struct Problem: DescribedError {
    let reason: String
    var code = SegueError.Code.invalidValue
    var sentence: String { "this line is not a job: \(reason)" }
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
    let keys = (Keys("render", RenderCommand.rows), Keys("join", JoinCommand.rows))
    lines = texts.map { index, text in
      Line(
        number: index + 1,
        job: Result { try Self.job(Data(text), line: index + 1, keys, library) })
    }
  }

  /// Parses the job of a line.
  private static func job(
    _ bytes: Data, line: Int, _ keys: (render: Keys<RenderRequest>, join: Keys<FilmRequest>),
    _ library: TransitionLibrary
  ) throws -> Batch.Job {
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
      let settings = try keys.join.settings(of: options)
      try check(inputs, settings)
      try JoinCommand.check(inputs, settings)
      var request = try FilmRequest(inputs, settings)
      request.library = library
      return try checked(.film(request, key: "line \(line)"), identity: identity)
    }
    let settings = try keys.render.settings(of: options)
    let from = try text("from", of: object)
    let to = try text("to", of: object)
    try check([from, to], settings)
    var request = try RenderRequest(from, to, settings)
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

  private static func check<Request>(_ inputs: [String], _ settings: [Setting<Request>]) throws {
    if settings.output() == "-" {
      throw Problem(reason: "“output” must be a file; a batch does not write to stdout")
    }
    if inputs.contains("-") {
      throw Problem(reason: "an input must be a file; a batch does not read from stdin")
    }
  }
}

/// The keys of a batch line: the options of a command, except those of a whole run.
private struct Keys<Request> {
  private let command: String
  private let rows: [OptionRow<Request>]

  init(_ command: String, _ rows: [OptionRow<Request>]) {
    self.command = command
    self.rows = rows.filter { !$0.isOfRun }
  }

  /// The options of a line, in the order of the rows.
  func settings(of object: [String: JSONValue]) throws -> [Setting<Request>] {
    if let key = object.keys.sorted().first(where: { key in !rows.contains { $0.name == key } }) {
      throw unknown(key)
    }
    let settings = try rows.compactMap { row in
      try object[row.name].flatMap { try Self.setting(row, $0) }
    }
    if object["output"] == nil { throw BatchList.Problem(reason: "“output” is missing") }
    return settings
  }

  private func unknown(_ key: String) -> BatchList.Problem {
    if CommandTree.ofTool?.command(of: [command])?.option(typed: "--" + key) != nil {
      return BatchList.Problem(reason: "“\(key)” is an option of the whole run, not of a job")
    }
    let suggestion = Suggestion.option(for: key, among: rows.map(\.name).sorted() + ["from", "to", "join"])
    return BatchList.Problem(
      reason: "unknown key “\(key)”" + (suggestion.map { "; did you mean “\($0)”?" } ?? ""),
      code: .invalidData)
  }

  private static func setting(_ row: OptionRow<Request>, _ value: JSONValue) throws -> Setting<Request>? {
    let texts = try texts(value, row)
    do {
      if !row.isFlag, !row.repeats, texts.contains("") {
        throw InvalidValue(value: "", expected: "a value")
      }
      return try row.read(texts)
    } catch let error as InvalidValue { throw error.of("--" + row.name) }
  }

  /// The texts of a value: one per key of an object or element of a list.
  private static func texts(_ value: JSONValue, _ row: OptionRow<Request>) throws -> [String] {
    switch value {
    case .flag(let isSet) where row.isFlag: return isSet ? ["true"] : []
    case _ where row.isFlag: throw BatchList.Problem(reason: "“\(row.name)” must be true or false")
    case .object(let entries):
      return entries.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.typed)" }
    case .list(let values) where row.repeats: return values.map(\.typed)
    default: return [value.typed]
    }
  }
}

import ArgumentParser
import Foundation
import SegueMedia
import Segue
import Synchronization

/// The lines of a batch: JSON objects whose keys are the long options.
///
/// **Thread-safety:** a value.
struct BatchList {
  /// A line that is no job.
  struct Problem: Error {
    let reason: String
  }

  /// A line that is not empty: a job, or why it is none.
  struct Line {
    let number: Int
    let job: Result<BatchJob, any Error>
  }

  let lines: [Line]

  /// Reads a list. Files are looked for from the current folder.
  init(_ bytes: Data) {
    let tree = try? CommandTree.ofThisTool()
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains { ![0x20, 0x09, 0x0D].contains($0) } }
    // Options take a millisecond a line to parse: every core reads a part of the list.
    let parts = min(texts.count, ProcessInfo.processInfo.activeProcessorCount)
    let read = Mutex<[Int: [Line]]>([:])
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      var reader = Reader(tree: tree)
      let lines = texts[(texts.count * part / parts)..<(texts.count * (part + 1) / parts)].map {
        index, text in
        Line(number: index + 1, job: Result { try reader.job(Data(text), line: index + 1) })
      }
      read.withLock { $0[part] = lines }
    }
    lines = read.withLock { read in (0..<parts).flatMap { read[$0] ?? [] } }
  }
}

/// Reads lines one after the other.
private struct Reader {
  typealias Problem = BatchList.Problem

  let tree: CommandTree?
  /// Renders that were parsed, by their options: most lines of a list differ in their files alone.
  private var parsed: [[String]: RenderCommand] = [:]

  init(tree: CommandTree?) { self.tree = tree }

  /// Options that belong to a whole run of the tool.
  private static let foreign: Set<String> = [
    "json", "quiet", "verbose", "progress", "color", "help", "version", "plan", "chunk", "slurm", "array",
    "sbatch-arg", "wait",
  ]

  /// The job of a line.
  mutating func job(_ bytes: Data, line: Int) throws -> BatchJob {
    guard case .object(let object)? = try? JSONDecoder().decode(JSONValue.self, from: bytes) else {
      throw Problem(reason: "it is not a JSON object")
    }
    if object.values.contains(where: \.holdsNull) {
      throw Problem(reason: "a value is neither text, a number, true, false nor a list or object of them")
    }
    let name = object["join"] == nil ? "render" : "join"
    guard let command = tree?.commands.first(where: { $0.commandName == name }) else {
      throw Problem(reason: "“\(name)” is not a command of this version")
    }
    var words: [String] = []
    for (key, value) in object.sorted(by: { $0.key < $1.key })
    where !["from", "to", "join", "output"].contains(key) {
      words += try Self.arguments(key, value, command)
    }
    let inputs: [String]
    if let join = object["join"] {
      guard case .list(let list) = join else {
        throw Problem(reason: "“join” is a list of inputs and transitions")
      }
      inputs = list.map(\.typed)
    } else {
      inputs = try ["from", "to"].map { key in
        guard let value = object[key] else { throw Problem(reason: "“\(key)” is missing") }
        return value.typed
      }
    }
    guard let output = object["output"]?.typed else { throw Problem(reason: "“output” is missing") }
    if Reading.output(output) == "-" {
      throw Problem(reason: "“output” is a file; a batch writes none to stdout")
    }
    if inputs.contains("-") { throw Problem(reason: "an input is a file; a batch reads none from stdin") }
    // The same for the same keys and values, in whatever order they were written.
    let key = ContentHash(Array((try? JSONEncoder.sorted().encode(object)) ?? Data())).hash
    // The command alone: the whole tool's options would be gathered for each line.
    if name == "join" {
      let join = try JoinCommand.parse(words + ["--output=\(output)", "--"] + inputs)
      return try BatchJob(line: line, key: key, film: join.request())
    }
    var render =
      try parsed[words] ?? RenderCommand.parse(words + ["--output=\(output)", "--"] + inputs)
    if parsed.count < 1000 { parsed[words] = render }
    (render.from, render.to, render.output.output) = (inputs[0], inputs[1], output)
    return try BatchJob(line: line, key: key, request: render.request())
  }

  /// A key and its value as options.
  private static func arguments(
    _ key: String, _ value: JSONValue, _ command: CommandTree.Command
  ) throws -> [String] {
    if foreign.contains(key) {
      throw Problem(reason: "“\(key)” is an option of the whole run, not of a job")
    }
    guard let option = command.options.first(where: { $0.longName == key }) else {
      let known = command.options.map(\.longName).filter { !foreign.contains($0) } + ["from", "to"]
      let nearest = Suggestion.option(for: "--" + key, of: command).map { String($0.dropFirst(2)) }
      let meant =
        nearest.flatMap { known.contains($0) ? $0 : nil } ?? NameSuggestion.nearest(to: key, in: known)
      throw Problem(reason: "unknown key “\(key)”" + (meant.map { "; did you mean “\($0)”?" } ?? ""))
    }
    if !option.takesValue {
      guard case .flag(let isSet) = value else { throw Problem(reason: "“\(key)” must be true or false") }
      return isSet ? ["--" + key] : []
    }
    switch value {
    case .object(let entries):
      return entries.sorted { $0.key < $1.key }.map { "--\(key)=\($0.key)=\($0.value.typed)" }
    case .list(let values) where option.isRepeating == true: return values.map { "--\(key)=\($0.typed)" }
    default: return ["--\(key)=\(value.typed)"]
    }
  }
}

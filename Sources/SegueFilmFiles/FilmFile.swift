import FoundationEssentials
import SegueFields
import SegueFilm
import SegueRun
import SegueSystem
import SegueTransitions

extension FilmRequest {
  /// A film of `items`, written to `output`; a plan needs no output.
  public init(items: [FilmItem], output: OutputRequest = "") {
    self.init()
    self.items = items
    self.output = output
    reader = FilmFile.self
  }

  /// Reads the film in a file, either Segue's JSON or an OpenTimelineIO timeline. Paths are
  /// relative to the file. Notices list keys without effect and parts of a timeline that Segue
  /// does not support.
  /// - Parameters:
  ///   - path: the path of the file, or `-` for standard input.
  ///   - output: the path of the film to write; a plan needs no output.
  /// - Throws: `SegueError` with the code `unreadable` if the file cannot be read; `invalidData` for an
  ///   error in it, with its place.
  public init(file path: String, to output: String = "") throws(SegueError) {
    do {
      self = try FilmFile.film(at: path)
    } catch {
      throw SegueError(error)
    }
    self.output.path = output
  }
}

/// Reads film files, as in `segue join film.json`. Paths are relative to the file; keys without effect cause
/// notes.
package enum FilmFile: FilmReader {
  /// - Throws: `SystemError.unreadable`, `FilmError.file`.
  package static func film(at path: String) throws -> FilmRequest {
    try film(in: text(of: path), path: path)
  }

  /// Parses the text of the film or timeline file at `path`, where `-` is standard input.
  /// - Throws: `FilmError.file`.
  package static func film(in text: String, path: String) throws(FilmError) -> FilmRequest {
    let (name, bytes) = (name(of: path), Array(text.utf8))
    if isJobList(bytes) {
      throw .file(name: name, reason: "it is a list of batch jobs, not a film")
    }
    let (document, folder) = (try document(bytes, name: name), folder(of: path))
    var request =
      FilmOTIO.isTimeline(document)
      ? try FilmOTIO.film(in: document, name: name, folder: folder)
      : try film(in: document, name: name, folder: folder)
    request.files = files(of: path)
    return request
  }

  /// Whether the file at `path` is a film file, by its extension or its first bytes. `-` is standard
  /// input.
  /// - Throws: `SystemError.unreadable` for a pipe without data.
  package static func isDescription(_ path: String) throws -> Bool {
    if path.hasSuffix(".json") || path.hasSuffix(".otio") { return true }
    return try InputFile.peek(path: path, 512).map(isObject) ?? false
  }

  /// The result of ``isDescription(_:)`` for a file; `false` for a pipe, which is not read.
  package static func isDescriptionOnDisk(_ path: String) -> Bool {
    !InputCopy.isNeeded(of: path) && FileManager.default.fileExists(atPath: path)
      && (try? isDescription(path)) == true
  }

  /// The text of the film file at `path`.
  /// - Throws: `SystemError.unreadable`, `FilmError.file`.
  package static func text(of path: String) throws -> String {
    let bytes = try InputBytes.read(path: path, limit: 256 << 20)
    guard
      let text = String(
        validating: bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...], as: UTF8.self)
    else { throw FilmError.file(name: name(of: path), reason: "it is not UTF-8") }
    return text
  }

  /// Whether `bytes` are a film file or a timeline.
  package static func describesFilm(_ bytes: [UInt8]) -> Bool {
    guard let document = try? JSONValue(parsing: bytes) else { return false }
    return document["segue"] != nil || FilmOTIO.isTimeline(document)
  }

  /// The UTF-8 byte order mark.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether `head` begins as a JSON object does.
  private static func isObject(_ head: [UInt8]) -> Bool {
    let rest = (head.starts(with: mark) ? head[mark.count...] : head[...]).filter {
      ![0x09, 0x0A, 0x0D, 0x20].contains($0)
    }
    return rest.first == UInt8(ascii: "{")
      && [nil, UInt8(ascii: "\""), UInt8(ascii: "}")].contains(rest.dropFirst().first)
  }

  /// Whether the first line is a batch job.
  private static func isJobList(_ bytes: [UInt8]) -> Bool {
    let line = bytes.drop { $0 == 0x0A || $0 == 0x0D }.prefix { $0 != 0x0A }
    guard let job = try? JSONValue(parsing: Array(line)), job["segue"] == nil else { return false }
    return job["output"] != nil && (job["join"] != nil || job["from"] != nil)
  }

  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// The files that describe the film: the file at `path`; empty for a pipe.
  private static func files(of path: String) -> [String] { InputCopy.isNeeded(of: path) ? [] : [path] }

  /// The folder of the file at `path`; empty for a pipe or standard input, which means the current folder.
  private static func folder(of path: String) -> String {
    if InputCopy.isNeeded(of: path) || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return "" }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Reads the film in `document`. Errors call it `name`; `folder` is the prefix of relative paths, empty or
  /// ending in a slash.
  /// - Throws: `FilmError.file`.
  static func film(in document: JSONValue, name: String, folder: String) throws(FilmError) -> FilmRequest {
    try checked(name) {
      var notices: [Notice] = []
      let object = try JSONObject(document, place: "", folder: folder) { notices.append($0) }
      var request = try FilmRequest.fields.read(object)
      request.notices = notices
      return request
    }
  }

  /// Checks the names of transitions and filters in `film`, as read from the file `name`.
  /// - Throws: `FilmError.file` for an unknown transition, an unknown parameter or an invalid chain. Other
  ///   errors are thrown when the film is planned.
  package static func checkNames(in film: FilmRequest, name: String) throws(FilmError) {
    do {
      try film.checkNames()
    } catch {
      switch error {
      case UsageError.unknownTransition, UsageError.invalidValue(.transition, _, _), is FilmError,
        is FilterError:
        throw .file(named: name, error)
      default: break
      }
    }
  }

  /// The JSON in `json`; errors call it `name`.
  /// - Throws: `FilmError.file` for invalid JSON.
  static func document(_ json: [UInt8], name: String) throws(FilmError) -> JSONValue {
    do throws(JSONProblem) { return try JSONValue(parsing: json) } catch {
      throw .file(named: name, error)
    }
  }

  /// Runs `read` for the file `name` and checks its film.
  /// - Throws: `FilmError.file`, also for values out of a film's bounds.
  static func checked(_ name: String, _ read: () throws -> FilmRequest) throws(FilmError) -> FilmRequest {
    do {
      var request = try read()
      request.reader = self
      try request.check()
      return request
    } catch {
      throw .file(named: name, error)
    }
  }
}

import FoundationEssentials
import SegueImaging
import SegueRun
import SegueSystem
import SegueTransitions

extension FilmRequest {
  /// The film that a file describes, JSON or a timeline of OpenTimelineIO, written to the file at `output`; a plan needs none.
  /// Paths are relative to the file. What has no effect, or cannot be carried over, is in the film's warnings.
  /// - Throws: `SegueError.media(.unreadable)`, `.film(.file)`.
  public init(file path: String, to output: String = "") throws(SegueError) {
    do {
      self = try FilmFile.film(in: FilmFile.text(of: path), path: path, output: output)
    } catch {
      throw SegueError(error)
    }
  }
}

/// The JSON of a film, as `segue join film.json` reads it. Paths are relative to the file; keys without effect
/// are warnings.
package enum FilmFile {
  /// The film whose file at `path`, `-` for standard input, has this text: a film's or a timeline's. It is written to `output`.
  /// - Throws: `FilmError.file`.
  package static func film(in text: String, path: String, output: String) throws(FilmError) -> FilmRequest {
    let (name, bytes) = (name(of: path), Array(text.utf8))
    if isJobList(bytes) {
      throw .file(name: name, reason: "it is a list of batch jobs, not a film")
    }
    let (document, folder) = (try document(bytes, name: name), folder(of: path))
    var request =
      FilmOTIO.isTimeline(document)
      ? try FilmOTIO.film(in: document, name: name, folder: folder)
      : try film(in: document, name: name, folder: folder)
    (request.output.path, request.files) = (output, files(of: path))
    return request
  }

  /// Whether the file at `path`, `-` for standard input, describes a film: it begins as JSON does, or is called so.
  /// - Throws: `MediaError.unreadable` for a silent pipe.
  package static func isDescription(_ path: String) throws -> Bool {
    if path.hasSuffix(".json") || path.hasSuffix(".otio") { return true }
    return try InputFile.peek(path: path, 512).map(isObject) ?? false
  }

  /// As ``isDescription(_:)``, for one of many inputs; pipes are not touched.
  package static func isDescriptionOnDisk(_ path: String) -> Bool {
    !InputCopy.isNeeded(of: path) && FileManager.default.fileExists(atPath: path)
      && (try? isDescription(path)) == true
  }

  /// The text of the description at `path`.
  /// - Throws: `MediaError.unreadable`, `FilmError.file`.
  package static func text(of path: String) throws -> String {
    let bytes = try InputBytes.read(path: path, limit: 256 << 20)
    guard
      let text = String(
        validating: bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...], as: UTF8.self)
    else { throw FilmError.file(name: name(of: path), reason: "it is not UTF-8") }
    return text
  }

  /// Whether `document` describes a film, or is a timeline of one.
  package static func describesFilm(_ bytes: [UInt8]) -> Bool {
    guard let document = try? JSONValue(parsing: bytes) else { return false }
    return document["segue"] != nil || FilmOTIO.isTimeline(document)
  }

  /// The mark of UTF-8 that some programs write first.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether `head` begins as an object of JSON does.
  private static func isObject(_ head: [UInt8]) -> Bool {
    let rest = (head.starts(with: mark) ? head[mark.count...] : head[...]).filter {
      ![0x09, 0x0A, 0x0D, 0x20].contains($0)
    }
    return rest.first == UInt8(ascii: "{")
      && [nil, UInt8(ascii: "\""), UInt8(ascii: "}")].contains(rest.dropFirst().first)
  }

  /// Whether the first line is a job of a batch.
  private static func isJobList(_ bytes: [UInt8]) -> Bool {
    let line = bytes.drop { $0 == 0x0A || $0 == 0x0D }.prefix { $0 != 0x0A }
    guard let job = try? JSONValue(parsing: Array(line)), job["segue"] == nil else { return false }
    return job["output"] != nil && (job["join"] != nil || job["from"] != nil)
  }

  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// The files of a description at `path`, which a pipe is not.
  private static func files(of path: String) -> [String] { InputCopy.isNeeded(of: path) ? [] : [path] }

  /// The folder of the file at `path`; the current one for a pipe, or standard input.
  private static func folder(of path: String) -> String {
    if InputCopy.isNeeded(of: path) || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return "" }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The film in `json`; errors call it `name`, and relative paths begin with `folder`, which ends in a slash or is empty.
  /// - Throws: `FilmError.file`.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmError) -> FilmRequest {
    try film(in: document(json, name: name), name: name, folder: folder)
  }

  /// The film in `document`; else as ``parse(_:name:folder:)``.
  static func film(in document: JSONValue, name: String, folder: String) throws(FilmError) -> FilmRequest {
    try checked(name) {
      var notes: [String] = []
      let object = try JSONObject(document, place: "", folder: folder) { notes.append($0) }
      var request = try FilmRequest.fields.read(object)
      request.notes = notes
      return request
    }
  }

  /// Looks at the transitions and the filters of `film`, which is as the file has it that errors call `name`.
  /// - Throws: `FilmError.file` for an unknown transition, a parameter or a chain that cannot be. Whatever else is wrong is
  ///   thrown where the film is planned.
  package static func checkNames(in film: FilmRequest, name: String) throws(FilmError) {
    do {
      let film = try film.takingTurns()
      let size: ImageSize? = if case .exact(let size)? = film.output.size { size } else { nil }
      for junction in try FilmPlan.transitions(of: film).all {
        try junction.prepared?.filters.checkValues(size: size)
      }
      let filters = try [FilmPlan.filters(of: film)] + FilmPlan.clipFilters(of: film)
      for filters in filters + (try FilmPlan.overlayFilters(of: film)) {
        try filters.checkValues(size: size)
      }
    } catch {
      switch error {
      case UsageError.unknownTransition, UsageError.invalidValue(.transition, _, _), is FilmError,
        is FilterError:
        throw .file(name: name, reason: "\(error)")
      default: break
      }
    }
  }

  /// The values in `json`, which errors call `name`.
  /// - Throws: `FilmError.file` where it is not JSON.
  static func document(_ json: [UInt8], name: String) throws(FilmError) -> JSONValue {
    do throws(JSONProblem) { return try JSONValue(parsing: json) } catch {
      throw .file(name: name, reason: error.description)
    }
  }

  /// The film that `read` finds in a file which errors call `name`.
  /// - Throws: `FilmError.file`, also for numbers that `read` lets through and that a film cannot have.
  static func checked(_ name: String, _ read: () throws -> FilmRequest) throws(FilmError) -> FilmRequest {
    do {
      let request = try read()
      try request.check()
      return request
    } catch {
      throw .file(name: name, reason: "\(error)")
    }
  }
}

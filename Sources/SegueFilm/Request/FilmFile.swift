import SegueImaging
import SegueRun
import SegueSystem
import SegueTransitions

/// The JSON of a film, as `segue join film.json` reads it. Paths are relative to the file; keys that are not known are
/// warnings.
public enum FilmFile {
  /// The film in the file at `path`, written to `output`; a plan needs none.
  /// - Throws: `SegueError.media(.unreadable)`, `.film(.file)`.
  public static func read(path: String, output: String = "") throws(SegueError) -> FilmRequest {
    do {
      return try read(path: path, limit: 64 << 20, output: output, parse: parse)
    } catch {
      throw SegueError(error)
    }
  }

  /// The film whose file at `path` has this text, written to `output`.
  /// - Throws: `FilmError.file`.
  package static func film(in text: String, path: String, output: String) throws(FilmError) -> FilmRequest {
    var request = try parse(Array(text.utf8), name: path, folder: folder(of: path))
    (request.output.path, request.files) = (output, [path])
    return request
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The film that `parse` finds in the file at `path`, which has at most `limit` bytes.
  /// - Throws: `MediaError.unreadable`, and what `parse` throws.
  static func read(
    path: String, limit: Int, output: String,
    parse: (_ bytes: [UInt8], _ name: String, _ folder: String) throws -> FilmRequest
  ) throws -> FilmRequest {
    var request = try parse(try InputBytes.read(path: path, limit: limit), path, folder(of: path))
    (request.output.path, request.files) = (output, [path])
    return request
  }

  /// The film in `json`; errors call it `name`, and relative paths begin with `folder`, which ends in a slash or is empty.
  /// - Throws: `FilmError.file`.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmError) -> FilmRequest {
    try film(in: document(json, name: name), name: name, folder: folder)
  }

  /// The film in `document`; else as ``parse(_:name:folder:)``.
  static func film(in document: JSONValue, name: String, folder: String) throws(FilmError) -> FilmRequest {
    try checked(name) { try FilmFileReader(folder: folder).film(document) }
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
      for filters in try [FilmPlan.filters(of: film)] + FilmPlan.clipFilters(of: film) {
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

import FoundationEssentials
import Glibc
import SegueFields
import SegueGLTransitions
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

/// A library that finds transitions by name: those of a catalogue, ffmpeg's names for the built-ins,
/// files, and files in folders.
///
/// **Thread-safety:** each call lists the folders again.
public struct TransitionLibrary: Sendable {
  /// The catalogue, which is searched first.
  package let catalogue: Catalogue
  /// The folders that are searched for files, in order.
  package let folders: [String]
  /// The default folder, which may be missing.
  private let defaultFolder: String?
  /// The files in memory, which take precedence over the disk.
  package let files: InputFiles

  /// A transition that was found by name. A match by ffmpeg's name has ffmpeg's defaults.
  package struct Match: Sendable {
    package var description: TransitionDescription
    /// The notices about the transition's file.
    package var notices: [Notice] = []
    /// The path of the transition's file; `nil` for a built-in.
    package var path: String?
    /// The files of the transitions and filters in a look, beginning with the look itself.
    package internal(set) var parts: [String] = []

    /// Every file that the transition consists of, except the pictures of its parameters.
    package var files: [String] { [path].compactMap(\.self) + parts + description.files.map(\.path) }

    package init(
      description: TransitionDescription, notices: [Notice] = [], path: String? = nil, parts: [String] = []
    ) {
      self.description = description
      self.notices = notices
      self.path = path
      self.parts = parts
    }
  }

  /// A library of `catalogue` and of the files in `folders`, which must exist.
  /// - Parameters:
  ///   - files: files in memory by name, such as `looks/warm.cube`: the shaders, looks, colour tables
  ///     and pictures of transitions and filters. Names are compared as paths: `../warm.cube` in
  ///     `looks/mine.json` is `warm.cube`. A transition is also found by its name without `.glsl` or
  ///     `.json` unless a built-in has that name.
  ///   - readsDisk: whether every other name is a path on the disk. If false, only `files` are read
  ///     and no folder is listed, which suits looks and shaders from untrusted clients.
  public init(
    _ catalogue: Catalogue = .builtIn, folders: [String] = [], files: [String: [UInt8]] = [:],
    readsDisk: Bool = true
  ) {
    self.catalogue = catalogue
    self.folders = readsDisk ? folders : []
    self.files = InputFiles(files, readsDisk: readsDisk)
    defaultFolder = nil
  }

  /// Searches the folders in `SEGUE_TRANSITIONS_PATH`, separated by colons, then `segue/transitions` in
  /// the user's data folder: `XDG_DATA_HOME`, by default `~/.local/share`.
  package init(environment: [String: String]) {
    catalogue = .builtIn
    let listed = (environment["SEGUE_TRANSITIONS_PATH"] ?? "").split(separator: ":").map(String.init)
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.local/share" }
    defaultFolder = data.map { $0 + "/segue/transitions" }
    folders = listed + [defaultFolder].compactMap(\.self)
    files = InputFiles()
  }

  /// The transition that `text` names: a built-in, `xfade:` and an ffmpeg name, the path of a
  /// `.glsl` or `.json` file, or the name of a file in the folders.
  /// - Throws: `UsageError.unknownTransition` with the nearest name, `SystemError.unreadable` (also
  ///   for a folder), `ShaderFileError`, `LookError`.
  package func transition(named text: String) throws -> Match { try transition(named: text, LookFiles(self)) }

  /// The description of the transition called `name`, with the contents of the transition's files.
  /// - Throws: `SegueError` with the code `unknownName` for an unknown name; `unreadable` or
  ///   `invalidData` for a file.
  public func description(of name: String) async throws(SegueError) -> TransitionDescription {
    do {
      return try await transition(named: name).description.loadingFiles(files, limits: DecodingLimits())
    } catch {
      throw SegueError(error)
    }
  }

  func transition(named text: String, _ looks: LookFiles) throws -> Match {
    if let description = catalogue[text] { return Match(description: description) }
    if text.hasPrefix(XfadeAlias.prefix) { return try alias(String(text.dropFirst(XfadeAlias.prefix.count))) }
    if Self.isPath(text) { return try match(path: text, looks) }
    let (found, failures) = named()
    if let path = found[text] { return try match(path: path, looks) }
    // The transition may be in a folder that cannot be listed.
    if let failure = failures.first { throw failure }
    let known = catalogue.transitions.map(\.name) + found.keys
    throw UsageError.unknownTransition(name: text, nearest: NameSuggestion.nearest(to: text, in: known))
  }

  /// The transitions in files, sorted by name, and the errors of the files that cannot be read. A file
  /// is hidden by a built-in of the same name, or by a file in an earlier folder.
  package func fileTransitions() -> (transitions: [TransitionDescription], failures: [any Error]) {
    var transitions: [TransitionDescription] = []
    var (found, failures): ([String: String], [any Error]) = named()
    for (name, path) in found.sorted(by: { $0.key < $1.key }) where catalogue[name] == nil {
      do {
        transitions.append(try match(path: path, LookFiles(self)).description)
      } catch {
        failures.append(error)
      }
    }
    return (transitions, failures)
  }

  /// Whether `text` is a path rather than a name.
  static func isPath(_ text: String) -> Bool {
    text.contains("/") || fileExtensions.contains(where: text.hasSuffix)
  }

  private func match(path: String, _ looks: LookFiles) throws -> Match {
    if path.hasSuffix(LookFiles.fileExtension) {
      let description = try looks.look(path: path).description
      return Match(description: description, path: path, parts: looks.paths)
    }
    let file = try Self.read(path: path, in: files)
    return Match(
      description: file.description,
      notices: file.warnings.map { Notice(at: .named(file.path), $0.sentence) },
      path: path)
  }

  /// Reads a GL Transitions file, or a user-defined filter.
  /// - Throws: `SystemError.unreadable`, `ShaderFileError`.
  package static func read(
    path: String, in files: InputFiles = InputFiles(), kind: ShaderProgram.Kind = .transition
  ) throws -> GLTransition {
    let bytes = try files.read(path, limit: GLTransition.sizeLimit)
    let file = OutputPath.name(of: path)
    let name = file.hasSuffix(fileExtension) ? String(file.dropLast(fileExtension.count)) : file
    return try GLTransition(bytes, name: name, path: path, kind: kind)
  }

  /// The library of the tool's user, with the folders of the environment.
  package static var ofUser: TransitionLibrary {
    TransitionLibrary(environment: ProcessInfo.processInfo.environment)
  }

  private static let fileExtension = ".glsl"
  /// The extensions of transition files; the first extension wins if two files share a name.
  private static let fileExtensions = [fileExtension, LookFiles.fileExtension]

  private func alias(_ name: String) throws -> Match {
    guard let alias = XfadeAlias.all.first(where: { $0.name == name }),
      let description = Catalogue.builtIn[alias.transition]
    else {
      let nearest = NameSuggestion.nearest(to: name, in: XfadeAlias.all.map(\.name))
      throw UsageError.unknownTransition(
        name: XfadeAlias.prefix + name, nearest: nearest.map { XfadeAlias.prefix + $0 })
    }
    do {
      return Match(description: try alias.description(of: description))
    } catch {
      throw UsageError.parameter(error)
    }
  }

  /// The paths of the files by name, and an error for each folder that cannot be listed.
  private func named() -> (found: [String: String], failures: [any Error]) {
    var found: [String: String] = [:]
    var failures: [any Error] = []
    func find(_ entries: [String], in folder: String) {
      for end in Self.fileExtensions {
        for entry in entries where entry.hasSuffix(end) {
          let name = String(entry.dropLast(end.count))
          if found[name] == nil, !name.isEmpty { found[name] = folder + entry }
        }
      }
    }
    find(files.names, in: "")
    for folder in folders {
      guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        if folder != defaultFolder || FileManager.default.fileExists(atPath: folder) {
          failures.append(SystemError.unreadable(path: folder, reason: "it is not an accessible directory"))
        }
        continue
      }
      find(entries, in: folder + "/")
    }
    return (found, failures)
  }
}

import FoundationEssentials
import Glibc
import SegueGLTransitions
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

/// The transitions that can be named: those of a catalogue, ffmpeg's names for the built-ins, files, and files in folders.
///
/// **Thread-safety:** each call looks at the folders anew.
public struct TransitionLibrary: Sendable {
  /// The transitions that come first.
  package let catalogue: Catalogue
  /// The folders in which files are looked for by name, in order.
  package let folders: [String]
  /// The default one among them, which may be missing.
  private let defaultFolder: String?
  /// Files in memory, which come before those of the disk.
  package let files: InputFiles

  /// A transition that was found by what was typed; ffmpeg's names come with defaults of their own.
  package struct Match: Sendable {
    /// The transition.
    package var description: TransitionDescription
    /// Warnings about its file, a sentence each.
    package var warnings: [String] = []
    /// Its own file; `nil` for a built-in.
    package var path: String?
    /// The files of transitions and of filters that a look is made of, its own first.
    package internal(set) var parts: [String] = []

    /// Every file that it is made of, but for the pictures of its parameters.
    package var files: [String] { [path].compactMap(\.self) + parts + description.files.map(\.path) }

    package init(
      description: TransitionDescription, warnings: [String] = [], path: String? = nil, parts: [String] = []
    ) {
      (self.description, self.warnings, self.path, self.parts) = (description, warnings, path, parts)
    }
  }

  /// A library of `catalogue` and of the files in `folders`, which are to be there.
  /// - Parameters:
  ///   - files: files in memory, by the names under which the request or a look names them, such as `looks/warm.cube`: shaders,
  ///     looks, colour tables and pictures that transitions and filters take. Names are compared as paths are, so that
  ///     `../warm.cube` in `looks/mine.json` is `warm.cube`. A transition is also found by its name without `.glsl` or
  ///     `.json`, where no built-in has it.
  ///   - readsDisk: whether every other name is a path. Without it nothing but `files` is read, nor is a folder looked into:
  ///     for looks and shaders from untrusted clients.
  public init(
    _ catalogue: Catalogue = .builtIn, folders: [String] = [], files: [String: [UInt8]] = [:],
    readsDisk: Bool = true
  ) {
    (self.catalogue, self.folders) = (catalogue, readsDisk ? folders : [])
    self.files = InputFiles(files, readsDisk: readsDisk)
    defaultFolder = nil
  }

  /// The folders of `SEGUE_TRANSITIONS_PATH`, divided by colons, and `segue/transitions` in the user's data folder:
  /// `XDG_DATA_HOME`, else `~/.local/share`.
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

  /// The transition that `text` names: a built-in, `xfade:` and one of ffmpeg's names, the path of a `.glsl` file,
  /// or of a look's `.json` file, or the name of one in the folders.
  /// - Throws: `UsageError.unknownTransition` with the nearest name, `MediaError.unreadable`, also for a folder,
  ///   `ShaderFileError`, `LookError`.
  package func transition(named text: String) throws -> Match { try transition(named: text, LookFiles(self)) }

  /// The description of the transition called `name`, from which it can be made, also from a file.
  /// - Throws: as a render with this name: `SegueError.usage(.unknownTransition)`, `.media`, `.shader`, `.look`, `.filter`.
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
    // The transition may lie in a folder that cannot be listed.
    if let failure = failures.first { throw failure }
    let known = catalogue.transitions.map(\.name) + found.keys
    throw UsageError.unknownTransition(name: text, nearest: NameSuggestion.nearest(to: text, in: known))
  }

  /// The files that can be read as transitions, by name and in the order of their names, and why the others cannot. A file of an earlier folder, or a built-in, hides those of the same name.
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

  /// Whether `text` is the path of a file, and no name.
  static func isPath(_ text: String) -> Bool {
    text.contains("/") || fileExtensions.contains(where: text.hasSuffix)
  }

  /// The transition in a file.
  private func match(path: String, _ looks: LookFiles) throws -> Match {
    if path.hasSuffix(LookFiles.fileExtension) {
      let description = try looks.look(path: path).description
      return Match(description: description, path: path, parts: looks.paths)
    }
    let file = try Self.read(path: path, in: files)
    return Match(
      description: file.description, warnings: file.warnings.map { "\(file.path): \($0.sentence)" },
      path: path)
  }

  /// Reads a file in the GL Transitions format, or a user-defined filter.
  /// - Throws: `MediaError.unreadable`, `ShaderFileError`.
  package static func read(
    path: String, in files: InputFiles = InputFiles(), kind: ShaderProgram.Kind = .transition
  ) throws -> GLTransition {
    let bytes = try files.read(path, limit: GLTransition.sizeLimit)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = file.hasSuffix(fileExtension) ? String(file.dropLast(fileExtension.count)) : file
    return try GLTransition(bytes, name: name, path: path, kind: kind)
  }

  /// The folders that the user of the tool has set up.
  package static var ofUser: TransitionLibrary {
    TransitionLibrary(environment: ProcessInfo.processInfo.environment)
  }

  private static let fileExtension = ".glsl"
  /// The extensions of files of transitions; where two have one name, the first extension wins.
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

  /// Paths of the files, by name, and which folders cannot be read.
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
          failures.append(MediaError.unreadable(path: folder, reason: "it is not an accessible directory"))
        }
        continue
      }
      find(entries, in: folder + "/")
    }
    return (found, failures)
  }
}

import FoundationEssentials
import SegueSystem
import SegueTransitions

/// A reader of looks and of the looks that they use. It reads each file once.
final class LookFiles {
  static let fileExtension = ".json"

  private let library: TransitionLibrary
  /// The files of transitions and filters that were read.
  private(set) var paths: [String] = []
  /// The keys of the files that are being read.
  private var open: Set<String> = []
  private var read: [String: (description: TransitionDescription, weight: Int)] = [:]

  init(_ library: TransitionLibrary) { self.library = library }

  /// The error of a look that contains itself.
  private struct Recursion: Error {}

  /// The look in the file at `path`, and its number of nodes.
  /// - Throws: `SystemError.unreadable`, `LookError`, `ShaderFileError`.
  func look(path: String) throws -> (description: TransitionDescription, weight: Int) {
    let key = Self.key(path)
    if let known = read[key] { return known }
    guard open.insert(key).inserted else { throw Recursion() }
    defer { open.remove(key) }
    paths.append(path)
    let bytes = try library.files.read(path, limit: Look.sizeLimit)
    let file = OutputPath.name(of: path)
    let name = file.hasSuffix(Self.fileExtension) ? String(file.dropLast(Self.fileExtension.count)) : file
    let look = try look(bytes, name: name, path: path)
    read[key] = look
    return look
  }

  /// The look that `bytes` describe, and its number of nodes. Its paths are relative to the folder of `path`.
  /// - Throws: the errors of `look(path:)`.
  func look(
    _ bytes: [UInt8], name: String, path: String
  ) throws -> (description: TransitionDescription, weight: Int) {
    let (look, weight) = try Look.read(
      bytes, name: name, path: path,
      in: LookResolver(
        transition: { try self.find($0, beside: path) },
        filters: { chain in
          try FilterCatalogue.with(shadersOf: chain, in: self.library.files) { name in
            self.paths.append(LookPath.resolved(name, beside: path))
            return LookPath.resolved(name, beside: path)
          }
        }))
    return (look.description, weight)
  }

  /// The transition that a look calls `name`: a path relative to the look's file, or a name.
  private func find(_ name: String, beside path: String) throws -> LookResolver.Match {
    let place = TransitionLibrary.isPath(name) ? LookPath.resolved(name, beside: path) : name
    do {
      let match = try library.transition(named: place, self)
      if let path = match.path { paths.append(path) }
      let weight = match.path.flatMap { read[Self.key($0)]?.weight } ?? 1
      return .transition(match.description, weight: weight)
    } catch UsageError.unknownTransition(_, let nearest) {
      return .unknown(nearest: nearest)
    } catch is Recursion {
      return .recursion
    }
  }

  private static func key(_ path: String) -> String {
    URL(fileURLWithPath: InputFiles.plain(path)).resolvingSymlinksInPath().path
  }
}

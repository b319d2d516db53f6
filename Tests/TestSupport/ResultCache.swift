import Foundation
import SegueSystem

/// Results of a slow specification, shared by processes in the folder that `EXPECTATIONS` names.
///
/// A file's name contains a hash of the sources that decide the result, so the folder never has to
/// be emptied.
package struct ResultCache: Sendable {
  private static let root =
    URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized.path

  private let folder: String
  /// The hash of the sources' paths and contents.
  private let hash: String

  /// The results that `sources` decide: files and folders, by their paths in the repository.
  ///
  /// `nil` without `EXPECTATIONS`, if a source is missing, and if a source is newer than the tests'
  /// program, which was then built from other bytes.
  package init?(decidedBy sources: [String]) {
    guard let folder = ProcessInfo.processInfo.environment["EXPECTATIONS"], !folder.isEmpty,
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      let built = Self.modificationDate(program)
    else { return nil }
    var lines: [String] = []
    for source in sources {
      let files = Self.files(source)
      if files.isEmpty { return nil }
      for file in files {
        guard let content = ContentHash(path: Self.root + "/" + file),
          let changed = Self.modificationDate(Self.root + "/" + file), changed <= built
        else { return nil }
        lines.append("\(file) \(content.hash)")
      }
    }
    self.folder = folder
    hash = ContentHash(Array(lines.joined(separator: "\n").utf8)).hash
  }

  /// The bytes kept as `name`, if there are any.
  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) }
  }

  /// Keeps `bytes` as `name`, and removes the results of other versions of the sources. A failure
  /// only costs time.
  package func store(_ bytes: [UInt8], as name: String) {
    let files = FileManager.default
    try? files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Other processes look for the file, which appears when it is complete.
    let file = URL(fileURLWithPath: path(name))
    guard (try? Data(bytes).write(to: file, options: .atomic)) != nil else { return }
    let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
    for old in names where old.hasPrefix(name + ".") && !old.hasPrefix("\(name).\(hash)") {
      try? files.removeItem(atPath: folder + "/" + old)
    }
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).\(hash)" }

  /// The regular files of `source`, sorted.
  private static func files(_ source: String) -> [String] {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: root + "/" + source, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return [source] }
    let names = (try? files.subpathsOfDirectory(atPath: root + "/" + source)) ?? []
    return names.map { source + "/" + $0 }.sorted().filter { file in
      var isFolder: ObjCBool = false
      return files.fileExists(atPath: root + "/" + file, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  private static func modificationDate(_ path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }
}

import Foundation
import SegueFilms
import TestSupport
import Testing

/// Rules of CONTRIBUTING.md that the formatter does not check.
@Suite("Style of the sources") struct StyleTests {
  private static let root = CustomTransitionTests.root

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  /// The paths of `folder`'s files and folders, relative to the root.
  private static func paths(in folder: String) throws -> [String] {
    let names = try #require(FileManager.default.enumerator(atPath: root.appending(path: folder).path))
    return names.compactMap { $0 as? String }.map { "\(folder)/\($0)" }
  }

  @Test("no statement assigns several properties of self")
  func tupleAssignments() throws {
    let files = try Self.paths(in: "Sources").filter { $0.hasSuffix(".swift") }
    #expect(files.count > 400)
    for file in files {
      let text = try Self.text(file)
      let tuples = text.matches(of: /\((?:self\.\w+, [\w.]+|[\w.]+, self\.\w+)[\w., ]*\) = \(/)
      #expect(tuples.isEmpty, "\(file): \(tuples.map { text[$0.range] })")
    }
  }

  @Test("types and paths on the pages about the code exist", .takesLong)
  func names() throws {
    let folders = [
      "Examples", "Fuzz", "Hosts", "Packaging", "Shaders", "Sources", "Tests", "Tools", "docs",
    ]
    let top = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
    let paths = try top + folders.flatMap { try Self.paths(in: $0) }
    let declared = try Self.declarations(in: paths.filter { $0.hasSuffix(".swift") })
    for page in ["docs/architecture.md", "CONTRIBUTING.md"] {
      let names = try Self.names(on: page)
      #expect(names.count > 40)
      for name in names {
        let parts = name.split(separator: ".").map(String.init)
        let isPath = paths.contains { $0 == name || $0.hasSuffix("/" + name) }
        #expect(isPath || declared.isSuperset(of: parts), "\(page): there is no \(name)")
      }
    }
  }

  /// The names of types, members and paths on `page`: in backticks, or in a drawing.
  private static func names(on page: String) throws -> Set<String> {
    let text = try text(page)
    let quoted = text.matches(of: /`([A-Za-z][\w.+\/\-]*)(?:\([\w:]*\))?`/).map { String($0.1) }
    let named = quoted.filter { $0.contains(/^[A-Z].*[a-z]|\/|\.(?:swift|c|h|glsl|md|py|sh)$/) }
    let drawings = text.split(separator: "\n").filter { $0.hasPrefix("    ") && $0.contains("─") }
    let drawn = drawings.flatMap { $0.matches(of: /\b[A-Z]\w*?(?:[a-z][A-Z]|[A-Z][a-z])\w*/) }
    return Set(named + drawn.map { String($0.output) })
  }

  /// The words after the keyword of a declaration in Swift files, and the imported modules.
  private static func declarations(in files: [String]) throws -> Set<String> {
    let keywords: Set<Substring> = [
      "actor", "case", "class", "enum", "func", "import", "let", "protocol", "struct", "typealias", "var",
    ]
    var names: Set<String> = []
    for file in files {
      let words = try text(file).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
        names.insert(String(name))
      }
    }
    return names
  }

  @Test("every filter of the sources is in the catalogue")
  func filters() throws {
    let folder = CustomTransitionTests.root.appending(path: "Sources/SegueTransitions/Filters")
    var declared: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      declared += text.matches(of: /FilterDescription\(\s*"([a-z-]+)"/).map { String($0.output.1) }
    }
    #expect(declared.count >= 75)
    #expect(declared.sorted() == FilterCatalogue.builtIn.filters.map(\.name).sorted())
  }
}

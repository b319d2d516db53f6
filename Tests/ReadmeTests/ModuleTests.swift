import Foundation
import Testing

/// The modules of `Package.swift`, compared with the table in docs/architecture.md.
@Suite("Modules") struct ModuleTests {
  /// A target that contains no tests.
  private struct Target {
    let name: String
    /// The target's folder, relative to the root of the repository.
    let folder: String
    /// The targets of this package on which it depends.
    let needs: [String]
  }

  private static let page = "docs/architecture.md"

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: CustomTransitionTests.root.appending(path: file), encoding: .utf8)
  }

  /// The targets under `Sources` and the shaders, in the package's order.
  private static func targets() throws -> [Target] {
    let manifest = try text("Package.swift").split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.hasPrefix("//") }.joined(separator: " ")
    let starts = /\.(?:target|executableTarget|systemLibrary|testTarget)\( *name: "([^"]+)"/
    let matches = manifest.matches(of: starts)
    let ends = matches.dropFirst().map(\.range.lowerBound) + [manifest.endIndex]
    let names = Set(matches.map { String($0.1) })
    return zip(matches, ends).compactMap { match, end in
      let declaration = manifest[match.range.upperBound..<end]
      let folder = declaration.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "Sources/\(match.1)"
      guard folder.hasPrefix("Sources/") || folder == "Shaders",
        !manifest[match.range].hasPrefix(".testTarget")
      else { return nil }
      let needs = declaration.firstMatch(of: /dependencies: \[(.*?)\]/)?.1.matches(of: /"([^"]+)"/) ?? []
      return Target(
        name: String(match.1), folder: folder, needs: needs.map { String($0.1) }.filter(names.contains))
    }
  }

  /// The folders in the rows of the table `| folder | …`, with the other cells' text.
  private static func rows(of page: String) throws -> [(folders: [String], words: String)] {
    try text(page).split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("| folder |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { row in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return (cells[0].matches(of: /`([^`]+)`/).map { String($0.1) }, cells.dropFirst().joined())
      }
  }

  @Test("each target has a folder and depends only on earlier targets")
  func package() throws {
    let targets = try Self.targets()
    #expect(targets.count > 20)
    for (index, target) in targets.enumerated() {
      let below = Set(targets[..<index].map(\.name))
      #expect(target.needs.filter { !below.contains($0) } == [], "\(target.name) precedes a dependency")
    }
    let sources = CustomTransitionTests.root.appending(path: "Sources")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    #expect(
      folders.filter { !$0.hasPrefix(".") }.map { "Sources/" + $0 }.sorted()
        == targets.map(\.folder).filter { $0 != "Shaders" }.sorted())
  }

  @Test("the table in architecture.md lists each module once in the package's order")
  func table() throws {
    let targets = try Self.targets()
    let rows = try Self.rows(of: Self.page)
    let listed = rows.flatMap(\.folders).filter { $0.hasPrefix("Sources/") || $0 == "Shaders" }
    // C targets are in the rows of their Swift modules.
    func isSwiftModule(_ folder: String) -> Bool { !folder.hasPrefix("Sources/C") && folder != "Shaders" }
    #expect(listed.filter(isSwiftModule) == targets.map(\.folder).filter(isSwiftModule))
    let others = targets.map(\.folder).filter { !isSwiftModule($0) }.sorted()
    let listedOthers = listed.filter { !isSwiftModule($0) }.sorted()
    #expect(listedOthers == others)
    for row in rows { #expect(!row.folders.isEmpty && !row.words.isEmpty, "\(row)") }
  }

  @Test("the table in architecture.md names each folder of a module")
  func folders() throws {
    let named = try Self.rows(of: Self.page).flatMap { row -> [String] in
      let inner = row.words.matches(of: /`([^`]+)`/).map { String($0.1) }
      return row.folders.flatMap { folder in [folder] + inner.map { "\(folder)/\($0)" } }
    }
    for root in ["Shaders", "Sources"] {
      let url = CustomTransitionTests.root.appending(path: root)
      let files = try #require(FileManager.default.enumerator(atPath: url.path)).compactMap { $0 as? String }
      let folders = Set(
        files.map { ([root[...]] + $0.split(separator: "/").dropLast()).joined(separator: "/") })
      #expect(folders.count > 3)
      // `include` has a C module's header.
      let unnamed = folders.subtracting(named + ["Sources"]).filter { !$0.hasSuffix("/include") }
      #expect(unnamed.sorted() == [], "docs/architecture.md does not name them")
    }
  }

  /// The targets on which target `name` depends, also through others.
  private static func reached(from name: String, in targets: [Target]) -> Set<String> {
    let needs = targets.first { $0.name == name }?.needs ?? []
    return needs.reduce(into: Set(needs)) { $0.formUnion(reached(from: $1, in: targets)) }
  }

  /// A build may contain modules that a target does not name, and the compiler then accepts their import.
  @Test("a module's files import only modules on which it depends")
  func imports() throws {
    let targets = try Self.targets()
    let names = Set(targets.map(\.name))
    var count = 0
    for target in targets {
      let known = Self.reached(from: target.name, in: targets).union([target.name])
      let folder = CustomTransitionTests.root.appending(path: target.folder)
      let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap {
        $0 as? String
      }
      for file in files where file.hasSuffix(".swift") {
        let lines = try Self.text("\(target.folder)/\(file)").split(separator: "\n")
          .filter { $0.contains("import ") && !$0.hasPrefix("/") && !$0.hasPrefix(" ") }
        let imported = Set(
          lines.compactMap { $0.split(separator: " ").last?.prefix { $0 != "." } }.map(String.init))
        count += imported.count
        #expect(imported.intersection(names).subtracting(known).sorted() == [], "\(target.name)/\(file)")
      }
    }
    #expect(count > 1000)
  }

  @Test("a module depends on nothing that its row of the table excludes")
  func unknown() throws {
    let targets = try Self.targets()
    /// The module of each word that a row can exclude, as in “no pixels”.
    let meant: KeyValuePairs = [
      "pixels": "SegueImaging", "media": "SegueMedia", "transitions": "SegueTransitions",
      "files": "SegueSystem", "renders": "SegueRun", "films": "SegueFilm",
    ]
    var count = 0
    for row in try Self.rows(of: Self.page) {
      for folder in row.folders where folder.hasPrefix("Sources/Segue") {
        let below = Self.reached(from: String(folder.dropFirst("Sources/".count)), in: targets)
        for (word, module) in meant
        where ["no \(word)", "without \(word)"].contains(where: row.words.contains) {
          count += 1
          #expect(!below.contains(module), "\(folder) \(row.words)")
        }
      }
    }
    #expect(count >= 9)
  }
}

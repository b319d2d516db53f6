import Foundation
import Testing

@testable import SegueTransitions

@Suite("Built-in looks") struct BuiltInLookFileTests {
  /// The names of the files in `Built-in/Looks`, without their extension.
  private static let names: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/SegueTransitions/Built-in/Looks").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.map { String($0.dropLast(".json".count)) }.sorted()
  }()

  @Test("every look file is the built-in of the same name")
  func complete() {
    #expect(!Self.names.isEmpty)
    #expect(BuiltInLooks.files.map(\.name).sorted() == Self.names)
  }

  @Test("every look file names its source", arguments: names)
  func source(name: String) throws {
    #expect(try !#require(Catalogue.builtIn[name]).source.isEmpty)
  }
}

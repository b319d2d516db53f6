import Foundation
import Testing

/// Rules of CONTRIBUTING.md that the formatter does not know.
@Suite("Style of the sources") struct StyleTests {
  @Test("no statement assigns several properties of self")
  func tupleAssignments() throws {
    let root = CustomTransitionTests.root
    let names = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let files = try #require(names).compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(files.count > 400)
    for file in files {
      let text = try String(contentsOf: root.appending(path: "Sources/\(file)"), encoding: .utf8)
      let tuples = text.matches(of: /\((?:self\.\w+, [\w.]+|[\w.]+, self\.\w+)[\w., ]*\) = \(/)
      #expect(tuples.isEmpty, "\(file): \(tuples.map { text[$0.range] })")
    }
  }
}

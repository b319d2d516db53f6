import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// The scripts that test a release, run on the built tool.
  @Suite("Packaging") struct Packaging {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardized

    @Test("the smoke test of a package passes with the tool")
    func smoke() async throws {
      let script = try Program(Self.root.appending(path: "Tools/smoke.sh").path)
      let output = try await script.output([Program.built("segue").path])
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
      let (checks, hashes) = (lines.filter { $0.hasPrefix("ok ") }, lines.filter { !$0.hasPrefix("ok ") })
      #expect(checks.count >= 10)
      #expect(hashes.map { $0.dropFirst(64) } == ["  still.png", "  out.webp", "  out.y4m"], "\(lines)")
    }

    @Test("the sources name each bundled library")
    func bundled() throws {
      let list = try String(contentsOf: Self.root.appending(path: "Packaging/bundled.txt"), encoding: .utf8)
      let rows = list.split(separator: "\n").filter { !$0.hasPrefix("#") }
      #expect(!rows.isEmpty)
      let folder = Self.root.appending(path: "Sources").path
      let sources = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".c") }
        .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      for row in rows {
        let parts = try #require(row.wholeMatch(of: /lib(\S+)\.so\.(\d+) \S+/), "\(row)").output
        let name = "SEGUE_LIBRARY(\"\(parts.1)\", \"\(parts.2)\")"
        #expect(sources.contains { $0.contains(name) }, "no source has \(name)")
      }
    }
  }
}

import Foundation
import SegueImaging
import TestSupport
import Testing

extension HostTests {
  @Suite("C and C++ programs") struct CPrograms {
    @Test(
      "the example draws the tool's bytes in C and in C++", .needs("cc", "c++"),
      arguments: cases(["c++"], full: ["c"]))
    func example(language: String) async throws {
      let (prefix, tool, place) = (
        try #require(HostPrefix.tested), try await ToolFrames.shared.value, try Workplace()
      )
      try await prefix.compile("Examples/segue.c", language: language, to: place.file("draw"))
      let program = try Program(place.file("draw"))
      let files = [tool.place.file("from.rgba"), tool.place.file("to.rgba")]
      for (index, name) in tool.names.enumerated() {
        // One of the two progresses for each transition.
        let eighth = ToolFrames.eighths[(index + (language == "c" ? 0 : 1)) % 2]
        let frame = try await program.output(["\(name)", "\(Double(eighth) / 8)", "64", "40"] + files)
        #expect(frame == tool.frame(name, at: eighth), "\(name)")
      }
      let refused = try await program.run(["slyde", "0.5", "64", "40"] + files)
      #expect(refused.code == 64 && refused.messages.contains("did you mean slide?"), "\(refused.messages)")
    }
  }

  @Suite("Installed library") struct InstalledLibrary {
    @Test("the library exports exactly the functions of segue.h", .needs("nm")) func symbols() async throws {
      let prefix = try #require(HostPrefix.tested)
      let header = try String(contentsOfFile: prefix.path + "/include/segue.h", encoding: .utf8)
      let declared = Set(header.matches(of: /\b(segue_\w+)\(/).map { String($0.1) })
      #expect(declared.count > 15)
      let symbols = String(
        decoding: try await Program("nm").output(["-D", "--defined-only", "--extern-only", prefix.library]),
        as: UTF8.self)
      let exported = symbols.split(separator: "\n").compactMap {
        $0.split(separator: " ").last?.prefix { $0 != "@" }
      }
      #expect(Set(exported.map(String.init)).subtracting(["SEGUE_0"]) == declared)
    }

    @Test(
      "the library needs only the runtimes of C and C++",
      .needs("readelf"))
    func dependencies() async throws {
      let prefix = try #require(HostPrefix.tested)
      let facts = String(
        decoding: try await Program("readelf").output(["-dW", prefix.library]), as: UTF8.self)
      #expect(facts.contains("soname: [libsegue.so.0]") && facts.contains("NODELETE"), "\(facts)")
      let needed = facts.matches(of: /\(NEEDED\).*\[(.*?)\.so/).map { String($0.1) }
      #expect(
        Set(needed).subtracting([
          "libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64",
        ]) == [],
        "\(needed)")
    }

    @Test("the library is smaller than 12 MB")
    func size() async throws {
      let prefix = try #require(HostPrefix.tested)
      let attributes = try FileManager.default.attributesOfItem(atPath: prefix.library)
      // The tests' library is not optimised and links Foundation's errors, unlike that of `make library`.
      let isPlain = try await Program("grep").run(["-q", "FoundationEssentials", prefix.library]).code != 0
      #expect(attributes[.size] as? Int ?? .max <= (isPlain ? 12_000_000 : 20_000_000))
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  @Suite("OpenGL libraries") struct OpenGLLibraries: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// The libraries that every GPU needs.
    static let needed = ["libEGL.so.1", "libGLESv2.so.2"]

    /// The message about a missing library.
    private static func fault(_ library: String) -> String {
      "\(library) cannot be loaded; install libegl1, libgles2 and libgl1-mesa-dri"
    }

    /// The tool with an empty file instead of `library`.
    private func tool(without library: String) throws -> Tool {
      try place.createFolder("libraries")
      try place.write([], to: "libraries/\(library)")
      return Tool(place, environment: ["LD_LIBRARY_PATH": place.file("libraries")])
    }

    @Test("--backend auto falls back to the CPU without a message if a library is missing", arguments: needed)
    func automatic(library: String) async throws {
      let words = ["from.png", "to.png", "-d", "0.1", "-y", "-o", "out.raw", "--format", "raw", "--json"]
      #expect(try await tool.run(words + ["--backend", "cpu"]).code == 0)
      let expected = try #require(place.bytes("out.raw"))
      try place.remove("out.raw")
      let outcome = try await tool(without: library).run(words)
      #expect(outcome.code == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      #expect(place.bytes("out.raw") == expected)
      let renderer = try #require(outcome.report["renderer"] as? [String: Any])
      #expect(renderer["backend"] as? String == "cpu")
      #expect(renderer["reason"] as? String == "no hardware GPU found")
    }

    @Test("the error for a required GPU names the missing OpenGL packages", arguments: needed)
    func required(library: String) async throws {
      let bare = try tool(without: library)
      for words in [["--require-gpu"], ["--device", "0"]] {
        place.expect(
          try await bare.render("-o", "out.webp", arguments: words), code: 69,
          saying: "no GPU can be used: \(Self.fault(library))", leaving: ["libraries"])
      }
    }

    @Test("the error for a GLSL transition names the missing OpenGL packages", arguments: needed)
    func shader(library: String) async throws {
      let fade = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }\n"
      try place.write(fade, to: "fade.glsl")
      let bare = try tool(without: library)
      place.expect(
        try await bare.render("-o", "out.webp", "-t", "fade.glsl"), code: 69,
        saying: "\(Self.fault(library)); a GLSL transition needs OpenGL", leaving: ["fade.glsl", "libraries"])
      place.expect(
        try await bare.run("check", "fade.glsl"), code: 69, saying: Self.fault(library),
        leaving: ["fade.glsl", "libraries"])
    }

    @Test("segue devices lists a GPU as unusable with the missing library", arguments: needed)
    func devices(library: String) async throws {
      let bare = try tool(without: library)
      let outcome = try await bare.run("devices", "--json")
      #expect(outcome.code == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      let devices = try #require(try outcome.json as? [[String: Any]])
      #expect(devices.map { $0["kind"] as? String } == ["egl-device", "cpu"])
      #expect(devices.map { $0["usable"] as? Bool } == [false, true])
      #expect(devices.map { $0["selected"] as? Bool } == [false, true])
      #expect(devices.first?["reason"] as? String == Self.fault(library))
      let text = try await bare.run("devices").text
      #expect(text.hasPrefix("  0  egl-device  default  [not usable]  \(Self.fault(library))\n* 1  cpu  "))
    }

    /// The names of OpenGL's libraries that the dynamic loader looks for.
    private func search(_ arguments: [String]) async throws -> Set<String> {
      try place.createFolder("loader")
      defer { try? place.remove("loader") }
      let traced = Tool(
        place, environment: ["LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": place.file("loader/log")])
      #expect(try await traced.run(arguments).code == 0)
      let logs = place.names(in: "loader").compactMap { place.text("loader/" + $0) }.joined()
      #expect(logs.contains("find library=libc.so.6 "))
      return Set((Self.needed + ["libgbm.so.1"]).filter { logs.contains("find library=\($0) ") })
    }

    @Test(
      "OpenGL is not loaded if no frame needs it",
      arguments: [["--version"], ["--help"], ["from.png", "to.png", "-o", "out.webp", "--backend", "cpu"]])
    func unused(arguments: [String]) async throws {
      #expect(try await search(arguments).isEmpty)
    }

    @Test("segue devices loads OpenGL")
    func used() async throws {
      #expect(try await search(["devices"]).isSuperset(of: Self.needed))
    }

    @Test("a driver prints nothing if it cannot create its cache", .needsOpenGL)
    func cache() async throws {
      let outcome = try await Tool(place, environment: ["XDG_CACHE_HOME": "/dev/null/cache"]).run("devices")
      #expect(outcome.code == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
    }

    @Test("Mesa's cache is in the folder of the first variable that is set")
    func cacheFolder() {
      func folder(_ variables: [String: String]) -> String? {
        DriverEnvironment.shaderCache { variables[$0] }
      }
      let existing = place.path
      let new = place.file("new")
      #expect(folder(["MESA_SHADER_CACHE_DIR": existing, "XDG_CACHE_HOME": new]) == existing)
      #expect(folder(["XDG_CACHE_HOME": new, "HOME": existing]) == new)
      #expect(folder(["XDG_CACHE_HOME": "", "HOME": existing]) == existing + "/.cache")
      #expect(folder(["XDG_CACHE_HOME": "/dev/null/cache", "HOME": existing]) == nil)
      #expect(folder(["HOME": new]) == nil)
      #expect(folder([:]) == nil)
    }
  }
}

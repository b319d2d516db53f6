import Foundation
import TestSupport
import Testing

extension ToolTests {
  @Suite("User-defined filters", .needsOpenGL) struct ShaderFilters: ToolSuite {
    let tool: Tool

    static let negative = """
      // Author: somebody
      uniform float amount; // = 1.0 how much of it
      uniform vec3 tint; // = vec3(1.0, 1.0, 1.0)
      vec4 filter(vec2 uv) {
        vec4 color = getColor(uv);
        return vec4(mix(color.rgb, tint - color.rgb, amount), color.a);
      }
      """

    init() throws {
      tool = try Tool()
      try place.write(Self.negative, to: "negative.glsl")
    }

    private func raw(_ arguments: String...) async throws -> [UInt8] {
      let outcome = try await tool.render("-o", "-", "--format", "raw", "--at", "0.5", arguments: arguments)
      #expect(outcome.code == 0, "\(outcome.messages)")
      return outcome.output
    }

    @Test("a filter shader equals the built-in filter with the same formula")
    func bytes() async throws {
      let expected = try await raw("-t", "dissolve", "--filter", "invert")
      #expect(expected.count == (32 * 24 * 4 as Int))
      #expect(try await raw("-t", "dissolve", "--filter", "negative.glsl") == expected)
      #expect(try await raw("-t", "dissolve", "--filter", "'negative.glsl'(amount=2*p)") == expected)
      #expect(
        try await raw("-t", "dissolve", "--filter", "negative.glsl grayscale")
          == raw("-t", "dissolve", "--filter", "invert grayscale"))
      #expect(
        try await raw("-t", "dissolve", "--from-filter", "./negative.glsl(1, tint=#ffffff)")
          == raw("-t", "dissolve", "--from-filter", "invert"))
      #expect(try await raw("-t", "dissolve", "--filter", "negative.glsl(p-0.5)") == raw("-t", "dissolve"))
    }

    @Test("a look finds a shader beside its file")
    func look() async throws {
      try place.createFolder("looks")
      try place.write(Self.negative, to: "looks/own.glsl")
      try place.write(#"{"recipe": {"filter": "own.glsl(2*p)", "of": "to"}}"#, to: "looks/one.json")
      #expect(
        try await raw("-t", "looks/one.json")
          == (try await raw("-t", "dissolve", "--at", "1", "--to-filter", "invert")))
      let listed = try await tool.run("list", "looks/one.json", "--json")
      #expect(((try listed.json as? [[String: Any]])?.first?["renderers"] as? [String]) == ["gpu"])
    }

    @Test("only built-in filters cause a warning about the first and last frames")
    func ends() async throws {
      for (chain, isWarned) in [
        ("negative.glsl(0)", false), ("negative.glsl(amount=p)", false), ("negative.glsl(0) invert", true),
      ] {
        let outcome = try await tool.render("-o", "out.webp", "-d", "0.05", "-y", "--filter", chain)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("frame is not exactly the input picture") == isWarned, "\(chain)")
      }
    }

    @Test("a filter shader is listed and checked")
    func listed() async throws {
      let outcome = try await tool.run("list", "negative.glsl", "--json")
      let filter = try #require((try outcome.json as? [[String: Any]])?.first)
      #expect(filter["kind"] as? String == "filter" && filter["renderers"] as? [String] == ["gpu"])
      #expect(
        (filter["parameters"] as? [[String: Any]])?.map { $0["name"] as? String } == ["amount", "tint"])
      let check = try await tool.run("check", "negative.glsl", "-o", "strip.png", "--json")
      #expect(check.code == 0 && check.report["warnings"] as? [String] == [], "\(check.messages)")
      #expect(place.exists("strip.png"))
    }

    @Test("errors in a filter shader are reported with their line")
    func mistakes() async throws {
      func expect(_ text: String?, code: Int32, _ words: String, arguments: [String] = []) async throws {
        if let text { try place.write(text, to: "bad.glsl") }
        let outcome = try await tool.render(
          "-o", "x.png", "--at", "0", "--filter", "bad.glsl", arguments: arguments)
        place.expect(
          outcome, code: code, saying: words, leaving: (text == nil ? [] : ["bad.glsl"]) + ["negative.glsl"])
        try? place.remove("bad.glsl")
      }
      try await expect(nil, code: 66, "bad.glsl cannot be read")
      try await expect(Self.negative.replacing("color.a", with: "colour.a"), code: 65, "bad.glsl:6: ")
      try await expect("void main() {}", code: 65, "it does not define vec4 filter(vec2 uv)")
      try await expect(
        "vec4 filter(vec2 uv) { while (true) { } return getColor(uv); }", code: 65,
        "bad.glsl:1: the loop never ends: it has no break, return or discard")
      try await expect(
        Self.negative, code: 64, "bad.glsl is GLSL, which needs OpenGL", arguments: ["--backend", "cpu"])
      let unknown = try await tool.render("-o", "x.png", "--at", "0", "--filter", "negative.glsl(amunt=1)")
      place.expect(
        unknown, code: 64, saying: "did you mean amount?", "\n  |               ^^^^^",
        leaving: ["negative.glsl"])
    }
  }
}

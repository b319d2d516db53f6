import Testing

@testable import GLTransitions

@Suite("Texts that are no transitions")
struct MalformedTests {
  private static let entry = "vec4 transition(vec2 uv) { return vec4(0.0); }\n"

  private func problem(_ bytes: [UInt8]) -> ShaderFileError? {
    do {
      _ = try GLTransition(bytes, name: "test", path: "test.glsl")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "each fault has its name and its line",
    arguments: [
      ("\n/* no end", 2, .unterminatedComment), ("", nil, .missingEntryPoint),
      ("vec4 transition(vec2 uv);", nil, .missingEntryPoint),
      ("// vec4 transition(vec2 uv) {}", nil, .missingEntryPoint),
      ("\nfloat x = 1.0 @ 2.0;\n" + entry, 2, .strangeCharacter(64)),
      ("float f() {\n" + entry, 1, .unbalancedBracket("{")), (entry + "}\n", 2, .unbalancedBracket("}")),
      ("float f(] {}\n" + entry, 1, .unbalancedBracket("(")),
      ("uniform uint x;\n" + entry, 1, .unknownParameterType(name: "x", type: "uint")),
      ("uniform float x[2];\n" + entry, 1, .arrayParameter(name: "x")),
      ("uniform float x; // = 1.\nuniform float x; // = 1.\n" + entry, 2, .repeatedParameter(name: "x")),
      (entry + "void f() {\n  while (true) { f(); }\n}", 3, .endlessLoop),
      (entry + "void f() { for (;;) {} }", 2, .endlessLoop), (entry + "\0", 2, .strangeCharacter(0)),
    ] as [(String, Int?, ShaderFileError.Problem)])
  func faults(text: String, line: Int?, expected: ShaderFileError.Problem) {
    let error = problem(Array(text.utf8))
    #expect(error?.problem == expected)
    #expect(error?.line == line)
  }

  @Test("a loop with a way out is fine")
  func leavingLoops() {
    #expect(
      problem(Array((Self.entry + "void f() { while (true) { if (progress > 0.5) break; } }").utf8)) == nil)
    #expect(problem(Array((Self.entry + "void f() { do { f(); } while (true); }").utf8)) == nil)
  }

  @Test("more than the limit is refused unread")
  func size() {
    let bytes = [UInt8](repeating: 0x20, count: GLTransition.sizeLimit + 1)
    #expect(problem(bytes)?.problem == .tooLarge(limit: GLTransition.sizeLimit))
  }

  @Test(
    "a megabyte of one thing ends in an error or a program",
    arguments: [
      "(", "{", "}", "a ", "uniform float x;", "float a=b;", "/*", "//", "#define a b\n", ",", "1e", "\\\n",
      "\0",
    ])
  func garbage(piece: String) {
    let text = String(repeating: piece, count: GLTransition.sizeLimit / piece.utf8.count)
    #expect(problem(Array(text.utf8)) != nil)
  }

  @Test("random bytes and mutilated shaders never crash")
  func fuzz() {
    var state: UInt64 = 42
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let seed = Array(
      "uniform vec2 a /* = vec2(1.) */, b; // = vec2(2)\nfloat c = a.x;\n#if 1\n#endif\n\(Self.entry)".utf8)
    let alphabet = Array("(){}[];,=/*#\\\n \".vec2 uniform0123abc_\u{0}\u{7f}".utf8)
    var parsed = 0
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0..<(next() % 8) {
        let place = Int(next() % UInt64(bytes.count))
        if next() % 2 == 0 {
          bytes[place] = alphabet[Int(next() % UInt64(alphabet.count))]
        } else {
          bytes.remove(at: place)
        }
      }
      if problem(bytes) == nil { parsed += 1 }
    }
    #expect(parsed > 100 && parsed < 3000)
  }
}

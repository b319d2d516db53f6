import TestSupport
import Testing

@testable import SegueGLTransitions

@Suite("Invalid transitions")
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
    "each error in a malformed shader has its kind and line",
    arguments: [
      ("\n/* no end", 2, .unterminatedComment), ("", nil, .missingEntryPoint),
      ("vec4 transition(vec2 uv);", nil, .missingEntryPoint),
      ("// vec4 transition(vec2 uv) {}", nil, .missingEntryPoint),
      ("\nfloat x = 1.0 @ 2.0;\n" + entry, 2, .unknownCharacter(64)),
      ("float f() {\n" + entry, 1, .unbalancedBracket("{")), (entry + "}\n", 2, .unbalancedBracket("}")),
      ("float f(] {}\n" + entry, 1, .unbalancedBracket("(")),
      ("uniform uint x;\n" + entry, 1, .unknownParameterType(name: "x", type: "uint")),
      ("uniform float x[2];\n" + entry, 1, .arrayParameter(name: "x")),
      ("uniform float x; // = 1.\nuniform float x; // = 1.\n" + entry, 2, .repeatedParameter(name: "x")),
      (entry + "void f() {\n  while (true) { f(); }\n}", 3, .endlessLoop),
      (entry + "void f() { for (;;) {} }", 2, .endlessLoop), (entry + "\0", 2, .unknownCharacter(0)),
    ] as [(String, Int?, ShaderFileError.Problem)])
  func faults(text: String, line: Int?, expected: ShaderFileError.Problem) {
    let error = problem(Array(text.utf8))
    #expect(error?.problem == expected)
    #expect(error?.line == line)
  }

  @Test(
    "the error for an entry point of another type has both signatures",
    arguments: [
      ("vec3 transition(vec2 uv) { return vec3(0.0); }", "vec3 transition(vec2 uv)"),
      ("highp float transition(vec2 p) { return 0.0; }", "float transition(vec2 p)"),
      ("vec4 transition(in vec3 uv) { return vec4(0.0); }", "vec4 transition(vec3 uv)"),
      ("vec4 transition(vec2 uv, float t) { return vec4(t); }", "vec4 transition(vec2 uv , float t)"),
      ("vec4 transition() { return vec4(0.0); }", "vec4 transition()"),
    ])
  func otherEntryPoint(text: String, found: String) {
    let error = problem(Array(("\n" + text).utf8))
    #expect(error?.line == 2)
    #expect(error?.sentence == "test.glsl:2: \(found) must be vec4 transition(vec2 uv)")
    #expect(throws: ShaderFileError.self) {
      try GLTransition(
        Array(text.replacing("transition", with: "filter").utf8), name: "f", path: "f", kind: .filter)
    }
  }

  @Test(
    "an entry point may be overloaded, qualified or made by a macro",
    arguments: [
      "vec4 transition(float x) { return vec4(x); } vec4 transition(const in highp vec2 uv) { return vec4(0.0); }",
      "#define COLOR vec4\nCOLOR transition(vec2 uv) { return vec4(0.0); }",
      "vec4 transition(vec2) { return vec4(0.0); }",
    ])
  func entryPoint(text: String) { #expect(problem(Array(text.utf8)) == nil) }

  @Test("a loop with an exit is accepted")
  func leavingLoops() {
    #expect(
      problem(Array((Self.entry + "void f() { while (true) { if (progress > 0.5) break; } }").utf8)) == nil)
    #expect(problem(Array((Self.entry + "void f() { do { f(); } while (true); }").utf8)) == nil)
  }

  /// 256 kB of loops that must be matched with their ends: nested, in a row, and without braces. A
  /// search for each end would take some 10⁹ steps.
  @Test("a quarter of a megabyte of loops is parsed in time", .takesLong)
  func manyLoops() {
    let count = (1 << 18) / 14
    let nested =
      String(repeating: "while (true) {", count: count) + " break; " + String(repeating: "}\n", count: count)
    #expect(problem(Array("\(Self.entry)void f() { \(nested) }".utf8)) == nil)
    let row = String(repeating: "for (;;) { return; }\n", count: count)
    #expect(problem(Array("\(Self.entry)void f() { \(row) }".utf8)) == nil)
    let chain = String(repeating: "while (true)\n", count: count) + "discard;"
    #expect(problem(Array("\(Self.entry)void f() { \(chain) }".utf8)) == nil)
    let braces = String(repeating: "{", count: count) + String(repeating: "}\n", count: count)
    #expect(problem(Array("\(Self.entry)void f() { \(braces) }".utf8)) == nil)
  }

  @Test("the first loop without an exit is found among many")
  func endlessAmongMany() {
    let good = String(repeating: "while (true) { if (progress > 0.5) { break; } }\n", count: 4000)
    let text = "\(Self.entry)void f() {\n\(good)for (;;) { while (true) { } }\n\(good)}"
    #expect(problem(Array(text.utf8))?.problem == .endlessLoop)
    #expect(problem(Array(text.utf8))?.line == 4003)
  }

  @Test("the block table has the end of every block and statement")
  func blockTable() throws {
    let text = ShaderText("while (true) { a; { b } while (true) c; } } { break".utf8)
    let code = try Tokenizer.tokens(of: text).filter(\.isCode)
    let words = code.map { text[$0] }
    let table = BlockTable(text, code)
    let closings = code.indices.filter { words[$0] == "{" }.map { table.closingBrace(of: $0) }
    let ends = code.indices.filter { words[$0] == "}" }
    #expect(ends.count == 3 && closings == [ends[1], ends[0], nil])
    let semicolons = code.indices.filter { words[$0] == ";" }
    #expect(
      code.indices.map { table.semicolon(from: $0) } == code.indices.map { i in semicolons.first { $0 >= i } }
    )
    let exit = try #require(words.firstIndex(of: "break"))
    #expect(table.hasExit(in: 0..<code.count) && !table.hasExit(in: 0..<exit))
    #expect(table.hasExit(in: exit..<(exit + 1)) && !table.hasExit(in: exit..<exit))
  }

  @Test("a file over the size limit is rejected")
  func size() {
    let bytes = [UInt8](repeating: 0x20, count: GLTransition.sizeLimit + 1)
    #expect(problem(bytes)?.problem == .tooLarge(limit: GLTransition.sizeLimit))
  }

  @Test(
    "a megabyte of one token does not overflow the parser", .takesLong,
    arguments: [
      "(", "{", "}", "a ", "uniform float x;", "float a=b;", "/*", "//", "#define a b\n", ",", "1e", "\\\n",
      "\0",
    ])
  func garbage(piece: String) {
    let text = String(repeating: piece, count: GLTransition.sizeLimit / piece.utf8.count)
    #expect(problem(Array(text.utf8)) != nil)
  }

  @Test("random bytes and damaged shaders never crash")
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
